"""Perft: rules alone, without a search."""

from __future__ import annotations

from typing import Any

from benchmarks.limit import limit
from benchmarks.peers import peer
from benchmarks.race import Contender, Work, on_cpu
from plyground import game
from plyground.searches.tally import COUNTS, row
from plyground.searches.twin import twin
from plyground.solvers.perft import perft

SPIEL_DEPTH = {"connect_four": 7, "othello": 6}
"""Depth of the counts by OpenSpiel, whose states Python must visit one by one."""


def count(name: str, depth: int) -> Contender:
    """Return the project's compiled perft as a contender."""
    known = game(name)
    arguments = (known.start, depth, int(known.facts.ended_count), row(COUNTS))
    function = twin(perft, *arguments)
    return Contender("plyground", lambda: on_cpu(lambda: function(*arguments)))


def works(long: bool) -> list[Work]:
    """Return the work to measure."""
    four: Any
    othello: Any
    four, othello = game("connect_four").start, game("othello").start
    natives = {
        "connect_four": limit("perft_connect_four", four.own, four.filled, 10, needed=0.8, result=True),
        "othello": limit("perft_othello", othello.own, othello.other, 9, needed=1.0, result=True),
    }
    found = []
    for name, title, depth in (("connect_four", "Connect Four", 10), ("othello", "Othello", 9)):
        less = SPIEL_DEPTH[name]
        spiel = peer("open_spiel", "OpenSpiel, Python", "spiel_perft", name, less)
        found.append(Work(f"{title}, perft {depth}", "sequences", count(name, depth), natives[name]))
        found.append(Work(f"{title}, perft {less}", "sequences", count(name, less), spiel))
    return found
