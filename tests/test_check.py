"""The conformance test passes on every built-in game and names what is wrong with a broken one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from plyground import game, rules
from plyground.check import check

TICTACTOE = game("tictactoe")
Rules = type(TICTACTOE.start)


@pytest.mark.parametrize(
    "text", ["tictactoe", "mnk", "mnk:width=4,height=3,k=3", "mnk:width=1,height=1,k=1", "mnk:width=8,height=8,k=5"]
)
def test_every_game_passes(text: str) -> None:
    assert check(game(text)) == []


def broken(**methods: Any) -> Any:
    """Tic-tac-toe with some of its methods replaced."""
    namespace = {name: getattr(Rules, name) for name in ("moves", "is_over", "utility")} | methods

    class Broken(NamedTuple):
        own: int = 0
        other: int = 0

        def play(self, cell: int) -> Any:
            return type(self)(self.other, self.own | 1 << cell)

    for name, method in namespace.items():
        setattr(Broken, name, method)
    rules(Broken)

    class Notation:
        """Reads and writes the broken class."""

        cells = 9

        def format(self, position: Any) -> str:
            return TICTACTOE.notation.format(Rules(*position))

        def parse(self, text: str) -> Any:
            return Broken(*TICTACTOE.notation.parse(text))

        def format_move(self, position: Any, move: int) -> str:
            return str(move)

        def parse_move(self, position: Any, text: str) -> int:
            return int(text)

        def side(self, position: Any) -> int:
            return TICTACTOE.notation.side(position)

    return replace(TICTACTOE, start=Broken(), notation=Notation())


def moves_after_the_end(self: Any) -> Iterator[int]:
    for cell in range(9):
        if not (self.own | self.other) >> cell & 1:
            yield cell


asked = [0]


def forgetful(self: Any) -> Iterator[int]:
    asked[0] += 1
    moves = list(Rules.moves(self))
    yield from moves if asked[0] % 2 else moves[::-1]


def repeated(self: Any) -> Iterator[int]:
    yield from Rules.moves(self)
    yield from Rules.moves(self)


def no_moves(self: Any) -> Iterator[int]:
    yield from ()


@pytest.mark.parametrize(
    ("methods", "method", "sentence"),
    [
        ({"moves": moves_after_the_end}, "moves", "the game is over, yet there are moves"),
        ({"moves": forgetful}, "moves", "different moves when it is asked twice"),
        ({"moves": repeated}, "moves", "the same move twice"),
        ({"moves": no_moves}, "moves", "not over, yet there is no move"),
        ({"moves": lambda self: map(float, Rules.moves(self))}, "moves", "not a whole number"),
        ({"is_over": lambda self: int(Rules.is_over(self))}, "is_over", "only True and False"),
        ({"utility": lambda self: 10 * Rules.utility(self)}, "utility", "outside the declared range from -1 to 1"),
        ({"play": lambda self, cell: Rules(self.other, self.own | 1 << cell)}, "play", "not a position of this game"),
        ({"turn": lambda self, child: 0}, "turn", "neither 1 nor −1"),
        ({"turn": lambda self, child: 1}, "Notation.side", "disagrees with the rules"),
        ({"canonical": lambda self: type(self)(self.own | 1, self.other & ~1)}, "canonical", "changes"),
    ],
)
def test_what_is_wrong_is_named_with_an_example(methods: dict[str, Any], method: str, sentence: str) -> None:
    failures = check(broken(**methods))
    found = [failure for failure in failures if failure.method == method and sentence in str(failure)]
    assert found, failures
    here: Any = TICTACTOE.start
    for move in found[0].line:
        here = here.play(move)  # the example can be replayed


def test_unbroken() -> None:
    assert check(broken()) == []


def test_an_unmarked_class() -> None:
    class Plain(NamedTuple):
        own: int = 0

    [failure] = check(replace(TICTACTOE, start=Plain()))  # type: ignore[arg-type]
    assert "@rules" in str(failure)


def test_notation_picture_and_evaluation() -> None:
    class Upper(type(TICTACTOE.notation)):  # type: ignore[misc]
        def format(self, position: Any) -> str:
            return str(super().format(position).upper())

    class Short(type(TICTACTOE.picture)):  # type: ignore[misc]
        def marks(self, position: Any) -> str:
            return "."

    class Mistaken(type(TICTACTOE.picture)):  # type: ignore[misc]
        def cells(self, position: Any, move: int) -> tuple[int]:
            return (next(position.moves()),)

    class Doubled(type(TICTACTOE.picture)):  # type: ignore[misc]
        def cells(self, position: Any, move: int) -> tuple[int, int]:
            return move, move

    class Sure(NamedTuple):
        win: int = 1

        def value(self, position: Any) -> int:
            return 1

    class Raising(type(TICTACTOE.notation)):  # type: ignore[misc]
        def format_move(self, position: Any, move: int) -> str:
            return str({}[move])

    for change, method in [
        ({"notation": Upper(3, 3, 3)}, "Notation.parse"),
        ({"notation": Raising(3, 3, 3)}, "format_move"),
        ({"picture": Short(3, 3, 3)}, "Picture.marks"),
        ({"picture": Mistaken(3, 3, 3)}, "Picture.word"),
        ({"picture": Doubled(3, 3, 3)}, "Picture.cells"),
        ({"evaluations": {"sure": Sure()}}, "evaluations"),
    ]:
        assert [failure.method for failure in check(replace(TICTACTOE, **change))] == [method]  # type: ignore[arg-type]
