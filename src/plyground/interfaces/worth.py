"""What moves are worth, as signs on the board and in words: the same for searches and for solved games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from plyground.language import Sentence
from plyground.players.reasons import figure, judgement, promise
from plyground.position import Move


class Worth(NamedTuple):
    """What a move is worth to the side to move."""

    kind: str  # win, draw, loss or guess: a colour and a shape
    sign: str  # a few characters
    words: Sentence
    best: bool = False  # among the best, where not all are
    share: bool = False  # an average, or what one of many players gets: how much, not in how many plies

    @classmethod
    def proven(cls, value: int, distance: int | None, words: Sentence | None = None) -> Worth:
        """A value that is the game's own; ``distance`` in plies, where known. In ``words``, where it means something else than for two."""
        usual = promise(value, distance)
        words = words or usual
        if words != usual or not isinstance(value, int):
            kind = "win" if value > 0 else "loss" if value < 0 else "draw"
            return cls(kind, f"{'+' * (value > 0)}{figure(value)}", words, share=True)
        if value == 0:
            return cls("draw", "=", words)
        kind, sign = ("win", "+") if value > 0 else ("loss", "−")
        much = abs(value) if distance is None else distance
        return cls(kind, sign if (distance, much) == (None, 1) else f"{sign}{much}", words)

    @classmethod
    def guessed(cls, value: int, plies: int) -> Worth:
        """What an evaluation so many plies ahead says."""
        return cls("guess", f"≈{figure(value)}", judgement(value, plies))


Worths = Mapping[Move, Worth]
"""What each move of a position is worth, the best first."""


def with_best(worths: Worths, best: Iterable[Move]) -> dict[Move, Worth]:
    """The same worths, with the ``best`` moves marked where some are better than others."""
    marked = set(best)
    differ = len(marked) < len(worths)
    return {move: worth._replace(best=differ and move in marked) for move, worth in worths.items()}
