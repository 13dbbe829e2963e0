"""``plyground explore``: every move of a position of a solved game, and where a game was lost, in words or in JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.arena.game_review import oracle
from plyground.arena.match import Match
from plyground.cli.options.shared_options import AsJson, GameText, MovesText, PositionText
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import progress
from plyground.cli.reports.explore_report import show_history, show_position
from plyground.cli.reports.position_report import show_board
from plyground.cli.terminal import say, say_json
from plyground.errors import SearchError, SearchStopped
from plyground.i18n import Number, _
from plyground.presentation.explore_text import (
    record,
    study_history,
    study_position,
    within,
)
from plyground.presentation.outcome_text import ending
from plyground.searches import new_tally
from plyground.solvers.layers.layered_table import open_table


def explore(
    game_text: GameText,
    position_text: PositionText = None,
    moves: MovesText = "",
    solution: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help=str(_("The solution of the game, as solve writes it (default: solve it now)."))
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.1, help=str(_("Skip positions that are not solved within this many seconds."))),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Explore a solved game: every move with its value, the line of perfect play, and where a game was lost."""
    game = game_named(game_text)
    from_file = None if solution is None else open_table(solution, game)
    if position_text is not None:
        game = game.beginning(position_text)
    match = Match.parse(game, moves)
    tally = new_tally()
    with progress(tally):
        try:
            with within(seconds, tally):
                values = from_file or oracle(game, tally)
                study = study_position(match, values)
        except SearchStopped:
            assert seconds is not None  # nothing else stops the search
            raise SearchError(
                _("The position is not solved within {seconds} s: it is too large for this time.", seconds=Number(seconds, decimals=1))
            ) from None  # fmt: skip
        with within(seconds, tally):
            study = study._replace(judged=study_history(match, values).judged)
    if as_json:
        say_json(record(study))
        return
    show_board(game, match.position)
    if outcome := game.outcome(match.position):
        say(ending(game, match.position, outcome))
    else:
        show_position(study)
    if match.ply:
        say()
        show_history(study)
