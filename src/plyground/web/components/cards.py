"""Cards that describe a game as a task and a bot as an agent.

The classification is that of Russell & Norvig (AIMA 2.3 and 2.4) and of Caraciolo (2009).
"""

from __future__ import annotations

from urllib.parse import quote

from plyground.bots import Bot
from plyground.bots.level import MeasuredLevel
from plyground.core.game import Facts, Game
from plyground.i18n import Number, Sentence, _
from plyground.solvers.card import traits
from plyground.web.components.elements import fixed, tag
from plyground.web.components.templates import macro
from plyground.web.urls.trees_url import stepped

SEARCH_PLIES = 2
"""Plies of the search that a card leads to: a tree that fits the window."""


def game_card(game: Game) -> None:
    """Put the card of a game on the page."""
    with tag("section", classes="panel game", aria_label=str(_("About the game"))):
        tag("p", game.summary)
        fixed("ul", macro("cards.html", "items", traits(game)), "traits")
        fixed("dl", macro("cards.html", "facts", _task(game.facts)), "facts")
        _source(game.facts.source)
        fixed("p", macro("cards.html", "links", [link for link in _links(game) if link[0]]), "actions")


def bot_card(bot: Bot, rating: MeasuredLevel | None = None) -> None:
    """Put the card of a bot on the page, with its rules and its measured rating if it has some."""
    card = bot.card
    tag("p", card.summary)
    if rating is not None and rating.elo:
        tag("p", _rating(rating), "rating")
    kind = (
        card.foresight,
        _("always the same move") if card.deterministic else _("not always the same move"),
    )
    fixed("ul", macro("cards.html", "items", kind), "traits")
    rules = getattr(bot, "rules", ())
    if rules:
        fixed("details", macro("cards.html", "rules", [rule.summary for rule in rules]))
    _source(card.source)


def _rating(rating: MeasuredLevel) -> Sentence:
    """Return a measured strength, with half of its 95 % interval if that is known."""
    elo = Number(rating.elo)
    if not rating.error:
        return _("Measured: about {elo} Elo above random moves.", elo=elo)
    return _("Measured: about {elo} ± {error} Elo above random moves.", elo=elo, error=Number(rating.error))


def _links(game: Game) -> list[tuple[str, Sentence]]:
    """Return the links to other rooms for a game as (URL or empty, text)."""
    compared = f"/compare?game={quote(game.name, safe=':=,')}" if game.facts.observable else ""
    return [(stepped(game, game.start, SEARCH_PLIES), _("See the search")), (compared, _("Compare"))]


def _source(source: str) -> None:
    if source:
        tag("p", _("Source: {source}", source=source), "source")


def _task(facts: Facts) -> list[tuple[Sentence, Sentence]]:
    return [
        (
            _("Observable"),
            _("Fully: every player sees the whole position.")
            if facts.observable
            else _("Partly: something is hidden from a player until the end."),
        ),
        (
            _("Deterministic"),
            _("Yes: nothing is left to chance; only the opponent is unknown (strategic).")
            if facts.deterministic
            else _("No: chance decides some moves."),
        ),
        (
            _("Sequential"),
            _("Yes: a move decides what can be played later.")
            if facts.sequential
            else _("No: each decision stands alone."),
        ),
        (
            _("Static"),
            _("Yes: the position waits while a player thinks.")
            if facts.static
            else _("No: it changes while a player thinks."),
        ),
        (
            _("Discrete"),
            _("Yes: there are finitely many moves and positions.")
            if facts.discrete
            else _("No: moves or positions vary continuously."),
        ),
        (
            _("Agents"),
            _("{count}, with opposite aims (zero-sum).", count=facts.players)
            if facts.zero_sum
            else _("{count}, each with its own aim.", count=facts.players),
        ),
    ]
