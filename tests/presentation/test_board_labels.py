"""Labels of cells for screen readers: they use the names of the sides that the page shows."""

from __future__ import annotations

import pytest

from plyground import game
from plyground.arena.match import Match
from plyground.presentation.boards.board_state import BoardView, board_look
from plyground.presentation.side_title import side_sign


@pytest.mark.parametrize(
    ("name", "moves", "cell", "label"),
    [
        ("othello", "d3", 19, "cell d3, row 3, column 4, Black"),
        ("othello", "d3", 36, "cell e5, row 5, column 5, White"),
        ("othello", "d3", 0, "cell a1, row 1, column 1, free"),
        ("othello", "d3", 18, "cell c3, row 3, column 3, free, a possible move"),
        ("connect_four", "4", 38, "column 4, row 1 from below, Red"),
        ("go", "E5", 40, "cell E5, row 5, column 5, Black: stone"),
        ("domineering", "c3", 14, "cell c3, row 3, column 3, Vertical"),
        ("nim", "a2", 1, "cell a2, row 1, column 2, free"),
        ("dodgem", "", 7, "cell d3, free, goal of Blue"),
        ("kalah", "c", 15, "store of South: 1"),
        ("kalah", "c", 7, "store of South: 1"),
        ("kalah", "c", 0, "store of North: 0"),
        ("pig", "3-hold", 0, "cell 1, row 1, column 1, Blue"),
    ],
)
def test_cells_are_called_as_the_page_calls_them(name: str, moves: str, cell: int, label: str) -> None:
    state = BoardView(Match.parse(game(name), moves)).state("", 0, {}, playable=True, focus=False)
    assert state["labels"][cell] == label


@pytest.mark.parametrize(
    ("name", "names", "letters"),
    [
        ("kalah", ["South", "North"], ["", ""]),
        ("pig", ["Blue", "Orange"], ["", ""]),
        ("kuhn", ["Blue", "Orange"], ["", ""]),
        ("othello", ["Black", "White"], ["X", "O"]),
        ("tictactoe", ["X", "O"], ["", ""]),
    ],
)
def test_sides_have_one_name_and_a_letter_only_if_their_pieces_have(
    name: str, names: list[str], letters: list[str]
) -> None:
    of = game(name)
    assert board_look(of)["names"] == names
    assert [side_sign(of, side) for side in range(2)] == letters
