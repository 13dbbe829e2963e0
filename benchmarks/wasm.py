"""WebAssembly beside native code: the same searches, in turns, in one run. ``python -m benchmarks.wasm`` writes a table.

The twins run in Pyodide under Node, which ``npm install`` brings. Times are CPU times, the best of many.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from plyground import deepen, exact, game, perft, search, uct
from plyground.native.compiler import recorded
from plyground.native.targets.target import WASM32
from plyground.searches.engine_setting import engine
from plyground.searches.limit import Limit
from plyground.searches.search_setting import setting

ROOT = Path(__file__).parents[1]
PYODIDE = ROOT / "node_modules" / "pyodide"
SCRIPT = ROOT / "tests" / "support" / "twins_in_node.mjs"
TURN_S, RUNS, TURNS = 1.0, 60, 3
"""Seconds and most runs of a turn, and turns of each program."""

Work = Callable[[], Any]


def _searched(text: str, algorithm: str, depth: int) -> Work:
    start = game(text).start
    evaluation = next(iter(game(text).evaluations.values()), None)
    return partial(search, start, algorithm, setting(depth=depth, evaluation=evaluation), native=True)


def _counted(text: str, depth: int) -> Work:
    return partial(perft, game(text).start, depth, native=True)


def _played_out(text: str, playouts: int) -> Work:
    return partial(uct, game(text).start, playouts=playouts, seed=1, native=True)


def _engine(text: str, nodes: int) -> Work:
    start = game(text).start
    evaluation = next(iter(game(text).evaluations.values()))
    return lambda: deepen(start, Limit(nodes=nodes), engine(start, evaluation=evaluation), native=True)


def _solved(text: str, plies: int) -> Work:
    chance, position = random.Random(3), game(text).start
    for _ply in range(plies):
        position = position.play(chance.choice(list(position.moves())))
    return partial(exact, position, native=True)


def _solved_line(moves: str) -> Work:
    position = game("connect_four").start
    for column in moves:
        position = position.play(int(column) - 1)
    return partial(exact, position, native=True)


WORKS: dict[str, Callable[[], Work]] = {
    "Chess, perft 4": partial(_counted, "chess", 4),
    "Connect Four, perft 8": partial(_counted, "connect_four", 8),
    "Othello, perft 7": partial(_counted, "othello", 7),
    "Tic-tac-toe, minimax": partial(_searched, "tictactoe", "minimax", 9),
    "Connect Four, alpha-beta to depth 9": partial(_searched, "connect_four", "alphabeta", 9),
    "Chess, engine, 30,000 nodes": partial(_engine, "chess", 30_000),
    "English draughts, alpha-beta to depth 8": partial(_searched, "english_draughts", "alphabeta", 8),
    "Kalah, alpha-beta to depth 8": partial(_searched, "kalah", "alphabeta", 8),
    "Connect Four, UCT, 1,000 playouts": partial(_played_out, "connect_four", 1000),
    "Go, 9 × 9, UCT, 100 playouts": partial(_played_out, "go:size=9", 100),
    "Dame, minimax to depth 5": partial(_searched, "dame", "minimax", 5),
    "Connect Four, exact, 28 cells empty": partial(_solved_line, "44444432735355"),
    "Backgammon, expectiminimax to depth 1": partial(_searched, "backgammon", "expectiminimax", 1),
    "Othello, exact, 10 cells empty": partial(_solved, "othello", 50),
    "Connect Four, UCT, 20,000 playouts": partial(_played_out, "connect_four", 20_000),
    "Go, 9 × 9, UCT, 2,000 playouts": partial(_played_out, "go:size=9", 2000),
}


def best(work: Work, cpu: Callable[[], float]) -> float:
    """Return the least CPU time of many runs, in milliseconds."""
    work()
    found: list[float] = []
    began = time.perf_counter()
    while len(found) < 3 or (time.perf_counter() - began < TURN_S and len(found) < RUNS):
        before = cpu()
        work()
        found.append(1000 * (cpu() - before))
    return min(found)


def serve() -> None:
    """Read the names of works, and write the best time of each: the part of Pyodide."""
    cpu_seconds = import_module("js").cpuSeconds
    made: dict[str, Work] = {}
    for line in sys.stdin:
        name = line.strip()
        made[name] = made.get(name) or WORKS[name]()
        print(best(made[name], cpu_seconds), flush=True)


def main() -> None:
    """Write the table to standard output."""
    names = [name for name in WORKS if not sys.argv[1:] or name.startswith(tuple(sys.argv[1:]))]
    with tempfile.TemporaryDirectory() as folder:
        works = {}
        with recorded() as twins:
            for name in names:
                works[name] = WORKS[name]()
                works[name]()
        for twin in twins:
            twin.keep_for(WASM32, Path(folder))
        program = Path(folder, "program.py")
        program.write_text("import benchmarks.wasm; benchmarks.wasm.serve()")
        command = [
            "node",
            "--stack-size=8000",
            str(SCRIPT),
            str(PYODIDE),
            f"{ROOT / 'src'}:{ROOT}",
            folder,
            str(program),
        ]
        node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert node.stdin is not None and node.stdout is not None
        print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}\n", flush=True)
        print("| work | native | WebAssembly | ratio |\n|---|--:|--:|--:|", flush=True)
        for name in names:
            native, wasm = [], []
            for _turn in range(TURNS):
                native.append(best(works[name], time.process_time))
                node.stdin.write(f"{name}\n")
                node.stdin.flush()
                wasm.append(float(node.stdout.readline()))
            one, other = min(native), min(wasm)
            print(f"| {name} | {one:.3g} ms | {other:.3g} ms | {other / one:.2f} |", flush=True)
        node.stdin.close()
        node.wait()


if __name__ == "__main__":
    main()
