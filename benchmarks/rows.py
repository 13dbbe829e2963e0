"""Games on rows of cells: perft of the same texts, compiled, in Python and in C."""

from __future__ import annotations

from typing import Any

from benchmarks.limit import limit
from benchmarks.race import Contender, Work, on_cpu
from benchmarks.row_games import Konane, Treblecross, Ultimate
from plyground.games.loading import game as game_named
from plyground.searches.tally import COUNTS, row
from plyground.searches.twin import twin
from plyground.solvers.perft import perft
from plyground.templates import path_of

GAMES: tuple[tuple[str, str, Any, int, int], ...] = (
    ("mark", "Mark (the template)", game_named(str(path_of("mark"))).start, 7, 5),
    ("treblecross", "Treblecross", Treblecross(), 7, 4),
    ("konane", "Konane, 6 × 6", Konane(), 8, 5),
    ("ultimate", "Ultimate tic-tac-toe", Ultimate(), 6, 3),
)
"""C's function, the title, the start, the depth, and that for plain Python."""


def counting(start: Any, depth: int, name: str, *, native: bool, needed: float | None = None) -> Contender:
    """Perft as it stands, or compiled."""
    arguments = (start, depth, 0, row(COUNTS))
    function = twin(perft, *arguments) if native else perft
    return Contender(name, lambda: on_cpu(lambda: function(*arguments)), needed)


def works(long: bool) -> list[Work]:
    """Return the works to measure."""
    found = []
    for name, title, start, depth, shallow in GAMES:
        ours = counting(start, depth, "plyground", native=True)
        beside = limit(f"perft_{name}", depth, needed=0.8, result=True)
        found.append(Work(f"{title}, perft {depth}", "sequences", ours, beside))
        few = counting(start, shallow, "plyground", native=True)
        text = counting(start, shallow, "its text in Python", native=False, needed=80)
        found.append(Work(f"{title}, perft {shallow}", "sequences", few, [text]))
    return found
