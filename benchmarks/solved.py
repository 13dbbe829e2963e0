"""The table of docs/solved.md: ``python -m benchmarks.solved`` solves anew what takes seconds, with ``--long`` all of it.

``python -m benchmarks.solved dodgem:size=4`` solves some of the games. Rows of games that are not solved stay.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import NamedTuple

from plyground import game
from plyground.solvers.exact import exact
from plyground.solvers.forward import solve as solve_forwards
from plyground.solvers.report import Report, report, report_of_values
from plyground.solvers.retrograde import countable
from plyground.solvers.retrograde import solve as solve_backwards
from plyground.solvers.sweep import Sweeper

PAGE = Path(__file__).parent.parent / "docs" / "solved.md"
MOST = 3_000_000
"""Positions of a game without numbers."""


class Known(NamedTuple):
    """A game of the list."""

    text: str
    published: str = ""  # published value and its author (the notes stand below the table)
    long: bool = False  # True if it takes more than some seconds
    counted: bool = True  # False: only the value is proven, by forward search with a table
    note: str = ""


GAMES = [
    Known("tictactoe", "draw, 5,478 positions ¹"),
    Known("mnk:width=4,height=3,k=3", "won ²", long=True),
    Known("mnk:width=4,height=4,k=3", "won ²", long=True),
    Known("mnk:width=4,height=4,k=4", "draw ²", long=True),
    Known("connect_four:width=4,height=4", "draw ³", long=True),
    Known("connect_four:width=5,height=4", "draw ³", long=True),
    Known("connect_four:width=5,height=5", "draw ³", long=True, counted=False),
    Known("othello:size=4", "lost ⁴", long=True, note=" ⁵"),
    Known("dame:size=3"),
    Known("dame:size=3,directions=4"),
    Known("dame", "draw, longest win 7 ⁶", long=True),
    Known("dame:directions=4", long=True),
    Known("dodgem", "won ⁷"),
    Known("dodgem:size=4", "draw ⁸", long=True),
    Known("breakthrough:width=3,height=4", long=True),
    Known("domineering:width=4,height=3", "lost ¹¹", long=True),
    Known("hex:size=3", "won ¹²", long=True),
    Known("kalah:pits=2,seeds=2", "lost ¹³"),
    Known("nim", "won ⁹"),
    Known("nim:heaps=1-3-5-7", "lost ⁹"),
    Known("nim:heaps=1-3-5-7,play=misere", "lost ⁹"),
    Known("subtraction", "won ¹⁰"),
]


def solved(text: str) -> Report:
    """Return the report of ``plyground solve`` for a game."""
    start = game(text).start
    sweeper = Sweeper(os.cpu_count() or 1)
    if countable(start):
        return report(solve_backwards(start, sweeper), sweeper)
    return report_of_values(start, solve_forwards(start, MOST))


def words(utility: int, distance: int | None = None) -> str:
    """Return the value of the start in words."""
    word = ("draw", "won", "lost")[(utility > 0) - (utility < 0)]
    return word if distance is None else f"{word} in {distance}"


def row(known: Known) -> str:
    """Solve a game again. Return its line of the table."""
    if known.counted:
        found = solved(known.text)
        numbers = [f"{number:,}" for number in (*found[:6], found.longest_win)]
        value = words(*found.start)
    else:
        numbers = ["–"] * 7
        value = words(exact(game(known.text), weak=True, native=True).value)
    return f"| `{known.text}`{known.note} | {' | '.join(numbers)} | {value} | {known.published} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solved", description=__doc__)
    parser.add_argument("games", nargs="*", help="only these")
    parser.add_argument("--long", action="store_true", help="those of minutes, too")
    chosen = parser.parse_args()
    page = PAGE.read_text()
    rows = {line.split("`")[1]: line for line in re.findall(r"^\| `.*$", page, re.MULTILINE)}
    head, rule = re.findall(r"^\| game .*\n\|---.*$", page, re.MULTILINE)[0].split("\n")
    for known in GAMES:
        if known.text in chosen.games or (not chosen.games and (chosen.long or not known.long)):
            print(known.text, "...", flush=True)
            rows[known.text] = row(known)
    before, _rest = page.split(f"{head}\n{rule}\n")
    after = re.split(r"^\| `.*\n(?!\|)", page, flags=re.MULTILINE)[-1]
    lines = [rows[known.text] for known in GAMES if known.text in rows]
    PAGE.write_text("\n".join([f"{before}{head}", rule, *lines, after]))


if __name__ == "__main__":
    main()
