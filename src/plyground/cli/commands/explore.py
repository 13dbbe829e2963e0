"""``plyground explore``: every move of a position with its value, in words or in JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.arena.match import Match
from plyground.cli.json_records import ExplorationRecord
from plyground.cli.options.shared_options import AsJson, GameText, JudgeNodes, MovesText, PositionText
from plyground.cli.own_games import game_named
from plyground.cli.reports.explore_report import show_judgement
from plyground.cli.reports.position_report import show_board
from plyground.cli.terminal import say, say_json
from plyground.i18n import _
from plyground.judge.judge import NODES, repeated
from plyground.judge.judgement import Judgement
from plyground.presentation.json_moves import plain_line, plain_move, position_record
from plyground.presentation.outcome_text import ending
from plyground.presentation.text_judge import judge_of
from plyground.solvers.layers.layered_table import open_table


def explore(
    game_text: GameText,
    position_text: PositionText = None,
    moves: MovesText = "",
    solution: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=str(_("A solution of the game, as solve writes it: it gives all values."))),
    ] = None,
    nodes: JudgeNodes = NODES,
    as_json: AsJson = False,
) -> None:
    """Show the value of every move, the best first, and best play."""
    game = game_named(game_text)
    values = None if solution is None else open_table(solution, game)
    if position_text is not None:
        game = game.beginning(position_text)
    match = Match.parse(game, moves)
    outcome, found = match.outcome, None
    if not outcome:
        found = judge_of(game, nodes, values)(match.position, repeated(game, match.positions))
    if as_json:
        say_json(record(match, found))
        return
    show_board(game, match.position)
    if outcome:
        say(ending(game, match.position, outcome))
    if found:
        show_judgement(game, match.position, found)


def record(match: Match, found: Judgement | None) -> ExplorationRecord:
    """Return a position and its judgement, if the game goes on, as JSON."""
    game, position = match.game, match.position
    return {
        **position_record(game, position),
        "source": found.source if found else None,
        "value": found.value if found else None,
        "proven": found is None or found.proven,
        "moves": [
            {
                "move": plain_move(game, position, each.move),
                "value": each.value,
                "proven": each.proven,
                "distance": each.distance,
                "points": each.points,
                "best": each.move in found.best_moves,
                "line": plain_line(game, position, each.line),
            }
            for each in found.moves
        ]
        if found
        else [],
    }
