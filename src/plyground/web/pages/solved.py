"""The room of solved games: the result of best play, its source, and a link to the values of all moves."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from plyground.games import game as game_named
from plyground.i18n import Sentence, _
from plyground.solvers.card import Known, known_values
from plyground.solvers.card import said as in_words
from plyground.web.components.game_list import listed_games
from plyground.web.components.page_layout import render
from plyground.web.connected.routing import Router
from plyground.web.urls.game_url import explore_url

router = Router()


class SolvedGame(NamedTuple):
    """A row of the table."""

    title: Sentence | str
    value: Sentence | str
    source: str
    picture_url: str  # URL of its picture; "" if the game has no board
    url: str  # URL of the board with the value of every move; "" if no solver supports the game


@router.get("/solved")
def solved(request: Request) -> Response:
    """Show the table of all known values."""
    games, _faults = listed_games()
    rows = [_row(known) for game in games.values() for known in known_values(game)]
    return render(request, "solved.html", title=_("Solved games"), rows=rows)


def _row(known: Known) -> SolvedGame:
    game = game_named(known.game)
    picture_url = f"/picture/{quote(game.name, safe=':=,')}.svg" if game.picture.width else ""
    return SolvedGame(game.title, in_words(known), known.found_by, picture_url, explore_url(game))
