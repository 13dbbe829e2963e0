"""Proof-number search: answers a yes-or-no question about a position by the tree that is quickest to prove it.

L. V. Allis, M. van der Meulen, H. J. van den Herik (1994), Proof-number search, Artificial Intelligence 66.
"""

from __future__ import annotations

from plyground.core.authoring.marked_rules import helper
from plyground.core.position import MAX, MarkedPosition
from plyground.errors import NoMoves
from plyground.searches.best_first.proof_tree import NEVER, ROOT, ProofTree
from plyground.searches.best_first.tree_trace import Trace
from plyground.searches.scores import MAX_DEPTH


def prove(position: MarkedPosition, times: int, least: int, tree: ProofTree, trace: Trace) -> int:
    """Expand ``times`` nodes to find out if MAX, to move at ``position``, can reach a utility of ``least``.

    Return the number of expanded nodes: fewer if the root is solved before or the tree is full. Each round follows the
    most-proving node from the root, adds its children, and updates the numbers on the way back. For the side to move,
    the work at a node is that of its easiest child; for its opponent, the sum of all children. Children of solved
    nodes, except the root's, are freed. A line of more than 500 plies counts as a draw.

    O(times · children of the nodes on the path).
    """
    for done in range(times):
        if tree.is_solved(ROOT):
            return done
        trace.begin()
        here, node, side, depth = position, ROOT, MAX, 0
        tree.path[0] = ROOT
        tree.sides[0] = MAX
        while tree.child(node):
            node = most_proving(tree, node, side)
            child = here.play(tree.move(node))
            side *= here.turn(child)
            here = child
            depth += 1
            tree.path[depth] = node
            tree.sides[depth] = side
            trace.select(depth, node)
        if depth == MAX_DEPTH:
            settle(tree, node, least <= 0)
            depth -= 1
        elif expand(tree, node, here, side, depth, least, trace):
            trace.expand(depth, node)
        else:
            return done
        while depth >= 0 and update(tree, tree.path[depth], tree.sides[depth]):
            trace.backup(depth, tree.path[depth], tree.work(tree.path[depth], MAX))
            depth -= 1
    return times


@helper
def most_proving(tree: ProofTree, node: int, side: int) -> int:
    """Return the first of the children at which the side to move has the least work left."""
    child = tree.child(node)
    while tree.work(child, side) > tree.work(node, side):
        child = tree.sibling(child)
    return child


@helper
def settle(tree: ProofTree, node: int, proved: bool) -> None:
    """Make a node a solved leaf."""
    if proved:
        tree.set(node, 0, NEVER, 1)
    else:
        tree.set(node, NEVER, 0, 1)


@helper
def expand(
    tree: ProofTree, node: int, position: MarkedPosition, side: int, depth: int, least: int, trace: Trace
) -> bool:
    """Add the children of a node, solved if they end the game. Return True if there was room for all of them."""
    first = 0
    last = 0
    for move in position.moves():
        trace.play(depth + 1, move)
        added = tree.take(last, move)
        if added == 0:
            tree.release(first)
            return False
        child = position.play(move)
        if child.is_over():
            settle(tree, added, side * position.turn(child) * child.utility() >= least)
        else:
            tree.set(added, 1, 1, 0)
        first = first or added
        last = added
    if first == 0:
        raise NoMoves
    tree.adopt(node, first)
    return True


@helper
def update(tree: ProofTree, node: int, side: int) -> bool:
    """Update the numbers of a node from its children. Return True if they changed."""
    easiest = NEVER
    together = 0
    least_size = 0  # least size of a solved child's proof
    all_sizes = 0
    child = tree.child(node)
    while child:
        work = tree.work(child, side)
        easiest = min(easiest, work)
        together = min(NEVER, together + tree.work(child, -side))
        all_sizes += tree.size(child)
        if work == 0 and (least_size == 0 or tree.size(child) < least_size):
            least_size = tree.size(child)
        child = tree.sibling(child)
    if easiest == tree.work(node, side) and together == tree.work(node, -side):
        return False
    size = 0
    if easiest == 0:
        size = 1 + least_size
    elif together == 0:
        size = 1 + all_sizes
    if side == MAX:
        tree.set(node, easiest, together, size)
    else:
        tree.set(node, together, easiest, size)
    if size > 0 and node != ROOT:
        tree.release(tree.child(node))
        tree.adopt(node, 0)
    return True
