"""The tree of proof-number search: nodes in one row of numbers; the memory of solved subtrees is used again."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from mmap import mmap
from typing import NamedTuple, cast

from plyground.core.authoring.marked_rules import rules
from plyground.core.position import MAX, Move
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.tally import row

ROOT = 0
NODE = 6
"""Numbers kept for each node: proof number, disproof number, first child, next sibling, move, size of its proof."""
NEVER = 1 << 40
"""Work for an impossible goal; greater than any tree."""


@rules
class ProofTree(NamedTuple):
    """A tree of numbered nodes, the root first; as a link, 0 means no node."""

    nodes: MutableSequence[int]  # NODE numbers for each node
    used: MutableSequence[int]  # two numbers: nodes ever used, and the first free node
    room: int  # largest number of nodes
    path: MutableSequence[int]  # working memory: nodes from the root to the current one
    sides: MutableSequence[int]  # working memory: side to move at each node of the path

    def work(self, node: int, side: int) -> int:
        """Return the least number of leaves that ``side`` must still win to succeed; 0: it has succeeded, NEVER: it
        cannot.

        For MAX, who wants the proof, this is the proof number; for MIN it is the disproof number.
        """
        return self.nodes[NODE * node + (0 if side == MAX else 1)]

    def child(self, node: int) -> int:
        """Return the first child of a node, or 0."""
        return self.nodes[NODE * node + 2]

    def sibling(self, node: int) -> int:
        """Return the next child of a node's parent, or 0."""
        return self.nodes[NODE * node + 3]

    def move(self, node: int) -> Move:
        """Return the move that leads to a node."""
        return self.nodes[NODE * node + 4]

    def size(self, node: int) -> int:
        """Return the number of nodes in the proof or disproof of a node; 0 while there is none."""
        return self.nodes[NODE * node + 5]

    def is_solved(self, node: int) -> bool:
        """Return True if a node is proved or disproved."""
        return self.work(node, MAX) == 0 or self.work(node, -MAX) == 0

    def set(self, node: int, proof: int, disproof: int, size: int) -> None:
        """Set the proof number, the disproof number and the size of a node."""
        self.nodes[NODE * node] = proof
        self.nodes[NODE * node + 1] = disproof
        self.nodes[NODE * node + 5] = size

    def take(self, elder: int, move: Move) -> int:
        """Return a new node without children, the next sibling after ``elder`` (0: a first child); 0 when the tree is
        full.
        """
        node = self.used[1]
        if node:  # the subtree below a reused node becomes free, too
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
        """Free a node, its later siblings and all nodes below them. O(siblings)."""
        if first:
            last = first
            while self.sibling(last):
                last = self.sibling(last)
            self.nodes[NODE * last + 3] = self.used[1]
            self.used[1] = first

    def adopt(self, node: int, first: int) -> None:
        """Make ``first`` and its siblings the children of a node; 0 removes its children."""
        self.nodes[NODE * node + 2] = first


def children(tree: ProofTree, node: int = ROOT) -> Iterator[int]:
    """Yield the numbers of a node's children. A solved node other than the root has lost its children."""
    child = tree.child(node)
    while child:
        yield child
        child = tree.sibling(child)


def new_proof_tree(memory_mb: int) -> ProofTree:
    """Return a tree with an open root and room for ``memory_mb`` megabytes of nodes (1 or more), used as it grows."""
    room = (memory_mb << 20) // (8 * NODE)
    nodes = cast(MutableSequence[int], memoryview(mmap(-1, 8 * NODE * room)).cast("q"))
    tree = ProofTree(nodes, row(2), room, path=row(MAX_DEPTH + 1), sides=row(MAX_DEPTH + 1))
    tree.set(tree.take(0, 0), 1, 1, 0)
    return tree
