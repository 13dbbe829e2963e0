"""The room of solved games: what best play makes of each, who found it, and a way to look into it."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from fastapi.responses import Response

from plyground.card import Known, known_values
from plyground.card import said as in_words
from plyground.game import Game
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.markup import said
from plyground.language import _
from plyground.position import Demand

UNSOLVED = Demand.CHANCE | Demand.PLAYERS | Demand.HIDDEN
"""What no solver here masters."""


def solved_page(frame: Frame) -> Response:
    """The table of all values that are known."""
    heading = _("Solved games")
    about = _(
        "What the side that begins gets when both play perfectly. “Explore” opens the board with the value of every move, proven here while you wait; where that takes too long, it says so."
    )
    rows = "".join(_row(known) for entry in GAMES for known in known_values(game_named(entry.name)))
    game, value, source, look = (_("Game"), _("For who begins"), _("Found by"), _("Look into it"))
    head = (
        f'<th scope="col">{said(game)}</th><th scope="col"><span class="both"><span>{said(value)}</span> '
        f'<span>{said(source)}</span></span></th><th scope="col">{said(look)}</th>'
    )
    body = (
        f"<h1>{said(heading)}</h1><p>{said(about)}</p>"
        f'<section class="panel" aria-label="{said(heading)}">'
        f'<table class="solved"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></section>'
    )
    return frame.page(heading, body)


def explored(game: Game) -> str:
    """The address that opens a game with the value of every move; nothing where no solver masters it."""
    return "" if game.demands & UNSOLVED else f"/play/{quote(game.name, safe=':=,')}?explore=1"


def _row(known: Known) -> str:
    game = game_named(known.game)
    to, words, label = explored(game), _("Explore"), _("Explore {game}", game=game.title)
    link = f'<a href="{escape(to)}" aria-label="{said(label)}">{said(words)}</a>' if to else "–"
    return (
        f'<tr><th scope="row">{said(game.title)}</th><td><span class="both"><span>{said(in_words(known))}</span> '
        f'<span class="source">{said(known.found_by)}</span></span></td><td>{link}</td></tr>'
    )
