"""Students' rules, bots and evaluations are compared with the game's own, and their mistakes explained."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path

import pytest
from game_submissions import BOT, DAME_VALID, RIGHT, RULES_BOT, TICTACTOE, WRONG, GameCase, changed
from program import run
from refusals import refused
from samples import sample
from student_habits import BOTS, CONSTANT, ONE_DIAGONAL, RULES

from plyground.bots import bot
from plyground.errors import ExerciseError, FileError
from plyground.games import game
from plyground.solvers.solve_game import solve_game
from plyground.teaching.grading.evaluation_grader import agreement
from plyground.teaching.grading.game_grader import grade_game
from plyground.teaching.grading.game_submission import GameSettings, after, sampled
from plyground.teaching.grading.rubric import read_rubric
from plyground.teaching.grading.submission_report import Report

POSITIONS = 40


@cache
def graded(case: GameCase) -> Report:
    return grade_game(
        Path("ana.py"), case.text, GameSettings(case.task, game(case.game), POSITIONS, same_evaluation=case.like)
    )


def said(report: Report) -> list[str]:
    return list(map(str, report.sentences))


@pytest.mark.parametrize("name", sample(RIGHT, every=7))
def test_right_submissions_are_right(name: str) -> None:
    report = graded(RIGHT[name])
    assert (report.is_right, report.credit, report.cause, report.example) == (True, 1.0, None, "")
    assert report.total >= POSITIONS


@pytest.mark.parametrize("name", sample(WRONG, every=7))
def test_each_mistake_is_named(name: str) -> None:
    report = graded(WRONG[name])
    assert report.mistake == WRONG[name].mistake
    assert not report.is_right
    assert report.credit < 1
    assert report.cause is not None
    assert report.example


@pytest.mark.parametrize("mistake", sample(BOTS, every=4, first=3))
def test_bots_in_other_languages_are_called_and_their_mistakes_named(mistake: str) -> None:
    report = grade_game(Path("ana.py"), BOTS[mistake], GameSettings("bot", game("tictactoe"), 20, games=2))
    assert (report.is_right, report.mistake) == (not mistake, mistake)


@pytest.mark.parametrize("seed", sample(range(5), every=5))
def test_every_line_that_wins_is_tested(seed: int) -> None:
    """By chance alone one end in nine would be on the forgotten diagonal, and most small samples would miss it."""
    terms = GameSettings("moves", game("tictactoe"), 20, seed)
    assert grade_game(Path("ana.py"), RULES, terms).is_right
    ends = [after(terms.game, line) for line in sampled(terms.game, "ana", "moves", seed, 20, ended=True)]
    assert len({terms.game.picture.highlight(end) for end in ends if end.is_over()} - {()}) >= 8
    assert grade_game(Path("ana.py"), ONE_DIAGONAL, terms).mistake == "diagonals-missed"


@pytest.mark.parametrize("seed", sample(range(5), every=5))
def test_an_evaluation_that_knows_nothing_is_never_right(seed: int) -> None:
    """A won and a lost position are always among the tests, and equal values of mirror images earn nothing."""
    report = grade_game(Path("ana.py"), CONSTANT, GameSettings("evaluation", game("tictactoe"), 20, seed))
    assert (report.is_right, report.mistake, report.credit) == (False, "constant", 0.5)


@pytest.mark.proof
def test_the_smallest_example_is_told() -> None:
    assert said(graded(WRONG["no-diagonals"]))[-5:-2] == [
        "The cause: The diagonal moves are missing.",
        "The smallest example found: CCCC/..../..../OOOO O",
        "The legal move a1-b2 is missing.",
    ]
    assert said(graded(WRONG["no-block"]))[-2].startswith("It chooses ")
    assert said(graded(WRONG["dame-sign"]))[-1].startswith("It returns ")


@pytest.mark.proof
def test_two_mistakes_together_are_not_named_as_one() -> None:
    both = changed(changed(DAME_VALID, ' or board[end[0]][end[1]] != "."', ""), "== 1", ">= 1")
    report = graded(GameCase(both, "moves", "dame"))
    assert (report.mistake, report.cause) == ("", None)
    assert report.example


@pytest.mark.proof
def test_the_share_of_right_moves_is_counted_with_the_exact_table() -> None:
    """The graded share is that of moves that keep the outcome, counted with the game's table."""
    values = solve_game(game("tictactoe"))
    report = graded(GameCase(RULES_BOT, "bot"))
    (part,) = (part for part in report.parts if part.name == "moves")
    names: dict[str, object] = {}
    exec(RULES_BOT, names)
    right = counted = 0
    for line in sampled(game("tictactoe"), "ana", "bot", 0, 20 * POSITIONS, ended=False):
        position = after(game("tictactoe"), line)
        outcomes = {move: -values[position.play(move)].utility for move in position.moves()}
        if len(set(outcomes.values())) == 1 or counted == POSITIONS:
            continue
        own, other = "XO" if len(line) % 2 == 0 else "OX"
        marks = game("tictactoe").picture.marks(position)
        chosen = names["decide"](list(marks), own, other)  # type: ignore[operator]
        right += outcomes[chosen] == max(outcomes.values())
        counted += 1
    assert (part.right, part.total) == (right, counted) == (right, POSITIONS)


@pytest.mark.proof
def test_games_against_a_baseline_are_counted() -> None:
    strong = GameSettings("bot", game("tictactoe"), 5, baseline="alphabeta", games=4)
    report = grade_game(Path("ana.py"), BOT, strong)
    assert said(report)[-1] == "Against alphabeta it wins 0, draws 4 and loses 0 games."
    weak = grade_game(Path("ana.py"), WRONG["first-move"].text, strong)
    assert said(weak)[-1] == "Against alphabeta it wins 0, draws 0 and loses 4 games."
    assert bot("alphabeta", game("tictactoe"))  # the baseline is one of the bots


