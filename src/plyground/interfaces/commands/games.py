"""``plyground games``: which games there are and what kind of task each is."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from plyground.card import card, kind, said
from plyground.game import Game
from plyground.games import GAMES
from plyground.games.loading import load as game_named
from plyground.interfaces.board import draw
from plyground.interfaces.commands.options import option_record, option_rows, origin
from plyground.interfaces.commands.parameters import AsJson, complete_game
from plyground.interfaces.terminal import say, say_json, say_table
from plyground.language import _
from plyground.spec import Entry, Spec


def games(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=str(_("Show this game in full.")), autocompletion=complete_game),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or show one."""
    if name is not None:
        game = game_named(name)
        entry = GAMES[Spec.parse(game.name).name]
        if as_json:
            found = card(game)
            values = [{"game": each.game, "value": str(each.value), "source": each.source} for each in found.values]
            say_json(_record(entry, game) | {"values": values, "sequences": found.sequences})
        else:
            _show(entry, game)
        return
    known = [(entry, game_named(entry.name)) for entry in GAMES]
    if as_json:
        say_json([_record(entry, game) for entry, game in known])
        return
    say_table(
        [_("name"), _("title"), _("kind"), _("source")],
        [(entry.name, game.title, kind(game), game.facts.source) for entry, game in known],
    )
    say()
    say_table([_("game"), _("option"), _("default"), _("meaning")], option_rows(GAMES))


def _show(entry: Entry[Game], game: Game) -> None:
    say((str(game.title), "bold"))
    say(game.summary)
    say()
    for line in draw(game, game.start):
        say(*line)
    say()
    found = card(game)
    say_table([_("fact"), _("value")], [*found.facts, (_("comes from"), origin(entry))])
    if found.values:
        say()
        say_table(
            [_("game"), _("for who begins"), _("found by")],
            [(each.game, said(each), each.found_by) for each in found.values],
        )
    say()
    say(_("Sequences of 1, 2, ... moves: {counts}", counts=", ".join(f"{count:,}" for count in found.sequences)))
    if entry.options:
        say()
        say_table([_("option"), _("default"), _("meaning")], [row[1:] for row in option_rows([entry])])


def _record(entry: Entry[Game], game: Game) -> dict[str, Any]:
    facts = game.facts._asdict()
    return {
        "name": game.name,
        "title": str(game.title),
        "summary": str(game.summary),
        "sides": list(game.sides),
        "start": game.notation.format(game.start),
        "evaluations": list(game.evaluations),
        "source": facts.pop("source"),
        "facts": facts | {"utilities": [-game.start.utmost(), game.start.utmost()]},
        "options": [option_record(option) for option in entry.options],
        "origin": origin(entry),
    }
