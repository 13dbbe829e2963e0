"""The first page: every game with its picture, and what can be done with it; sorted out by what kind of task it is.

The classification is that of Russell & Norvig (AIMA 2.3) and of Caraciolo (2009): the fields of
:class:`plyground.game.Facts`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import quote

from fastapi.responses import Response

from plyground.card import traits
from plyground.game import Facts, Game
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.interfaces.board import written
from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.markup import said
from plyground.interfaces.web.pictures import picture
from plyground.interfaces.web.solved_page import explored
from plyground.interfaces.web.tree_address import stepped
from plyground.language import Sentence, _, _n, language
from plyground.players.table import is_soon_solved
from plyground.trace.svg import board

PLIES = 7
"""Moves after which a game is shown: enough to see what it looks like."""
YES, NO = "yes", "no"

QUESTIONS: dict[str, Sentence] = {
    "players": _("Players"),
    "deterministic": _("Without chance"),
    "observable": _("Nothing hidden"),
    "zero_sum": _("Opposite aims"),
    "loops": _("Positions come again"),
}
"""The facts by which games can be sorted out, and what they are called."""


def start_page(frame: Frame, query: Mapping[str, str]) -> Response:
    """The gallery, of all games or of those of which the facts in ``query`` hold."""
    games = [game_named(known.name) for known in GAMES]
    asked = {field: query[field] for field in QUESTIONS if query.get(field)}
    shown = [game for game in games if all(_answer(game.facts, field) == value for field, value in asked.items())]
    invitation = _(
        "Choose a game: play it against bots that explain every move, see their search as a tree, solve it exactly."
    )
    heading = _("Search in games, to play with and to look into")
    count = _n("{count} game", "{count} games", len(shown))
    nothing, everything = _("No game is of this kind."), _("Show all")
    body = (
        f'<section class="welcome"><h1>{said(heading)}</h1><p>{said(invitation)}</p></section>'
        f'{_filter(games, asked)}<p role="status" class="found">{said(count)}</p>'
    )
    if shown:
        body += f'<ul class="games">{"".join(map(_card, shown))}</ul>'
    else:
        body += f'<p>{said(nothing)} <a href="/">{said(everything)}</a></p>'
    return frame.page(_("Games"), body)


def _card(game: Game) -> str:
    """One game: its picture, its rules in a sentence, its facts, and where to go."""
    name = quote(game.name, safe=":=,")
    title = said(game.title)
    links = [
        (f"/play/{name}", "button primary", _("Play"), _("Play {game}", game=game.title)),
        *((trees, "button", _("Trees"), _("Trees of {game}", game=game.title)) for trees in [stepped(game, game.start, 2)] if trees),
    ]  # fmt: skip
    if explored(game):
        links.append((explored(game), "button", _("Solve"), _("Solve {game}", game=game.title)))
    if game.facts.observable:
        links.append(
            (f"/compare?game={name}", "button", _("Compare"), _("Compare searches of {game}", game=game.title))
        )
    return (
        f'<li class="panel"><a class="drawn" href="/play/{name}" tabindex="-1" aria-hidden="true">{_drawn(game.name, language())}</a>'
        f'<div><h2>{title}</h2><p class="summary">{said(game.summary)}</p>'
        f'<ul class="traits">{"".join(f"<li>{said(trait)}</li>" for trait in _traits(game))}</ul></div>'
        '<p class="actions">'
        + "".join(
            f'<a class="{look}" href="{escape(to)}" aria-label="{said(label)}">{said(words)}</a>'
            for to, look, words, label in links
        )
        + "</p></li>"
    )


def _traits(game: Game) -> list[Sentence]:
    return traits(game) + [_("table of perfect play")] * is_soon_solved(game)


@lru_cache(maxsize=256)
def _drawn(name: str, spoken: str) -> str:
    """What a game looks like on the way; the same each time. Kept by language, as its words are in it.

    A game without a board shows what the console writes of it.
    """
    game = game_named(name)
    position: Any = game.start
    generator = random.Random(name)
    for _ply in range(PLIES):
        following = position.play(generator.choice(list(position.moves())))
        if following.is_over():
            break
        position = following
    if not game.picture.width:
        return f'<span class="written">{said(written(game, position))}</span>'
    return picture(lambda theme: board(game, position, theme=theme), "")


def _filter(games: list[Game], asked: Mapping[str, str]) -> str:
    """What sorts games out: a question for each fact in which they differ."""
    fields = []
    for field, words in QUESTIONS.items():
        answers = sorted({_answer(game.facts, field) for game in games}, reverse=True)
        if len(answers) < 2 and field not in asked:
            continue
        called = {YES: _("yes"), NO: _("no")}
        options = [("", _("any")), *((answer, called.get(answer, answer)) for answer in answers)]
        listed = "".join(
            f'<option value="{escape(value)}"{" selected" if value == asked.get(field, "") else ""}>{said(shown)}</option>'
            for value, shown in options
        )
        fields.append(
            f'<label class="field"><span>{said(words)}</span><select name="{field}">{listed}</select></label>'
        )
    label, press = said(_("What kind of task a game is")), _("Show")
    return (
        f'<details class="kinds"{" open" if asked else ""}><summary>{label}</summary>'
        f'<form class="form search" action="/" aria-label="{label}">{"".join(fields)}'
        f"<button>{said(press)}</button></form></details>"
    )


def _answer(facts: Facts, field: str) -> str:
    value = getattr(facts, field)
    return str(value) if field == "players" else YES if value else NO
