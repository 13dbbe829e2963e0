"""Generated exercises: the same seed and student give the same exercise on every machine. Trivial trees are
rejected.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from plyground.core.random_numbers import Chance, new_chance
from plyground.core.spec import canonical
from plyground.errors import ExerciseError
from plyground.i18n import _
from plyground.searches.conventions import AIMA, Convention
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.find_mistake import misconception
from plyground.teaching.exercises.kinds import kind as kind_named
from plyground.teaching.exercises.marking import explain
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS, known_misconception
from plyground.trees import Tree

MAX_TRIES = 3000
"""Random trees that are tried before an error reports that no tree fulfils the wishes."""
MAX_CHILDREN = 6
"""Most children of a node of a generated tree."""
MAX_PLIES = 5
"""Most plies of a generated tree."""
MAX_SIZE = 1000
"""Largest absolute value of a leaf."""
NODES_PER_EARLY_LEAF = 4
"""Number of nodes above the last level of an irregular tree, among which one is a leaf."""
LEAF_COUNTS = range(8, 20)
"""Numbers of leaves that people can search by hand."""


@dataclass(frozen=True)
class TreeRequirements:
    """The properties that a generated exercise is to have."""

    branching: int = 3
    depth: int = 3
    least: int = 0
    most: int = 20
    cuts: int = 1  # least number of nodes at which alpha-beta skips something
    deep: bool = False  # True if one of them is a deep cut-off, by a value from above the parent's parent
    ties: bool = False  # True if leaves may have equal values
    best: int = 1  # number of best moves; 0: any number
    irregular: bool = True  # True: nodes have 2 to ``branching`` children, and leaves lie at any depth
    shows: str = ""  # misconception that must lead to another answer; "" = any misconception


def seed_of(*parts: Any) -> int:
    """Return a seed of 64 bits: the BLAKE2 digest of the JSON of ``parts``."""
    text = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def new_exercise(
    name: str = "skipped-leaves",
    *,
    student: str = "",
    number: int = 1,
    seed: int = 0,
    algorithm: str | None = None,
    convention: Convention = AIMA,
    wishes: TreeRequirements | None = None,
) -> Exercise:
    """Make the exercise of a student. ``number`` counts the exercises of one ``seed``, which the teacher chooses.

    Raise :class:`SpecError` for an unknown name and :class:`ExerciseError` if no tree fulfils the ``wishes``.
    """
    kind = kind_named(name)
    chosen = canonical(algorithm) if algorithm else kind.algorithms[0]
    if chosen not in kind.algorithms:
        raise ExerciseError(
            _(
                "{kind} is not asked of {algorithm}; it is of: {names}.",
                kind=kind.name, algorithm=chosen, names=", ".join(kind.algorithms),
            )
        )  # fmt: skip
    wishes = wishes or usual(kind.name, chosen)
    if not (
        2 <= wishes.branching <= MAX_CHILDREN
        and 1 <= wishes.depth <= MAX_PLIES
        and -MAX_SIZE <= wishes.least <= wishes.most <= MAX_SIZE
    ):
        raise ExerciseError(
            _(
                "A tree for an exercise has from 2 to {widest} children at a node, a depth from 1 to {most}, and a least value below its greatest.",
                widest=MAX_CHILDREN,
                most=MAX_PLIES,
            )
        )
    if wishes.shows:
        known_misconception(wishes.shows)
    chance = new_chance(seed_of(kind.name, student, number, seed))
    for _try in range(MAX_TRIES):
        exercise = Exercise(kind, _tree(chosen, wishes, chance), chosen, convention)
        if _is_good(exercise, wishes):
            complete = kind.complete(exercise, chance)
            if complete is not None and _tells_apart(complete, wishes.shows):
                return complete
    raise ExerciseError(_("No tree with these properties was found: ask for fewer cuts, or for a larger tree."))


WITH_CHANCE = ("expectiminimax", "star1")
CHANCE_LEVELS = ("max", "chance", "min")
PLAYERS = ("0", "1", "2")
UNEXPLAINED = ("arrange", "statement")
"""Kinds of exercises whose answers are not read from a search."""


def usual(kind: str, algorithm: str, shows: str = "") -> TreeRequirements:
    """Return default wishes for a kind of exercise and the misconception that it must reveal."""
    if kind in UNEXPLAINED:
        return TreeRequirements(branching=2, cuts=0, irregular=False)
    if kind == "best-moves":
        return TreeRequirements(ties=True, best=0 if shows else 2, most=9, shows=shows)
    if algorithm == "max-n":
        return TreeRequirements(branching=2, depth=3, irregular=False, most=9, ties=True, shows=shows)
    if algorithm == "transposition":
        return TreeRequirements(cuts=0, most=9, ties=True, best=0, shows=shows)
    if shows == "other-cut-rule":
        return TreeRequirements(least=-4, most=4, ties=True, best=0, shows=shows)
    if kind == "window" or shows == "no-deep-cutoffs":
        return TreeRequirements(branching=2, depth=4, deep=True, cuts=2, irregular=False, shows=shows)
    return TreeRequirements(shows=shows)


def _tree(algorithm: str, wishes: TreeRequirements, chance: Chance) -> Tree:
    """Return a random tree for the algorithm: with chance nodes, several players, or a repeated part if the algorithm
    needs it.
    """
    values = list(range(wishes.least, wishes.most + 1))
    nested = _nested(wishes, chance, values, 0)
    if algorithm in WITH_CHANCE:
        weighed = _weighed(nested, chance, 0)
        return Tree.of({"tree": weighed, "levels": list(CHANCE_LEVELS), "bounds": [wishes.least, wishes.most]})
    if algorithm == "max-n":
        return Tree.of(_shared(nested, chance, wishes.most), levels=PLAYERS)
    return Tree.of(_repeating(nested, chance) if algorithm == "transposition" else nested)


def _nested(wishes: TreeRequirements, chance: Chance, values: list[int], depth: int) -> Any:
    """Return a random nested list. Without ties, each leaf removes its value from ``values``."""
    if depth == wishes.depth or (wishes.irregular and depth > 0 and chance.below(NODES_PER_EARLY_LEAF) == 0):
        place = chance.below(len(values))
        if not wishes.ties and len(values) > 1:
            return values.pop(place)
        return values[place]
    count = 2 + chance.below(wishes.branching - 1) if wishes.irregular else wishes.branching
    return [_nested(wishes, chance, values, depth + 1) for _child in range(count)]


def _weighed(node: Any, chance: Chance, depth: int) -> Any:
    """Return the same nested list with random probabilities at every chance node."""
    if not isinstance(node, list):
        return node
    children = [_weighed(child, chance, depth + 1) for child in node]
    if CHANCE_LEVELS[depth % len(CHANCE_LEVELS)] != "chance":
        return children
    weights = [1 + chance.below(3) for _child in children]
    return {"children": children, "probabilities": [f"{weight}/{sum(weights)}" for weight in weights]}


def _shared(node: Any, chance: Chance, most: int) -> Any:
    """Replace the value of each leaf by a vector with a number for each player."""
    if isinstance(node, list):
        return [_shared(child, chance, most) for child in node]
    return tuple(chance.below(most + 1) for _player in PLAYERS)


def _repeating(nested: Any, chance: Chance) -> Any:
    """Copy a part of one branch into another branch at the same level."""
    branches = [branch for branch in nested if isinstance(branch, list)]
    if len(branches) >= 2:
        first = branches[0][chance.below(len(branches[0]))]
        branches[-1][chance.below(len(branches[-1]))] = first
    return nested


def _is_good(exercise: Exercise, wishes: TreeRequirements) -> bool:
    tree = exercise.tree
    values = [tree.value(leaf) for leaf in tree.leaves]
    if sum(map(tree.is_leaf, tree.children(0))) > 1:
        return False
    if len(values) not in LEAF_COUNTS:
        return False
    if not wishes.ties and len(set(values)) < len(values):
        return False
    wider = exercise.algorithm in (*WITH_CHANCE, "max-n")
    plain = replace(exercise, algorithm=exercise.algorithm if wider else "minimax").way().work()
    if wishes.best and len(plain.equals) != wishes.best:
        return False
    if wider:
        return exercise.algorithm != "star1" or bool(plain.skipped)
    way = replace(exercise, algorithm="alphabeta").way()
    worked = way.work()
    if sum(node.cut is not None for node in worked.run.nodes) < wishes.cuts:
        return False
    if wishes.deep:
        return MISCONCEPTIONS["no-deep-cutoffs"].change(way).work().skipped != worked.skipped
    return True


def _tells_apart(exercise: Exercise, shows: str) -> bool:
    """Return True if the misconception ``shows`` leads to an answer that no other misconception gives. If ``shows`` is
    empty, any misconception is enough.
    """
    if exercise.kind.name == "find-mistake":
        return shows in ("", misconception(exercise).name)
    if exercise.kind.name in UNEXPLAINED:
        return True
    solution = exercise.solution()
    if not shows:
        return any(exercise.under(known.change) != solution for known in MISCONCEPTIONS.values())
    faulty = exercise.under(MISCONCEPTIONS[shows].change)
    return any(named.name == shows for named in explain(exercise, solution, faulty))
