"""Offers: the bots that can play a game and answer within seconds, with the depth at which they can."""

from __future__ import annotations

import math
import random
from itertools import accumulate, islice
from typing import Any, NamedTuple

from plyground.bots.bot_protocol import Bot
from plyground.bots.bot_registry import bot, bots_of
from plyground.bots.table_bot import is_soon_solved
from plyground.core.checked_arguments import checked
from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition
from plyground.core.random_game import random_game
from plyground.core.spec import Entry, write
from plyground.errors import SearchError
from plyground.games.loading import game as game_named
from plyground.games.remote.remote_rules import apart
from plyground.solvers.walk import children_first, successors

MAX_WALKED_POSITIONS = 6000
"""Most positions of a game tree that is counted completely, in a fifth of a second."""
MAX_GUESSED_TREE = 1e12
"""Estimated size of a tree, in positions, above which it is not counted."""
MAX_NODES = 600_000
"""Most nodes of a search to the end of the game in plain Python: some seconds. Minimax of tic-tac-toe takes
549,946.
"""
MAX_LIMITED_NODES = 20_000
"""Most nodes of a depth-limited search; its evaluations take time too."""
VISITED_PARTS = {"minimax": 1.0, "static-cutoff": 1.0, "expectiminimax": 1.0, "max-n": 1.0}
"""Exponent of each search: of a tree with N positions it visits about N to this power."""
CUT_PART = 0.75
"""Exponent of searches with cut-offs: alpha-beta visits 18,297 of 549,946 positions of tic-tac-toe."""
MAX_OFFERED_DEPTH = 20
"""Greatest depth that is offered, in plies."""
SAMPLED_GAMES, MAX_SAMPLED_PLIES = 5, 100
"""Random games and their greatest number of plies, from which the usual number of moves is estimated."""


class Offer(NamedTuple):
    """A bot that can play a game within seconds."""

    entry: Entry[Bot]
    bot: Bot
    spec: str  # spec text, such as ``minimax:depth=5``


class TreeSize(NamedTuple):
    """The size of a game's tree: exact for a small game, else estimated."""

    whole: int | None  # positions of the complete tree; None if the game is too large
    to_depth: tuple[int, ...]  # positions within 1, 2, ... plies; the larger numbers are estimates


@checked
def offered_bots(game: Game | str) -> list[Offer]:
    """Return the bots that can play ``game`` and answer within seconds.

    A search that cannot reach the end of the game in time is offered with a depth. A bot that must first solve the
    game is left out if the game is too large. The first call for a game takes half a second at most.
    """
    game = game_named(game)
    size = tree_size(game)
    offers = []
    for entry, found in bots_of(game):
        spec = _spec(entry, game, size)
        if spec is not None:
            offers.append(Offer(entry, found if spec == entry.name else bot(spec, game), spec))
    return offers


def _spec(entry: Entry[Bot], game: Game, size: TreeSize) -> str | None:
    """Return the spec text with which a bot is offered; None if it cannot answer in time."""
    if entry.name == "dictionary":
        return entry.name if size.whole is not None else None
    if entry.name == "table":
        return entry.name if size.whole is not None or is_soon_solved(game) else None
    default = next((option.default for option in entry.options if option.name == "depth"), 0)
    if entry.origin or default == 0 or entry.name == "engine":
        return entry.name
    part = VISITED_PARTS.get(entry.name, CUT_PART)
    if size.whole is not None and size.whole**part <= MAX_NODES:
        return entry.name
    depth = sum(1 for positions in size.to_depth if positions**part <= MAX_LIMITED_NODES)
    if isinstance(default, int) and default <= depth:
        return entry.name
    return write(entry.name, {"depth": max(1, depth)})


def tree_size(game: Game) -> TreeSize:
    """Return the size of the game's tree, computed once in a process."""
    start: Any = game.start
    key = type(start), start  # include the class: the starts of two games may be equal as tuples
    if key not in _sizes:
        _sizes[key] = apart(_measured, start)
    return _sizes[key]


_sizes: dict[tuple[type, Any], TreeSize] = {}


def _measured(start: MarkedPosition) -> TreeSize:
    moves, plies = _usual_game(start)
    whole = _whole(start) if plies * math.log(moves) < math.log(MAX_GUESSED_TREE) else None
    sizes = accumulate(moves**ply for ply in range(MAX_OFFERED_DEPTH + 1))
    return TreeSize(whole, tuple(round(size) for size in islice(sizes, 1, None)))


def _usual_game(start: MarkedPosition) -> tuple[float, float]:
    """Return (mean number of moves of a position, mean plies of a game). The first is at least the number of moves at
    the start.
    """
    chance = random.Random(0)
    counts = []
    for _game in range(SAMPLED_GAMES):
        *unfinished, _last = random_game(start, chance, MAX_SAMPLED_PLIES)
        counts += [len(list(position.moves())) for position in unfinished]
    most = max(len(list(start.moves())), 2)
    return max(sum(counts) / max(len(counts), 1), most), len(counts) / SAMPLED_GAMES


def _whole(start: MarkedPosition) -> int | None:
    """Return the number of positions of the complete tree; None if it is large or infinite."""
    if start.demands() & Demand.CHANCE:
        return None
    positions: dict[Any, int] = {}
    try:
        for position in children_first(start, limit=MAX_WALKED_POSITIONS):
            positions[position] = 1 + sum(positions[child] for child in successors(position))
    except SearchError:
        return None
    return positions[start]
