"""The judgement of a position: the value of every legal move, from −100 to 100, and its source."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from plyground.core.position import Move

WIN = 100.0
"""The value of a won position. A lost one has −100, a drawn one 0."""
DECIMALS = 2
"""Decimals of a value. More would differ between machines."""
UNKNOWN_PLIES = 10_000
"""Plies that a result of unknown length counts as in the order of moves."""
CLEARLY = 5.0
"""Points by which a move without a proof must be ahead of all others to be called the best."""

Source: TypeAlias = Literal["table", "book", "proof", "engine", "uct", "chance"]
"""The means that found the values: the table of the whole game, the opening book, a proof, the engine, random games, or
averages over chance.
"""


class MoveWorth(NamedTuple):
    """A legal move with its value, for the side that makes it."""

    move: Move
    value: float  # expected score, from −100 to 100
    proven: bool  # no estimate has a part in the value
    distance: int | None  # plies to the end with best play, if proven and known
    line: tuple[Move, ...]  # best play that begins with the move
    points: int | None = None  # exact margin at the end, in a game of points

    @property
    def rank(self) -> tuple[float, int, int]:
        """The sort key: the greater value, then more points, then the faster win or the slower loss.

        A win of unknown length comes after those of known length.
        """
        plies = UNKNOWN_PLIES if self.distance is None else self.distance
        return self.value, self.points or 0, -plies if self.value > 0 else plies


class Judgement(NamedTuple):
    """The values of all moves of an unfinished position, for its side to move."""

    source: Source
    value: float  # expected score with best play, from −100 to 100
    proven: bool  # no estimate has a part in the value
    moves: tuple[MoveWorth, ...]  # every legal move, the best first; empty if chance is to move
    nodes: int  # positions visited
    depth: int  # plies looked ahead by the engine; 0 for other sources
    trusted: bool = True  # False if estimates say almost nothing of the result: no mark rests on them

    @property
    def best(self) -> MoveWorth:
        """The first of the best moves."""
        return self.moves[0]

    def of(self, move: Move) -> MoveWorth:
        """Return the worth of a legal move."""
        return next(each for each in self.moves if each.move == move)

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves that may be called the best: proven and equally good, or clearly ahead of all others; else none.

        They are also empty if all moves are equally good.
        """
        if not self.moves:
            return ()
        top = self.moves[0]
        if top.proven and (top.value == WIN or self.proven):
            equal = tuple(each.move for each in self.moves if each.proven and each.rank == top.rank)
        elif self.trusted and (len(self.moves) == 1 or top.value - self.moves[1].value >= CLEARLY):
            equal = (top.move,)
        else:
            return ()
        return equal if len(equal) < len(self.moves) or len(self.moves) == 1 else ()


def sign(number: float) -> int:
    """Return −1, 0 or 1."""
    return (number > 0) - (number < 0)


def rounded(value: float) -> float:
    """Return a value as judgements keep it."""
    return round(value, DECIMALS) + 0.0  # no negative zero


def ranked(moves: Iterable[MoveWorth], first: Move | None = None) -> tuple[MoveWorth, ...]:
    """Return moves with the best first; ``first`` comes before equally good ones, then the order of the rules."""
    found = [each._replace(value=rounded(each.value)) for each in moves]
    return tuple(sorted(found, key=lambda each: (each.rank, each.move == first), reverse=True))
