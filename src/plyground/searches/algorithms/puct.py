"""Monte-Carlo tree search by values: an evaluation judges leaves in place of random games, and gives each move a prior.

C. Rosin (2011), Multi-armed bandits with episode context, Annals of Mathematics and Artificial Intelligence 61: the
bonus of a move grows with its prior (PUCB). D. Silver and others (2017), Mastering the game of Go without human knowledge,
Nature 550: leaves judged by learned values. Here the prior of a move is the softmax of its position's value, so that
values are enough. Proven bounds are kept as in :mod:`.mcts`.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.position import MAX, MAX_CHOICES, WiderPosition
from plyground.searches.algorithms.mcts import prove, sign
from plyground.searches.best_first.mcts_tree import ROOT, Tree
from plyground.searches.best_first.tree_trace import Trace
from plyground.searches.scores import MAX_DEPTH

WHOLE = 10_000
"""Result of a won game; values of positions lie between it and its negative."""
MAX_UNITS = 20.0
"""Greatest value in units; its hyperbolic tangent is 1."""
SHARPNESS = 4.0
"""Weight of a value in the exponent of its move's prior."""


@rules
class Guide(NamedTuple):
    """The evaluation of a search, and the prior of each node of its tree."""

    evaluation: Any
    unit: float  # value of the evaluation that counts tanh(1), about 0.76 of a win
    priors: MutableSequence[float]  # prior of each node of the tree

    def restorable(self) -> list[Any]:
        """Return no arrays: a search that begins again writes the priors again."""
        return []

    def judge(self, position: WiderPosition) -> int:
        """Return the value of a position for the side to move, from −WHOLE to WHOLE: its hyperbolic tangent."""
        units = max(-MAX_UNITS, min(self.evaluation.value(position) / self.unit, MAX_UNITS))
        return int(WHOLE * (1.0 - 2.0 / (math.exp(2.0 * units) + 1.0)))


def grow(position: WiderPosition, times: int, exploration: float, tree: Tree, guide: Guide, trace: Trace) -> int:
    """Grow the tree of ``position`` ``times`` times. Return how often it was grown before it was solved.

    Each time has three steps: select a leaf, expand it with the values of its children, and back up the best of them.

    O(times · (children of the nodes on the path + evaluations of one node's children)).
    """
    for grown in range(times):
        if tree.is_solved(ROOT):
            return grown
        trace.begin()
        result, depth = select(position, exploration, tree, guide, trace)
        back_up(result, depth, tree, trace)
    return times


@helper
def select(position: WiderPosition, exploration: float, tree: Tree, guide: Guide, trace: Trace) -> tuple[int, int]:
    """Go down the tree by priors and means, and expand the node without children. Return its value for MAX and its depth.

    The path is kept in the tree. When the tree is full, leaves stay leaves with the values that they had.
    """
    node, side, depth = ROOT, MAX, 0
    while True:
        tree.visit(node)
        tree.path[depth] = node
        tree.sides[depth] = side
        if tree.is_solved(node):
            return WHOLE * tree.least(node), depth
        if tree.first(node) == 0:
            value = expand(tree, node, position, side, guide)
            if tree.first(node) != 0:
                trace.expand(depth, node)
                prove(tree, depth)
            return value, depth
        if depth == MAX_DEPTH:
            return 0, depth
        node = favourite(tree, node, side, exploration, guide)
        child = position.play(tree.move(node))
        side *= position.turn(child)
        position = child
        depth += 1
        trace.select(depth, node)


@helper
def expand(tree: Tree, node: int, position: WiderPosition, side: int, guide: Guide) -> int:
    """Add the children of a node with their values and priors. Return the best value, for MAX.

    The value of a child counts as its first visit. If there is no room for the children, return the node's own value.
    """
    first = end = tree.used[0]
    best = -WHOLE
    total = 0.0
    for move in position.moves():
        if end == tree.room or end == first + MAX_CHOICES:
            return side * guide.judge(position)
        child = position.play(move)
        turn = position.turn(child)
        if child.is_over():
            outcome = turn * sign(child.utility())
            value = WHOLE * outcome
            tree.add(end, move, side * outcome, side * outcome)
        else:
            value = turn * guide.judge(child)
            tree.add(end, move, -1, 1)
        tree.visit(end)
        tree.reward(end, side * value)
        guide.priors[end] = math.exp(SHARPNESS * value / WHOLE)
        total += guide.priors[end]
        best = max(best, value)
        end += 1
    for added in range(first, end):
        guide.priors[added] /= total
    tree.adopt(node, first, end)
    tree.used[0] = end
    return side * best


@helper
def favourite(tree: Tree, node: int, side: int, exploration: float, guide: Guide) -> int:
    """Return the child to follow: the one with the greatest sum of its mean and a bonus (PUCT).

    The bonus grows with the prior, and shrinks with the visits. Children that are proven to be no better than the
    proven value of the side to move are skipped.
    """
    chosen = 0
    greatest = -math.inf
    reach = exploration * math.sqrt(tree.visits(node))
    sure = side * (tree.least(node) if side == MAX else tree.most(node))
    for child in range(tree.first(node), tree.end(node)):
        if side * (tree.most(child) if side == MAX else tree.least(child)) <= sure:
            continue
        bound = (side * tree.rewards(child) / WHOLE + reach * guide.priors[child]) / tree.visits(child)
        if bound > greatest:
            chosen = child
            greatest = bound
    return chosen


@helper
def back_up(result: int, depth: int, tree: Tree, trace: Trace) -> None:
    """Add the result for MAX to every node on the path, limited to the node's proven bounds."""
    for ply in range(depth, -1, -1):
        node = tree.path[ply]
        result = max(WHOLE * tree.least(node), min(WHOLE * tree.most(node), result))
        tree.reward(node, result)
        trace.backup(ply, node, result)
