"""The parts that the answers of all searches and solvers have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from plyground.core.position import Move


class Answer(Protocol):
    """The answer of a search or a solver about one position, for the side to move there."""

    @property
    def value(self) -> Any:
        """The value of the position: a utility, an estimate, a proven score, or the answer to the question."""

    @property
    def move(self) -> Move | None:
        """The best move; None when the game is over or nothing is known."""

    @property
    def line(self) -> tuple[Move, ...]:
        """The best play of both sides, as far as it is known."""

    @property
    def moves(self) -> Sequence[ValuedMove]:
        """The legal moves with their values, as far as they were asked for."""

    @property
    def nodes(self) -> int:
        """The number of positions that were looked at, some of them more than once."""

    @property
    def seconds(self) -> float:
        """The time that it took."""

    @property
    def native(self) -> bool:
        """True if compiled code ran."""


class ValuedMove(Protocol):
    """One legal move in an answer."""

    @property
    def move(self) -> Move:
        """The move."""

    @property
    def value(self) -> Any:
        """The value after the move, for the player who makes it; None if it is not known."""
