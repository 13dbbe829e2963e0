"""Moves with parts: numbers everywhere but in the author's methods, named and pressed by their parts, equal compiled."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pytest
from paths import OWN_GAMES
from samples import sample, some

from plyground import check, game, perft, rules, search, uct
from plyground.arena.match import Match
from plyground.core.authoring.move_parts import name_moves, named_parts
from plyground.core.misspelling import misspelt
from plyground.core.random_game import random_game
from plyground.errors import FileError, MoveOutOfRange, RulesError
from plyground.native.compiler import compiled
from plyground.presentation.boards.board_state import BoardView

AMAZONS = (OWN_GAMES / "amazons.py").read_text()
RANGES = [(range(5),), (range(3), range(-1, 4)), (range(2, 9), range(-7, -2), range(1)), (range(7), range(7), range(7))]


class Step(NamedTuple):
    """A move of the games in this file."""

    heap: Annotated[int, range(1, 4)]
    taken: Annotated[int, range(-1, 3)]


@rules
class Heaps(NamedTuple):
    """Three heaps: take one or two from one of them; who takes the last one wins."""

    first: int = 2
    second: int = 1
    third: int = 2
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[Step]:
        for heap in range(3):
            for taken in (1, 2):
                if taken <= self[heap]:
                    yield Step(heap + 1, taken)

    def play(self, move: Step) -> Heaps:
        left = tuple(self[heap] - (move.taken if heap == move.heap - 1 else 0) for heap in range(3))
        return Heaps(left[0], left[1], left[2], 1 - self.player)

    def is_over(self) -> bool:
        return self.first + self.second + self.third == 0

    def utility(self) -> int:
        return -1

    def promise(self, move: Step) -> int:
        return move.taken

    def is_noisy(self, move: Step) -> bool:
        return move.heap == 2

    def prior(self, move: Step, last: Step | None) -> int:
        return move.taken if last is None else 10 * last.heap + move.taken

    def move_text(self, move: Step) -> str:
        return f"{move.taken} of {move.heap}"


def taken_twice(position: Any) -> int:
    """Return a sum over the moves: the author's methods take parts, and numbers from everywhere else."""
    found = 0
    for move in position.moves():
        parts = position.move_parts(move)
        found += 100 * parts.heap + parts.taken + position.promise(move) + 1000 * position.is_noisy(move)
        found += position.move_number(parts) + position.prior(move, -1) + position.prior(move, move)
        found += position.play(parts).third
    return found


@pytest.mark.parametrize("ranges", RANGES)
def test_the_parts_are_the_digits_of_a_number(ranges: tuple[range, ...]) -> None:
    move: Any = NamedTuple("Move", [(f"part{place}", Annotated[int, values]) for place, values in enumerate(ranges)])  # type: ignore[misc]

    class Rules(NamedTuple):
        player: int = 0

        def moves(self) -> Iterator[Any]:
            for parts in itertools.product(*ranges):
                yield move(*parts)

        def play(self, move: Any) -> Any:
            return move

    Rules.play.__annotations__["move"] = move
    name_moves(Rules)
    position: Any = Rules()
    numbers = list(position.moves())
    assert numbers == list(range(position.actions()))  # numbers follow the order of the parts
    assert [tuple(position.play(number)) for number in numbers] == list(itertools.product(*ranges))
    assert [position.move_number(position.move_parts(number)) for number in numbers] == numbers
    assert [part.values for part in named_parts(position)] == list(ranges)


def test_methods_of_the_author_take_parts_plain_and_compiled() -> None:
    position = Heaps()
    assert list(position.moves()) == [2, 3, 6, 10, 11]  # type: ignore[comparison-overlap]  # numbers here
    assert position.move_parts(11) == Step(3, 2)  # type: ignore[attr-defined]
    assert compiled(taken_twice, position)(position) == taken_twice(position)
    assert position.is_chance() is False  # type: ignore[attr-defined]  # supplied methods are there


def rays(cells: dict[tuple[int, int], str], row: int, column: int) -> Iterator[tuple[int, int]]:
    for down, right in itertools.product((-1, 0, 1), repeat=2):
        there = row + down, column + right
        while (down, right) != (0, 0) and cells.get(there) == ".":
            yield there
            there = there[0] + down, there[1] + right


def moves_by_sets(marks: str, mark: str) -> set[tuple[int, int, int]]:
    """Return all moves of Amazons, written another way."""
    cells = {divmod(number, 6): each for number, each in enumerate(marks)}
    found = set()
    for queen in [place for place, each in cells.items() if each == mark]:
        without = cells | {queen: "."}
        for target in rays(without, *queen):
            for arrow in rays(without, *target):
                found.add(tuple(6 * row + column for row, column in (queen, target, arrow)))
    return found  # type: ignore[return-value]


def test_amazons_has_the_moves_of_another_program() -> None:
    amazons = game(OWN_GAMES / "amazons.py")
    for position in some(random_game(amazons.start, random.Random(5), 40)[::4]):
        moves = list(position.moves())
        expected = moves_by_sets(amazons.picture.marks(position), "XO"[position.player])
        assert {tuple(position.move_parts(move)) for move in moves} == expected
        assert len(moves) == len(expected)


