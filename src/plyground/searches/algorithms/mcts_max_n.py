"""Monte-Carlo tree search for any number of players, each of which maximises its own utility.

N. R. Sturtevant (2008), An analysis of UCT in multi-player games, Computers and Games, section 3: max^n with UCB1.
"""

from __future__ import annotations

from plyground.core.authoring.marked_rules import helper
from plyground.core.position import MAX, WiderPosition
from plyground.core.random_numbers import Chance
from plyground.searches.algorithms.mcts import expand, favourite, outcome
from plyground.searches.best_first.mcts_tree import ROOT, Tree
from plyground.searches.best_first.tree_trace import Trace
from plyground.searches.chance_moves import random_move
from plyground.searches.scores import MAX_DEPTH


def play_out_each(
    position: WiderPosition, times: int, exploration: float, tree: Tree, chance: Chance, trace: Trace
) -> int:
    """Play ``times`` games from ``position``, the root of ``tree``. Return ``times``.

    It is :func:`plyground.searches.algorithms.mcts.play_out` without proofs. A node keeps the results of one player:
    the player who chose the node's move, or the player to move at the root. A result is the distance of a utility from
    the middle of the game's bounds, doubled to be whole; a game too long for a search counts 0. Chance nodes count for
    player 0.

    O(times · (plies of a game + children of the nodes on the path)).
    """
    least, most = position.bounds()
    for _played in range(times):
        trace.begin()
        here, node, depth = position, ROOT, 0
        tree.sides[0] = max(position.to_move(), 0)
        while True:
            tree.visit(node)
            tree.path[depth] = node
            if tree.is_ready(node) and expand(tree, node, here, MAX, proving=False):
                trace.expand(depth, node)
            if tree.first(node) == 0 or depth == MAX_DEPTH:
                break
            node = outcome(tree, node, here, chance) if here.is_chance() else favourite(tree, node, MAX, exploration)
            depth += 1
            tree.sides[depth] = max(here.to_move(), 0)
            here = here.play(tree.move(node))
            trace.select(depth, node)
        end = random_end(here.sketch(), depth, tree, chance, trace)
        for ply in range(depth, -1, -1):
            node = tree.path[ply]
            result = 2 * end.utilities()[tree.sides[ply]] - least - most if end.is_over() else 0
            tree.reward(node, result)
            trace.backup(ply, node, result)
    return times


@helper
def random_end(position: WiderPosition, depth: int, tree: Tree, chance: Chance, trace: Trace) -> WiderPosition:
    """Return the last position of random moves from ``position``: the end of the game, or the position at the greatest
    depth of a search.
    """
    for ply in range(depth, MAX_DEPTH):
        if position.is_over():
            return position
        move = random_move(position, tree.choices, chance)
        trace.play(ply + 1, move)
        position = position.play(move)
    return position
