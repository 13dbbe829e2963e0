"""The tree of proof-number search: nodes in one row of numbers, used again once they are no longer needed."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from mmap import mmap
from typing import NamedTuple, cast

from plyground.position import MAX, Move, rules
from plyground.search.scores import LONGEST
from plyground.search.tally import row

ROOT = 0
NODE = 6
"""Numbers kept for each node: proof number, disproof number, first child, next sibling, move, size of its proof."""
NEVER = 1 << 40
"""The work left for what cannot be reached; greater than every tree."""


@rules
class ProofTree(NamedTuple):
    """Nodes by number, the root first; 0 stands for no node where another is looked for."""

    nodes: MutableSequence[int]  # NODE numbers each
    used: MutableSequence[int]  # two numbers: how many nodes were ever in use, and the first that is free again
    room: int  # how many there may be
    path: MutableSequence[int]  # scratch: the nodes from the root to the one at work
    sides: MutableSequence[int]  # scratch: who is to move at each of them

    def work(self, node: int, side: int) -> int:
        """Leaves that must turn out well, at the least, for ``side`` to get its way; 0: it does, NEVER: it cannot.

        For MAX, who wants the proof, that is the proof number; for MIN it is the disproof number.
        """
        return self.nodes[NODE * node + (0 if side == MAX else 1)]

    def child(self, node: int) -> int:
        """Its first child, or 0."""
        return self.nodes[NODE * node + 2]

    def sibling(self, node: int) -> int:
        """The next child of its parent, or 0."""
        return self.nodes[NODE * node + 3]

    def move(self, node: int) -> Move:
        """What led here."""
        return self.nodes[NODE * node + 4]

    def size(self, node: int) -> int:
        """How many nodes its proof, or disproof, has; 0 while there is none."""
        return self.nodes[NODE * node + 5]

    def is_solved(self, node: int) -> bool:
        """Whether it is proved or disproved."""
        return self.work(node, MAX) == 0 or self.work(node, -MAX) == 0

    def set(self, node: int, proof: int, disproof: int, size: int) -> None:
        """Remember what is left to do."""
        self.nodes[NODE * node] = proof
        self.nodes[NODE * node + 1] = disproof
        self.nodes[NODE * node + 5] = size

    def take(self, elder: int, move: Move) -> int:
        """A node without children, the next after its sibling ``elder`` (0: the first); 0 when the tree is full."""
        node = self.used[1]
        if node:  # what is below a node that is used again is free, too
            self.used[1] = self.sibling(node)
            self.release(self.child(node))
        elif self.used[0] < self.room:
            node = self.used[0]
            self.used[0] += 1
        else:
            return 0
        self.nodes[NODE * node + 2] = 0
        self.nodes[NODE * node + 3] = 0
        self.nodes[NODE * node + 4] = move
        if elder:
            self.nodes[NODE * elder + 3] = node
        return node

    def release(self, first: int) -> None:
        """Let a node, its siblings after it and all below them be used again. O(siblings)."""
        if first:
            last = first
            while self.sibling(last):
                last = self.sibling(last)
            self.nodes[NODE * last + 3] = self.used[1]
            self.used[1] = first

    def adopt(self, node: int, first: int) -> None:
        """Make ``first`` and its siblings the children of a node; 0: it has none any more."""
        self.nodes[NODE * node + 2] = first


def children(tree: ProofTree, node: int = ROOT) -> Iterator[int]:
    """The numbers of a node's children; of a solved one below the root they are gone."""
    child = tree.child(node)
    while child:
        yield child
        child = tree.sibling(child)


def new_proof_tree(megabytes: int) -> ProofTree:
    """A tree of an open root, with room for nodes in so many megabytes (1 or more), taken as it grows."""
    room = (megabytes << 20) // (8 * NODE)
    nodes = cast(MutableSequence[int], memoryview(mmap(-1, 8 * NODE * room)).cast("q"))
    tree = ProofTree(nodes, row(2), room, path=row(LONGEST + 1), sides=row(LONGEST + 1))
    tree.set(tree.take(0, 0), 1, 1, 0)
    return tree
