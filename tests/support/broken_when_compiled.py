"""Games that are broken only where they are compiled, each in one way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground import rules
from plyground.core.position import CHANCE, ratio


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
    """A shifted number of more than 64 bits meets a negative mask, of which compiled rules do not know that it is negative."""

    ply: int = 1

    def moves(self) -> Iterator[int]:
        if self.ply < 30:
            yield 1

    def play(self, move: int) -> Passing:
        mask = self.ply - 99
        product = self.ply << 60 & mask
        return Passing((product >> 60) + move)

    def is_over(self) -> bool:
        return self.ply >= 30

    def utility(self) -> int:
        return 1

    def to_move(self) -> int:
        return self.ply & 1


@rules
class Unseen(NamedTuple):
    """The same, in the middle of an expression."""

    ply: int = 1

    def moves(self) -> Iterator[int]:
        if self.ply < 30:
            yield 1

    def play(self, move: int) -> Unseen:
        mask = self.ply - 99
        return Unseen(((self.ply << 60 & mask) >> 60) + move)

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
    """The same, when the game is over."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        if self.ply < 8:
            yield 1

    def play(self, move: int) -> Ending:
        return Ending(self.ply + move)

    def is_over(self) -> bool:
        return self.ply == 8

    def utility(self) -> int:
        mask = self.ply - 99
        return (self.ply << 60 & mask) >> 63

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
        mask = self.ply - 99
        return ratio(1, 2 + ((self.ply << 62 & mask) >> 62) - self.ply)


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
        mask = self.ply - 99
        return 1, 0, ((self.ply << 62 & mask) >> 62) - self.ply


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
