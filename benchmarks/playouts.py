"""UCT: random games a second."""

from __future__ import annotations

from typing import Any, cast

from benchmarks.limit import limit
from benchmarks.peers import peer
from benchmarks.race import Contender, Work, allowed, on_cpu
from plyground import game
from plyground.core.random_numbers import new_chance
from plyground.searches.algorithms.mcts import play_out
from plyground.searches.best_first.mcts_tree import new_tree
from plyground.searches.best_first.tree_trace import Count
from plyground.searches.best_first.uct_search import EXPLORATION
from plyground.searches.tally import COUNTS, NODES, row
from plyground.searches.twin import twin

PLAYOUTS = 200_000
SEED = 7
GOAL = 1_000_000
"""Playouts a second."""


def grow() -> Contender:
    """Return the project's compiled UCT as a contender, with an empty tree each time."""
    start = game("connect_four").start

    function = cast(Any, twin(play_out, start, 0, 0.0, new_tree(1), new_chance(SEED), Count(row(COUNTS))))

    def work() -> int:
        counts = row(COUNTS)
        tree = new_tree(1 + (8 * PLAYOUTS * 32 >> 20))
        function(start, PLAYOUTS, EXPLORATION, tree, new_chance(SEED), Count(counts))
        return counts[NODES]

    return Contender("plyground", lambda: on_cpu(work))


def works(long: bool) -> list[Work]:
    """Return the work to measure. Only C uses the same random numbers, so only there the nodes are equal."""
    title = f"Connect Four, UCT, {PLAYOUTS:,} random playouts"
    others = [
        *peer("open_spiel", "OpenSpiel, C++", "spiel_uct", "connect_four", PLAYOUTS),
        allowed(PLAYOUTS, PLAYOUTS / GOAL, "a million a second"),
    ]
    return [
        Work(title, "positions", grow(), limit("uct", PLAYOUTS, EXPLORATION, SEED, needed=0.8)),
        Work(title, "positions", grow(), others, same_count=False),
    ]
