"""``plyground bots``: the bots of a game, their options, and the kind of agent that each is."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from plyground.bots import BOTS, Bot, Card, bot, bots_of
from plyground.bots.level import MeasuredLevel
from plyground.bots.measured import measured
from plyground.cli.json_records import BotRecord
from plyground.cli.option_tables import option_record, option_rows, origin
from plyground.cli.options.shared_options import BOT_ARGUMENT, GAME, AsJson
from plyground.cli.own_games import game_named
from plyground.cli.terminal import say, say_json, say_table
from plyground.core.game import Game
from plyground.core.spec import Entry, Spec
from plyground.errors import SearchError
from plyground.games import GAMES
from plyground.i18n import Number, Sentence, _


def bots(
    name: Annotated[str | None, BOT_ARGUMENT] = None,
    of: Annotated[str | None, GAME] = None,
    as_json: AsJson = False,
) -> None:
    """List the bots of a game, or show one."""
    game = game_named(of) if of else _usual_game(name)
    strength = measured(game)
    if name is not None:
        entry, chosen = BOTS[Spec.parse(name).name], bot(name, game)
        if as_json:
            say_json(_record(entry, chosen, strength.rating(name)))
        else:
            _show(game, entry, chosen, strength.rating(name))
        return
    known = bots_of(game)
    if as_json:
        say_json([_record(entry, chosen, strength.rating(entry.name)) for entry, chosen in known])
        return
    say_table(
        [_("name"), _("title"), _("Elo"), _("looks"), _("chooses"), _("source")],
        [
            (entry.name, chosen.card.title, _elo(strength.rating(entry.name)), *_agent(chosen.card), chosen.card.source)
            for entry, chosen in known
        ],
    )
    say()
    rows = option_rows(entry for entry, chosen in known)
    say_table([_("option"), _("default"), _("meaning"), _("bots")], [(*row[1:], row[0]) for row in rows])


def _usual_game(name: str | None) -> Game:
    """Return tic-tac-toe if the bot called ``name`` can play it, else the first game that it can play."""
    usual = game_named("tictactoe")
    for known in (usual, *(game_named(entry.name) for entry in GAMES)):
        with suppress(SearchError):
            if name is not None:
                bot(name, known)
            return known
    return usual


def _agent(card: Card) -> tuple[Sentence, Sentence]:
    """Return the kind of agent that a bot is (Russell & Norvig, AIMA 2.4)."""
    return (
        card.foresight,
        _("always the same") if card.deterministic else _("freely or by chance"),
    )


def _rules(chosen: Bot) -> list[Any]:
    """Return the ordered rules of a rule-based bot; others have none."""
    return list(getattr(chosen, "rules", ()))


def _elo(rating: MeasuredLevel | None) -> str:
    """Return a measured rating with its error; empty if there is none."""
    return "" if rating is None else f"{Number(rating.elo)} ± {Number(rating.error)}"


def _show(game: Game, entry: Entry[Bot], chosen: Bot, rating: MeasuredLevel | None) -> None:
    card = chosen.card
    looks, chooses = _agent(card)
    say((str(card.title), "bold"))
    say(card.summary)
    say()
    say_table(
        [_("fact"), _("value")],
        [
            (_("name"), entry.name),
            (_("game"), game.title),
            *([(_("Elo"), _elo(rating))] if rating else []),
            (_("looks"), looks),
            (_("chooses"), chooses),
            (_("source"), card.source),
            (_("comes from"), origin(entry)),
        ],
    )
    rules = _rules(chosen)
    if rules:
        say()
        say_table(
            [_("rule"), _("name"), _("what it does"), _("value")],
            [(place, rule.title, rule.summary, rule.priority) for place, rule in enumerate(rules, 1)],
        )
    if entry.options:
        say()
        say_table([_("option"), _("default"), _("meaning")], [row[1:] for row in option_rows([entry])])


def _record(entry: Entry[Bot], chosen: Bot, rating: MeasuredLevel | None) -> BotRecord:
    card = chosen.card
    return {
        "name": entry.name,
        "title": str(card.title),
        "summary": str(card.summary),
        "plans_ahead": card.plans_ahead,
        "deterministic": card.deterministic,
        "source": card.source,
        "elo": rating.elo if rating else None,
        "elo_error": rating.error if rating else None,
        "options": [option_record(option) for option in entry.options],
        "origin": origin(entry),
        "rules": [
            {"name": rule.name, "title": str(rule.title), "summary": str(rule.summary), "value": rule.priority}
            for rule in _rules(chosen)
        ],
    }
