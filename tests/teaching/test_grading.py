"""Students' searches are recognised, compared with the reference, and their mistakes explained."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path

import pytest
from program import run
from samples import sample, some
from student_habits import RIGHT as RIGHT_HABITS
from student_habits import UNNAMED
from student_habits import WRONG as WRONG_HABITS
from submissions import BOOK, NESTED, PACMAN_ALPHA_BETA, RIGHT, WRONG
from subtle_submissions import RIGHT as RIGHT_SUBTLE
from subtle_submissions import WRONG as WRONG_SUBTLE

from plyground.errors import ExerciseError
from plyground.searches.conventions import AIMA, CS188, FAIL_HARD, Convention
from plyground.teaching.grading.answer import agrees
from plyground.teaching.grading.faulty_search import faulty_answer
from plyground.teaching.grading.grade_report import record, report_of, sentences
from plyground.teaching.grading.graded_trees import generate, reference
from plyground.teaching.grading.grader import Grade, Settings, grade, task_of
from plyground.teaching.grading.submission_report import as_csv, as_html, graded_of, gradescope

TREES = 18


@cache
def graded(text: str, task: str = "") -> Grade:
    return grade(Path("ana.py"), text, Settings(task, TREES))


@pytest.mark.parametrize("name", sample(RIGHT, every=5))
def test_right_submissions_in_every_form_are_right(name: str) -> None:
    found = graded(RIGHT[name])
    assert (found.is_right, found.credit, found.fault, found.problem, found.example) == (True, 1.0, None, None, None)
    assert {"values", "moves"} & set(found.parts)
    assert found.parts["leaves"] == TREES


@pytest.mark.nightly
def test_the_mistakes_are_named_and_none_is_named_wrongly() -> None:
    named = {name: graded(text).fault for name, text in WRONG.items()}
    right = [name for name, fault in named.items() if fault is not None and name.startswith(fault.name)]
    wrong = {name: fault.name for name, fault in named.items() if fault is not None and name not in right}
    assert len(WRONG) >= 20
    assert wrong == {}
    assert set(WRONG) - set(right) == set()


@pytest.mark.parametrize("name", sample([*RIGHT_HABITS, *RIGHT_SUBTLE], every=12))
def test_right_submissions_are_right_in_every_language_and_habit(name: str) -> None:
    found = graded({**RIGHT_HABITS, **RIGHT_SUBTLE}[name])
    assert (found.is_right, found.fault, found.problem, found.example) == (True, None, None, None)


@pytest.mark.parametrize("name", sample([*WRONG_HABITS, *WRONG_SUBTLE], every=8))
def test_the_mistake_is_named_in_every_language_and_habit(name: str) -> None:
    fault = graded({**WRONG_HABITS, **WRONG_SUBTLE}[name]).fault
    assert fault is not None and name.startswith(fault.name)


@pytest.mark.parametrize("name", sample(UNNAMED, every=5))
def test_no_mistake_is_named_that_does_not_explain_everything(name: str) -> None:
    found = graded(UNNAMED[name])
    assert not found.is_right and found.fault is None


@pytest.mark.parametrize("task", ["minimax", "alphabeta"])
@pytest.mark.parametrize("rule", [AIMA, CS188, FAIL_HARD])
def test_a_search_without_a_mistake_answers_as_the_reference_does(task: str, rule: Convention) -> None:
    for tree in some(generate(task, "Ana", 5, 24)):
        for style in ("value", "window"):
            told = faulty_answer(task, rule, (), tree, style)._replace(moves=None)  # bounds may tie
            assert agrees(told, reference(task, rule, tree), ordered=True)


def test_the_smallest_example_is_told() -> None:
    found = graded(WRONG["zero-start-max"])
    assert found.example is not None
    assert found.example.tree == [-1]
    assert list(map(str, sentences(found)))[-3:] == [
        "The cause: MAX's best value begins at 0. Begin with −∞: all values may be negative.",
        "The smallest example found: [-1]",
        "It returns 0, but −1 is right.",
    ]


def test_the_convention_decides() -> None:
    berkeley = Settings("", TREES, rule=CS188)
    assert grade(Path("ana.py"), PACMAN_ALPHA_BETA, berkeley).is_right
    found = grade(Path("ana.py"), BOOK, berkeley)
    assert found.fault is not None
    assert found.fault.name == "other-rule"


@pytest.mark.parametrize(
    ("text", "cause"),
    sample([
        ("def minimax(node):\n    while True: pass\n", "Line 2: it has not returned after 0.2 s. Look for a loop that never ends."),
        ("def minimax(node):\n    return minimax(node)\n", "It calls itself without end: look where it should stop."),
        ("def minimax(node):\n    node[0]\n", "It returns nothing: look for a path without “return”."),
        ("def minimax(node):\n    return 1 / 0\n", "Line 2: it fails with ZeroDivisionError: division by zero."),
        ("def minimax(node):\n    return 'three'\n", "It returns 'three', which is not a value."),
        ("def minimax(node):\n    open('x', 'w')\n", "Line 2: it fails with PermissionError: the code may not write files: x."),
        ("def minimax(node:\n", "Line 1: this is not Python: the bracket ( is never closed."),
        ("x = 3\n", "There is no function in the file."),
        ("def minimax(node):\n    return 3\nprint(minimax(input()))\n", "Line 3: it waits for input(), but nobody types here. Leave it out, or put it under if __name__ == \"__main__\"."),
        ("def minimax(node, colour_of_hat):\n    return 1\n", "It has a parameter “colour_of_hat” whose meaning is not known: docs/grading.md lists the names."),
        ("import os\ndef minimax(node):\n    os._exit(3)\n", "Its process ended. The code must not end the program."),
    ], every=3),
)  # fmt: skip
def test_code_that_gives_no_answer_is_told_why(text: str, cause: str) -> None:
    found = grade(Path("ana.py"), text, Settings("", 3, seconds=0.2))
    assert (found.credit, found.fault) == (0.0, None)
    assert f"The cause: {cause}" in map(str, sentences(found))


def test_each_student_has_other_trees() -> None:
    assert generate("alphabeta", "Ana", 1, 5) == generate("alphabeta", "Ana", 1, 5)
    assert generate("alphabeta", "Ana", 1, 5) != generate("alphabeta", "Bia", 1, 5)
    assert generate("alphabeta", "Ana", 1, 5) != generate("alphabeta", "Ana", 2, 5)


def test_the_task_is_told_by_the_names() -> None:
    assert [task_of(RIGHT[name]) for name in ("nested", "book", "expectimax", "max-n")] == ["minimax", "alphabeta", "expectimax", "max-n"]  # fmt: skip
    with pytest.raises(ExerciseError, match="There is no task “chess”"):
        grade(Path("ana.py"), NESTED, Settings("chess"))


def test_gradescope_csv_and_page() -> None:
    good, bad = graded(NESTED), graded(WRONG["zero-start"])
    reports = [report_of(good), report_of(bad)]
    results = list(map(graded_of, reports))
    told = json.loads(gradescope(reports[1], 10))
    assert 0 < told["score"] < 10
    assert told["score"] == pytest.approx(sum(test["score"] for test in told["tests"]), abs=0.02)
    assert sum(test["max_score"] for test in told["tests"]) == 10
    assert json.loads(gradescope(reports[0], 10))["score"] == 10
    rows = list(csv.DictReader(as_csv(results).splitlines()))
    assert [(row["student"], row["right"] == row["tested"]) for row in rows] == [("ana", True), ("ana", False)]
    assert rows[1]["cause"].startswith("The best value begins at 0.")
    assert "The best value begins at 0." in as_html(results)
    assert record(bad)["mistake"] == "zero-start"


@pytest.mark.parametrize("text", [NESTED, WRONG["zero-start"], "def minimax(node):\n    return 1 / 0\n"])
def test_results_for_gradescope_are_as_documented(text: str) -> None:
    """https://gradescope-autograders.readthedocs.io/en/latest/specs: keys, types and allowed words."""
    results = json.loads(gradescope(report_of(graded(text)), 10))
    words = {"output_format": {"text", "html", "simple_format", "md", "ansi"}, "visibility": {"hidden", "after_due_date", "after_published", "visible"}}  # fmt: skip
    words["stdout_visibility"] = words["visibility"]
    assert set(results) <= {"score", "execution_time", "output", "output_format", "test_output_format", "test_name_format", "visibility", "stdout_visibility", "extra_data", "tests", "leaderboard"}  # fmt: skip
    assert all(results[key] in allowed for key, allowed in words.items() if key in results)
    assert isinstance(results["score"], int | float) and 0 <= results["score"] <= 10
    assert results["tests"]
    for test in results["tests"]:
        assert set(test) <= {"score", "max_score", "status", "name", "name_format", "number", "output", "output_format", "tags", "visibility", "extra_data"}  # fmt: skip
        assert (
            test["status"] in ("passed", "failed") and isinstance(test["name"], str) and isinstance(test["output"], str)
        )
        assert 0 <= test["score"] <= test["max_score"]


