"""Summaries of a visitor's games, and the games that are not over."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from starlette.requests import Request

from plyground.core.plugins import blamed
from plyground.errors import PlygroundError
from plyground.games.loading import cleared_with_games
from plyground.i18n import Sentence, _, _n
from plyground.presentation.match_status import resignation, verdict
from plyground.presentation.side_title import side_titles
from plyground.store.records import MAX_ROWS
from plyground.web.services import Services
from plyground.web.urls.game_url import parse, resigned_side

MAX_LOOKED_AT = 8
"""Number of a visitor's last games that are searched for unfinished ones."""


class GameSummary(NamedTuple):
    """A kept game: its title, its players, and its result if it is over."""

    title: Sentence
    players: tuple[Sentence, ...]
    result: Sentence | None
    moves: int


class UnfinishedGame(NamedTuple):
    """A game that can be continued."""

    url: str
    title: Sentence
    detail: Sentence


def moves_made(moves: int) -> Sentence:
    """Return the length of a game in words."""
    return _n("{count} move", "{count} moves", moves)


@cleared_with_games
@lru_cache(maxsize=MAX_ROWS)
def summary(address: str) -> GameSummary | None:
    """Return the summary of a game after replaying it; None if it cannot be replayed."""
    parts = urlsplit(address)
    query = dict(parse_qsl(parts.query))
    try:
        seats, match = parse(unquote(parts.path.removeprefix("/play/")), query)
    except PlygroundError:
        return None
    except Exception as error:
        if blamed(error) is None:
            raise
        return None
    players = tuple(
        _("{side}: {player}", side=side, player=seat.title)
        for side, seat in zip(side_titles(match.game), seats, strict=True)
    )
    resigned = resigned_side(match.game, query)
    result = verdict(match) if resigned is None else resignation(match.game, resigned)
    return GameSummary(match.game.title, players, result, match.ply)


def unfinished_games(request: Request, most: int) -> list[UnfinishedGame]:
    """Return at most ``most`` of the visitor's last unfinished games; none if the store cannot be read."""
    token = getattr(request.state, "visitor", "")
    if not token or request.state.is_new:
        return []
    try:
        kept = Services.of(request).store.open().kept(token, "play", MAX_LOOKED_AT)
    except PlygroundError:  # the page My work reports the error
        return []
    found: list[UnfinishedGame] = []
    for page in kept:
        told = summary(page.address)
        if told and told.result is None and told.moves:
            found.append(UnfinishedGame(page.address, told.title, moves_made(told.moves)))
        if len(found) == most:
            break
    return found
