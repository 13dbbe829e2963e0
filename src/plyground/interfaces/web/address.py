"""The address of a game: ``/play/tictactoe?x=human&o=minimax&moves=4-0-8`` says everything about it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, urlencode

from plyground.arena.match import Match, parse_seed
from plyground.errors import SpecError
from plyground.game import Game
from plyground.games import game
from plyground.interfaces.opponent import players
from plyground.language import _
from plyground.players import Human, Player, player
from plyground.position import Demand
from plyground.spec import Spec

LONGEST = 2000
"""Characters that any part of an address may have."""
SEED_BITS = 32
"""Bits of a seed that nobody chose."""


class Seat(NamedTuple):
    """Who plays one side: a player with its spec text."""

    text: str
    player: Player

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return isinstance(self.player, Human)


@lru_cache(maxsize=32)
def _opened(text: str) -> Game:
    """The games that were opened last are kept: what installed packages add to one is looked for once."""
    return game(text)


def seat(text: str, of: Game) -> Seat:
    """The player that a spec text names, at a board; raises :class:`SpecError`.

    An address may come from anybody, so it names no file to be read.
    """
    if "file" in Spec.parse(text).options:
        raise SpecError(_("“{text}”: a file can be given on the command line only.", text=text))
    return Seat(text, player(text, of))


def parse(game_text: str, query: Mapping[str, str]) -> tuple[tuple[Seat, ...], Match]:
    """The seats and the match of an address; raises the :class:`PlygroundError` that says what is wrong with it."""
    for part in (game_text, *query.values()):
        if len(part) > LONGEST:
            raise SpecError(_("A part of the link is too long: “{start}…”.", start=part[:40]))
    chosen = _opened(game_text)
    keys = zip(chosen.sides, players(chosen), strict=True)
    seats = tuple(seat(query.get(side.lower(), default), chosen) for side, default in keys)
    return seats, Match.parse(chosen, query.get("moves", ""), _seed(query.get("seed"))).rolled()


def format(seats: tuple[Seat, ...], match: Match) -> str:
    """The address of a match between these players."""
    parts = {side.lower(): taken.text for side, taken in zip(match.game.sides, seats, strict=True)}
    if Demand.CHANCE in match.game.demands:
        parts["seed"] = str(match.seed)
    if match.ply:
        parts["moves"] = match.format()
    return f"/play/{quote(match.game.name, safe=':=,')}?{urlencode(parts, safe=':=,')}"


def _seed(text: str | None) -> int:
    """Where chance begins: any number, where none is given; raises :class:`SpecError`."""
    return random.getrandbits(SEED_BITS) if text is None else parse_seed(text)
