"""The form that makes a game between two people, and the page of an invitation."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from plyground.games import game as game_named
from plyground.i18n import Sentence, _
from plyground.presentation.friend_game import UNUSED_DAYS, FriendGame, can_be_shared
from plyground.presentation.friend_text import status
from plyground.presentation.game_clock import CLOCKS, clock_title
from plyground.presentation.side_title import side_title, side_titles
from plyground.store.tokens import hashed
from plyground.web.components.elements import when
from plyground.web.components.game_list import listed_games
from plyground.web.components.kept_games import moves_made
from plyground.web.components.page_layout import PageLayout
from plyground.web.services import Services

SIDES: dict[str, int | None] = {"first": 0, "second": 1, "random": None}
"""The values of the form's choice of a side."""
MAX_LISTED_GAMES = 20
"""Games with friends that the form lists."""


class Row(NamedTuple):
    """A game in the list."""

    url: str
    title: Sentence
    details: tuple[Sentence, ...]
    time: Markup


def new_game_page(request: Request, game: str = "") -> Response:
    """Return the form, with this game chosen. Raise :class:`PlygroundError` if there is no such game."""
    offered = {each.name: each for each in listed_games()[0].values() if can_be_shared(each)}
    chosen = game_named(game) if game else next(iter(offered.values()))
    if can_be_shared(chosen):
        offered.setdefault(chosen.name, chosen)
    services = Services.of(request)
    visitor = request.state.visitor
    mine = [] if request.state.is_new else services.friends.games_of(visitor)[:MAX_LISTED_GAMES]
    rows = [
        Row(
            f"/friend/game/{quote(each.key)}",
            each.game.match.game.title,
            (status(each.game, each.game.side_of(hashed(visitor))), moves_made(each.game.match.ply)),
            when(each.changed),
        )
        for each in mine
    ]
    first, second = side_titles(chosen) if game and can_be_shared(chosen) else ("", "")
    sides = {
        "random": _("By chance"),
        "first": _("You begin ({side})", side=first) if first else _("You begin"),
        "second": _("Your friend begins: you play {side}", side=second) if second else _("Your friend begins"),
    }
    return _layout(request).render(
        "friend_new.html",
        title=_("Play a friend"),
        games=[(name, each.title) for name, each in offered.items()],
        chosen=chosen.name,
        sides=sides,
        clocks=[(spec, clock_title(spec)) for spec in CLOCKS],
        rows=rows,
        days=UNUSED_DAYS,
        is_alone=not services.policy.code,
    )


def invitation_page(request: Request, game: FriendGame) -> Response:
    """Return the page that offers the free seat."""
    free = game.holders.index("")
    own = game.match.game
    clock = game.clock.spec if game.clock else ""
    return _layout(request).render(
        "friend_join.html",
        clock=clock_title(clock) if clock else "",
        title=_("A friend invites you"),
        game_title=own.title,
        summary=own.summary,
        side=side_title(game.match.game, free),
        begins=game.match.side == free,
        path=request.url.path,
    )


def _layout(request: Request) -> PageLayout:
    return PageLayout.of(request)._replace(room="/")
