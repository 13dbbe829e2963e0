"""A search tree that is kept: its nodes in one row of numbers, which compiled code grows as plain Python does."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from mmap import mmap
from typing import NamedTuple, cast

from plyground.position import Move, rules
from plyground.search.scores import LONGEST
from plyground.search.tally import MOST_MOVES, row

ROOT = 0
NODE = 4
"""Numbers kept for each node: its visits, their rewards, where its children are, its move with what is proven."""


class Node(NamedTuple):
    """One node, as a reader of the tree sees it; values are MAX's, the side to move at the root."""

    number: int
    depth: int  # plies from the root
    move: Move  # that led to it; 0 at the root
    visits: int
    mean: float  # of the results of its visits, from −1 (lost) to 1 (won); 0 without any
    least: int  # its value is proven to be at least this
    most: int  # and at most this


@rules
class Tree(NamedTuple):
    """Nodes by number, the root first, the children of a node side by side; values are MAX's."""

    nodes: MutableSequence[int]  # NODE numbers each
    used: MutableSequence[int]  # how many there are: a row of one number
    room: int  # how many there may be
    path: MutableSequence[int]  # scratch: the nodes from the root to the one at work
    sides: MutableSequence[int]  # scratch: who is to move at each of them
    choices: MutableSequence[int]  # scratch: the moves of one position

    def visits(self, node: int) -> int:
        """How often the search has come here."""
        return self.nodes[NODE * node]

    def rewards(self, node: int) -> int:
        """The sum of the results of these visits, each 1 (won), 0 or −1."""
        return self.nodes[NODE * node + 1]

    def first(self, node: int) -> int:
        """Its first child; 0 for a node without children."""
        return self.nodes[NODE * node + 2] >> 16

    def end(self, node: int) -> int:
        """The number after its last child's."""
        children = self.nodes[NODE * node + 2]
        return (children >> 16) + (children & 0xFFFF)

    def move(self, node: int) -> Move:
        """What led here."""
        return self.nodes[NODE * node + 3] >> 4

    def least(self, node: int) -> int:
        """What the value is proven to be at least."""
        return (self.nodes[NODE * node + 3] >> 2 & 3) - 1

    def most(self, node: int) -> int:
        """What the value is proven to be at most."""
        return (self.nodes[NODE * node + 3] & 3) - 1

    def is_solved(self, node: int) -> bool:
        """Whether the value is proven."""
        return self.least(node) == self.most(node)

    def add(self, node: int, move: Move, least: int, most: int) -> None:
        """Make a node, without visits and children."""
        for place in range(NODE - 1):
            self.nodes[NODE * node + place] = 0
        self.nodes[NODE * node + 3] = move << 4 | least + 1 << 2 | most + 1

    def adopt(self, node: int, first: int, end: int) -> None:
        """Make the nodes from ``first`` to one before ``end`` its children."""
        self.nodes[NODE * node + 2] = first << 16 | end - first

    def visit(self, node: int) -> None:
        """Count a visit."""
        self.nodes[NODE * node] += 1

    def reward(self, node: int, result: int) -> None:
        """Add the result of a visit."""
        self.nodes[NODE * node + 1] += result

    def limit(self, node: int, least: int, most: int) -> None:
        """Remember what is proven."""
        self.nodes[NODE * node + 3] = self.move(node) << 4 | least + 1 << 2 | most + 1


def children(tree: Tree, node: int = ROOT) -> range:
    """The numbers of a node's children, in the order of the rules."""
    return range(tree.first(node), tree.end(node))


def mean(tree: Tree, node: int = ROOT) -> float:
    """The mean result of a node's visits, for MAX; 0 without any."""
    return tree.rewards(node) / (tree.visits(node) or 1)


def walk(tree: Tree, number: int = ROOT, depth: int = 0) -> Iterator[Node]:
    """A node, which is ``depth`` plies from the root, and all below it, each before its children. O(nodes)."""
    pending = [(number, depth)]
    while pending:
        node, plies = pending.pop()
        yield Node(node, plies, tree.move(node), tree.visits(node), mean(tree, node), tree.least(node), tree.most(node))
        pending += [(child, plies + 1) for child in reversed(children(tree, node))]


def new_tree(megabytes: int) -> Tree:
    """A tree of a root of which nothing is known, with room for nodes in so many megabytes (1 or more).

    The system gives the memory piece by piece, as the tree grows into it.
    """
    room = (megabytes << 20) // (8 * NODE)
    nodes = cast(MutableSequence[int], memoryview(mmap(-1, 8 * NODE * room)).cast("q"))
    tree = Tree(nodes, row(1), room, path=row(LONGEST + 1), sides=row(LONGEST + 1), choices=row(MOST_MOVES))
    tree.add(ROOT, 0, -1, 1)
    tree.used[0] = 1
    return tree
