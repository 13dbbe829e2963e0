"""Call everything that can be compiled for the games named, or some of it for every game; print the answers, one JSON record.

A program of its own: whether a twin that comes from the disk runs well shows only in a fresh process. With
the argument ``some`` only some are made for the games named, with ``backwards`` all are made in the opposite order.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from plyground import compiled, learn
from plyground.conformance import Failure, Options, examine
from plyground.conformance.events import Perft
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.core.spec import Entry, write
from plyground.errors import SearchStopped, SpecError
from plyground.games import GAMES, game
from plyground.searches import (
    ALGORITHMS,
    Limit,
    Proof,
    Setting,
    deepen,
    engine,
    new_tally,
    proof_number,
    search,
    setting,
    uct,
)
from plyground.searches.best_first.puct_search import MASTERS, puct
from plyground.searches.tally import NODES, STOP
from plyground.solvers import sweep
from plyground.solvers.exact import exact
from plyground.solvers.layers import solution_plan
from plyground.solvers.layers.layered_solution import LayeredSolution
from plyground.solvers.layers.layered_table import LayeredTable
from plyground.solvers.perft import divide
from plyground.solvers.report import report
from plyground.solvers.retrograde import countable, solve
from plyground.solvers.sweep import Sweeper
from plyground.solvers.verify import verify

DEPTH = 3
MOST_POSITIONS = 100_000
MOST_NODES = 100_000
DOORS = {
    "plyground.conformance.measure",
    "plyground.conformance.twin_check",
    "plyground.entry.compiling",
    "plyground.learning.learn",
    "plyground.searches.deepening",
    "plyground.searches.run_search",
    "plyground.searches.best_first.prove",
    "plyground.searches.best_first.puct_search",
    "plyground.searches.best_first.uct_search",
    "plyground.solvers.exact",
    "plyground.solvers.layers.layer_worker",
    "plyground.solvers.layers.solution_plan",
    "plyground.solvers.perft",
    "plyground.solvers.report",
    "plyground.solvers.sweep",
}
"""The modules whose functions make twins; all of them are called here."""


NAMES = tuple(entry.name for entry in GAMES if game(entry.name).demands in Demand.TURNS)
"""The games that compiled searches master."""
LEARNED = ("tictactoe", "connect_four", "kalah")
"""The games whose evaluation is learned; others take longer, by the same texts."""
SOME = ("perft", "alphabeta", "deepen", "solve", "layers")
"""Entry points that are called for another size of a game, too: its twins have names from the same texts."""


def smaller(entry: Entry[Game]) -> Game:
    """Return the game with every number a little smaller, as far as allowed; the same game if it has no other size."""
    for less in range(1, 9):
        options: dict[str, Any] = {}
        for option in entry.options:
            default = option.default
            if isinstance(default, int):
                options[option.name] = max(int(option.least or 0), default - less)
        try:
            return game(write(entry.name, options))
        except SpecError:
            continue
    raise AssertionError(f"{entry.name} has no other size")


def of_games(names: Collection[str], are_all: bool) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield all or some calls for these games, and some for another size of each."""
    for name in names:
        each, other = game(name), smaller(GAMES[name])
        yield from (call for call in calls(each) if are_all or is_some(call))
        if other.name != each.name:
            yield from filter(is_some, calls(other))


def is_some(call: tuple[str, Callable[[], Any]]) -> bool:
    return call[0].split()[1] in SOME