def test_amazons_is_named_and_pressed_by_its_parts() -> None:
    amazons = game(OWN_GAMES / "amazons.py")
    match = Match.parse(amazons, "a3-a4-a5 f4-f5-b5")
    assert match.words == ("a3-a4-a5", "f4-f5-b5")
    view = BoardView(Match(amazons, ()))
    state = view.state("", 0, {}, playable=True, focus=False)
    assert state["pieces"]
    assert len(state["trails"]) == len(list(amazons.start.moves()))
    assert {"cells": (18, 12, 6), "word": "a3-a4-a5"} in state["trails"]
    assert view.pressed("a3-a4-a5") == amazons.pressed(amazons.start, (18, 12, 6)) == (18 * 36 + 12) * 36 + 6
    assert amazons.picture.cells(amazons.start, (18 * 36 + 12) * 36 + 6) == (18, 12, 6)
    assert view.unseen == []


@pytest.mark.parametrize("name", sample(["amazons", "quoridor", "focus", "yavalath"], every=4, first=3))
def test_searches_see_numbers_plain_and_compiled(name: str) -> None:
    start = game(OWN_GAMES / f"{name}.py").start
    assert perft(start, 2) == perft(start, 2, native=True)
    plain, twin = search(start, depth=2), search(start, depth=2, native=True)
    assert (plain.value, plain.move, plain.nodes, plain.line) == (twin.value, twin.move, twin.nodes, twin.line)
    assert type(twin.move) is int
    assert uct(start, playouts=20, native=True).move in start.moves()


@pytest.mark.proof
@pytest.mark.parametrize("name", ["amazons", "quoridor", "focus", "yavalath"])
def test_the_games_keep_the_promises_of_the_protocol(name: str) -> None:
    assert check(game(OWN_GAMES / f"{name}.py"), games=10) == []


SENTENCES = [
    ("arrow: Annotated[int, range(SIZE * SIZE)]", "arrow: int", r"line 16: Move does not say which values arrow can have: write arrow: Annotated\[int, range\(36\)\]"),
    ("arrow: Annotated[int, range(SIZE * SIZE)]", "arrow: Annotated[int, range(0)]", r"line 16: Move gives arrow the values range\(0, 0\): write a range"),
    ("arrow: Annotated[int, range(SIZE * SIZE)]", "arrow: Annotated[int, range(0, 36, 2)]", r"line 16: Move gives arrow the values range\(0, 36, 2\)"),
    ("arrow: Annotated[int, range(SIZE * SIZE)]", "arrow: Annotated[int, range(2**60)]", r"line 16: the ranges of Move allow more than 2\^62 moves"),
    ("arrow: Annotated[int, range(SIZE * SIZE)]", "arrow: Annotated[int, range(30)]", r"Amazons has a Move whose arrow is not in range\(0, 30\): widen the range"),
    ("move: Move)", "move)", r"Amazons.moves\(\) yields Move\(origin=18, .*\), but play\(\) does not name its class: write def play\(self, move: Move\)"),
    ("yield Move(origin, target, arrow)", "yield origin, target, arrow", r"Amazons.moves\(\) \(line 34\) returns \(18, 12, 6\): return moves with the parts origin, target, arrow"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "other", "said"), SENTENCES)
def test_wrong_parts_are_refused_when_the_file_is_loaded(text: str, other: str, said: str, tmp_path: Path) -> None:
    assert text in AMAZONS
    path = tmp_path / "amazons_wrong.py"
    path.write_text(AMAZONS.replace(text, other))
    with pytest.raises(FileError) as told:
        game(path)
    assert re.search(said, str(told.value))
    assert str(told.value).count("\n") == 0


def test_parts_of_a_number_are_told_to_need_a_call() -> None:
    with pytest.raises(AttributeError) as refused:
        next(Heaps().moves()).heap  # noqa: B018 - asked for its error
    assert str(misspelt(refused.value)) == "a move is a number here, so it has no “heap”: write move_parts(move).heap"


def test_a_part_out_of_its_range_raises_the_same_plain_and_compiled() -> None:
    wrong: Any = Step(5, 1)
    position: Any = Heaps()
    with pytest.raises(MoveOutOfRange, match=r"Heaps has a Step whose heap is not in range\(1, 4\)"):
        position.move_number(wrong)
    with pytest.raises(MoveOutOfRange, match=r"Heaps has a Step whose heap is not in range\(1, 4\)"):
        compiled(too_far, position, 5)(position, 5)
    assert compiled(too_far, position, 3)(position, 3) == too_far(position, 3) == 10


def too_far(position: Any, heap: int) -> int:
    number: int = position.move_number(Step(heap, 1))
    return number


def test_annotations_may_be_texts(tmp_path: Path) -> None:
    path = tmp_path / "amazons_later.py"
    path.write_text("from __future__ import annotations\n" + AMAZONS)
    assert list(game(path).start.moves()) == list(game(OWN_GAMES / "amazons.py").start.moves())


def test_a_class_with_changed_rules_converts_moves_once() -> None:
    @rules
    class OneOnly(Heaps):
        __slots__ = ()

        def moves(self) -> Iterator[Step]:
            for number in Heaps.moves(self):
                if self.move_parts(number).taken == 1:  # type: ignore[attr-defined]
                    yield number

    position: Any = OneOnly()
    assert [position.move_parts(move) for move in position.moves()] == [Step(1, 1), Step(2, 1), Step(3, 1)]
    assert position.play(2) == Heaps(1, 1, 2, 1)


def test_the_ranges_must_be_those_of_a_named_tuple_with_fields() -> None:
    class Nothing(NamedTuple):
        pass

    def play(self: Any, move: Nothing) -> Any:
        return self

    made: Any = type("Made", (Heaps.__mro__[1],), {"play": play})
    play.__annotations__["move"] = Nothing
    with pytest.raises(RulesError, match="Nothing has no parts"):
        name_moves(made)
