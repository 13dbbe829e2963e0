"""Positions written as frozen dataclasses mean the same as named tuples, plain, compiled and in files."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest
from program import run
from refusals import refused
from samples import sample

from plyground import RulesError, check, perft, rules, search, solve
from plyground.native.compiler import Twin


class Counted:
    """A base without fields."""

    def taken(self: Any) -> int:
        return 12 - sum(self.stones)


@rules
@dataclass(frozen=True)
class Walker:
    row: int = 0
    steps: int = 2

    def moved(self) -> Walker:
        return replace(self, row=self.row + self.steps)


@rules
@dataclass(frozen=True)
class Heap(Counted):
    stones: tuple[int, ...] = (1, 2, 1)
    player: int = 0
    walker: Walker = Walker(1)
    bonus: tuple[int, int] = field(default_factory=lambda: (1, 2))
    MOST: ClassVar[int] = 2

    def moves(self) -> Iterator[int]:
        for heap, stones in enumerate(self.stones):
            for taken in range(1, min(self.MOST, stones) + 1):
                yield heap * 10 + taken

    def play(self, move: int) -> Heap:
        heap, taken = divmod(move, 10)
        stones = list(self.stones)
        stones[heap] -= taken
        return replace(self, stones=tuple(stones), player=1 - self.player, walker=self.walker.moved())

    def is_over(self) -> bool:
        return not any(self.stones)

    def utility(self) -> int:
        return -1

    def to_move(self) -> int:
        return self.player

    def taken(self) -> int:
        return super().taken() + self.walker.row


class Tuple(NamedTuple):
    """The same rules by hand."""

    stones: tuple[int, ...] = (1, 2, 1)
    player: int = 0
    walker: tuple[int, ...] = (1, 2)
    bonus: tuple[int, int] = (1, 2)

    def moves(self) -> Iterator[int]:
        for heap, stones in enumerate(self.stones):
            for taken in range(1, min(2, stones) + 1):
                yield heap * 10 + taken

    def play(self, move: int) -> Tuple:
        heap, taken = divmod(move, 10)
        stones = list(self.stones)
        stones[heap] -= taken
        return Tuple(tuple(stones), 1 - self.player, (self.walker[0] + self.walker[1], 2), self.bonus)

    def is_over(self) -> bool:
        return not any(self.stones)

    def utility(self) -> int:
        return -1

    def to_move(self) -> int:
        return self.player


rules(Tuple)


def test_a_dataclass_is_searched_solved_and_checked_like_a_named_tuple() -> None:
    start, twin = Heap(), Tuple()
    assert repr(start) == "Heap(stones=(1, 2, 1), player=0, walker=Walker(row=1, steps=2), bonus=(1, 2))"
    assert [each.name for each in fields(start)] == ["stones", "player", "walker", "bonus"]
    assert perft(start, 3, native=True) == perft(start, 3, native=False) == perft(twin, 3, native=False)
    for native in (True, False):
        found, wanted = search(start, native=native), search(twin, native=native)
        assert (found.value, found.line, found.nodes) == (wanted.value, wanted.line, wanted.nodes)
    assert solve(start)[start] == solve(twin)[twin]
    assert check(start) == []
    assert pickle.loads(pickle.dumps(start)) == start


def test_a_method_of_the_base_is_called_by_super() -> None:
    assert Heap().taken() == 8 + 1


def steps(heap: Heap, move: int) -> int:
    """Return numbers of fields that replace() changed."""
    later = heap.play(move).play(1)
    return later.walker.row * 100 + replace(later.walker, steps=move).moved().row + later.stones[1]


def test_replace_is_compiled() -> None:
    start = Heap()
    native = Twin.for_examples(steps, (start, 11))
    assert [native(start, move) for move in (11, 12, 21)] == [steps(start, move) for move in (11, 12, 21)]


@dataclass
class Changing:
    stones: int = 3

    def play(self, move: int) -> Changing:
        return self


@dataclass(frozen=True)
class Prepared:
    stones: int = 3

    def __post_init__(self) -> None:
        pass

    def play(self, move: int) -> Prepared:
        return self


@dataclass(frozen=True)
class Hiding:
    stones: int = 3
    rest: int = field(init=False, default=2)

    def play(self, move: int) -> Hiding:
        return self


@dataclass(frozen=True)
class Inheriting(Hiding):
    more: int = 0


@pytest.mark.parametrize(
    ("cls", "sentence"),
    [
        (Changing, "the objects of class {name} can change: write @dataclass(frozen=True)"),
        (Prepared, "class {name} has a method __post_init__, which rules do not call: give it all its fields"),
        (Hiding, "class {name} has a field with init=False: every field of a position is given when it is made"),
        (Inheriting, "class {name} inherits fields: write all of them in the class itself"),
    ],
)
def test_a_dataclass_that_is_more_than_its_fields_is_refused(cls: type[Any], sentence: str) -> None:
    with refused(RulesError, sentence, name=cls.__name__):
        rules(cls)


GAME = '''
from dataclasses import dataclass, replace
from plyground import rules

@rules
@dataclass(frozen=True)
class Heap:
    """Heap: take one or two; who takes the last wins."""
    left: int = 5
    player: int = 0

    def to_move(self):
        return self.player

    def moves(self):
        for taken in (1, 2):
            if taken <= self.left:
                yield taken

    def play(self, taken):
        return replace(self, left=self.left - taken, player=1 - self.player)

    def is_over(self):
        return self.left == 0

    def utility(self):
        return -1
'''


@pytest.mark.parametrize(
    "command", sample([["search"], ["solve"], ["check", "--games", "20"], ["perft", "3"]], every=2)
)
def test_a_file_with_a_dataclass_is_a_game(tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "heap.py"
    path.write_text(GAME)
    done = run(*command[:1], str(path), *command[1:])
    assert done.returncode == 0, done.stderr
