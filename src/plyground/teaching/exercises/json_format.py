"""Exercises, answers and marks as JSON (``docs/exercises.md`` has the format)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from plyground.core.files import read_text
from plyground.core.position import Demand
from plyground.core.spec import canonical
from plyground.errors import ExerciseError, FileError, PlygroundError
from plyground.i18n import _, _n
from plyground.searches.conventions import AIMA, PRESETS, Convention, convention
from plyground.searches.demands import refuse_demands
from plyground.searches.registry import ANY_TWO
from plyground.searches.registry import algorithm as known
from plyground.teaching.exercises.answer_types import node_name
from plyground.teaching.exercises.cut_reasons import check_cut
from plyground.teaching.exercises.exercise import Exercise, named
from plyground.teaching.exercises.find_mistake import NUMBERS, can_be_found, misconception
from plyground.teaching.exercises.kinds import kind
from plyground.teaching.exercises.marking import Mark
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS, known_misconception
from plyground.teaching.exercises.statements import BY_NAME, STATEMENTS
from plyground.teaching.exercises.written_values import shown
from plyground.trees import Tree
from plyground.trees.reading import read

MAX_TREE_NODES = 500
"""Most nodes of an exercise's tree."""
NAMES: Mapping[str, Callable[[int], str]] = {
    "statement": lambda number: STATEMENTS[number].name,
    "find-mistake": tuple(MISCONCEPTIONS).__getitem__,
}
"""Names of the things that a kind of exercise is about, unless they are nodes."""
KEYS = ("kind", "tree", "algorithm", "convention", "about", "depth", "question", "answer")


def record(exercise: Exercise, *, solved: bool = False) -> dict[str, Any]:
    """Return an exercise in its JSON form, with an empty answer or, ``solved``, with its solution."""
    tree = exercise.tree
    solution = exercise.solution()
    name = NAMES.get(exercise.kind.name, tree.name)
    about = [name(number) for number in exercise.about]
    return {
        "kind": exercise.kind.name,
        "question": str(exercise.question),
        "tree": tree_of(tree),
        "algorithm": exercise.algorithm,
        "convention": _convention(exercise.convention),
        "about": about,
        "depth": exercise.depth,
        "answer": exercise.kind.shape.written(solution) if solved else exercise.kind.shape.template(solution),
    }


def tree_of(tree: Tree) -> Any:
    """Return a tree in its JSON form."""
    return json.loads(tree.json())


def exercise_of(tree: Tree, about: dict[str, Any]) -> Exercise:
    """Return the exercise on a ``tree`` that the keys ``about`` describe. Raise :class:`ExerciseError` and
    :class:`SpecError`.
    """
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
    if len(tree) > MAX_TREE_NODES or len(names) < len(tree):
        raise ExerciseError(
            _("A tree for exercises has at most {most} nodes, each with a name of its own.", most=MAX_TREE_NODES)
        )
    masters = ANY_TWO & ~Demand.FRACTIONS if asked.name == "cut-when" else known(algorithm).masters
    refuse_demands(tree.start, masters, algorithm)
    nodes: list[int] = []
    for name in about.get("about") or ():
        if asked.name == "statement":
            if name not in BY_NAME:
                raise ExerciseError(_("There is no statement “{name}”; the statements are: {names}.", name=str(name)[:40], names=", ".join(BY_NAME)))  # fmt: skip
            nodes.append(BY_NAME[name])
        elif asked.name == "find-mistake":
            nodes.append(NUMBERS[known_misconception(name)])
        else:
            nodes.append(names[node_name(name, tree).upper()])
    if len(nodes) != asked.names:
        if not asked.names:
            raise ExerciseError(_("An exercise of the kind {kind} asks about no single node: leave “about” empty.", kind=asked.name))  # fmt: skip
        raise ExerciseError(
            _n(
                "An exercise of the kind {kind} needs {count} name in “about”.",
                "An exercise of the kind {kind} needs {count} names in “about”.",
                asked.names, kind=asked.name,
            )
        )  # fmt: skip
    depth = about.get("depth")
    if (asked.name == "depth-limited") != (type(depth) is int and depth > 0) or (depth and not tree.judged):
        raise ExerciseError(
            _("Only the exercise depth-limited has a depth and a tree with static values, and it needs both.")
        )
    made = Exercise(asked, tree, algorithm, convention_of(about.get("convention")), tuple(nodes), depth)
    if asked.name == "find-mistake" and not can_be_found(made):
        raise ExerciseError(_("The values of this tree do not show where the mistake {name} is made: choose another tree or mistake.", name=misconception(made).name))  # fmt: skip
    if asked.name == "why":
        check_cut(made)
    return made


def exercise_from(text: str) -> Exercise:
    """Return the exercise in a JSON text. Raise :class:`PlygroundError`."""
    return _read(text)[0]


def _read(text: str) -> tuple[Exercise, Any]:
    about = read(text)
    if not isinstance(about, dict) or "tree" not in about:
        raise ExerciseError(_("an exercise is an object with the keys: {keys}", keys=", ".join(KEYS)))
    return exercise_of(Tree.of(about["tree"]), about), about.get("answer")


def load(path: str | Path) -> tuple[Exercise, Any]:
    """Load a file. Return its exercise and its answer. Raise :class:`FileError`."""
    text = read_text(path)
    try:
        return _read(text)
    except PlygroundError as error:
        raise FileError(path, error.sentence) from None


def mark_record(mark: Mark) -> dict[str, Any]:
    """Return a mark in its JSON form."""
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
    """Return a convention given by its name or its fields. Raise :class:`SpecError` and :class:`ExerciseError`."""
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
