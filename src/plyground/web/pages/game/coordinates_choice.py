"""The choice of coordinates, for a game that offers several."""

from __future__ import annotations

from nicegui import ui

from plyground.arena.match import Match
from plyground.core.spec import Spec, write
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.i18n import _
from plyground.presentation.game_session import GameSession
from plyground.web.components.elements import select
from plyground.web.urls.game_url import format as game_url


def build_coordinates_choice(session: GameSession) -> None:
    """Put the choice on the page, if the game has one. The game continues from its position."""
    spec = Spec.parse(session.game.name)
    known = next((option for option in GAMES[spec.name].options if option.name == "coordinates"), None)
    if known is None:
        return

    def change(value: str) -> None:
        if value in known.choices:
            game = game_named(write(spec.name, {**spec.options, known.name: value}))
            ui.navigate.to(game_url(session.seats, Match(game, session.match.moves, session.match.ply)))

    select(_("Coordinates"), known.worded, spec.options.get(known.name, str(known.default)), change, "inline")
