"""Exercises, answers and marks as JSON (``docs/exercises.md`` has the format)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from plyground.errors import ExerciseError, FileError, PlygroundError
from plyground.files import read_text
from plyground.language import _
from plyground.lessons.exercise import Exercise, named
from plyground.lessons.kinds import kind
from plyground.lessons.marking import Mark
from plyground.lessons.shapes import node_name
from plyground.lessons.statements import STATEMENTS
from plyground.lessons.values import shown
from plyground.position import Demand
from plyground.search.algorithms import ANY_TWO
from plyground.search.algorithms import algorithm as known
from plyground.search.convention import AIMA, PRESETS, Convention, convention
from plyground.search.demands import refuse_demands
from plyground.spec import canonical
from plyground.trees import Tree
from plyground.trees.reading import read

LARGEST = 500
"""Nodes of a tree that exercises are asked of."""
KEYS = ("kind", "tree", "algorithm", "convention", "about", "depth", "question", "answer")


def record(exercise: Exercise, *, solved: bool = False) -> dict[str, Any]:
    """An exercise with a form to fill in or, ``solved``, with its solution."""
    tree = exercise.tree
    solution = exercise.solution()
    about: list[Any] = [tree.name(node) for node in exercise.about]
    return {
        "kind": exercise.kind.name,
        "question": str(exercise.question),
        "tree": tree_of(tree),
        "algorithm": exercise.algorithm,
        "convention": _convention(exercise.convention),
        "about": list(exercise.about) if exercise.kind.name == "statement" else about,
        "depth": exercise.depth,
        "answer": exercise.kind.shape.written(solution) if solved else exercise.kind.shape.template(solution),
    }


def tree_of(tree: Tree) -> Any:
    """A tree as JSON has it; one beyond its depth does not occur in exercises."""
    return json.loads(tree.json())


def exercise_of(tree: Tree, about: dict[str, Any]) -> Exercise:
    """The exercise on a ``tree`` that these keys stand for. Raises :class:`ExerciseError` and :class:`SpecError`."""
    asked = kind(str(about.get("kind", "")))
    algorithm = canonical(str(about.get("algorithm") or asked.algorithms[0]))
    if algorithm not in asked.algorithms:
        raise ExerciseError(
            _(
                "{kind} is not asked of {algorithm}; it is of: {names}.",
                kind=asked.name, algorithm=algorithm, names=", ".join(asked.algorithms),
            )
        )  # fmt: skip
    names = named(tree)
    if len(tree) > LARGEST or len(names) < len(tree):
        raise ExerciseError(
            _("A tree for exercises has at most {most} nodes, each with a name of its own.", most=LARGEST)
        )
    masters = ANY_TWO & ~Demand.FRACTIONS if asked.name == "cut-when" else known(algorithm).masters
    refuse_demands(tree.start, masters, algorithm)
    nodes: list[int] = []
    for name in about.get("about") or ():
        if asked.name == "statement":
            if not isinstance(name, int) or not 0 <= name < len(STATEMENTS):
                raise ExerciseError(_("The statements have the numbers from 0 to {most}.", most=len(STATEMENTS) - 1))
            nodes.append(name)
        else:
            nodes.append(names[node_name(name, tree).upper()])
    if len(nodes) != asked.names:
        raise ExerciseError(_("“about” names so many things here: {count}.", count=asked.names))
    depth = about.get("depth")
    if (asked.name == "depth-limited") != (type(depth) is int and depth > 0) or (depth and not tree.judged):
        raise ExerciseError(_("The exercise depth-limited, and no other, has a depth and a tree with static values."))
    return Exercise(asked, tree, algorithm, convention_of(about.get("convention")), tuple(nodes), depth)


def exercise_from(text: str) -> Exercise:
    """The exercise that a text of JSON stands for; raises :class:`PlygroundError` for what it is not."""
    return _read(text)[0]


def _read(text: str) -> tuple[Exercise, Any]:
    about = read(text)
    if not isinstance(about, dict) or "tree" not in about:
        raise ExerciseError(_("an exercise is an object with the keys: {keys}", keys=", ".join(KEYS)))
    return exercise_of(Tree.of(about["tree"]), about), about.get("answer")


def load(path: str | Path) -> tuple[Exercise, Any]:
    """The exercise of a file, and the answer in it. Raises :class:`FileError`."""
    text = read_text(path)
    try:
        return _read(text)
    except PlygroundError as error:
        raise FileError(path, error.sentence) from None


def mark_record(mark: Mark) -> dict[str, Any]:
    """A mark for programs."""
    return {
        "credit": round(float(mark.credit), 4),
        "credit_exactly": str(Fraction(mark.credit)),
        "items": [
            {"item": item.name, "given": _plain(item.given), "expected": _plain(item.expected), "right": item.right}
            for item in mark.items
        ],
        "remarks": [str(remark) for remark in mark.remarks],
        "misconceptions": [
            {"name": found.name, "sentence": str(found.sentence), "exactly": found.exactly}
            for found in mark.misconceptions
        ],
    }


def convention_of(given: Any) -> Convention:
    """A convention by its name, or by its choices. Raises :class:`SpecError` and :class:`ExerciseError`."""
    if given is None:
        return AIMA
    if not isinstance(given, dict):
        return convention(str(given))
    if not all(key in Convention._fields and isinstance(value, bool) for key, value in given.items()):
        raise ExerciseError(
            _(
                "A convention is a name, or an object with true or false for: {keys}.",
                keys=", ".join(Convention._fields),
            )
        )
    return Convention(**given)


def _convention(choices: Convention) -> Any:
    return next((name for name, preset in PRESETS.items() if preset == choices), choices._asdict())


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool) or value is None else shown(value)
