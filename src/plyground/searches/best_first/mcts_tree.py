"""The tree of Monte-Carlo tree search: its nodes in one row of numbers, the same for compiled code and plain Python."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from typing import Any, NamedTuple, cast

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import word
from plyground.core.hugepages import unset
from plyground.core.position import MAX_CHOICES, Move
from plyground.searches.algorithms.rave import NoRave, Rave, new_rave
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.tally import row

ROOT = 0
NODE = 4
"""Numbers kept for each node: visits, sum of results, place of its children, move with proven bounds."""


class Node(NamedTuple):
    """One node for a reader of the tree. Values are MAX's, the side to move at the root.

    If each player has a utility of its own, they are the values of the player who chose the move.
    """

    number: int
    depth: int  # plies from the root
    move: Move  # move to this node; 0 at the root
    visits: int
    mean: float  # mean result of its visits, from −1 (lost, or least utility) to 1 (won, or greatest); 0 without visits
    least: int  # proven lower bound of its value
    most: int  # proven upper bound of its value


@rules
class Tree(NamedTuple):
    """A tree of numbered nodes, the root first, the children of a node side by side.

    Values are MAX's, or those of the player who chose the node's move (:mod:`.algorithms.mcts_max_n`).
    """

    nodes: MutableSequence[int]  # NODE numbers for each node
    used: MutableSequence[int]  # number of nodes, in a row of one number
    room: int  # largest number of nodes
    path: MutableSequence[int]  # working memory: nodes from the root to the current one
    sides: MutableSequence[int]  # working memory: side to move at each node, or player whose results it keeps
    choices: MutableSequence[int]  # working memory: moves of one position
    greatest: MutableSequence[int]  # result that counts as a full win, in a row of one number
    rave: NoRave | Rave = NoRave()  # values of moves made anywhere in a game

    def restorable(self) -> list[Any]:
        """Return the used parts of the arrays, which a compiled search restores when it begins again."""
        nodes = self.nodes[: NODE * self.used[0]]
        return [nodes, self.used, self.greatest, *self.rave.restorable(self.used[0])]

    def visits(self, node: int) -> int:
        """Return the number of visits of a node."""
        return self.nodes[NODE * node]

    def rewards(self, node: int) -> int:
        """Return the sum of the results of a node's visits: 1 (won), 0 and −1, or their multiples by ``greatest``."""
        return self.nodes[NODE * node + 1]

    def first(self, node: int) -> int:
        """Return the first child of a node; 0 for a node without children."""
        return self.nodes[NODE * node + 2] >> 16

    def end(self, node: int) -> int:
        """Return one more than the number of a node's last child."""
        children = self.nodes[NODE * node + 2]
        return (children >> 16) + (children & 0xFFFF)

    def move(self, node: int) -> Move:
        """Return the move that leads to a node."""
        return self.nodes[NODE * node + 3] >> 4

    def least(self, node: int) -> int:
        """Return the proven lower bound of a node's value."""
        return (self.nodes[NODE * node + 3] >> 2 & 3) - 1

    def most(self, node: int) -> int:
        """Return the proven upper bound of a node's value."""
        return (self.nodes[NODE * node + 3] & 3) - 1

    def is_solved(self, node: int) -> bool:
        """Return True if a node's value is proven."""
        return self.least(node) == self.most(node)

    def is_ready(self, node: int) -> bool:
        """Return True if a node is to get its children: at its second visit, the root at once."""
        return self.first(node) == 0 and (self.visits(node) > 1 or node == ROOT)

    def add(self, node: int, move: Move, least: int, most: int) -> None:
        """Make a node, without visits and children."""
        for place in range(NODE - 1):
            self.nodes[NODE * node + place] = 0
        self.nodes[NODE * node + 3] = word(move << 4 | least + 1 << 2 | most + 1)

    def adopt(self, node: int, first: int, end: int) -> None:
        """Make the nodes from ``first`` to ``end`` − 1 the children of a node."""
        self.nodes[NODE * node + 2] = word(first << 16 | end - first)

    def visit(self, node: int) -> None:
        """Count a visit of a node."""
        self.nodes[NODE * node] += 1

    def reward(self, node: int, result: int) -> None:
        """Add the result of a visit to a node."""
        self.nodes[NODE * node + 1] += result

    def limit(self, node: int, least: int, most: int) -> None:
        """Store the proven bounds of a node."""
        self.nodes[NODE * node + 3] = word(self.move(node) << 4 | least + 1 << 2 | most + 1)


def children(tree: Tree, node: int = ROOT) -> range:
    """Return the numbers of a node's children, in the order of the rules."""
    return range(tree.first(node), tree.end(node))


def mean(tree: Tree, node: int = ROOT) -> float:
    """Return the mean result of a node's visits, from −1 to 1; 0 without any."""
    return tree.rewards(node) / (tree.greatest[0] * (tree.visits(node) or 1))


def walk(tree: Tree, number: int = ROOT, depth: int = 0) -> Iterator[Node]:
    """Yield a node, which is ``depth`` plies from the root, and all nodes below it, each before its children.

    O(nodes).
    """
    pending = [(number, depth)]
    while pending:
        node, plies = pending.pop()
        yield Node(node, plies, tree.move(node), tree.visits(node), mean(tree, node), tree.least(node), tree.most(node))
        pending += [(child, plies + 1) for child in reversed(children(tree, node))]


def new_tree(memory_mb: int, actions: int = 0, rave: int = 0) -> Tree:
    """Return a tree with an unvisited root and room for ``memory_mb`` megabytes of nodes (1 or more).

    The system provides the memory gradually, as the tree grows.
    """
    room = (memory_mb << 20) // (8 * NODE)
    nodes = cast(MutableSequence[int], memoryview(unset(8 * NODE * room)).cast("q"))
    path, sides, choices = row(MAX_DEPTH + 1), row(MAX_DEPTH + 1), row(MAX_CHOICES)
    tree = Tree(nodes, row(1), room, path, sides, choices, greatest=row(1))
    if rave:
        tree = tree._replace(rave=new_rave(room, actions, rave))
    tree.add(ROOT, 0, -1, 1)
    tree.used[0] = tree.greatest[0] = 1
    return tree
