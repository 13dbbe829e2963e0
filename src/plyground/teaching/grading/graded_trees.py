"""Trees for grading: generate them from a seed, find their right answers, and shrink counter-examples."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground.core.position import CHANCE
from plyground.core.random_numbers import Chance, new_chance
from plyground.errors import ExerciseError
from plyground.i18n import _
from plyground.searches.conventions import Convention
from plyground.searches.registry import algorithm
from plyground.searches.search_setting import setting
from plyground.teaching.exercises.generator import seed_of
from plyground.teaching.exercises.working import SearchSetup
from plyground.teaching.exports.spellings import is_whole
from plyground.teaching.gallery import example
from plyground.teaching.grading.answer import Answer
from plyground.trees import Tree, random_tree

TASKS = {"minimax": "minimax", "alphabeta": "alphabeta", "expectimax": "expectiminimax", "max-n": "max-n"}
"""The tasks that can be graded, and the reference algorithm of each."""
LEVELS = {"expectimax": ("max", "chance"), "max-n": (0, 1, 2)}
"""The movers of each level, for tasks other than MAX and MIN."""


class Shape(NamedTuple):
    """The shape of a generated tree, and the range of its leaves."""

    branching: int
    depth: int
    least: int
    most: int
    irregular: bool = False


SHAPES = (
    Shape(2, 2, -9, 9),
    Shape(3, 2, -20, -1),
    Shape(2, 3, 1, 20),
    Shape(3, 3, -5, 5),
    Shape(2, 4, -9, 9),
    Shape(3, 2, 0, 3),
    Shape(3, 3, -20, 20, irregular=True),
    Shape(2, 3, -4, 0),
    Shape(2, 4, -2, 2),
    Shape(3, 3, -30, -5),
    Shape(3, 4, -9, 9, irregular=True),
    Shape(2, 4, 2, 30),
)
"""Shapes of generated trees, used in turn. Their signs, ties and depths reveal different mistakes."""


def generate(task: str, student: str, seed: int, count: int, *, flat: bool = False) -> list[Any]:
    """Return ``count`` nested lists. They depend only on the task, the student's name and the teacher's seed.

    With ``flat`` each is a complete binary tree of three levels.
    """
    trees = []
    for number in range(count):
        shape = SHAPES[number % len(SHAPES)]
        if flat:
            shape = shape._replace(branching=2, depth=3, irregular=False)
        random_seed = seed_of("grade", task, student, seed, number)
        tree = random_tree(**shape._asdict(), seed=random_seed)
        nested = json.loads(Tree.of(json.loads(tree.json())).json())
        trees.append(_with_vectors(nested, new_chance(random_seed)) if task == "max-n" else nested)
    return trees


def _with_vectors(nested: Any, chance: Chance) -> Any:
    """Return the same tree with a vector for each leaf. No player has the same value twice."""
    count = _leaves(nested)
    columns = [iter(_shuffled([value - count // 2 for value in range(count)], chance)) for _player in range(3)]

    def filled(node: Any) -> Any:
        return list(map(filled, node)) if isinstance(node, list) else tuple(map(next, columns))

    return filled(nested)


def _leaves(node: Any) -> int:
    return sum(map(_leaves, node)) if isinstance(node, list) else 1


def _shuffled(values: list[int], chance: Chance) -> list[int]:
    for place in range(len(values) - 1, 0, -1):
        other = chance.below(place + 1)
        values[place], values[other] = values[other], values[place]
    return values


def tree_of(task: str, nested: Any) -> Tree:
    """Return a nested list as a tree of this task."""
    levels: Any = LEVELS.get(task)
    return Tree.of(nested, levels=levels)


def given_tree(task: str, text: str) -> list[Any]:
    """Return an example of the gallery, or the tree of a text, as a nested list.

    Raise :class:`PlygroundError` if the task has other players, or if it is not a tree of whole numbers.
    """
    tree = Tree.parse(text) if text.lstrip().startswith(("[", "{")) else example(text).tree

    def nested(node: int) -> Any:
        return tree.value(node) if tree.is_leaf(node) else [nested(child) for child in tree.children(node)]

    found: list[Any] = nested(0)
    fits = task != "max-n" and isinstance(found, list) and all(is_whole(tree.value(leaf)) for leaf in tree.leaves)
    if fits and _same_players(tree_of(task, found), tree):
        return found
    raise ExerciseError(_("The tree {text} does not fit the task {task}: it has other players or no whole numbers.", text=text[:40], task=task))  # fmt: skip


def _same_players(one: Tree, other: Tree) -> bool:
    rows = ("first", "mover", "players")
    if any(getattr(one.nodes, row) != getattr(other.nodes, row) for row in rows):
        return False
    inner = (node for node in range(len(one)) if one.mover(node) == CHANCE and not one.is_leaf(node))
    return all(one.probability(child) == other.probability(child) for node in inner for child in one.children(node))


def reference(task: str, rule: Convention, nested: Any) -> Answer:
    """Return the right answer: the value, the best moves and the visited leaves in order."""
    tree = tree_of(task, nested)
    way = SearchSetup(tree, algorithm(TASKS[task]), setting(convention=rule))
    worked = way.work()
    exact = way._replace(algorithm=algorithm("minimax")).work() if task == "alphabeta" else worked
    moves = frozenset(node - tree.nodes.first[0] for node in exact.equals)
    return Answer(worked.run.root.value, moves, tuple(map(tree.path, worked.order)))


def smaller(nested: list[Any], *, flat: bool) -> Iterator[list[Any]]:
    """Yield slightly smaller trees: one child removed, one node replaced by its child, or smaller values."""
    yield from (tree for tree in _smaller(nested, flat) if isinstance(tree, list))


def _smaller(node: Any, flat: bool) -> Iterator[Any]:
    if not isinstance(node, list):
        yield from _smaller_value(node)
        return
    if not flat:
        yield from node
        if len(node) > 1:
            yield from (node[:number] + node[number + 1 :] for number in range(len(node)))
    for number, child in enumerate(node):
        for less in _smaller(child, flat):
            yield [*node[:number], less, *node[number + 1 :]]


def _smaller_value(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for player, part in enumerate(value):
            for less in _smaller_value(part):
                yield (*value[:player], less, *value[player + 1 :])
        return
    for less in dict.fromkeys(
        (0, value // abs(value) if value else 0, int(value / 2), value - (value > 0) + (value < 0))
    ):
        if abs(less) < abs(value):
            yield less
    if value < 0:
        yield -value


def weight(nested: Any) -> tuple[int, int, int]:
    """Return the size that shrinking reduces: number of nodes, sum of absolute values, number of negative values."""
    if isinstance(nested, list):
        parts = [weight(child) for child in nested]
        return 1 + sum(part[0] for part in parts), sum(part[1] for part in parts), sum(part[2] for part in parts)
    values = nested if isinstance(nested, tuple) else (nested,)
    return 1, sum(map(abs, values)), sum(value < 0 for value in values)
