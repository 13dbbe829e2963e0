"""Captured pieces, and the numbers of moves."""

from __future__ import annotations

import pytest

from plyground import game
from plyground.arena.game_text import read_game
from plyground.arena.match import Match
from plyground.presentation.boards.captured_pieces import captures, glyphs, names


@pytest.mark.parametrize(
    ("name", "moves", "first", "second"),
    [
        ("chess", "e4 e5 Nf3 Qg5 Nxg5", ("q", 9), ("", 0)),
        ("chess", "e4 d5 exd5 Qxd5 Nc3 Qxg2", ("p", 0), ("PP", 1)),
        ("chess", "a4 b5 axb5 a6 bxa6 Bb7 axb7 e5 bxa8=Q", ("rbpp", 10), ("", 0)),
        ("english_draughts", "11-15 22-18 15x22", ("w", 1), ("", 0)),
        ("breakthrough", "", ("", 0), ("", 0)),
    ],
)
def test_each_side_has_what_it_has_taken(
    name: str, moves: str, first: tuple[str, int], second: tuple[str, int]
) -> None:
    of = game(name)
    assert captures(of, Match.parse(of, moves).position) == (first, second)


def test_captured_pieces_are_drawn_and_named() -> None:
    chess = game("chess")
    assert glyphs(chess, "qp") == "♛♟"
    assert [(str(name), count) for name, count in names(chess, "qpp")] == [("queen", 1), ("pawn", 2)]


def test_cars_that_leave_the_board_are_not_captured() -> None:
    assert captures(game("dodgem"), game("dodgem").start) == ()


def test_a_move_of_each_side_has_one_number_in_chess_and_its_own_in_go() -> None:
    chess = Match.parse(game("chess"), "e4 e5 Nf3")
    assert [chess.number_text(ply) for ply in (1, 2, 3)] == ["1.", "", "2."]
    assert [chess.number_at(ply) for ply in (1, 2, 3)] == [1, 1, 2]
    go = Match.parse(game("go"), "E5 C3")
    assert [go.number_text(ply) for ply in (1, 2)] == ["1.", "2."]
    black = Match.parse(game("english_draughts"), "11-15 22-18")
    assert [black.number_text(ply) for ply in (1, 2)] == ["1.", ""]


def test_a_file_names_the_players() -> None:
    text = '[White "Paul Morphy"]\n[Black "Duke Karl"]\n\n1. e4 e5 *\n'
    assert read_game(game("chess"), text).players == ("Paul Morphy", "Duke Karl")
    assert read_game(game("chess"), "1. e4 e5 *\n").players == ()
