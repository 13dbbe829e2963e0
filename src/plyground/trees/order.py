"""Orders of the children of a tree by their true values, which show the best and the worst case of a search."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.position import Demand, Move
from plyground.errors import SearchError, SpecError
from plyground.i18n import _
from plyground.trees.nodes import MINIMISER
from plyground.trees.tree import Tree


@rules
class ByValue(NamedTuple):
    """Children sorted by their value for the side to move; equal ones stay in the order of the tree."""

    values: Any  # MAX's value of each node
    best_first: int  # 1: the best child first; -1: the worst first

    def moves(self, position: Any) -> Iterable[Move]:
        first = position.nodes.first[position.node]
        sign = -self.best_first * position.side()
        moves = [move for move in position.moves()]  # noqa: C416  # a form that compiles
        for place in range(1, len(moves)):
            move = moves[place]
            key = sign * self.values[first + move]
            while place > 0 and sign * self.values[first + moves[place - 1]] > key:
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = move
        return moves


ORDERS = ("given", "best", "worst")
"""Names of the orders of a tree's children: as given, or the truly best or worst first."""


def ordered(tree: Tree, name: str) -> ByValue | None:
    """Return the order of this name, None for the tree's own. Raise :class:`SpecError`, and the exceptions of
    :func:`by_value`.
    """
    if name not in ORDERS:
        raise SpecError(_("There is no order “{name}”; choose one of: {names}.", name=name, names=", ".join(ORDERS)))
    return None if name == "given" else by_value(tree, best_first=name == "best")


def by_value(tree: Tree, *, best_first: bool = True) -> ByValue:
    """Return the order with the best child of each node first, or the worst. O(nodes).

    The tree's values are computed beforehand. Raise :class:`SearchError` for a tree with chance or more than two
    players.
    """
    nodes = tree.nodes
    if Demand(nodes.demanded) & (Demand.CHANCE | Demand.PLAYERS):
        raise SearchError(_("Only a tree of MAX and MIN has the orders best and worst."))
    values = nodes.value[:]
    for node in reversed(range(len(tree))):
        if children := tree.children(node):
            best = min if nodes.mover[node] == MINIMISER else max
            values[node] = best(values[child] for child in children)
    return ByValue(values, 1 if best_first else -1)
