"""Ready tasks as notebooks for nbgrader and Otter: by their documented forms, and by the real programs if installed."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from program import run

from plyground.teaching.tasks.ready_tasks import TASKS, functions, solution
from plyground.teaching.tasks.task_notebook import NOTEBOOKS, task_notebook

WRONG = solution("minimax").replace("not is_max", "is_max")


def read(text: str) -> Any:
    found = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(found)
    return found


def executed(*cells: str) -> str:
    """Run cells. Return the value of the last one."""
    nbf: Any = nbformat.v4
    notebook = nbf.new_notebook(cells=[nbf.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=300).execute()
    values = [each["data"]["text/plain"] for each in notebook.cells[-1].outputs if each.output_type == "execute_result"]
    return values[0] if values else ""


@pytest.mark.parametrize("name", [name for name, task in TASKS.items() if task.options])
@pytest.mark.parametrize("form", NOTEBOOKS)
def test_every_task_is_a_valid_notebook_with_the_text_the_functions_and_the_tests(name: str, form: str) -> None:
    made = read(task_notebook(name, form, points=7, seed=3))
    sources = "\n".join(cell.source for cell in made.cells)
    assert str(TASKS[name].title) in sources and str(TASKS[name].text) in sources
    used = "earned" if form == "nbgrader" else "assert_right"
    assert made.cells[-1 if form == "nbgrader" else -3].source.startswith(f"from plyground.testing import {used}")
    assert 'task="' in sources and "seed=" in sources
    assert "7" in sources if form == "otter" else made.cells[-1].metadata.nbgrader.points == 7


def test_the_cells_have_the_roles_of_nbgrader() -> None:
    """https://nbgrader.readthedocs.io/en/stable/contributor_guide/metadata.html"""
    cells = read(task_notebook("dame-rules", "nbgrader", points=5)).cells
    text, answer, tests = (cell.metadata.nbgrader for cell in cells)
    assert len({text.grade_id, answer.grade_id, tests.grade_id}) == 3
    assert [(each.locked, each.solution, each.grade) for each in (text, answer, tests)] == [
        (True, False, False), (False, True, False), (True, False, True),
    ]  # fmt: skip
    assert cells[1].source.count("### BEGIN SOLUTION") == cells[1].source.count("### END SOLUTION") == 3
    compile(cells[1].source, "answer", "exec")
    assert solution("dame-rules").splitlines()[0] not in cells[1].source
    solved = read(task_notebook("dame-rules", "nbgrader", points=5, solved=True)).cells[1]
    assert solved.source == solution("dame-rules").rstrip()


def test_the_blocks_of_otter_are_begun_and_ended_in_order() -> None:
    """https://otter-grader.readthedocs.io/en/latest/otter_assign/notebook_format.html"""
    cells = read(task_notebook("dame-rules", "otter", points=5)).cells
    marks = [cell.source.splitlines()[0] for cell in cells if cell.cell_type == "raw"]
    assert marks == [
        "# ASSIGNMENT CONFIG", "# BEGIN QUESTION", "# BEGIN SOLUTION", "# END SOLUTION",
        "# BEGIN TESTS", "# END TESTS", "# END QUESTION",
    ]  # fmt: skip
    (answer,) = (cell.source for cell in cells if cell.source.startswith("# BEGIN SOLUTION NO PROMPT"))
    hidden, _mark, rest = answer.partition("# END SOLUTION\n")
    assert solution("dame-rules").rstrip() in hidden
    assert rest == f'""" # BEGIN PROMPT\n{functions("dame-rules").rstrip()}\n""" # END PROMPT'


@pytest.mark.nightly
def test_the_last_cell_grades_the_cells_before() -> None:
    tests = read(task_notebook("minimax", "nbgrader", points=1)).cells[-1].source
    assert executed(solution("minimax"), tests) == "1.0"
    assert 0 < float(executed(WRONG, tests)) < 1
    quarter, *_others, whole = (cell.source for cell in read(task_notebook("minimax", "otter", points=1)).cells[-6:-2])
    executed(WRONG, quarter)
    with pytest.raises(CellExecutionError, match="One player makes every choice"):
        executed(WRONG, whole)


