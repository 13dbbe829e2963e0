"""Monte-Carlo tree search: random games (playouts) that grow a tree towards the better moves.

L. Kocsis, C. Szepesvári (2006), Bandit based Monte-Carlo planning, ECML, section 2; AIMA, 4th global ed., 6.4. Proven
bounds are kept beside the means: T. Cazenave, A. Saffidine (2010), Score bounded Monte-Carlo tree search. At chance
nodes the outcome is drawn by its probability: G. Van Lishout, G. Chaslot, J. Uiterwijk (2007), Monte-Carlo tree search
in Backgammon.
"""

from __future__ import annotations

import math

from plyground.core.authoring.marked_rules import helper
from plyground.core.position import MAX, MAX_CHOICES, WiderPosition
from plyground.core.random_numbers import Chance
from plyground.errors import NoMoves
from plyground.searches.best_first.mcts_tree import ROOT, Tree
from plyground.searches.best_first.tree_trace import Trace
from plyground.searches.chance_moves import random_move
from plyground.searches.scores import MAX_DEPTH

NOBODY = 0
"""The side of a chance node on the path, where no side chooses."""


def play_out(position: WiderPosition, times: int, exploration: float, tree: Tree, chance: Chance, trace: Trace) -> int:
    """Play ``times`` games from ``position``, the root of ``tree``. Return how many were played before it was solved.

    Each game has four steps: select a leaf, expand it, simulate a random game from there, and back up its result.

    O(times · (plies of a game + children of the nodes on the path)).
    """
    for played in range(times):
        if tree.is_solved(ROOT):
            return played
        trace.begin()
        leaf, side, depth = select(position, exploration, tree, chance, trace)
        result = simulate(leaf, side, depth, tree, chance, trace)
        back_up(result, depth, tree, trace)
    return times


@helper
def select(
    position: WiderPosition, exploration: float, tree: Tree, chance: Chance, trace: Trace
) -> tuple[WiderPosition, int, int]:
    """Go down the tree by UCB1, and through chance nodes by their probabilities, and expand the node without children.

    Return the last position with its side and depth. The path is kept in the tree. When the tree is full, leaves stay
    leaves.
    """
    node, side, depth = ROOT, MAX, 0
    while True:
        tree.visit(node)
        tree.path[depth] = node
        tree.sides[depth] = NOBODY if position.is_chance() else side
        if tree.is_ready(node) and expand(tree, node, position, side, proving=True):
            trace.expand(depth, node)
            prove(tree, depth)
        if tree.is_solved(node) or tree.first(node) == 0 or depth == MAX_DEPTH:
            return position, side, depth
        if position.is_chance():
            node = outcome(tree, node, position, chance)
        else:
            node = favourite(tree, node, side, exploration)
        child = position.play(tree.move(node))
        side *= position.turn(child)
        position = child
        depth += 1
        trace.select(depth, node)


@helper
def simulate(position: WiderPosition, side: int, depth: int, tree: Tree, chance: Chance, trace: Trace) -> int:
    """Return the result for MAX at a leaf: its proven value, or else the result of a random game from there."""
    tree.rave.begin()
    node = tree.path[depth]
    if tree.is_solved(node):
        return tree.least(node)
    return random_game(position.sketch(), side, depth, tree, chance, trace)


@helper
def back_up(result: int, depth: int, tree: Tree, trace: Trace) -> None:
    """Add the result, 1, 0 or −1 for MAX, to every node on the path, limited to the node's proven bounds."""
    for ply in range(depth, -1, -1):
        node = tree.path[ply]
        tree.rave.learn(tree, node, tree.sides[ply], result)
        if ply > 0:
            tree.rave.note_first(tree.move(node), tree.sides[ply - 1])
        result = max(tree.least(node), min(tree.most(node), result))
        tree.reward(node, result)
        trace.backup(ply, node, result)