def calls(each: Game) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield everything to call for a game, each with its name."""
    start: Any = each.start
    yield f"{each.name} perft", lambda: sum(divide(each, start, DEPTH, new_tally().counts, native=True).values())
    yield f"{each.name} compiled", lambda: compiled(sequences, start, 1)(start, 2)
    yield f"{each.name} check", lambda: checked(each)
    if each.name in LEARNED:
        yield f"{each.name} learn", lambda: learned(each)
    best = next(iter(each.evaluations.values()), None)
    for known in ALGORITHMS.values():
        if known.compiles and not (known.alone or known.for_each):
            chosen = setting(depth=DEPTH, evaluation=best)
            yield f"{each.name} {known.name}", partial(searched, start, known.name, chosen)
    for name, evaluation in (("none", None), *each.evaluations.items()):
        if evaluation is not best:
            chosen = setting(depth=DEPTH, evaluation=evaluation)
            yield f"{each.name} evaluation {name}", partial(searched, start, "alphabeta", chosen)
    yield (
        f"{each.name} deepen",
        lambda: told(deepen(start, Limit(depth=DEPTH), engine(start, best, loops=each.facts.loops), native=True)),
    )
    end = near_the_end(start)
    yield f"{each.name} uct", lambda: list(uct(start, playouts=50, seed=1, native=True).moves)
    if best is not None and each.demands in MASTERS:
        yield f"{each.name} puct", lambda: list(puct(start, best, float(best.win), playouts=50, native=True).moves)
    yield f"{each.name} proof-number", lambda: counted(proof_number(end, native=True))
    if not each.facts.loops:  # a search to the end has none where positions can repeat
        yield f"{each.name} exact", lambda: proven(end)

    if countable(start) and start.period() < MOST_POSITIONS:
        yield f"{each.name} solve", lambda: solved(start)
        yield f"{each.name} layers", lambda: solved_on_disk(each)


def sequences(position: Any, plies: int) -> int:
    """Return the number of sequences of so many moves."""
    if plies == 0 or position.is_over():
        return 1
    total = 0
    for move in position.moves():
        total += sequences(position.play(move), plies - 1)
    return total


def learned(each: Game) -> str:
    """Return the digest of an evaluation that was learned from a few games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "few.weights")
        learn(each, games=6, seed=1).write(path)
        return sha256(path.read_bytes()).hexdigest()


def solved(start: Any) -> list[Any]:
    """Return the report on the solved game, and the number of errors that its verification finds."""
    sweeper = Sweeper(threads=2)
    found = solve(start, sweeper)
    return [report(found, sweeper), verify(found, sweeper)]


def solved_on_disk(each: Game) -> list[Any]:
    """Return the counts of the plan for a solution by layers, and of that solution."""
    planned = solution_plan.plan(each)
    with tempfile.TemporaryDirectory() as folder:
        LayeredSolution(folder, each).run(jobs=1)
        found = LayeredTable(Path(folder)).report()
    return [planned.positions, planned.largest, found.terminal, found.win, found.draw, found.loss, found.start.utility]


def checked(each: Game) -> list[str]:
    """Return the findings of the conformance test, with the counts that are surely done in time."""
    found = examine(each, Options(games=1, positions=0, native=True, measured=True))
    return [
        str(event) for event in found if isinstance(event, Failure) or (isinstance(event, Perft) and event.depth < 3)
    ]


def near_the_end(start: Any) -> Any:
    """Return a position some plies before the end of a random game."""
    chance = random.Random(1)
    line = [start]
    while not line[-1].is_over():
        line.append(line[-1].play(chance.choice(list(line[-1].moves()))))
    return line[max(0, len(line) - 7)]


def proven(end: Any) -> Any:
    """Return the exact answer; the number of nodes if the search is too long, as a random game may end far from best
    play.
    """
    tally = new_tally()
    tally.counts[STOP] = MOST_NODES
    try:
        return told(exact(end, native=True, memory_mb=1, tally=tally))
    except SearchStopped:
        return tally.counts[NODES]


def searched(start: Any, name: str, chosen: Setting) -> list[Any]:
    """Return the parts of the result of a compiled search on which two runs must agree."""
    return told(search(start, name, chosen, native=True))


def told(found: Any) -> list[Any]:
    """Return the parts of a result on which two runs must agree."""
    return [found.move, found.value, list(found.line), found.nodes]


def counted(found: Proof) -> list[Any]:
    """Return the parts of a proof on which two runs must agree."""
    return [found.value, found.move, found.size, found.nodes]


if __name__ == "__main__":
    sweep.PLAIN_NUMBERS = 0  # the smallest table, too, is solved by twins
    solution_plan.MAX_COUNTED = 0  # even the smallest game's numbers are drawn
    named = [name for name in sys.argv[1:] if name in NAMES]
    todo = list(of_games(named or NAMES, bool(named) and "some" not in sys.argv))
    if "backwards" in sys.argv:
        todo.reverse()
    print(json.dumps(dict(sorted((name, call()) for name, call in todo))))