@pytest.mark.proof
def test_the_lines_of_a_grader_are_not_graded() -> None:
    """Otter's own cells run before the student's. The student's process would need seconds to import it."""
    tests = read(task_notebook("minimax", "otter", points=1)).cells[-3].source
    theirs = (
        "import sys, types\nsys.modules['otter'] = types.ModuleType('otter')\nsys.modules['otter'].Notebook = dict",
        "import otter\nfrom otter import Notebook as given\ngrader = otter.Notebook()\nhidden = given()",
        "class Results: pass\nfound: Results = Results()",
    )
    executed(*theirs, "limit = max(3, 4)", solution("minimax"), tests)


def test_the_command_writes_a_notebook_and_names_the_next_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("task", "start", "minimax", "--to", "otter", "--points", "4")
    assert (done.returncode, done.stdout.splitlines()[1]) == (0, "otter assign minimax.ipynb dist")
    assert "points: 4" in Path("minimax.ipynb").read_text()
    done = run("task", "start", "minimax", "--to", "paper")
    assert (done.returncode, done.stderr) == (
        2,
        "There is no format “paper”; choose one of: python, nbgrader, otter.\n",
    )


def submissions(student: Any, folder: Path, place: str) -> None:
    """Write a right and a wrong submission into the notebook that a student gets."""
    (answer,) = (cell for cell in student["cells"] if "raise NotImplementedError" in "".join(cell["source"]))
    number = student["cells"].index(answer)
    for name, code in (("ana", solution("minimax")), ("bia", WRONG)):
        made = copy.deepcopy(student)
        made["cells"][number]["source"] = code
        path = folder / place.format(name=name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(made))


def program(folder: Path, *words: str) -> None:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("nbgrader") is None, reason="nbgrader is not installed")
def test_nbgrader_gives_the_points(tmp_path: Path) -> None:
    source = tmp_path / "source" / "one" / "minimax.ipynb"
    source.parent.mkdir(parents=True)
    source.write_text(task_notebook("minimax", "nbgrader", points=8))
    (tmp_path / "nbgrader_config.py").write_text('get_config().CourseDirectory.course_id = "course"\n')
    program(tmp_path, "nbgrader", "generate_assignment", "one")
    student = json.loads((tmp_path / "release" / "one" / "minimax.ipynb").read_text())
    submissions(student, tmp_path / "submitted", "{name}/one/minimax.ipynb")
    program(tmp_path, "nbgrader", "autograde", "one")
    program(tmp_path, "nbgrader", "export")
    rows = [line.split(",") for line in (tmp_path / "grades.csv").read_text().splitlines()]
    place = rows[0].index("score")
    assert {row[3]: float(row[place]) for row in rows[1:]} == {"ana": 8.0, "bia": pytest.approx(4.5, abs=2.5)}


@pytest.mark.skipif(shutil.which("otter") is None, reason="otter-grader is not installed")
def test_otter_gives_the_points(tmp_path: Path) -> None:
    (tmp_path / "minimax.ipynb").write_text(task_notebook("minimax", "otter", points=8))
    program(tmp_path, "otter", "assign", "minimax.ipynb", "dist")
    student = json.loads((tmp_path / "dist" / "student" / "minimax.ipynb").read_text())
    assert "is_max" not in json.dumps(student)
    submissions(student, tmp_path, "{name}.ipynb")
    (archive,) = (tmp_path / "dist" / "autograder").glob("*.zip")
    for name, score in (("ana", 8.0), ("bia", pytest.approx(4, abs=2))):
        (tmp_path / name).mkdir()
        program(tmp_path, "otter", "run", f"{name}.ipynb", "-a", str(archive), "-o", name)
        results = json.loads((tmp_path / name / "results.json").read_text())
        assert sum(test.get("score", 0) for test in results["tests"]) == score
