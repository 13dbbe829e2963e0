"""Cards: what kind of task a game is and what kind of agent a player is, in words.

The classification is that of Russell & Norvig (AIMA 2.3 and 2.4) and of Caraciolo (2009).
"""

from __future__ import annotations

from collections.abc import Iterable

from plyground.game import Facts, Game
from plyground.interfaces.web.elements import fixed, tag
from plyground.interfaces.web.markup import said
from plyground.language import Sentence, _
from plyground.players import Player


def game_card(game: Game) -> None:
    """Put the card of a game on the page."""
    with tag("section", classes="panel game", aria_label=str(_("About the game"))):
        tag("h2", _("The game: {title}", title=game.title))
        tag("p", game.summary)
        facts = (f"<div><dt>{said(term)}</dt><dd>{said(words)}</dd></div>" for term, words in _task(game.facts))
        fixed("dl", "".join(facts), "facts")
        _source(game.facts.source)


def player_card(player: Player) -> None:
    """Put the card of a player on the page, with its rules where it has some."""
    card = player.card
    tag("p", card.summary)
    traits = (
        _("plans ahead") if card.plans_ahead else _("acts on the present position"),
        _("always the same move") if card.deterministic else _("not always the same move"),
    )
    fixed("ul", _items(traits), "traits")
    rules = getattr(player, "rules", ())
    if rules:
        order = _("Its rules, in order")
        fixed("details", f"<summary>{said(order)}</summary><ol>{_items(rule.summary for rule in rules)}</ol>")
    _source(card.source)


def _items(words: Iterable[object]) -> str:
    return "".join(f"<li>{said(each)}</li>" for each in words)


def _source(source: str) -> None:
    if source:
        tag("p", _("Source: {source}", source=source), "source")


def _task(facts: Facts) -> list[tuple[Sentence, Sentence]]:
    return [
        (
            _("Observable"),
            _("Fully: every player sees the whole position.")
            if facts.observable
            else _("Partly: something is hidden from a player, though this page shows it."),
        ),
        (
            _("Deterministic"),
            _("Yes: nothing is left to chance; only the opponent is unknown (strategic).")
            if facts.deterministic
            else _("No: chance has a part in it."),
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
