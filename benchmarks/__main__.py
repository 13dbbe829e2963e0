"""``make bench``: how fast each search runs as plain Python and as its native twin, side by side."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from plyground import game, search, setting
from plyground.search import PRESETS, Result

REPEATS = 3
WORK = [
    ("tictactoe", "minimax", {}),
    ("tictactoe", "static-cutoff", {}),
    ("tictactoe", "alphabeta", {}),
    ("tictactoe", "alphabeta", {"convention": PRESETS["cs188"]}),
    ("mnk:width=4,height=3,k=3", "alphabeta", {"depth": 9}),
    ("mnk:width=5,height=5,k=4", "alphabeta", {"depth": 6}),
    ("connect_four", "alphabeta", {"depth": 10}),
    ("othello", "alphabeta", {"depth": 8}),
]


def best(text: str, name: str, choices: dict[str, object], native: bool) -> Result:
    """The fastest of some runs: the others waited for something else."""
    runs = [search(game(text).start, name, setting(**choices), native=native) for _again in range(REPEATS)]  # type: ignore[arg-type]
    return min(runs, key=lambda result: result.seconds)


def main() -> None:
    table = Table("game", "search", "visits", "plain, visits/s", "native, visits/s", "native : plain")
    for column in table.columns[2:]:
        column.justify = "right"
    rows = []
    for text, name, choices in WORK:
        plain, native = (best(text, name, choices, native) for native in (False, True))
        if plain.visits != native.visits:
            sys.exit(f"{text} {name}: the native twin visits {native.visits} positions, the text {plain.visits}")
        ratio = plain.seconds / native.seconds
        speeds = [result.visits / result.seconds for result in (plain, native)]
        label = " ".join([name, *(f"{key}={value}" for key, value in choices.items() if key == "depth")])
        if "convention" in choices:
            label += " (alpha > beta)"
        table.add_row(text, label, f"{plain.visits:,}", *(f"{speed:,.0f}" for speed in speeds), f"{ratio:,.0f}")
        rows.append({"game": text, "search": label, "visits": plain.visits, "plain": speeds[0], "native": speeds[1]})
    Console(width=110).print(table)
    results = Path(__file__).parent / "results"
    results.mkdir(exist_ok=True)
    (results / "search.json").write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