@helper
def favourite(tree: Tree, node: int, side: int, exploration: float) -> int:
    """Return the child to follow: the first unvisited one, else the one with the greatest upper confidence bound.

    UCB1 is the mean result plus a bonus that is greater for rarely visited children. Children that are proven to be no
    better than the proven value of the side to move are skipped.
    """
    chosen = 0
    greatest = -math.inf
    reach = exploration * math.sqrt(math.log(tree.visits(node)))
    sure = side * (tree.least(node) if side == MAX else tree.most(node))
    unknown = side * tree.rewards(node) / tree.visits(node)
    for child in range(tree.first(node), tree.end(node)):
        if side * (tree.most(child) if side == MAX else tree.least(child)) <= sure:
            continue
        visits = tree.visits(child)
        if tree.rave.equivalence == 0:
            if visits == 0:
                return child
            bound = (side * tree.rewards(child) + reach * math.sqrt(visits)) / visits
        else:
            mean = side * tree.rewards(child) / max(visits, 1)
            bound = tree.rave.value(child, visits, side, mean, unknown) + reach / math.sqrt(visits + 1)
        if bound > greatest:
            chosen = child
            greatest = bound
    return chosen


@helper
def outcome(tree: Tree, node: int, position: WiderPosition, chance: Chance) -> int:
    """Return the child of a chance node to follow, drawn with the probabilities of the rules."""
    left = chance.fraction()
    chosen = ROOT
    for child in range(tree.first(node), tree.end(node)):
        chosen = child
        left -= position.probability(tree.move(child))
        if left < 0:
            break
    return chosen


@helper
def expand(tree: Tree, node: int, position: WiderPosition, side: int, proving: bool) -> bool:
    """Add the children of a node. Return True if there was room for them.

    With ``proving``, those that end the game get their value. There is also no room for more than ``MAX_CHOICES``
    children.
    """
    if position.is_over():
        return False
    first = end = tree.used[0]
    for move in position.moves():
        if end == tree.room or end == first + MAX_CHOICES:
            return False
        child = position.play(move)
        if proving and child.is_over():
            value = side * position.turn(child) * sign(child.utility())
            tree.add(end, move, value, value)
        else:
            tree.add(end, move, -1, 1)
        tree.rave.expect(end, position, move, -1 if node == ROOT else tree.move(node), side)
        end += 1
    if end == first:
        raise NoMoves
    tree.adopt(node, first, end)
    tree.used[0] = end
    return True


@helper
def prove(tree: Tree, depth: int) -> None:
    """Update the proven bounds of the path's nodes, the last node first, until the bounds of a node stay the same."""
    for ply in range(depth, -1, -1):
        node, side = tree.path[ply], tree.sides[ply]
        least = most = -side
        if side == NOBODY:  # an average lies between the least and the greatest of its outcomes
            least, most = MAX, -MAX
        for child in range(tree.first(node), tree.end(node)):
            if side == NOBODY:
                least = min(least, tree.least(child))
                most = max(most, tree.most(child))
            else:
                least = side * max(side * least, side * tree.least(child))
                most = side * max(side * most, side * tree.most(child))
        if least == tree.least(node) and most == tree.most(node):
            break
        tree.limit(node, least, most)


@helper
def random_game(position: WiderPosition, side: int, depth: int, tree: Tree, chance: Chance, trace: Trace) -> int:
    """Return the result for MAX of random moves from ``position``; a game too long for a search is a draw."""
    for ply in range(depth, MAX_DEPTH):
        if position.is_over():
            return side * sign(position.utility())
        move = random_move(position, tree.choices, chance)
        tree.rave.note(move, side)
        trace.play(ply + 1, move)
        child = position.play(move)
        side *= position.turn(child)
        position = child
    return 0


@helper
def sign(number: int) -> int:
    """Return 1, 0 or −1: the sign of a number."""
    if number > 0:
        return 1
    return -1 if number < 0 else 0
