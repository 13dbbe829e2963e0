"""Cards: what kind of task a game is and what kind of agent a player is, in words.

The classification is that of Russell & Norvig (AIMA 2.3 and 2.4) and of Caraciolo (2009).
"""

from __future__ import annotations

from nicegui.elements.mixins.text_element import TextElement

from plyground.game import Facts, Game
from plyground.interfaces.web.elements import tag
from plyground.language import Sentence, _
from plyground.players import Card, Player

Fact = tuple[Sentence, Sentence]
"""A term and what it says here."""


def game_card(game: Game) -> None:
    """Put the card of a game on the page."""
    _card(_("The game: {title}", title=game.title), game.summary, _task(game.facts), game.facts.source)


def player_card(side: str, player: Player) -> None:
    """Put the card of one side's player on the page, with its rules where it has some."""
    card = player.card
    with _card(_("{side}: {player}", side=side, player=card.title), card.summary, _agent(card), card.source):
        rules = getattr(player, "rules", ())
        if rules:
            with tag("details"):
                tag("summary", _("Its rules, in order"))
                with tag("ol"):
                    for rule in rules:
                        tag("li", rule.title)


def _card(heading: Sentence, summary: Sentence, facts: list[Fact], source: str) -> TextElement:
    with tag("section", classes="panel card") as card:
        tag("h2", heading)
        tag("p", summary)
        with tag("dl", classes="facts"):
            for term, words in facts:
                tag("dt", term)
                tag("dd", words)
        if source:
            tag("p", _("Source: {source}", source=source), "source")
    return card


def _task(facts: Facts) -> list[Fact]:
    return [
        (
            _("Observable"),
            _("fully: every player sees the whole position")
            if facts.observable
            else _("partly: something is hidden from a player"),
        ),
        (
            _("Deterministic"),
            _("yes: a move has one outcome; only the opponent is unknown (strategic)")
            if facts.deterministic
            else _("no: chance has a part in it"),
        ),
        (
            _("Sequential"),
            _("yes: a move decides what can be played later")
            if facts.sequential
            else _("no: each decision stands alone"),
        ),
        (
            _("Static"),
            _("yes: the position waits while a player thinks")
            if facts.static
            else _("no: it changes while a player thinks"),
        ),
        (
            _("Discrete"),
            _("yes: finitely many moves and positions")
            if facts.discrete
            else _("no: moves or positions vary continuously"),
        ),
        (
            _("Agents"),
            _("{count}, with opposite aims (zero-sum)", count=facts.players)
            if facts.zero_sum
            else _("{count}, each with its own aim", count=facts.players),
        ),
    ]


def _agent(card: Card) -> list[Fact]:
    return [
        (
            _("Looks"),
            _("ahead: it plans, over positions that moves would lead to")
            if card.plans_ahead
            else _("at the present position only"),
        ),
        (
            _("Chooses"),
            _("always the same move in the same position")
            if card.deterministic
            else _("freely or by chance: not always the same move"),
        ),
    ]