def test_agreement_is_the_share_of_rightly_ordered_pairs() -> None:
    assert agreement([(3, 1), (1, -1), (2, -1), (0, 0)]) == 1
    assert agreement([(1, 1), (2, 1), (1, -1)]) == 0.75
    assert agreement([(1, 1), (2, 0)]) is None


@pytest.mark.parametrize(
    ("text", "task", "sentence"),
    sample([
        ("def decide(board):\n    while True: pass\n", "bot", "The cause: Line 2: it has not returned after 0.2 s. Look for a loop that never ends."),
        ("def decide(board):\n    return None\n", "bot", "The cause: It returns nothing: look for a path without “return”."),
        ("def decide(hat, shoe):\n    return 0\n", "bot", "The cause: It has a parameter “hat” whose meaning is not known: docs/grading.md lists the names."),
        ("x = 1\n", "bot", "The cause: There is no function in the file."),
        ("def hello():\n    pass\n", "moves", "The cause: The file has no function for this task. Write one of: moves, isvalidmove, play, isover, winner."),
        ("def evaluate(board):\n    open('x', 'w')\n", "evaluation", "The cause: Line 2: it fails with PermissionError: the code may not write files: x."),
        ("import os\ndef evaluate(board):\n    os._exit(3)\n", "evaluation", "The cause: Its process ended. The code must not end the program."),
        ("def evaluate(board):\n    return float('nan')\n", "evaluation", "It returns nan, which is not a finite number."),
    ], every=4),
)  # fmt: skip
def test_code_that_gives_no_answer_is_told_why(text: str, task: str, sentence: str) -> None:
    report = grade_game(Path("ana.py"), text, GameSettings(task, game("tictactoe"), 3, seconds=0.2))
    assert not report.is_right
    assert sentence in said(report)


def test_an_illegal_move_is_shown() -> None:
    report = grade_game(
        Path("ana.py"), "def decide(cells):\n    return 4\n", GameSettings("bot", game("tictactoe"), 20)
    )
    assert "It chooses 4, which is not legal." in said(report)


def test_each_student_has_other_positions() -> None:
    def lines(student: str, seed: int) -> list[tuple[int, ...]]:
        return sampled(game("dame"), student, "moves", seed, 10, ended=True)

    assert lines("Ana", 1) == lines("Ana", 1)
    assert lines("Ana", 1) != lines("Bia", 1)
    assert lines("Ana", 1) != lines("Ana", 2)


def test_games_that_do_not_fit_are_refused() -> None:
    with refused(ExerciseError, "{game} does not fit: the task needs a game of two sides without chance.", game="pig"):
        grade_game(Path("ana.py"), BOT, GameSettings("bot", game("pig")))
    with refused(ExerciseError, "{game} has no evaluation “{name}”; it has: {names}.", name="speed"):
        grade_game(Path("ana.py"), BOT, GameSettings("evaluation", game("dame"), same_evaluation="speed"))


def test_a_rubric_gives_weights_and_points_for_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "rubric.toml"
    path.write_text("points = 10\n[parts]\nmoves = 1\nover = 3\n[mistakes]\nmoves-after-end = 7\n")
    rubric = read_rubric(path)
    assert rubric.applied(graded(WRONG["after-end"])).credit == 0.7
    diagonals = rubric.applied(graded(WRONG["diagonals"]))
    shares = {part.name: part.share for part in diagonals.parts}
    assert diagonals.credit == pytest.approx(
        (shares["moves"] + 3 * shares["over"] + shares["results"] + shares["boards"]) / 6
    )
    for text, reason in (
        ("points = 'ten'", "“points” must be a number from 0"),
        ("[mistakes]\nhats = 1", "“hats” is not known"),
        ("[mistakes]\nzero-start = 900", "“zero-start” is worth more than all points together"),
        ("points = ", "it is not valid TOML"),
    ):
        path.write_text(text)
        with pytest.raises(FileError, match=reason):
            read_rubric(path)


@pytest.mark.proof
def test_a_folder_is_graded_with_a_rubric(tmp_path: Path) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    (folder / "ana.py").write_text(TICTACTOE)
    (folder / "bia.py").write_text(WRONG["diagonals"].text)
    (tmp_path / "rubric.toml").write_text("points = 10\n[mistakes]\ndiagonals-missed = 4\n")
    done = run("grade", str(folder), "--task", "moves", "--rubric", str(tmp_path / "rubric.toml"), "--csv", str(tmp_path / "all.csv"))  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    rows = list(csv.DictReader((tmp_path / "all.csv").read_text().splitlines()))
    assert [(row["student"], row["credit"], row["mistake"]) for row in rows] == [("ana", "1.0", ""), ("bia", "0.4", "diagonals-missed")]  # fmt: skip
    done = run("grade", str(folder / "bia.py"), "--task", "moves", "--rubric", str(tmp_path / "rubric.toml"), "--gradescope", str(tmp_path / "r.json"), "--json")  # fmt: skip
    assert json.loads(done.stdout)["mistake"] == "diagonals-missed"
    assert json.loads((tmp_path / "r.json").read_text())["score"] == 4
    done = run("grade", str(folder / "ana.py"), "--task", "moves")
    assert (done.returncode, done.stdout) == (0, "ana: right in all 50 tests (moves, tictactoe).\n")
