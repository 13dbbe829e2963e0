"""Positions that are set up by hand are read by each game's own notation."""

from __future__ import annotations

import random
from typing import Any

import pytest
from samples import sample, some

from plyground import PositionError, game
from plyground.arena.game_text import read_game
from plyground.arena.match import Match
from plyground.core.random_game import random_game
from plyground.games.position_setup import decoded, encoded, set_up
from plyground.presentation.boards.position_editor import (
    cell_notation,
    game_from_cells,
    game_from_text,
    with_start_in_name,
)

EDITABLE = (
    "tictactoe",
    "mnk",
    "connect_four",
    "othello",
    "dame",
    "breakthrough",
    "domineering",
    "hex",
    "chess",
    "english_draughts",
    "international_draughts",
    "dodgem",
    "nim",
    "subtraction",
    "kalah",
    "kalah:pits=3,seeds=6",
    "three",
)


def walk(name: str, seed: int) -> list[Any]:
    """Return the unfinished positions of a random game."""
    return random_game(game(name).start, random.Random(seed), 40)[:-1]


@pytest.mark.parametrize("name", sample(EDITABLE, every=8))
def test_a_position_set_up_from_its_marks_is_the_one_that_was_played(name: str) -> None:
    played = game(name)
    for position in some(walk(name, 7)):
        made = game_from_cells(played, played.picture.marks(position), played.side(position))
        assert played.picture.marks(made.start) == played.picture.marks(position)
        assert played.side(made.start) == played.side(position)
        assert game(made.name).start == made.start  # its name is the whole game
        if name not in ("chess", "english_draughts", "international_draughts"):  # a board does not show past moves
            assert made.start == position


@pytest.mark.parametrize(
    "name", sample(["dodgem", "nim", "kalah", "backgammon", "english_draughts", "go", "three", "pig"], every=4)
)
def test_a_name_with_a_position_leads_to_that_position(name: str) -> None:
    played = game(name)
    for position in some(walk(name, 3)[1:6]):
        text = played.notation.format(position)
        assert decoded(encoded(text)) == text
        assert played.notation.format(game(set_up(played, played.beginning(text)).name).start) == text


@pytest.mark.parametrize(
    ("name", "marks", "turn", "reason"),
    [
        ("tictactoe", "XX.......", 0, "it has 2 x and 0 o"),
        ("tictactoe", "XXXOO....", 1, "the game is over here: X has won"),
        ("tictactoe", "XZ.......", 1, "the board needs 9 cells"),
        ("tictactoe", "X", 1, "the board needs 9 cells"),
        ("connect_four", "X" + "." * 41, 1, "a stone has an empty cell below it"),
        ("chess", "k" * 64, 0, "White needs one king"),
        ("dame", "CCCC........OOOO", 7, "the board needs 16 cells"),
        ("english_draughts", "b" + "." * 62 + "w", 0, "“a8” is not a square"),
        ("dodgem", "X...X...........", 0, "3 × 3|row|cells"),
        ("nim", "." * 15, 0, "the game is over here|stone"),
        ("kalah", "①" + "." * 15, 0, "it has 1 seeds where the game has 48"),
        ("three", "X" * 9 + "." * 7, 0, "the rules do not allow"),
    ],
)
def test_impossible_positions_are_refused_with_a_reason(name: str, marks: str, turn: int, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        game_from_cells(game(name), marks, turn)


def test_the_usual_start_is_the_usual_game_and_options_stay() -> None:
    assert game_from_text(game("tictactoe"), ".........").name == "tictactoe"
    made = game_from_text(game("mnk:width=3,height=3,k=3"), "x........")
    assert made.name == "mnk:width=3,height=3,k=3,position=x........"
    assert game(made.name).picture.width == 3
    assert cell_notation(game("kuhn")) is None
    with pytest.raises(PositionError):
        game("tictactoe:position=xxxx")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("chess", '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 *'),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - -"),
        ("chess", '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"]\n\n40... Kd7 *'),
        ("go", "(;FF[4]GM[1]SZ[5]AB[aa][bb]AW[cc]PL[W];W[dd])"),
        ("english_draughts", '[SetUp "1"]\n[FEN "B:WK1:BK32"]\n\n1. 32-28 *'),
    ],
)
def test_a_link_holds_the_unusual_start_of_a_game_from_a_file(name: str, text: str) -> None:
    read = read_game(game(name), text).match
    shown = with_start_in_name(read)
    linked = Match.parse(game(shown.game.name), shown.format())
    assert read.game.start != game(name).start
    assert [shown.game.notation.format(each) for each in linked.positions] == [
        read.game.notation.format(each) for each in read.positions
    ]
    assert shown.position_text == linked.position_text == read.position_text
