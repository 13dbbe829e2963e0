"""Files of two courses, written from the public descriptions: right ones get full marks, and mistakes are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from course_files import CS50, CS50_WRONG, CS188, CS188_WRONG
from program import run
from samples import sample, some

from plyground.errors import SpecError
from plyground.teaching.courses.course_registry import COURSES, course_grader, course_named
from plyground.teaching.courses.cs50 import FAULTS, Reference, grade_cs50
from plyground.teaching.courses.cs188 import Search, cases, grade_cs188, grade_questions, right_answer
from plyground.teaching.grading.submission_report import Report


def on_boards(text: str) -> Report:
    return grade_cs50(Path("ana.py"), text, "ana", count=30, seed=0, seconds=5.0)


def on_states(text: str, task: str) -> Report:
    return grade_cs188(Path("ana.py"), text, "ana", task=task, count=36, seed=0, seconds=5.0)


@pytest.mark.parametrize("name", sample(CS50, every=12))
def test_right_files_of_cs50_are_right(name: str) -> None:
    report = on_boards(CS50[name])
    assert (report.is_right, report.credit, report.mistake, report.example) == (True, 1.0, "", ""), report.sentences


@pytest.mark.parametrize("name", sample(CS50_WRONG, every=24))
def test_wrong_files_of_cs50_lose_marks_and_are_explained(name: str) -> None:
    report = on_boards(CS50_WRONG[name])
    assert not report.is_right and report.credit < 1
    assert report.mistake == name.partition(":")[0]
    assert report.example


@pytest.mark.parametrize(("name", "task"), sample([(name, task) for name, (task, _text) in CS188.items()], every=6))
def test_right_files_of_cs188_are_right_with_one_to_three_ghosts(name: str, task: str) -> None:
    report = on_states(CS188[name][1], task)
    assert (report.is_right, report.credit, report.mistake) == (True, 1.0, ""), report.sentences


@pytest.mark.parametrize("name", sample(CS188_WRONG, every=8))
def test_wrong_files_of_cs188_lose_marks_and_are_explained(name: str) -> None:
    task, text = CS188_WRONG[name]
    report = on_states(text, task)
    assert not report.is_right
    assert report.mistake == name.partition(":")[0]
    assert report.example


def test_twenty_right_and_forty_wrong_files_are_tried() -> None:
    assert len(CS50) + len(CS188) >= 20
    assert len(CS50_WRONG) + len(CS188_WRONG) >= 40


def test_every_mistake_changes_an_answer() -> None:
    """A mistake that is made in the reference and changes nothing would be told for right programs."""
    boards = [board for board in _boards() if board is not None]
    right = Reference()
    for fault in some(FAULTS):
        if fault.name == "result-changes-board":  # seen on the board itself
            continue
        faulty = Reference(fault.name)
        assert any(_all_answers(faulty, board) != _all_answers(right, board) for board in boards), fault.name


def _boards() -> list[tuple[tuple[str | None, ...], ...]]:
    texts = ("XO.X..O..", "XXXOO....", "XOXXXOOXO", "X..OX.O.X", "OOOXX.X..", "..XOX.XO.", "XO.XO.X..", "OX.XOX..O", "XX.OO.X..", "XOXOXOOX.", ".........")  # fmt: skip
    marks = {"X": "X", "O": "O", ".": None}
    return [tuple(tuple(marks[text[3 * row + column]] for column in range(3)) for row in range(3)) for text in texts]


def _all_answers(reference: Reference, board: tuple[tuple[str | None, ...], ...]) -> list[object]:
    try:
        move = reference.minimax(board)
    except ValueError:
        move = ()
    results = [reference.result(board, (row, column)) for row in range(3) for column in range(3)]
    return [reference.player(board), reference.actions(board), results, reference.winner(board), reference.terminal(board), reference.utility(board), move]  # fmt: skip


def test_the_searches_of_cs188_agree_with_each_other() -> None:
    """Alpha-beta chooses a move of minimax, and looks at no state that minimax does not."""
    for case in some(cases("alphabeta", "Ana", 1, 60)):
        pruned, full = right_answer("alphabeta", case), right_answer("minimax", case)
        assert Search("alphabeta", case).wanted().actions <= full.actions
        assert set(pruned.leaves) <= set(full.leaves)


@pytest.mark.proof
def test_all_questions_of_a_file_are_graded_together(tmp_path: Path) -> None:
    (_minimax, one), (_alphabeta, two) = CS188["minimax:inner"], CS188["alphabeta:methods"]
    report = grade_questions(Path("ana.py"), one + two, "ana", task="", count=6, seed=0, seconds=5.0)
    assert (report.is_right, report.total, report.task) == (True, 12, "cs188")
    path = tmp_path / "tictactoe.py"
    path.write_text(CS50["deepcopy"])
    done = run("grade", str(path), "--course", "cs50", "--trees", "5")
    assert done.returncode == 0 and done.stdout.startswith("tictactoe: right in all")
    with pytest.raises(SpecError, match="There is no course"):
        course_named("mit")
    assert "cs50" in run("grade", str(path), "--course", "mit").stderr


def test_a_course_has_only_its_own_tasks() -> None:
    assert set(COURSES) == {"aima", "cs188", "cs50", "iasi", "usp"}
    with pytest.raises(SpecError, match="leave --task out"):
        course_grader("cs50", "minimax", 5, 0, 1.0)
