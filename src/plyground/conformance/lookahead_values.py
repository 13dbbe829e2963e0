"""Values of positions some plies ahead, to detect wrong mirror images.

The value of a position some plies ahead, with draws beyond the horizon, is the same for every true mirror image, with
or without repetition.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from plyground.core.position import Demand, MarkedPosition, WiderPosition

AHEAD = 40
"""About how many positions one search ahead may visit."""
SWEEPS = 50
"""Most plies that :func:`contradiction` looks ahead."""


def outlook(position: WiderPosition, budget: int = AHEAD) -> Any:
    """Return the value of a position for the side to move, searched as deep as a ``budget`` of visited positions
    allows.
    """
    if position.is_over():
        return position.utility()
    moves = list(position.moves())
    budget //= len(moves)
    if not budget:
        return 0
    replies = [
        (move, position.turn(child) * outlook(child, budget)) for move in moves for child in (position.play(move),)
    ]
    if position.is_chance():
        return sum(position.probability(move) * reply for move, reply in replies)
    return max(reply for _move, reply in replies)


class Contradiction(NamedTuple):
    """Two positions with different values that a method declares equal."""

    position: Any
    image: Any
    plies: int  # ply in which they first differ


def contradiction(
    positions: Iterable[Any], image: Callable[[Any], Any], limit: int, until: float
) -> Contradiction | None:
    """Return the first of these positions whose image has another value, looking further ahead each time.

    Positions are kept with their successors, up to ``limit``. The work ends at the time ``until``
    (:func:`time.process_time`). O(positions · moves · plies).
    """
    known: dict[Any, int] = {}
    pairs: list[tuple[int, int]] = []
    for position in positions:
        pairs.append((known.setdefault(position, len(known)), known.setdefault(image(position), len(known))))
    waiting = list(known)
    children: list[list[tuple[Any, int]]] = []
    values: list[Any] = []
    over: list[bool] = []
    chances: list[bool] = []
    while len(children) < len(waiting):
        here = waiting[len(children)]
        if len(waiting) > limit or time.process_time() > until:
            return None
        over.append(here.is_over())
        values.append(here.utility() if over[-1] else 0)
        chances.append(here.is_chance())
        replies = []
        for move in here.moves():
            child = here.play(move)
            weight = here.turn(child) * (here.probability(move) if chances[-1] else 1)
            if child not in known:
                known[child] = len(known)
                waiting.append(child)
            replies.append((weight, known[child]))
        children.append(replies)
    for plies in range(SWEEPS):
        for first, second in pairs:
            if values[first] != values[second]:
                return Contradiction(waiting[first], waiting[second], plies)
        if time.process_time() > until:
            return None
        before = values
        values = [
            before[place]
            if over[place]
            else (sum if chances[place] else max)(weight * before[child] for weight, child in replies)
            for place, replies in enumerate(children)
        ]
        if values == before:
            return None
    return None


def has_one_value(position: MarkedPosition) -> bool:
    """Return True if a position's value is a single number."""
    return Demand.PLAYERS not in position.demands()
