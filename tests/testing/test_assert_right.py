"""Submissions are graded in pytest files and in notebooks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from course_files import CS50, CS50_WRONG
from game_submissions import TICTACTOE, WRONG
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from refusals import refused

from plyground.errors import ExerciseError, SpecError
from plyground.testing import assert_right, graded

TEST = """
from plyground.testing import assert_right

def test_rules(submission):
    assert_right(submission, "moves", trees=20)
"""


def test_a_wrong_submission_fails_with_its_cause(tmp_path: Path) -> None:
    (tmp_path / "ana.py").write_text(TICTACTOE)
    (tmp_path / "bia.py").write_text(WRONG["diagonals"].text)
    assert_right(tmp_path / "ana.py", "moves", trees=20)
    with pytest.raises(AssertionError, match="The cause: A complete diagonal does not end the game"):
        assert_right(tmp_path / "bia.py", "moves")


def test_searches_are_graded_with_their_convention(tmp_path: Path) -> None:
    (tmp_path / "ana.py").write_text("def minimax(node):\n    return 0\n")
    report = graded(tmp_path / "ana.py", "minimax", trees=5, student="Ana")
    assert (report.student, report.total, report.is_right) == ("Ana", 5, False)


def test_a_course_is_graded_by_its_own_grader(tmp_path: Path) -> None:
    path = tmp_path / "tictactoe.py"
    path.write_text(CS50["deepcopy"])
    assert_right(path, course="cs50", trees=5)
    path.write_text(next(iter(CS50_WRONG.values()))[-1])
    with pytest.raises(AssertionError, match="The cause: "):
        assert_right(path, course="cs50", trees=5)
    with refused(SpecError, "There is no course “{name}”; the courses are: {names}.", name="mit"):
        graded(path, course="mit")


def test_outside_of_a_notebook_a_file_is_needed() -> None:
    with refused(ExerciseError, "There is no notebook here: name the student's file."):
        graded(task="moves")


@pytest.mark.proof
def test_the_pytest_plugin_runs_a_test_for_each_submission(tmp_path: Path) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    (folder / "ana.py").write_text(TICTACTOE)
    (folder / "bia.py").write_text(WRONG["after-end"].text)
    (tmp_path / "test_dame.py").write_text(TEST)
    command = [sys.executable, "-m", "pytest", "-p", "plyground.testing.pytest_plugin", "-p", "no:cacheprovider", "-v"]
    done = subprocess.run(
        [*command, "--submission", str(folder), str(tmp_path / "test_dame.py")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 1
    assert "test_rules[ana] PASSED" in done.stdout
    assert "test_rules[bia] FAILED" in done.stdout
    assert "It lists moves in a finished game." in done.stdout


def run_cells(*cells: str) -> None:
    """Run cells one after another in a kernel, as nbgrader does."""
    nbf: Any = nbformat.v4
    notebook = nbf.new_notebook(cells=[nbf.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, kernel_name="python3", timeout=300).execute()


@pytest.mark.proof
def test_the_cells_of_a_notebook_are_graded() -> None:
    check = 'from plyground.testing import assert_right\nassert_right(task="moves", trees=20)'
    run_cells("%time 1", TICTACTOE, "print(legal_moves([list('...')] * 3))", check)
    with pytest.raises(CellExecutionError, match="It lists moves in a finished game"):
        run_cells(WRONG["after-end"].text, check)
