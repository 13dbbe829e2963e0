"""Walks that visit every position of a game once, for games that fit in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, MutableSequence
from itertools import islice
from typing import Any

from plyground.core.contract import blaming_rules, demand_contract
from plyground.core.position import MarkedPosition
from plyground.errors import PositionsRepeat, SearchError, SearchStopped
from plyground.i18n import Sentence, _n
from plyground.searches.tally import NODES, STOP, Tally, new_tally

MAX_POSITIONS = 200_000
"""Most positions that a walk keeps, before it raises an error: some seconds of time and 100 MB of memory."""


def successors(position: Any) -> Iterator[Any]:
    """Yield the position after each legal move."""
    return (position.play(move) for move in position.moves())


def breadth_first(
    start: Any,
    follow: Callable[[Any], Iterable[Any]] = successors,
    *,
    plies: int | None = None,
    canonical: bool = False,
) -> Iterator[Any]:
    """Yield every position that ``follow`` reaches from ``start``, itself included, once, nearest first.

    With ``plies``, yield only positions at most that many moves away. With ``canonical``, yield one position of each
    class of mirror images. Time and memory O(positions).
    """
    first = start.canonical() if canonical else start
    away = {first: 0}
    waiting = deque([first])
    yield first
    while waiting:
        position = waiting.popleft()
        if away[position] == plies:
            return
        for child in follow(position):
            child = child.canonical() if canonical else child
            if child not in away:
                away[child] = away[position] + 1
                waiting.append(child)
                yield child


def reachable(
    start: Any,
    follow: Callable[[Any], Iterable[Any]] = successors,
    *,
    plies: int | None = None,
    canonical: bool = False,
    limit: int = MAX_POSITIONS,
) -> list[Any]:
    """Return a list of the positions of :func:`breadth_first`. Raise :class:`SearchError` if there are more than
    ``limit``.
    """
    found = list(islice(breadth_first(start, follow, plies=plies, canonical=canonical), limit + 1))
    if len(found) > limit:
        raise SearchError(too_many_positions(limit))
    return found


def children_first(
    start: Any,
    follow: Callable[[Any], Iterable[Any]] = successors,
    limit: int = MAX_POSITIONS,
    tally: Tally | None = None,
) -> Iterator[Any]:
    """Yield every position that ``follow`` reaches from ``start``, once, each after all its successors.

    The walk is depth-first without recursion, so a game may be of any length; time and memory O(positions). ``tally``
    counts the positions and may stop the walk. Raise :class:`PositionsRepeat` for a game with repetition, and
    :class:`SearchError` for one with more than ``limit`` positions.
    """
    with blaming_rules():
        demand_contract(start)
        yield from _children_first(start, follow, limit, (tally or new_tally()).counts)


def _children_first(
    start: MarkedPosition, follow: Callable[[Any], Iterable[Any]], limit: int, counts: MutableSequence[int]
) -> Iterator[Any]:
    finished = {start: False}
    path = [(start, iter(follow(start)))]
    while path:
        position, rest = path[-1]
        for child in rest:
            if child not in finished:
                if len(finished) == limit:
                    raise SearchError(too_many_positions(limit))
                if counts[STOP]:
                    raise SearchStopped
                counts[NODES] += 1
                finished[child] = False
                path.append((child, iter(follow(child))))
                break
            if not finished[child]:
                raise PositionsRepeat
        else:
            path.pop()
            finished[position] = True
            yield position


def too_many_positions(limit: int) -> Sentence:
    """Return the sentence for a game with more than ``limit`` positions."""
    return _n(
        "This game has more than {count} position: too many to visit all of them.",
        "This game has more than {count} positions: too many to visit all of them.",
        limit,
    )
