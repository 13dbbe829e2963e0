"""Traces that show if two runs of a search agree in every step and in its order."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules


@rules
class Footprints(NamedTuple):
    """A trace that folds every step, in order, into one number."""

    prints: Any

    def deepen(self, depth: int) -> None:
        self.fold(23 * depth)

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        self.fold(position.key() % 1_000_000_007 + depth)
        self.fold(side + alpha % 1009 + beta % 2003)

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        self.fold(5 * value + depth + is_over)

    def hit(self, depth: int, value: int, proven: bool) -> None:
        self.fold(17 * value + depth + proven)

    def stand(self, depth: int, value: int) -> None:
        self.fold(19 * value + depth)

    def update(self, depth: int, move: int, reply: int, improved: bool) -> None:
        self.fold(move + 7 * reply + improved)

    def cut(self, depth: int, side: int) -> None:
        self.fold(11 * depth + side)

    def leave(self, depth: int, value: int) -> None:
        self.fold(13 * value + depth)

    def fold(self, number: int) -> None:
        self.prints[0] = (self.prints[0] * 31 + number) % 1_000_000_007


@rules
class UtilitiesFootprints(Footprints):
    """The same for searches whose values are the utilities of all players."""

    __slots__ = ()

    def leaf(self, depth: int, value: Any, is_over: bool) -> None:
        self.fold(depth + 3 * is_over)
        for utility in value:
            self.fold(5 * utility)

    def update(self, depth: int, move: int, reply: Any, improved: bool) -> None:
        self.fold(depth + 7 * move + improved)
        for utility in reply:
            self.fold(11 * utility)

    def leave(self, depth: int, value: Any) -> None:
        self.fold(depth)
        for utility in value:
            self.fold(13 * utility)
