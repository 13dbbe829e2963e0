"""Exercises made from a seed: the same for the same student on every machine, and good enough to be worth the work."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from plyground.errors import ExerciseError, SpecError
from plyground.language import _
from plyground.lessons.exercise import Exercise
from plyground.lessons.kinds import kind as kind_named
from plyground.lessons.misconceptions import MISCONCEPTIONS
from plyground.search.chance import Chance, new_chance
from plyground.search.convention import AIMA, Convention
from plyground.spec import canonical
from plyground.trees import Tree

TRIES = 3000
"""Trees that are thrown away before it is said that there is none."""
WIDEST = 6
"""The most children of a node of such a tree."""
DEEPEST = 5
"""The most plies of such a tree."""
GREATEST = 1000
"""The greatest size of a value."""
SHORT = 4
"""In an irregular tree, one in so many of the nodes that could have children is a leaf."""
LEAVES = range(8, 20)
"""How many leaves a tree for people has."""


@dataclass(frozen=True)
class Wishes:
    """What makes an exercise a good one."""

    branching: int = 3
    depth: int = 3
    least: int = 0
    most: int = 20
    cuts: int = 1  # at least so many nodes where alpha-beta skips something
    deep: bool = False  # one of them by what is had further up than the parent's parent
    ties: bool = False  # whether leaves may have equal values
    best: int = 1  # moves that are best; 0: as many as there are
    irregular: bool = True  # nodes have from 2 children to as many as ``branching``, and leaves lie at any depth
    shows: str = ""  # a misconception that is to lead to another answer; without one, any


def seed_of(*parts: Any) -> int:
    """A seed of 64 bits that depends on all of these, and on nothing else: the digest of their JSON by BLAKE2."""
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
    wishes: Wishes | None = None,
) -> Exercise:
    """The exercise of this kind for a student: ``number`` counts those of one ``seed``, which the teacher chooses.

    Raises :class:`SpecError` for a name and :class:`ExerciseError` where no tree fulfils the ``wishes``.
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
        2 <= wishes.branching <= WIDEST
        and 1 <= wishes.depth <= DEEPEST
        and -GREATEST <= wishes.least <= wishes.most <= GREATEST
    ):
        raise ExerciseError(
            _(
                "A tree for an exercise has from 2 to {widest} children at a node, a depth from 1 to {most}, and values from a least to a greater.",
                widest=WIDEST,
                most=DEEPEST,
            )
        )
    if wishes.shows not in ("", *MISCONCEPTIONS):
        raise SpecError(
            _(
                "There is no misconception “{name}”; they are: {names}.",
                name=wishes.shows,
                names=", ".join(MISCONCEPTIONS),
            )
        )
    chance = new_chance(seed_of(kind.name, student, number, seed))
    for _try in range(TRIES):
        exercise = Exercise(kind, _tree(chosen, wishes, chance), chosen, convention)
        if _is_good(exercise, wishes):
            complete = kind.complete(exercise, chance)
            if complete is not None and (kind.name in UNEXPLAINED or _tells_apart(complete, wishes.shows)):
                return complete
    raise ExerciseError(_("No tree was found that fulfils these wishes: ask for fewer cuts, or for a larger tree."))


WITH_CHANCE = ("expectiminimax", "star1")
CHANCE_LEVELS = ("max", "chance", "min")
PLAYERS = ("0", "1", "2")
UNEXPLAINED = ("arrange", "statement")
"""Kinds whose answers no run gives."""


def usual(kind: str, algorithm: str, shows: str = "") -> Wishes:
    """The wishes that suit a kind of exercise, and a misconception that it is to show."""
    if kind in UNEXPLAINED:
        return Wishes(branching=2, cuts=0, irregular=False)
    if kind == "best-moves":
        return Wishes(ties=True, best=0 if shows else 2, most=9, shows=shows)
    if algorithm == "max-n":
        return Wishes(branching=2, depth=3, irregular=False, most=9, ties=True, shows=shows)
    if algorithm == "transposition":
        return Wishes(cuts=0, most=9, ties=True, best=0, shows=shows)
    if shows in ("other-cut-rule", "zero-for-none"):
        return Wishes(least=-4, most=4, ties=True, best=0, shows=shows)
    if kind == "window" or shows == "no-deep-cutoffs":
        return Wishes(branching=2, depth=4, deep=True, cuts=2, irregular=False, shows=shows)
    return Wishes(shows=shows)


def _tree(algorithm: str, wishes: Wishes, chance: Chance) -> Tree:
    """A random tree that suits the algorithm: with chance, with several players, or with a part that repeats."""
    values = list(range(wishes.least, wishes.most + 1))
    nested = _nested(wishes, chance, values, 0)
    if algorithm in WITH_CHANCE:
        weighed = _weighed(nested, chance, 0)
        return Tree.of({"tree": weighed, "levels": list(CHANCE_LEVELS), "bounds": [wishes.least, wishes.most]})
    if algorithm == "max-n":
        return Tree.of(_shared(nested, chance, wishes.most), levels=PLAYERS)
    return Tree.of(_repeating(nested, chance) if algorithm == "transposition" else nested)


def _nested(wishes: Wishes, chance: Chance, values: list[int], depth: int) -> Any:
    """A node; without ties, its leaves take their values away from those that are left for others."""
    if depth == wishes.depth or (wishes.irregular and depth > 0 and chance.below(SHORT) == 0):
        place = chance.below(len(values))
        if not wishes.ties and len(values) > 1:
            return values.pop(place)
        return values[place]
    count = 2 + chance.below(wishes.branching - 1) if wishes.irregular else wishes.branching
    return [_nested(wishes, chance, values, depth + 1) for _child in range(count)]


def _weighed(node: Any, chance: Chance, depth: int) -> Any:
    """The same with probabilities at every node of chance, not all of them equal."""
    if not isinstance(node, list):
        return node
    children = [_weighed(child, chance, depth + 1) for child in node]
    if CHANCE_LEVELS[depth % len(CHANCE_LEVELS)] != "chance":
        return children
    weights = [1 + chance.below(3) for _child in children]
    return {"children": children, "probabilities": [f"{weight}/{sum(weights)}" for weight in weights]}


def _shared(node: Any, chance: Chance, most: int) -> Any:
    """The same with what each player gets for the value of a leaf."""
    if isinstance(node, list):
        return [_shared(child, chance, most) for child in node]
    return tuple(chance.below(most + 1) for _player in PLAYERS)


def _repeating(nested: Any, chance: Chance) -> Any:
    """The nested lists with a part of one branch in another, at the same level."""
    branches = [branch for branch in nested if isinstance(branch, list)]
    if len(branches) >= 2:
        first = branches[0][chance.below(len(branches[0]))]
        branches[-1][chance.below(len(branches[-1]))] = first
    return nested


def _is_good(exercise: Exercise, wishes: Wishes) -> bool:
    tree = exercise.tree
    values = [tree.value(leaf) for leaf in tree.leaves]
    if sum(map(tree.is_leaf, tree.children(0))) > 1:
        return False
    if len(values) not in LEAVES:
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
    """Whether the misconception that is to show, or without one at least one of them, gives another answer."""
    solution = exercise.solution()
    wrong = [MISCONCEPTIONS[shows]] if shows else MISCONCEPTIONS.values()
    return any(exercise.under(one.change) != solution for one in wrong)
