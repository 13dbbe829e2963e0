"""Correct games, which a test breaks: two heaps with all that a game can offer, a race with dice, and a sharing game of three."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground import Facts, Game, rules
from plyground.core.authoring.marked_rules import ratio
from plyground.core.position import CHANCE


class Right:
    """Two heaps: take one or two stones from either; who takes the last stone wins. Moves are heap · 2 + taken − 1."""

    def moves(self: Any) -> Iterator[int]:
        for heap in (0, 1):
            for taken in (1, 2):
                if taken <= self[heap]:
                    yield 2 * heap + taken - 1

    def play(self: Any, move: int) -> Any:
        taken = move % 2 + 1
        return type(self)(self.left - taken * (move < 2), self.right - taken * (move >= 2), 1 - self.player)

    def is_over(self: Any) -> bool:
        return bool(self.left + self.right == 0)

    def utility(self: Any) -> int:
        return -1

    def to_move(self: Any) -> int:
        return int(self.player)

    def canonical(self: Any) -> Any:
        return type(self)(min(self.left, self.right), max(self.left, self.right), self.player)

    def size(self: Any) -> int:
        return 32

    def period(self: Any) -> int:
        return 16

    def rank(self: Any) -> int:
        return int(16 * self.player + 4 * self.left + self.right)

    def unrank(self: Any, rank: int) -> Any:
        return type(self)(rank // 4 % 4, rank % 4, rank // 16)

    def valid(self: Any) -> bool:
        return True

    def predecessors(self: Any) -> Iterator[Any]:
        for taken in (1, 2):
            if self.left + taken <= 3:
                yield type(self)(self.left + taken, self.right, 1 - self.player)
            if self.right + taken <= 3:
                yield type(self)(self.left, self.right + taken, 1 - self.player)

    def grundy(self: Any) -> int:
        return int((self.left % 3) ^ (self.right % 3))


class Dice:
    """A race: chance says one or two, then the player whose turn it is goes so far, or one step more."""

    def moves(self: Any) -> Iterator[int]:
        if not self.is_over():
            yield from (1, 2)

    def play(self: Any, move: int) -> Any:
        if self.rolled == 0:
            return type(self)(self.left, self.player, move)
        return type(self)(max(0, self.left - self.rolled - move + 1), 1 - self.player, 0)

    def is_over(self: Any) -> bool:
        return bool(self.left == 0)

    def utility(self: Any) -> int:
        return 1 if self.player == 1 else -1

    def to_move(self: Any) -> int:
        return CHANCE if self.rolled == 0 else int(self.player)

    def probability(self: Any, move: int) -> Any:
        return ratio(1, 2)


class Sharing:
    """Three players in turn take one or two of six; each gets what it takes, less two."""

    def moves(self: Any) -> Iterator[int]:
        if not self.is_over():
            yield from (1, 2)

    def play(self: Any, move: int) -> Any:
        taken = min(move, 6 - sum(self.taken))
        now = tuple(each + taken * (player == self.player) for player, each in enumerate(self.taken))
        return type(self)(now, (self.player + 1) % 3)

    def is_over(self: Any) -> bool:
        return bool(sum(self.taken) == 6)

    def to_move(self: Any) -> int:
        return int(self.player)

    def players(self: Any) -> int:
        return 3

    def utilities(self: Any) -> tuple[int, ...]:
        return tuple(each - 2 for each in self.taken)

    def utmost(self: Any) -> int:
        return 2

    def total(self: Any) -> int:
        return 0


def heaps(facts: Facts | None = None, **methods: Any) -> Game:
    """Return the heap game with some methods replaced; None removes a method."""

    class Heaps(NamedTuple):
        left: Any = 3
        right: Any = 2
        player: int = 0

    return made(Heaps, Right, facts, methods)


def dice(facts: Facts | None = None, **methods: Any) -> Game:
    """Return the race with some methods replaced."""

    class Race(NamedTuple):
        left: int = 4
        player: int = 0
        rolled: int = 0

    return made(Race, Dice, facts, methods)


def sharing(facts: Facts | None = None, **methods: Any) -> Game:
    """Return the sharing game with some methods replaced."""

    class Shares(NamedTuple):
        taken: tuple[int, ...] = (0, 0, 0)
        player: int = 0

    return made(Shares, Sharing, facts or Facts(players=3), methods)


def made(cls: Any, right: type, facts: Facts | None, methods: dict[str, Any]) -> Game:
    """Return a game of a class with the correct methods, some of them replaced by ``methods``."""
    for name, method in {**vars(right), **methods}.items():
        if not name.startswith("__") and method is not None:
            setattr(cls, name, method)
    return Game(cls.__name__.lower(), rules(cls)(), facts=facts)
