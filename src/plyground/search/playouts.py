"""Playouts: random games that grow a tree where they go well (Monte-Carlo tree search).

L. Kocsis, C. Szepesvári (2006), Bandit based Monte-Carlo planning, ECML, section 2; AIMA 6.4. What finished
games prove is kept beside the means: T. Cazenave, A. Saffidine (2010), Score bounded Monte-Carlo tree search.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from typing import Any

from plyground.errors import NoMoves
from plyground.position import MAX, helper
from plyground.search.chance import Chance
from plyground.search.scores import LONGEST
from plyground.search.tally import MOST_MOVES
from plyground.search.tree import ROOT, Tree


def play_out(position: Any, times: int, exploration: float, tree: Tree, chance: Chance, trace: Any) -> int:
    """Play ``times`` games from ``position``, the root of ``tree``; how many were played before it was solved.

    Each goes down the tree by UCB1, gives a leaf that was visited before its children (the root at once), plays
    random moves to the end, and adds the result, 1, 0 or −1 for MAX, to every node on its way, nowhere beyond
    what is proven there. Where the tree is full, leaves stay leaves.

    O(times · (plies of a game + children of the nodes on the way)).
    """
    for played in range(times):
        if tree.is_solved(ROOT):
            return played
        trace.begin()
        here, node, side, depth = position, ROOT, MAX, 0
        while True:
            tree.visit(node)
            tree.path[depth] = node
            tree.sides[depth] = side
            if tree.first(node) == 0 and (tree.visits(node) > 1 or node == ROOT) and expand(tree, node, here, side):
                trace.expand(depth, node)
                prove(tree, depth)
            if tree.is_solved(node) or tree.first(node) == 0 or depth == LONGEST:
                break
            node = favourite(tree, node, side, exploration)
            child = here.play(tree.move(node))
            side *= here.turn(child)
            here = child
            depth += 1
            trace.select(depth, node)
        result = (
            tree.least(node) if tree.is_solved(node) else random_game(here, side, depth, tree.choices, chance, trace)
        )
        for ply in range(depth, -1, -1):
            node = tree.path[ply]
            result = max(tree.least(node), min(tree.most(node), result))
            tree.reward(node, result)
            trace.backup(ply, node, result)
    return times


@helper
def favourite(tree: Tree, node: int, side: int, exploration: float) -> int:
    """The child to follow: the first that was never visited, else that of the greatest upper confidence bound.

    UCB1: the mean of its results, and the more on top the less it was visited. Passed over are children that
    are proven to be no better than what is proven for the side to move already.
    """
    chosen = 0
    greatest = -math.inf
    reach = exploration * math.sqrt(math.log(tree.visits(node)))
    sure = side * (tree.least(node) if side == MAX else tree.most(node))
    for child in range(tree.first(node), tree.end(node)):
        if side * (tree.most(child) if side == MAX else tree.least(child)) <= sure:
            continue
        visits = tree.visits(child)
        if visits == 0:
            return child
        bound = (side * tree.rewards(child) + reach * math.sqrt(visits)) / visits
        if bound > greatest:
            chosen = child
            greatest = bound
    return chosen


@helper
def expand(tree: Tree, node: int, position: Any, side: int) -> bool:
    """Give a node its children, those that end the game with their value; whether there was room for them.

    No room is also for more than ``MOST_MOVES``.
    """
    if position.is_over():
        return False
    first = end = tree.used[0]
    for move in position.moves():
        if end == tree.room or end == first + MOST_MOVES:
            return False
        child = position.play(move)
        if child.is_over():
            value = side * position.turn(child) * sign(child.utility())
            tree.add(end, move, value, value)
        else:
            tree.add(end, move, -1, 1)
        end += 1
    if end == first:
        raise NoMoves
    tree.adopt(node, first, end)
    tree.used[0] = end
    return True


@helper
def prove(tree: Tree, depth: int) -> None:
    """Carry what is proven of the children of the last node on the path up, as far as it tells something new."""
    for ply in range(depth, -1, -1):
        node, side = tree.path[ply], tree.sides[ply]
        least = most = -side
        for child in range(tree.first(node), tree.end(node)):
            least = side * max(side * least, side * tree.least(child))
            most = side * max(side * most, side * tree.most(child))
        if least == tree.least(node) and most == tree.most(node):
            break
        tree.limit(node, least, most)


@helper
def random_game(position: Any, side: int, depth: int, choices: MutableSequence[int], chance: Chance, trace: Any) -> int:
    """The result for MAX of random moves from ``position`` on; a game too long for a search is a draw."""
    for ply in range(depth, LONGEST):
        if position.is_over():
            return side * sign(position.utility())
        count = 0
        for move in position.moves():
            if count < MOST_MOVES:
                choices[count] = move
                count += 1
        if count == 0:
            raise NoMoves
        move = choices[chance.below(count)]
        trace.play(ply + 1, move)
        child = position.play(move)
        side *= position.turn(child)
        position = child
    return 0


@helper
def sign(number: int) -> int:
    """1, 0 or −1."""
    if number > 0:
        return 1
    return -1 if number < 0 else 0
