"""UCT: random games a second."""

from __future__ import annotations

from benchmarks.limit import limit
from benchmarks.peers import peer
from benchmarks.race import Contender, Work, allowed, on_cpu
from plyground import game
from plyground.search.chance import new_chance
from plyground.search.growth import Count
from plyground.search.native import twin
from plyground.search.playouts import play_out
from plyground.search.tally import COUNTS, VISITS, row
from plyground.search.tree import new_tree
from plyground.search.uct import EXPLORATION

PLAYOUTS = 200_000
SEED = 7
GOAL = 1_000_000
"""Playouts a second."""


def grow() -> Contender:
    """The project's UCT, compiled, from an empty tree each time."""
    start = game("connect_four").start

    def work() -> int:
        counts = row(COUNTS)
        tree = new_tree(1 + (8 * PLAYOUTS * 32 >> 20))
        function(start, PLAYOUTS, EXPLORATION, tree, new_chance(SEED), Count(counts))
        return counts[VISITS]

    function = twin(play_out, start, 0, 0.0, new_tree(1), new_chance(SEED), Count(row(COUNTS)))
    return Contender("plyground", lambda: on_cpu(work))


def works(long: bool) -> list[Work]:
    """What is measured: positions visited are equal where the random numbers are, in C."""
    title = f"Connect Four, UCT, {PLAYOUTS:,} random playouts"
    others = [
        *peer("open_spiel", "OpenSpiel, C++", "spiel_uct", "connect_four", PLAYOUTS),
        allowed(PLAYOUTS, PLAYOUTS / GOAL, "a million a second"),
    ]
    return [
        Work(title, "positions", grow(), limit("uct", PLAYOUTS, EXPLORATION, SEED)),
        Work(title, "positions", grow(), others, same_count=False),
    ]
