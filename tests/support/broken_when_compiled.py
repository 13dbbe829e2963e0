"""Games that are broken only where they are compiled, each in one way."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

from plyground import rules
from plyground.core.authoring.marked_rules import helper, ratio
from plyground.core.position import CHANCE


class Odd(IntEnum):
    """A number with an addition of its own, which compiled code does not know."""

    ONE = 1

    def __radd__(self, other: int) -> int:
        return other


@helper
def off(value: int) -> int:
    """Return the number, but 1 more where this text is compiled."""
    return value + Odd.ONE


@rules
class Growing(NamedTuple):
    """A field grows beyond 64 bits."""

    ply: int = 0
    weight: int = 1

    def moves(self) -> Iterator[int]:
        if self.ply < 8:
            yield 1

    def play(self, move: int) -> Growing:
        return Growing(self.ply + move, self.weight << 10)

    def is_over(self) -> bool:
        return self.ply == 8

    def utility(self) -> int:
        return 1

    def to_move(self) -> int:
        return self.ply % 2


@rules
class Keyed(NamedTuple):
    """The key is no word."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        if self.ply < 8:
            yield 1

    def play(self, move: int) -> Keyed:
        return Keyed(self.ply + move)

    def is_over(self) -> bool:
        return self.ply == 8

    def utility(self) -> int:
        return 1

    def to_move(self) -> int:
        return self.ply % 2

    def key(self) -> int:
        return self.ply * 10**20


@rules
class Long(NamedTuple):
    """Numbers on the way have more than 64 bits, which compiled rules compute, too."""

    ply: int = 1

    def moves(self) -> Iterator[int]:
        if self.ply < 30:
            yield 1

    def play(self, move: int) -> Long:
        product = self.ply << 60
        return Long((product >> 60) + (move * 3**50 - 3**50 * move + self.ply << 70 >> 70) - self.ply + move)

    def is_over(self) -> bool:
        return self.ply >= 30

    def utility(self) -> int:
        return self.ply << 60 >> 64

    def to_move(self) -> int:
        return self.ply & 1


@rules
class Passing(NamedTuple):
    """A variable of more than 64 bits, and another result where it is compiled."""

    ply: int = 1

    def moves(self) -> Iterator[int]:
        if self.ply < 30:
            yield 1

    def play(self, move: int) -> Passing:
        product = off(self.ply) << 70
        return Passing((product >> 70) + move)

    def is_over(self) -> bool:
        return self.ply >= 30

    def utility(self) -> int:
        return 1

    def to_move(self) -> int:
        return self.ply & 1


@rules
class Unseen(NamedTuple):
    """Another result of a move where it is compiled."""

    ply: int = 1

    def moves(self) -> Iterator[int]:
        if self.ply < 30:
            yield 1

    def play(self, move: int) -> Unseen:
        return Unseen(off(self.ply) + move)

    def is_over(self) -> bool:
        return self.ply >= 30

    def utility(self) -> int:
        return 1

    def to_move(self) -> int:
        return self.ply & 1


@rules
class Texting(NamedTuple):
    """A game with a method that the compiler does not support."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        if self.ply < 8:
            yield 1

    def play(self, move: int) -> Texting:
        return Texting(self.ply + int(f"{move}"))

    def is_over(self) -> bool:
        return self.ply == 8

    def utility(self) -> int:
        return 1

    def to_move(self) -> int:
        return self.ply % 2


@rules
class Ending(NamedTuple):
    """Another result when the game is over."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        if self.ply < 8:
            yield 1

    def play(self, move: int) -> Ending:
        return Ending(self.ply + move)

    def is_over(self) -> bool:
        return self.ply == 8

    def utility(self) -> int:
        return 1 if off(0) == 0 else -1

    def to_move(self) -> int:
        return self.ply % 2


@rules
class Rolling(NamedTuple):
    """A game of chance with another probability where it is compiled."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        if self.ply < 8:
            yield from (1, 2)

    def play(self, move: int) -> Rolling:
        return Rolling(self.ply + 1)

    def is_over(self) -> bool:
        return self.ply == 8

    def utility(self) -> int:
        return 1

    def to_move(self) -> int:
        return CHANCE if self.ply % 2 == 0 else self.ply // 2 % 2

    def probability(self, move: int) -> Any:
        return ratio(1, off(2))


@rules
class Dividing(NamedTuple):
    """A game of three players with another utility of the last one where it is compiled."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        if self.ply < 8:
            yield 1

    def play(self, move: int) -> Dividing:
        return Dividing(self.ply + move)

    def is_over(self) -> bool:
        return self.ply == 8

    def to_move(self) -> int:
        return self.ply % 3

    def players(self) -> int:
        return 3

    def utilities(self) -> tuple[int, ...]:
        return 1, 0, off(0)


COMPILED: list[tuple[str, str, str, Any]] = [
    ("overflow", "key", "the key has 67 bits", Keyed),
    ("overflow", "play", "its variable product (broken_when_compiled.py, line ", Passing),
    ("twin-differs", "play", "but Python returns", Unseen),
    ("twin-differs", "utility", "it returns -1, but Python returns 1", Ending),
    ("twin-differs", "probability", "but Python returns 0.5", Rolling),
    ("twin-differs", "utilities", "but Python returns 0.0", Dividing),
    ("not-compiled", "play", "Texting.play (broken_when_compiled.py, line ", Texting),
]
"""The failure, where it is to be looked for, what the sentence says, and the class."""
