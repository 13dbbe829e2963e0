"""Waiting time of a person for a whole command, by the clock, with a compiled twin in the cache and without.

Python's byte code is there in both cases, because pip writes it when it installs a package.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

from benchmarks.race import Contender, Run, Work, allowed

COMMAND = ["-m", "plyground", "search", "connect_four", "--depth", "10", "--convention", "aima", "--json"]
WARM, COLD = 0.35, 1.05
"""Seconds that it may take."""


def _start(cache: str, byte_code: str) -> Run:
    """Run the command with these two folders. It counts the nodes."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *COMMAND],
        env={**usual, "XDG_CACHE_HOME": cache, "PYTHONPYCACHEPREFIX": byte_code},
        check=True,
        capture_output=True,
        text=True,
    )
    return Run(json.loads(done.stdout)["nodes"], time.perf_counter() - started)


def works(long: bool) -> list[Work]:
    """Return the work to measure. Each cold start has a new cache folder."""
    kept, byte_code = tempfile.TemporaryDirectory(), tempfile.TemporaryDirectory()

    def warm() -> Run:
        return _start(kept.name, byte_code.name)

    def cold() -> Run:
        with tempfile.TemporaryDirectory() as folder:
            return _start(folder, byte_code.name)

    nodes = warm().count
    command = "plyground search connect_four --depth 10 --convention aima"
    return [
        Work(f"{command}, clock time", "positions", Contender("plyground", warm), [allowed(nodes, WARM)]),
        Work(
            f"{command}, clock time, nothing compiled yet",
            "positions",
            Contender("plyground", cold),
            [allowed(nodes, COLD)],
        ),
    ]
