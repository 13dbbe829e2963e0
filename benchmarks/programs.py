"""Other programs: installed ones, and solvers that are built from their authors' sources where the reader has them.

The sources of a solver are in ``benchmarks/.peers``, or in the folder that an environment variable names::

    git clone https://github.com/abulmo/edax-reversi benchmarks/.peers/edax-reversi    # or EDAX_SOURCES=...
    git clone https://github.com/PascalPons/connect4 benchmarks/.peers/connect4        # or PONS_SOURCES=...

Without them, or without a compiler, their rows are left out.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import struct
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.peers import FOLDER
from benchmarks.race import Contender, Run

BUILT = Path(__file__).parent / "results"
EDAX_WEIGHTS = struct.pack("<IIIIId", 0x45444158, 0x4556414C, 3, 2, 5, 0)[:20] + bytes(8 + 2 * 114_364 * 61)
"""A file of Edax's evaluation weights, all of them 0."""
SCORE = re.compile(r"^ *\d+\| +\d+(?:@\d+%?)? +([+-]\d+) ", re.MULTILINE)
CPU = re.compile(r"\(cpu = +(\d+):([\d.]+)\)")


class Told(NamedTuple):
    """The output of a process, with the CPU time of all of it."""

    text: str
    seconds: float


def told(command: Sequence[str | Path], *, typed: str = "", folder: Path | None = None) -> Told:
    """Run a program to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, input=typed, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Told(done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


@cache
def _built(name: str, variable: str, folder: str, compiler: str, flags: str) -> Path | None:
    """Return a program after building it; None without its sources or a compiler."""
    sources = Path(os.environ.get(variable) or FOLDER / folder)
    if not sources.is_dir() or shutil.which(compiler) is None:
        print(f"{name} is left out: there is no {compiler}, or no {variable} and no benchmarks/.peers/{folder}.")
        return None
    BUILT.mkdir(exist_ok=True)
    program = BUILT / folder
    subprocess.run(f"{compiler} {flags} -o '{program}'", shell=True, check=True, cwd=sources)
    return program


def edax(problems: Sequence[str], scores: Sequence[int], needed: float, table_bits: int) -> list[Contender]:
    """Return Edax on positions of Othello, in CPU time as it tells it, which leaves out its start. It counts the right
    scores.

    ``table_bits`` is the logarithm of the entries of its table: a small one is quicker to clear, a large one serves hard
    problems. Its weights are not among its sources. It uses ``data/eval.dat`` there, else weights that are all 0.
    """
    flags = "-std=c2x -O3 -march=native -DNDEBUG -D_GNU_SOURCE=1 -DUNICODE src/all.c -lm -lpthread"
    program = _built("Edax", "EDAX_SOURCES", "edax-reversi", "gcc", flags)
    if program is None:
        return []
    weights = Path(os.environ.get("EDAX_SOURCES") or FOLDER / "edax-reversi") / "data" / "eval.dat"
    has_weights = weights.exists()
    if not has_weights:
        weights = BUILT / "edax_weights.dat"
        weights.write_bytes(EDAX_WEIGHTS)
    file = BUILT / "edax_problems.obf"

    def run() -> Run:
        file.write_text("".join(f"{problem}\n" for problem in problems))
        options = f"-n-tasks 1 -h {table_bits} -level 60 -book-usage off -eval-file".split()
        text = told([program.resolve(), "-solve", file.resolve(), *options, weights.resolve()], folder=BUILT).text
        right = sum(int(score) == known for score, known in zip(SCORE.findall(text), scores, strict=True))
        minutes, seconds = CPU.findall(text)[-1]
        return Run(right, 60 * int(minutes) + float(seconds))

    return [Contender("Edax (C)" if has_weights else "Edax (C), without its weights", run, needed)]


def pons(lines: Sequence[str]) -> list[Contender]:
    """Return P. Pons's solver on positions of Connect Four, its start included. It counts the right scores."""
    program = _built("Pons's solver", "PONS_SOURCES", "connect4", "g++", "-std=c++11 -O3 -march=native -DNDEBUG Solver.cpp main.cpp")  # fmt: skip
    if program is None:
        return []
    typed = "".join(f"{line.split()[0]}\n" for line in lines)

    def run() -> Run:
        answer = told([program.resolve()], typed=typed, folder=BUILT)
        return Run(
            sum(said == line for said, line in zip(answer.text.splitlines(), lines, strict=True)), answer.seconds
        )

    return [Contender("Pons's solver (C++), with its start", run)]


def stockfish(depth: int) -> list[Contender]:
    """Return Stockfish's own perft from the start, its process included; an empty list where it is not installed."""
    program = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if program is None:
        return []

    def run() -> Run:
        text, seconds = told([program, "go", "perft", str(depth)])
        return Run(int(text.partition("Nodes searched:")[2].split()[0]), seconds)

    return [Contender("Stockfish", run)]
