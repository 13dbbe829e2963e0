"""The exercise of ordering children so that alpha-beta prunes most. Every order that prunes as much as the best is
right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from plyground.core.position import MAX, Move
from plyground.errors import ExerciseError
from plyground.i18n import _
from plyground.searches.child_order import RightToLeft
from plyground.searches.registry import algorithm
from plyground.teaching.exercises.answer_types import by_item, node_name
from plyground.teaching.exercises.exercise import Answer, Change, Exercise, Graded, inner_nodes, named, rightly
from plyground.trees import Tree


class Arrangement(NamedTuple):
    """A move order for each node; nodes without one keep the order of the tree."""

    orders: Mapping[int, tuple[Move, ...]]

    def moves(self, position: Any) -> Iterable[Move]:
        """Return the moves in the order in which the search tries them."""
        return self.orders.get(position.node) or tuple(position.moves())


def best_first(exercise: Exercise, change: Change) -> Answer:
    """Return the children of each node, the best for its mover first. If all leaves differ, this order prunes most.

    Knuth & Moore (1975), theorem 1: no search visits fewer leaves of a uniform tree than alpha-beta with the best moves
    first.
    """
    way = change(exercise.way())
    tree = way.tree
    worked = way._replace(algorithm=algorithm("minimax")).work()
    answer = {}
    backwards = isinstance(way.setting.order, RightToLeft) != exercise.convention.right_to_left
    for node in inner_nodes(tree):
        greatest_first = (tree.side(node) == MAX) != backwards
        children = sorted(tree.children(node), key=worked.value, reverse=greatest_first)
        answer[tree.name(node)] = tuple(tree.name(child) for child in children)
    return answer


def leaves_examined(exercise: Exercise, answer: Answer) -> int:
    """Return the number of leaves that alpha-beta visits with the children in this order."""
    tree = exercise.tree
    names = named(tree)
    orders = {
        names[item.upper()]: tuple(names[child.upper()] - tree.nodes.first[names[item.upper()]] for child in children)
        for item, children in answer.items()
    }
    way = rightly(exercise.way())
    return len(way._replace(setting=way.setting._replace(order=Arrangement(orders))).work().order)


class Arranged(NamedTuple):
    """The answer type with an order of each node's children. Its credit is the number of leaves pruned, divided by the
    greatest possible number.
    """

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        names = named(tree)
        answer = {}
        for item, children in by_item(given, list(expected)).items():
            listed = children if isinstance(children, list | tuple) else str(children).replace(",", " ").split()
            order = tuple(node_name(name, tree) for name in listed)
            own = [tree.name(child) for child in tree.children(names[item.upper()])]
            if order and sorted(order) != sorted(own):
                raise ExerciseError(
                    _("{node} has the children {children}, each once.", node=item, children=", ".join(own))
                )
            if order:
                answer[item] = order
        return answer

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        most = len(exercise.tree.leaves)
        given, least = leaves_examined(exercise, answer), leaves_examined(exercise, expected)
        remark = _(
            "In this order {given} of {most} leaves are examined; in the best, {least}.",
            given=given, most=most, least=least,
        )  # fmt: skip
        return Graded(Fraction(most - given, most - least) if answer else Fraction(0), (remark,))

    def template(self, expected: Answer) -> Any:
        return {item: [] for item in expected}

    def written(self, answer: Answer) -> Any:
        return {item: list(order) for item, order in answer.items()}
