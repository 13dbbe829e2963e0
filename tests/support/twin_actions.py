"""Searches and solvers of games, each with limits in depth, nodes or playouts, so that every machine gives the same answers."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

from plyground import deepen, exact, game, perft, proof_number, search, solve, uct
from plyground.errors import PlygroundError
from plyground.native.targets.target import BROWSER_TWINS
from plyground.searches.engine_setting import engine
from plyground.searches.limit import Limit
from plyground.searches.registry import ALGORITHMS
from plyground.searches.search_setting import setting

GAMES = {
    "backgammon": (2, 1), "breakthrough": (4, 4), "chess": (3, 3), "connect_four": (7, 8),
    "dame": (5, 6), "dodgem": (5, 6), "domineering": (3, 4), "english_draughts": (6, 7), "go:size=9": (3, 2),
    "hex:size=5": (3, 4), "international_draughts": (5, 5), "kalah": (5, 6), "kuhn": (3, 3), "mnk:width=5,height=5,k=4": (3, 4),
    "nim": (3, 6), "othello": (6, 5), "pig": (3, 4), "subtraction": (6, 20), "three": (4, 5), "tictactoe": (9, 9),
}  # fmt: skip
"""The plies of perft and of searches for each game."""
EXPENSIVE = {"minimax": 4, "expectiminimax": 3, "star1": 3, "star2": 3, "max-n": 3}
"""Most plies of searches without cut-offs, or with chance."""
ENDINGS = {
    "breakthrough": 60, "connect_four": 26, "domineering": 20, "hex:size=4": 2, "kalah": 30, "nim": 0, "othello": 50,
    "mnk:width=4,height=3,k=3": 0, "tictactoe": 0,
}  # fmt: skip
"""The number of random moves before a position is solved."""
ENGINE_NODES, PLAYOUTS = 20_000, 100

SOLVED = ("dodgem", "mnk:width=3,height=3,k=3", "nim", "subtraction", "tictactoe")
"""Games whose positions have numbers, so that compiled sweeps solve them."""
PROVEN = ("breakthrough", "connect_four", "tictactoe")
"""Games of which proof-number search is asked a question about a later position."""
UNTOLD = ("seconds", "position")
"""Fields of results that differ from run to run."""

Action = Callable[[], Any]


def later(text: str, plies: int) -> Any:
    """Return a position after some random moves."""
    chance, position = random.Random(3), game(text).start
    for _ply in range(plies):
        if position.is_over():
            break
        position = position.play(chance.choice(list(position.moves())))
    return position


def actions(text: str, plies: tuple[int, int] = (3, 3)) -> Iterator[tuple[str, Action]]:
    """Yield the searches and solvers of a game, each with its name."""
    known = game(text)
    start: Any = known.start
    evaluation = next(iter(known.evaluations.values()), None)
    yield "perft", partial(perft, known, plies[0], native=True)
    for name in ALGORITHMS:
        asked = setting(depth=min(plies[1], EXPENSIVE.get(name, plies[1])), evaluation=evaluation)
        yield name, partial(search, start, name, asked, native=True)
    memory = engine(start, evaluation=evaluation) if evaluation else None
    yield "engine", partial(deepen, start, Limit(nodes=ENGINE_NODES), memory, native=True)
    yield "uct", partial(uct, start, playouts=PLAYOUTS, seed=1, native=True)
    yield "uct with a limit of nodes", partial(uct, start, nodes=ENGINE_NODES, seed=1, native=True)
    if text in ENDINGS:
        yield "exact", lambda: exact(later(text, ENDINGS[text]), native=True)
    if text in PROVEN:
        yield "proof-number", lambda: proof_number(later(text, ENDINGS[text]), native=True)
    if text in SOLVED:
        yield "solve", lambda: solve(text, threads=1, native=True)[start]


def outcomes(asked: dict[str, tuple[int, int]], only: Sequence[str] = ()) -> dict[str, str]:
    """Return the answer of each search and solver of some games, or the name of its error; ``only`` names some of
    them.
    """
    found = {}
    for text, plies in asked.items():
        for name, action in actions(text, plies):
            if not only or name in only:
                found[f"{text} {name}"] = _outcome(action)
    return found


def _outcome(action: Action) -> str:
    try:
        answer = action()
    except PlygroundError as error:
        return type(error).__name__
    if is_dataclass(answer):
        return repr({each.name: getattr(answer, each.name) for each in fields(answer) if each.name not in UNTOLD})
    return repr(answer)


def run_in_browser() -> None:
    """Write the outcomes that the file ``asked.json`` asks for to ``found.json``, both in the folder of the twins."""
    os.chdir(BROWSER_TWINS)
    asked = json.loads((BROWSER_TWINS / "asked.json").read_text())
    found = outcomes({text: tuple(plies) for text, plies in asked["games"].items()}, asked["only"])
    (BROWSER_TWINS / "found.json").write_text(json.dumps(found))
