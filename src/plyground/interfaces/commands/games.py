"""``plyground games``: which games there are and what kind of task each is."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from plyground.game import Game
from plyground.games import GAMES
from plyground.games.loading import load as game_named
from plyground.interfaces.board import draw
from plyground.interfaces.commands.options import option_record, option_rows, origin
from plyground.interfaces.commands.parameters import AsJson, complete_game
from plyground.interfaces.terminal import say, say_json, say_table
from plyground.language import Number, Sentence, _, _n
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
            say_json(_record(entry, game))
        else:
            _show(entry, game)
        return
    known = [(entry, game_named(entry.name)) for entry in GAMES]
    if as_json:
        say_json([_record(entry, game) for entry, game in known])
        return
    say_table(
        [_("name"), _("title"), _("kind"), _("source")],
        [(entry.name, game.title, _kind(game), game.facts.source) for entry, game in known],
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
    say_table([_("fact"), _("value")], [(fact, value) for fact, value in _facts(entry, game)])
    if entry.options:
        say()
        say_table([_("option"), _("default"), _("meaning")], [row[1:] for row in option_rows([entry])])


def _kind(game: Game) -> str:
    """The classification in a few words (Russell & Norvig, AIMA 2.3)."""
    facts = game.facts
    return ", ".join(
        str(word)
        for word in (
            _("observable") if facts.observable else _("partially observable"),
            _("deterministic") if facts.deterministic else _("with chance"),
            _("sequential") if facts.sequential else _("episodic"),
            _("static") if facts.static else _("dynamic"),
            _("discrete") if facts.discrete else _("continuous"),
            _n("{count} agent", "{count} agents", facts.players),
        )
    )


def _facts(entry: Entry[Game], game: Game) -> list[tuple[Sentence, object]]:
    greatest = game.start.utmost()
    least = -greatest
    return [
        (_("name"), game.name),
        (_("sides"), _("{first} moves first, then {second}", first=game.sides[0], second=", ".join(game.sides[1:]))),
        (_("kind"), _kind(game)),
        (_("zero-sum"), _("yes") if game.facts.zero_sum else _("no")),
        (_("utility"), _("from {least} to {greatest}", least=Number(least), greatest=Number(greatest))),
        (_("evaluations"), ", ".join(game.evaluations) or _("none")),
        (_("start"), game.notation.format(game.start)),
        (_("source"), game.facts.source),
        (_("comes from"), origin(entry)),
    ]


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
