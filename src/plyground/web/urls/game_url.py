"""The address of a game, such as ``/play/tictactoe?x=human&o=minimax&moves=4-0-8``. It describes the whole game.

``x-name=ana`` gives a side's player a name of its own. ``resigned=x`` says that this side has resigned.
``watched=1`` says that others played the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from urllib.parse import quote, urlencode

from plyground.arena.match import Match, parse_seed
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.core.spec import Spec
from plyground.errors import SpecError
from plyground.games import game
from plyground.games.loading import cleared_with_games
from plyground.i18n import _
from plyground.presentation.default_players import players
from plyground.presentation.game_session import Seat
from plyground.presentation.opponents import FIRST_LEVEL
from plyground.web.urls.bot_limits import check_limits

NAME = "-name"
"""End of the key for the name of a side's player."""
RESIGNED = "resigned"
"""The key of the side that has resigned."""
WATCHED = "watched"
"""The key of a game that others played."""
MAX_PART_CHARS = 2000
"""Most characters in any part of a URL."""
UNSOLVED = Demand.CHANCE | Demand.PLAYERS | Demand.HIDDEN
"""Demands that no solver here supports."""
SEED_BITS = 32
"""Bits of a random seed."""


@cleared_with_games
@lru_cache(maxsize=32)
def _opened(text: str) -> Game:
    """Return a game. The last ones are cached, so that plug-ins are searched only once."""
    return game(text)


def seat(text: str, of: Game, name: str = "") -> Seat:
    """Return the seat with the player that a spec text names, and its own name. Raise :class:`SpecError`.

    A URL may come from anybody, so it cannot name a file and cannot exceed the server's limits.
    """
    if "file" in Spec.parse(text).options:
        raise SpecError(_("“{text}”: a file can be given on the command line only.", text=text))
    check_limits(text)
    return Seat.parse(text, of, name)


def parse(
    game_text: str, query: Mapping[str, str], level: Callable[[str], int] = lambda game: FIRST_LEVEL
) -> tuple[tuple[Seat, ...], Match]:
    """Return the seats and the match of a URL. Raise :class:`PlygroundError` with the reason if it is invalid.

    A side that the URL does not name gets a default player. ``level`` returns the level of a default bot in a game.
    """
    for part in (game_text, *query.values()):
        if len(part) > MAX_PART_CHARS:
            raise SpecError(_("A part of the link is too long: “{start}…”.", start=part[:40]))
    chosen = _opened(game_text)
    keys = zip(chosen.sides, players(chosen, level(chosen.name)), strict=True)
    seats = tuple(
        seat(query.get(side.lower(), default), chosen, query.get(side.lower() + NAME, "")) for side, default in keys
    )
    match = Match.parse(chosen, query.get("moves", ""), _seed(query.get("seed")))
    return seats, match.rolled() if match.ply else match  # the first die waits for a press


def resigned_side(of: Game, query: Mapping[str, str]) -> int | None:
    """Return the side that has resigned according to a URL; None if none has, or the game has other sides."""
    sides = [side.lower() for side in of.sides]
    told = query.get(RESIGNED, "")
    return sides.index(told) if told in sides and len(sides) == 2 else None


def is_watched(query: Mapping[str, str]) -> bool:
    """Return True if a URL says that others played the game."""
    return query.get(WATCHED) == "1"


def format(seats: tuple[Seat, ...], match: Match, resigned: int | None = None, *, watched: bool = False) -> str:
    """Return the URL of a match between these players. ``resigned`` is the side that has resigned.

    ``watched``: others played the match.
    """
    parts = {side.lower(): taken.text for side, taken in zip(match.game.sides, seats, strict=True)}
    parts |= {
        side.lower() + NAME: taken.name for side, taken in zip(match.game.sides, seats, strict=True) if taken.name
    }
    if Demand.CHANCE in match.game.demands:
        parts["seed"] = str(match.seed)
    if match.ply:
        parts["moves"] = match.format()
    if resigned is not None:
        parts[RESIGNED] = match.game.sides[resigned].lower()
    if watched:
        parts[WATCHED] = "1"
    return f"/play/{quote(match.game.name, safe=':=,')}?{urlencode(parts, safe=':=,')}"


def _seed(text: str | None) -> int:
    """Return the random seed; a random one if none is given. Raise :class:`SpecError`."""
    return random.getrandbits(SEED_BITS) if text is None else parse_seed(text)


def explore_url(game: Game) -> str:
    """Return the URL that opens a game with the value of every move; empty if no solver supports the game."""
    return "" if game.demands & UNSOLVED else f"/play/{quote(game.name, safe=':=,')}?explore=1"
