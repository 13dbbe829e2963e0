"""The digest of a game's rules, by which a file of weights tells rules that it was learned with from others."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from plyground.core.evaluation import Evaluation
from plyground.core.position import MarkedPosition
from plyground.core.random_numbers import new_chance

GAMES, MAX_POSITIONS = 12, 300
"""Random games of a digest, and most positions of all of them."""


def rules_digest(start: Any, evaluation: Evaluation | None = None) -> str:
    """Return 24 hexadecimal digits: a digest of what the rules answer in a sample of random games.

    Rules that give the same answers have the same digest, however they are written. A change that concerns few
    positions may go unnoticed. With an ``evaluation``, its values count, too.
    """
    digest = blake2b(repr(start._fields).encode(), digest_size=12)
    for position, moves in sampled(start):
        result = position.utility() if position.is_over() else moves
        value = evaluation.value(position) if evaluation is not None and moves else None
        digest.update(f"{_plain(position)} {result} {value}\n".encode())
    return digest.hexdigest()


def sampled(start: MarkedPosition) -> Iterator[tuple[Any, list[int]]]:
    """Yield the positions of random games with their moves, always the same for the same rules."""
    chance = new_chance(1)
    count = 0
    for _game in range(GAMES):
        position = start
        while count < MAX_POSITIONS:
            moves = [] if position.is_over() else [int(move) for move in position.moves()]
            yield position, moves
            count += 1
            if not moves:
                break
            position = position.play(moves[chance.below(len(moves))])


def _plain(value: Any) -> Any:
    """Return tuples of (tuples of) whole numbers without their classes."""
    return tuple(map(_plain, value)) if isinstance(value, tuple) else int(value)
