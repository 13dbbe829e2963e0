"""The bench signature: how many positions fixed searches visit, one number a line in ``signature.csv``.

A change that is to make things faster leaves these numbers as they are; one that changes them changes what a
search does, and says so by changing the file: ``python -m benchmarks.signature`` writes it anew. Numbers whose
source is not this project are published truth, and are never written, only checked.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from plyground import game, search, setting, uct
from plyground.searches import PRESETS, Limit, deepen
from plyground.searches.tally import NODES, new_tally
from plyground.solvers.exact import exact
from plyground.solvers.perft import divide

FILE = Path(__file__).with_name("signature.csv")
OURS = "plyground"
"""The source of numbers that tell only that nothing has changed."""


class Line(NamedTuple):
    """One line of the file."""

    game: str
    position: str  # position in the game's notation; "" = the start
    work: str
    nodes: int
    source: str


def _search(name: str, **choices: object) -> Callable[[Any, Any, bool], int]:
    chosen = setting(**choices)  # type: ignore[arg-type]
    return lambda game, position, native: search(position, name, chosen, native=native).nodes


def _perft(depth: int) -> Callable[[Any, Any, bool], int]:
    def count(game: Any, position: Any, native: bool) -> int:
        counts = new_tally().counts
        divide(game, position, depth, counts, native=native)
        return counts[NODES]

    return count


WORKS: dict[str, Callable[..., int]] = {
    "minimax": _search("minimax"),
    "alphabeta": _search("alphabeta"),
    "alphabeta, alpha > beta": _search("alphabeta", convention=PRESETS["cs188"]),
    "alphabeta, level scores": _search("alphabeta", scores="level"),
    "static-cutoff": _search("static-cutoff"),
    "alphabeta to depth 5": _search("alphabeta", depth=5),
    "alphabeta to depth 10": _search("alphabeta", depth=10),
    "perft 4": _perft(4),
    "deepened to depth 5": lambda game, position, native: deepen(position, Limit(depth=5), native=native).nodes,
    "exact": lambda game, position, native: exact(position, memory_mb=1, native=native).nodes,
    "uct, 300 playouts, seed 7": lambda game, position, native: (
        uct(position, playouts=300, seed=7, native=native).nodes
    ),
}
"""Tasks by their name in the file. Each takes a game, a position and True for compiled, and returns the positions visited."""


def lines() -> Iterator[Line]:
    """Yield the lines of the file."""
    with FILE.open(newline="") as file:
        for row in csv.DictReader(file):
            yield Line(row["game"], row["position"], row["work"], int(row["nodes"]), row["source"])


def nodes(line: Line, *, native: bool) -> int:
    """Return the number of positions that the work of a line looks at now."""
    known = game(line.game)
    position = known.notation.parse(line.position) if line.position else known.start
    return WORKS[line.work](known, position, native)


def main() -> None:
    """Write the file anew, but for what is published."""
    now = [line._replace(nodes=nodes(line, native=False)) for line in lines()]
    changed = [(old, new) for old, new in zip(lines(), now, strict=True) if old != new]
    for old, new in changed:
        print(f"{old.game} {old.position} {old.work}: {old.nodes} -> {new.nodes}")
        if old.source != OURS:
            sys.exit(f"This number is published ({old.source}): the search is wrong, not the number.")
    with FILE.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Line._fields)
        writer.writerows(now)


if __name__ == "__main__":
    main()
