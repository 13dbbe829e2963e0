"""The study of rules finds the cells and the symmetries that a game has, and no others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from paths import OWN_GAMES
from samples import sample

from plyground import game
from plyground.core.authoring.marked_rules import rules
from plyground.core.game import Game
from plyground.learning.cells import Phase, Study
from plyground.learning.reader import new_reader
from plyground.learning.study import pattern, rectangle, sample_games, study
from plyground.learning.symmetries import mapped
from plyground.learning.tables import new_layout, usual_kinds, weights_of

MORRIS, COINS, TAK, YAVALATH = (str(OWN_GAMES / f"{name}.py") for name in ("morris", "coins", "tak", "yavalath"))
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@rules
class TopRow(NamedTuple):
    """Top row: three in the top row win; a mirror left-right is the only symmetry of the board."""

    cells: tuple[int, ...] = (0,) * 9
    side: int = 0

    def to_move(self) -> int:
        return self.side

    def moves(self) -> Iterator[int]:
        for cell in range(9):
            if self.cells[cell] == 0:
                yield cell

    def play(self, move: int) -> TopRow:
        cells = list(self.cells)
        cells[move] = 1 + self.side
        return TopRow(tuple(cells), 1 - self.side)

    def is_over(self) -> bool:
        top = self.cells[:3]
        return top in ((1, 1, 1), (2, 2, 2)) or 0 not in self.cells

    def utility(self) -> int:
        return -1 if self.cells[:3] == (2 - self.side,) * 3 else 0


@rules
class Shifted(NamedTuple):
    """Shifted: noughts and crosses in which only the cross wins by a diagonal, so the sides differ."""

    cells: tuple[int, ...] = (0,) * 9
    side: int = 0

    def to_move(self) -> int:
        return self.side

    def moves(self) -> Iterator[int]:
        for cell in range(9):
            if self.cells[cell] == 0:
                yield cell

    def play(self, move: int) -> Shifted:
        cells = list(self.cells)
        cells[move] = 1 + self.side
        return Shifted(tuple(cells), 1 - self.side)

    def won(self) -> bool:
        lines = LINES if self.side == 1 else LINES[:6]
        return any(all(self.cells[cell] == 2 - self.side for cell in line) for line in lines)

    def is_over(self) -> bool:
        return self.won() or 0 not in self.cells

    def utility(self) -> int:
        return -1 if self.won() else 0


SYMMETRIES = {
    "tictactoe": (7, False),
    "connect_four": (1, False),
    "othello": (7, True),
    "breakthrough": (1, True),
    "hex": (1, True),
    "english_draughts": (0, True),
    "kalah": (0, True),
    "domineering": (3, True),
    "dodgem": (0, True),
}
"""Mirrors of the board, and True if the sides can be exchanged. In games whose positions belong to the side to move,
such as Connect Four, both sides are read in the same way already, and an exchange is not looked for.
"""


@pytest.mark.parametrize("name", sample(SYMMETRIES, every=3))
def test_the_symmetries_of_a_game_are_found(name: str) -> None:
    found = study(game(name))
    assert (len(found.mirrors), found.exchange is not None) == SYMMETRIES[name]


@pytest.mark.parametrize(("rules_of", "mirrors", "exchanged"), [(TopRow, 1, True), (Shifted, 7, False)])
def test_no_other_symmetry_is_found(rules_of: Any, mirrors: int, exchanged: bool) -> None:
    found = study(Game("made", rules_of()))
    assert (len(found.mirrors), found.exchange is not None) == (mirrors, exchanged)


def test_few_finished_games_prove_no_symmetry() -> None:
    assert study(game("dame")).found == ["too few games end"]


def test_every_cell_of_the_board_has_its_place() -> None:
    found = study(game("connect_four"))
    assert sorted(at for at in found.where if at) == [(row, column) for row in range(6) for column in range(7)]


def test_phases_and_numbers_of_each_side_are_found() -> None:
    """In Morris each side places nine men from its hand before it moves them."""
    found = study(game(MORRIS))
    assert found.phase == Phase(field=1, end=0)
    assert found.exchange is not None and found.exchange.pairs == [1]
    reader = new_reader(found)
    start = game(MORRIS).start
    assert [reader.read(start._replace(hand=hand)) for hand in ((9, 9), (0, 1), (0, 0))] == [0, 0, 1]


@pytest.mark.parametrize("name", sample(["connect_four", "othello", "kalah", "breakthrough", "tictactoe"], every=5))
def test_games_without_phases_have_none(name: str) -> None:
    assert study(game(name)).phase is None


@pytest.mark.proof
def test_a_board_of_hexagons_keeps_its_lines_and_mirrors() -> None:
    """In Yavalath each row of 4 to 7 cells stands half a cell beside the next."""
    found = study(game(YAVALATH))
    assert set(found.found) == {"sides same", "mirror left-right", "mirror up-down", "mirror half-turn"}
    # In each of three directions rows of 4, 5, 6, 7, 6, 5 and 4 cells hold 1 + 2 + 3 + 4 + 3 + 2 + 1 lines of four.
    assert len({frozenset(table.variables) for table in new_layout(found, "lines4").tables}) == 3 * 16


def test_rows_as_long_as_the_board_have_its_cells() -> None:
    """A stack and whether its top stone stands are in the same cell, so that one table sees both."""
    found = study(game(TAK))
    assert found.where == [divmod(cell, 3) for cell in range(9)] * 2 + [None] * 2
    assert {len(table.variables) for table in new_layout(found, "lines2").tables} == {1, 4}


def test_points_share_states() -> None:
    """In Coins all points together are 6,267; no side of a random game has them all."""
    found = study(game(COINS))
    points = next(part for part in found.parts if part.step)
    assert 4_000 < points.states * points.step < 6_267
    reader = new_reader(found)
    start = game(COINS).start
    reader.read(start._replace(taken=(0, 4 * points.step)))
    assert list(reader.states[-2:]) == [0, 4]


@pytest.mark.parametrize("name", sample(["othello", "kalah", "english_draughts", MORRIS, COINS], every=5))
def test_an_image_is_read_like_the_position(name: str) -> None:
    """The reader sees a position and its image under the exchange of the sides as one."""
    subject = game(name)
    found = study(subject)
    reader = new_reader(found)
    assert found.exchange is not None
    chance = random.Random(7)
    positions = [position for line in sample_games(subject.start, 7)[:6] for position in line]
    for position in chance.sample(positions, 60):
        own = reader.read(position), reader.states[:]
        assert own == (reader.read(mapped(found, position, found.exchange, True)), reader.states[:])


@pytest.mark.parametrize("name", sample(["english_draughts", MORRIS, COINS, "three"], every=4))
def test_a_study_is_read_back_from_plain_data(name: str) -> None:
    import json

    found = study(game(name))
    assert Study.from_json(json.loads(json.dumps(found.as_json()))) == found


@pytest.mark.parametrize(
    ("bits", "shape"),
    [
        (list(range(64)), (8, 8, 8)),
        ([7 * column + row for column in range(7) for row in range(6)], (7, 7, 6)),
        ([9 * row + column for row in range(5) for column in range(8)], (9, 5, 8)),
    ],
)
def test_the_shape_of_a_set_of_bits(bits: list[int], shape: tuple[int, int, int]) -> None:
    assert rectangle(bits) == shape


def test_equal_patterns_tell_the_same_things_apart() -> None:
    assert pattern("xoox") == pattern([3, 7, 7, 3]) != pattern("xoxo")


def test_tables_over_lines_are_those_of_the_board() -> None:
    """Connect Four has 69 lines of four: Allis (1988)."""
    found = study(game("connect_four"))
    layout = new_layout(found, "lines4")
    assert len(layout.tables) == 69
    bases = {table.base for table in layout.tables}
    assert len(bases) == 36  # only the 3 vertical lines in the middle are their own images in the mirror
    assert layout.size == 36 * weights_of(found, layout.tables[0].variables) == 36 * 3**4


def test_images_share_the_weights_of_a_table() -> None:
    found = study(game("tictactoe"))
    assert usual_kinds(found) == "boxes3x3"
    assert {table.base for table in new_layout(found, "boxes3x3").tables} == {0}


def test_a_board_that_is_smaller_than_its_picture_is_one_table() -> None:
    """Dodgem 3 × 3 is drawn with a row and a column more, where pieces leave the board."""
    assert usual_kinds(study(game("dodgem"))) == "boxes3x3"
