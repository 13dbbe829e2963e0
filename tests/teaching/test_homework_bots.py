"""The bots of the homework, in all their forms, are taken by the grader and in tournaments alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from program import run
from samples import sample

from plyground.bots.bot_file import make
from plyground.errors import SearchError
from plyground.games import game
from plyground.teaching.grading.game_grader import grade_game
from plyground.teaching.grading.game_submission import GameSettings

FORMS = {
    "board": "def decide(board, player, opponent):\n    return next((r, c) for r in range(3) for c in range(3) if board[r][c] == '.')\n",
    "cells": "def choose(cells, player, opponent):\n    return cells.index('.')\n",
    "position": "def choose(position):\n    return position.moves()[0]\n",
    "other-name": "def best_move(p):\n    return min(p.moves())\n",
    "player": "class Player:\n    def get_move(self, board):\n        return next([r, c] for r in range(3) for c in range(3) if board[r][c] == '.')\n",
    "player-with-mark": "class Jogador:\n    def __init__(self, simbolo):\n        self.simbolo = simbolo\n\n    def escolher(self, tabuleiro):\n        assert self.simbolo in 'XO'\n        return next((r, c) for r in range(3) for c in range(3) if tabuleiro[r][c] == '.')\n",
    "next-board": "def find_next_board(board, player):\n    new = [list(row) for row in board]\n    row = next(row for row in new if '.' in row)\n    row[row.index('.')] = player\n    return new\n",
}  # fmt: skip
"""Bots that take the first free cell."""


@pytest.mark.parametrize("form", sample(FORMS, every=6))
def test_a_bot_of_any_form_plays_in_the_arena_as_it_is_graded(form: str) -> None:
    tictactoe = game("tictactoe")
    report = grade_game(Path("ana.py"), FORMS[form], GameSettings("bot", tictactoe, 10, games=2))
    assert report.mistake == "first-move"
    assert "Seen: In every position it plays the first legal move." in map(str, report.sentences)
    playing = make("ana.py", tictactoe, FORMS[form])
    assert playing.choose(tictactoe.start).move == 0
    assert playing.choose(tictactoe.start.play(0)).move == 1


def test_an_evaluation_of_a_board_plays() -> None:
    text = "def evaluate(board, player):\n    return -10 if board[1][1] not in (player, '.') else 0\n"
    assert make("ana.py:depth=1", game("tictactoe"), text).choose(game("tictactoe").start).move == 4


def test_a_move_that_is_none_is_refused_with_a_sentence() -> None:
    with pytest.raises(SearchError, match="its move is not legal"):
        make("ana.py", game("tictactoe"), "def decide(board):\n    return (7, 7)\n").choose(game("tictactoe").start)


@pytest.mark.proof
def test_a_contest_ends_in_spite_of_an_endless_bot_and_tells_why_a_bot_crashed(tmp_path: Path) -> None:
    (tmp_path / "crasher.py").write_text("def choose(position):\n    nothing = None\n    return nothing.move\n")
    (tmp_path / "endless.py").write_text("def choose(position):\n    while True:\n        pass\n")
    names = [str(tmp_path / f"{name}.py") for name in ("crasher", "endless")]
    results = str(tmp_path / "c.db")
    done = run("tournament", "tictactoe", *names, "random", "--games-per-pair", "2", "--results", results)
    assert done.returncode == 0 and "6 of 6 games played." in done.stdout
    run("standings", results, "--reports", str(tmp_path / "reports"))
    page = (tmp_path / "reports" / "crasher.html").read_text()
    assert "crasher lost this game: it crashed: AttributeError" in page and "(crasher.py, 3)" in page
    assert "crasher made no move." in page


def test_connect_four_is_graded_by_its_solver() -> None:
    text = "def choose(board):\n    return next(column for column in range(7) if board[0][column] == '.')\n"
    report = grade_game(Path("ana.py"), text, GameSettings("bot", game("connect_four"), 12, games=2, seed=1))
    assert report.total == 12
    assert not report.is_right and report.mistake in ("first-move", "no-look", "misses-win", "misses-block", "")
    assert report.example
