"""Sentences about a match beside its board."""

import pytest

from plyground.arena.match import Match
from plyground.games import game
from plyground.presentation.match_status import invitation


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tictactoe", "Choose a cell."),
        ("connect_four", "Choose a column."),
        ("chess", "Choose a piece, then where it goes."),
        ("subtraction", "Take stones: press the last one that you want."),
        ("nim", "Take stones: press the last one that you want."),
        ("kalah", "Choose a pit."),
        ("go", "Choose a point."),
        ("kuhn", "Choose a move."),
    ],
)
def test_an_invitation_names_what_is_pressed(name: str, words: str) -> None:
    assert str(invitation(Match(game(name)).rolled())) == words