def test_a_folder_is_graded_with_a_table_and_a_page(tmp_path: Path) -> None:
    (tmp_path / "ana.py").write_text(NESTED)
    (tmp_path / "bia.py").write_text(WRONG["swapped"])
    done = run(
        "grade", str(tmp_path), "--trees", "4", "--csv", str(tmp_path / "all.csv"), "--html", str(tmp_path / "all.html")
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[1].split() == ["ana", "minimax", "100%"]
    assert len((tmp_path / "all.csv").read_text().splitlines()) == 3
    assert "bia" in (tmp_path / "all.html").read_text()
    done = run("grade", str(tmp_path), "--trees", "4", "--csv", "-")
    assert (done.returncode, done.stdout) == (1, (tmp_path / "all.csv").read_text())
    assert "Only one thing can be printed" in run("grade", str(tmp_path), "--csv", "-", "--json").stderr
    done = run("grade", str(tmp_path / "ana.py"), "--trees", "4", "--gradescope", str(tmp_path / "results.json"))
    assert (done.returncode, done.stdout) == (0, "ana: right on all 4 trees (minimax).\n")
    assert json.loads((tmp_path / "results.json").read_text())["score"] == 100
    done = run("grade", str(tmp_path), "--gradescope", "x.json")
    assert (done.returncode, done.stderr) == (2, "Gradescope grades one file at a time: name a file, not a folder.\n")


def test_a_downloaded_folder_is_graded_student_by_student(tmp_path: Path) -> None:
    """Moodle's download has a folder for each student; a file that cannot be read does not stop the others."""
    files = {"João Silva_4711_assignsubmission_file_/trabalho.py": NESTED.encode(), "Ana Pop_4712_assignsubmission_file_/tema 1.py": f"# função\n{NESTED}".encode("latin-1")}  # fmt: skip
    for name, content in files.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(content)
    done = run("grade", str(tmp_path), "--trees", "3", "--csv", str(tmp_path / "all.csv"))
    assert (done.returncode, done.stderr) == (1, "")
    rows = csv.DictReader((tmp_path / "all.csv").read_text().splitlines())
    assert [(row["student"], row["credit"], row["cause"]) for row in rows] == [
        ("Ana Pop", "0.0", "this is not text in UTF-8."),
        ("João Silva", "1.0", ""),
    ]


@pytest.mark.nightly
def test_a_class_of_thirty_is_marked_with_one_command(tmp_path: Path) -> None:
    """Ten right submissions and twenty with a known mistake each: all causes are named, and no right one is blamed."""
    folder = tmp_path / "submissions"
    folder.mkdir()
    wrong = dict(list(WRONG.items())[:20])
    for name, text in [*((f"right-{name}", text) for name, text in RIGHT.items()), *wrong.items()]:
        (folder / f"{name}.py").write_text(text)
    done = run("grade", str(folder), "--seed", "7", "--csv", str(tmp_path / "all.csv"), "--html", str(tmp_path / "a.html"))  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    rows = {row["student"]: row for row in csv.DictReader((tmp_path / "all.csv").read_text().splitlines())}
    assert len(rows) == 30
    assert all((rows[f"right-{name}"]["credit"], rows[f"right-{name}"]["mistake"]) == ("1.0", "") for name in RIGHT)
    named = {name: rows[name]["mistake"] for name in wrong}
    assert {name: mistake for name, mistake in named.items() if mistake and not name.startswith(mistake)} == {}
    assert sum(mistake != "" for mistake in named.values()) >= 18
