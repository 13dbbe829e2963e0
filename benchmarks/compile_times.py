"""CPU time to compile all that the page uses for one game: alpha-beta, the engine, UCT and the exact solver.

Each run is a process of its own with nothing compiled. It does not count the start of Python and the imports. Of each search it
counts a run that is as short as can be.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from benchmarks.race import Contender, Run, Work, allowed
from plyground import game, search
from plyground.games.loading import game as game_named
from plyground.searches.best_first.uct_search import uct
from plyground.searches.deepening import deepen
from plyground.searches.limit import Limit
from plyground.solvers.exact import Solver
from plyground.templates import TEMPLATES, path_of

GAMES = [
    ("mark", "Mark (the template)", 0.8),
    ("connect_four", "Connect Four", 0.8),
    ("kalah", "Kalah", 1.5),
    ("othello", "Othello", 1.5),
]
"""Names of games and of a template, with their titles and the seconds that compiling may take."""
SEARCHES: list[Callable[[Any], object]] = [
    lambda start: search(start, "alphabeta", depth=1, native=True),
    lambda start: deepen(start, Limit(nodes=1), native=True),
    lambda start: uct(start, playouts=1, native=True),
    lambda start: Solver(start, native=True),
]


def works(long: bool) -> list[Work]:
    """Return the work to measure."""
    return [
        Work(
            f"{title}: all that the page compiles",
            "searches",
            Contender("plyground", partial(_in_a_new_process, name)),
            [allowed(len(SEARCHES), most)],
        )
        for name, title, most in GAMES
    ]


def _in_a_new_process(name: str) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.compile_times", name],
            env={**os.environ, "XDG_CACHE_HOME": folder},
            check=True,
            capture_output=True,
            text=True,
        )
    return Run(*json.loads(done.stdout))


def _main(name: str) -> None:
    start = (game_named(str(path_of(name))) if name in TEMPLATES else game(name)).start
    import_module("plyground.native.code_generation")  # imported here, so that the import is not timed
    began = time.process_time()
    for run in SEARCHES:
        run(start)
    print(json.dumps([len(SEARCHES), time.process_time() - began]))


if __name__ == "__main__":
    _main(sys.argv[1])
