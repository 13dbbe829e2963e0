"""``plyground review``: the marks of a game's moves, their values and the causes of its mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.arena.game_text import read_game
from plyground.arena.match import Match
from plyground.cli.json_records import ReviewedMoveRecord, ReviewRecord
from plyground.cli.options.shared_options import AsJson, GameText, JudgeNodes, MovesText, PositionText
from plyground.cli.own_games import game_named
from plyground.cli.reports.review_report import show_review
from plyground.cli.terminal import say_json
from plyground.core.files import read_bytes
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.judge.judge import NODES
from plyground.judge.review import Review, review_game
from plyground.presentation.json_moves import plain_line, plain_move
from plyground.presentation.text_judge import judge_of


def review(
    game_text: GameText,
    position_text: PositionText = None,
    moves: MovesText = "",
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=str(_("A file with the game, in one of its notations, such as PGN."))),
    ] = None,
    last: Annotated[
        int | None, typer.Option(metavar="N", min=1, help=str(_("Review only so many moves, the last ones.")))
    ] = None,
    nodes: JudgeNodes = NODES,
    as_json: AsJson = False,
) -> None:
    """Review a game: mark its mistakes, and say why each is one."""
    game = game_named(game_text)
    if position_text is not None:
        game = game.beginning(position_text)
    if file is not None and moves:
        raise SpecError(_("Give the game by {first} or by {second}, not by both.", first="--moves", second="--file"))
    match = Match.parse(game, moves) if file is None else read_game(game, read_bytes(file)).match
    found = review_game(judge_of(match.game, nodes), match, last)
    if as_json:
        say_json(record(found))
    else:
        show_review(found)


def record(found: Review) -> ReviewRecord:
    """Return a review as JSON."""
    match, plies = found.match, []
    for each in found.moves:
        position = match.positions[each.ply - 1]
        cause = each.cause
        plies.append(
            ReviewedMoveRecord(
                ply=each.ply,
                move=plain_move(match.game, position, each.move),
                mark=each.mark,
                code=cause.code if cause else "",
                before=round(each.before),
                after=round(each.after),
                proven=each.proven,
                sentence=str(cause.sentence) if cause else "",
                line=plain_line(match.game, position, cause.line) if cause else [],
            )
        )
    return {"plies": plies}
