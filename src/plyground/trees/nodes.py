"""Nodes of a tree in flat rows, and the position of a node.

Nodes are numbered level by level from the root, 0, so that the children of a node are side by side: from
``first[node]`` to one before ``first[node + 1]``. A leaf has none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, MutableSequence, Sequence
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, ratio, rules, titles
from plyground.core.position import MAX, MIN, Demand, Move
from plyground.i18n import _
from plyground.searches.scores import INFINITY

INFINITE = INFINITY - 1
"""The value of a leaf that is worth ∞: greater than every other, so that the first move to −∞ is better than none."""
MAXIMISER, MINIMISER = 0, 1
"""The two players of a tree for two. In a tree for more players, each maximises its own utility."""


@rules
class Nodes(NamedTuple):
    """The rows of one tree, which never change.

    A row holds signed words and can be compiled, unless one of its numbers is a fraction.
    """

    first: MutableSequence[int]  # first child of each node, and one entry more for the end
    mover: MutableSequence[int]  # player to move at each node, or CHANCE
    value: MutableSequence[Any]  # leaf values: player 0's utility, or ``width`` numbers with all players' utilities
    weight: MutableSequence[Any]  # weight of each node below chance: its probability, as a part of its siblings' sum
    keys: MutableSequence[int]  # hash of each node's subtree
    width: int  # numbers for each leaf in ``value``: 1 in a zero-sum game of two
    players: int
    least: Any  # lower bound of the utilities
    most: Any  # upper bound of the utilities
    total: Any  # upper bound of the sum of all players' utilities
    demanded: int  # bits of a Demand


@helper
def view(mover: int, players: int) -> int:
    """Return the side from whose view the value of a node is: MAX or MIN; MAX at a chance node."""
    return MIN if mover == MINIMISER and players == 2 else MAX


@rules
class TreePosition(NamedTuple):
    """A node of a tree as a position of a game; its moves are its children, from 0."""

    nodes: Nodes
    node: int = 0

    def moves(self) -> Iterator[Move]:
        for move in range(self.nodes.first[self.node + 1] - self.nodes.first[self.node]):  # written so that it compiles
            yield move

    def play(self, move: Move) -> TreePosition:
        return TreePosition(self.nodes, self.nodes.first[self.node] + move)

    def is_over(self) -> bool:
        return self.nodes.first[self.node] == self.nodes.first[self.node + 1]

    def utility(self) -> Any:
        """Return the leaf's value for its side to move; a fraction if it is not whole."""
        return self.side() * self.nodes.value[self.node]

    def utmost(self) -> Any:
        return max(self.nodes.most, -self.nodes.least)

    def side(self) -> int:
        """Return MAX or MIN, the side to move in the tree's own view."""
        return view(self.nodes.mover[self.node], self.nodes.players)

    def root_side(self) -> int:
        """Return the side of the root: MAX is player 0 wherever a search begins."""
        return self.side()

    def turn(self, child: TreePosition) -> int:
        return self.side() * child.side()

    def key(self) -> int:
        return self.nodes.keys[self.node]

    # More players, and chance

    def to_move(self) -> int:
        return self.nodes.mover[self.node]

    def players(self) -> int:
        return self.nodes.players

    def utilities(self) -> tuple[Any, ...]:
        width, value = self.nodes.width, self.nodes.value
        if width == 1:
            return value[self.node], -value[self.node]
        return tuple(value[width * self.node : width * (self.node + 1)])

    def probability(self, move: Move) -> Any:
        start, end = self.nodes.first[self.node], self.nodes.first[self.node + 1]
        whole = 0
        for child in range(start, end):
            whole += self.nodes.weight[child]
        return ratio(self.nodes.weight[start + move], whole)

    def bounds(self) -> tuple[Any, Any]:
        if self.side() == MIN:
            return -self.nodes.most, -self.nodes.least
        return self.nodes.least, self.nodes.most

    def total(self) -> Any:
        return self.nodes.total

    def demands(self) -> Demand:
        return Demand(self.nodes.demanded)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(node={self.node})"


titles[TreePosition] = _("Tree")


def outermost(position: Any) -> int:
    """Return the beta of the open window at a root: ∞, which a leaf of a tree may reach."""
    is_reached = isinstance(position, TreePosition) and INFINITE in (position.nodes.most, -position.nodes.least)
    return INFINITE if is_reached else INFINITY


def parent(first: Sequence[int], node: int) -> int:
    """Return the parent of ``node``, by the row of first children. O(log n)."""
    return bisect_right(first, node) - 1


def path(first: Sequence[int], node: int) -> tuple[Move, ...]:
    """Return the moves from the root to a node. O(depth log n)."""
    moves: list[Move] = []
    while node:
        above = parent(first, node)
        moves.append(node - first[above])
        node = above
    return tuple(reversed(moves))
