"""``plyground games``: the list of games, and the kind of task that each is."""

from __future__ import annotations

from typing import Annotated, cast

from plyground.cli.json_records import FactsRecord, GameRecord, OneGameRecord
from plyground.cli.option_tables import option_record, option_rows, origin
from plyground.cli.options.shared_options import GAME_ARGUMENT, AsJson
from plyground.cli.own_games import game_named
from plyground.cli.reports.position_report import show_board
from plyground.cli.terminal import say, say_json, say_table
from plyground.core.game import Game
from plyground.core.spec import Entry, Spec
from plyground.games import GAMES
from plyground.i18n import _
from plyground.solvers.card import card, kind, said


def games(
    name: Annotated[str | None, GAME_ARGUMENT] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or show one."""
    if name is not None:
        game = game_named(name)
        entry = GAMES[Spec.parse(game.name).name]
        if as_json:
            found = card(game)
            record: OneGameRecord = {
                **_record(entry, game),
                "values": [
                    {"game": each.game, "value": str(each.value), "source": each.source} for each in found.values
                ],
                "sequences": list(found.sequences),
            }
            say_json(record)
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
    show_board(game, game.start)
    found = card(game)
    say_table([_("fact"), _("value")], [*found.facts, (_("comes from"), origin(entry))])
    if found.values:
        say()
        say_table(
            [_("game"), _("for the first player"), _("found by")],
            [(each.game, said(each), each.found_by) for each in found.values],
        )
    say()
    say(_("Sequences of 1, 2, ... moves: {counts}", counts=", ".join(f"{count:,}" for count in found.sequences)))
    if entry.options:
        say()
        say_table([_("option"), _("default"), _("meaning")], [row[1:] for row in option_rows([entry])])


def _record(entry: Entry[Game], game: Game) -> GameRecord:
    facts = game.facts._asdict()
    return {
        "name": game.name,
        "title": str(game.title),
        "summary": str(game.summary),
        "sides": list(game.sides),
        "start": game.notation.format(game.start),
        "evaluations": list(game.evaluations),
        "source": facts.pop("source"),
        "facts": cast(FactsRecord, facts | {"utilities": [-game.start.utmost(), game.start.utmost()]}),
        "options": [option_record(option) for option in entry.options],
        "origin": origin(entry),
    }
