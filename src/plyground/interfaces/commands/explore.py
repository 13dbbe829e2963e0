"""``plyground explore``: every move of a position of a solved game, and where a game was lost, in words or in JSON."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from plyground.arena.history import oracle
from plyground.arena.match import Match
from plyground.errors import SearchError, SearchStopped
from plyground.games.loading import load as game_named
from plyground.interfaces.board import draw
from plyground.interfaces.commands.parameters import AsJson, GameText, MovesText, PositionText
from plyground.interfaces.ending import ending
from plyground.interfaces.exploring import record, show_history, show_position, study_history, study_position, within
from plyground.interfaces.progress import progress
from plyground.interfaces.terminal import say, say_json
from plyground.language import Number, _
from plyground.search import new_tally
from plyground.solve.tablebase import Tablebase


def explore(
    game_text: GameText,
    position_text: PositionText = None,
    moves: MovesText = "",
    table: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help=str(_("A table of the game, as solve writes it; without it, it is solved now."))
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.1, help=str(_("Give up what is not solved within so many seconds."))),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Explore a solved game: every move with its value, the line of perfect play, and where a game was lost."""
    game = game_named(game_text)
    from_file = None if table is None else Tablebase(table, game)
    if position_text is not None:
        game = replace(game, start=game.notation.parse(position_text))
    match = Match.parse(game, moves)
    tally = new_tally()
    with progress(tally):
        try:
            with within(seconds, tally):
                values = from_file or oracle(game, tally)
                study = study_position(match, values)
        except SearchStopped:
            assert seconds is not None  # nobody else stops it
            raise SearchError(
                _("The position is not solved within {seconds} s: it is too large for this time.", seconds=Number(seconds, decimals=1))
            ) from None  # fmt: skip
        with within(seconds, tally):
            study = study._replace(judged=study_history(match, values).judged)
    if as_json:
        say_json(record(study))
        return
    for line in draw(game, match.position):
        say(*line)
    say()
    if outcome := game.outcome(match.position):
        say(ending(game, match.position, outcome))
    else:
        show_position(study)
    if match.ply:
        say()
        show_history(study)
