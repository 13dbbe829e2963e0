"""The QTI 2.1 package, read by a reader of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from exercise_samples import every, written
from program import run
from qti_reader import QtiItem, read_qti
from samples import some

from plyground.i18n import capital, use
from plyground.teaching.exercises.answer_types import InOrder, OneNode, Ticks, Values
from plyground.teaching.exercises.cut_reasons import ReasonAnswer, reasons
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.find_mistake import MistakeAnswer
from plyground.teaching.exercises.json_format import exercise_from
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.exercises.marking_report import solution_line
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.exercises.statements import TruthAnswer
from plyground.teaching.exports.qti import qti_package
from plyground.trees import Tree

TITLE = "Jogos & árvores <1>"


@cache
def package() -> bytes:
    return qti_package(every(), TITLE)


def read() -> Iterator[tuple[str, Exercise, list[QtiItem]]]:
    """Each exercise with its items; an exercise with several fields has several items of the same name."""
    _title, sections = read_qti(package())
    items = [item for section in sections.values() for item in section]
    for name, exercise in every():
        yield name, exercise, [item for item in items if item.title == name or item.title.startswith(f"{name}, ")]


@pytest.mark.proof
def test_sections_are_the_kinds_of_exercises() -> None:
    title, sections = read_qti(package())
    assert title == TITLE
    assert list(sections) == [capital(str(kind.title)) for kind in KINDS.values()]
    assert sum(map(len, sections.values())) > len(every())


@pytest.mark.proof
def test_every_item_has_its_question_its_picture_and_its_solution() -> None:
    for _name, exercise, items in some(read()):
        for item in some(items):
            assert len(item.pictures) == (exercise.kind.name != "statement")
            asked = str(exercise.question)
            assert any(words and asked.startswith(words) for words in item.words)
            assert item.solution == solution_line(exercise)


@pytest.mark.proof
def test_right_answers_get_all_points_and_wrong_ones_none() -> None:
    for name, exercise, items in some(read()):
        shape, solution = exercise.kind.shape, exercise.solution()
        if isinstance(shape, Values):
            for item, (asked, value) in zip(items, solution.items(), strict=True):
                assert item.words[-1] == f"{asked}: "
                texts = [text for text in written(value) if not text.endswith(".0") or not isinstance(value, int)]
                assert all(item.mark(text) == 1 for text in texts), (name, asked, value)
                assert item.mark("12345") == item.mark("") == 0
                assert set(item.correct) == set(item.points)
            continue
        item = items[0]
        if isinstance(shape, Ticks):
            ticked = [text for text, right in solution.items() if right] or ["none of them"]
            assert item.mark(*ticked) == pytest.approx(1, abs=1e-4)
            assert item.mark(*item.choices.values()) < 1
            assert [item.choices[key] for key in item.correct] == ticked
        elif isinstance(shape, InOrder):
            assert item.mark(" ".join(solution.values())) == item.mark(", ".join(solution.values())) == 1
            assert item.mark(" ".join(reversed(solution.values()))) == 0
        elif isinstance(shape, OneNode):
            assert [item.mark(text) for text in item.choices.values()].count(1) == 1 == item.mark(solution["move"])
        elif isinstance(shape, TruthAnswer):
            assert (item.mark("true"), item.mark("false")) == (float(solution["true"]), float(not solution["true"]))
        elif isinstance(shape, MistakeAnswer):
            node, cause = items
            assert node.mark(solution["node"]) == cause.mark(str(MISCONCEPTIONS[solution["cause"]].title)) == 1
            assert sum(each.mark(text) for each in items for text in each.choices.values()) == 2
        elif isinstance(shape, ReasonAnswer):
            right = str(reasons(exercise)[solution["reason"]].text)
            assert [text for text in item.choices.values() if item.mark(text)] == [right]
        else:
            assert item.interaction == "extendedTextInteraction" and not item.rule


def test_an_exercise_that_comes_twice_is_written_once() -> None:
    tree = Tree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    made = exercise_from(json.dumps({"kind": "best-move", "tree": json.loads(tree.json())}))
    _title, sections = read_qti(qti_package([("one", made), ("two", made)]))
    assert [len(items) for items in sections.values()] == [1]


def test_the_same_exercises_give_the_same_package() -> None:
    assert qti_package(every()[:3]) == qti_package(every()[:3])


@pytest.mark.proof
def test_every_language_is_written() -> None:
    use("ro")
    made = qti_package(every()[:1])
    use("en")
    assert made != qti_package(every()[:1])
    ((item,),) = read_qti(made)[1].values()
    assert item.title == every()[0][0] and item.identifier in package().decode("latin-1")


def test_the_command_writes_the_package(tmp_path: Path) -> None:
    path = tmp_path / "trees.zip"
    done = run("exercise", "export", "values", "skipped-leaves", "--to", "qti", "--title", TITLE, "-o", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    title, sections = read_qti(path.read_bytes())
    assert title == TITLE and len(sections) == 2
