"""``plyground hint``: where to look, why, and what to play, told one step at a time."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.arena.match import Match
from plyground.cli.json_records import HintRecord
from plyground.cli.options.shared_options import AsJson, GameText, MovesText, PositionText, one_of
from plyground.cli.own_games import game_named
from plyground.cli.terminal import say, say_json
from plyground.errors import GameOver, SpecError
from plyground.i18n import _
from plyground.presentation.hint import advice_on, told
from plyground.presentation.json_moves import plain_move, position_record
from plyground.presentation.text_judge import judge_of

TOLD = ("where", "why", "move")
"""The steps of a hint by the word that each adds."""


def hint(
    game_text: GameText,
    position_text: PositionText = None,
    moves: MovesText = "",
    tell: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(
                _("How much to tell: where to look, why as well, or the move; one of: {names}.", names=", ".join(TOLD))
            ),
            autocompletion=one_of(TOLD),
        ),
    ] = TOLD[0],
    as_json: AsJson = False,
) -> None:
    """Give a hint for the side to move, up to the chosen step."""
    if tell not in TOLD:
        raise SpecError(
            _("{option} takes one of: {names}; not “{name}”.", option="--tell", names=", ".join(TOLD), name=tell)
        )
    step = 1 + TOLD.index(tell)
    game = game_named(game_text)
    if position_text is not None:
        game = game.beginning(position_text)
    match = Match.parse(game, moves)
    if match.outcome:
        raise GameOver
    advice = advice_on(judge_of(game), match)
    sentences = [str(told(game, match.position, advice, each)) for each in range(1, step + 1)]
    if as_json:
        best = [plain_move(game, match.position, move) for move in advice.best] if tell == TOLD[-1] else []
        record: HintRecord = {**position_record(game, match.position), "steps": sentences, "best": best}
        say_json(record)
        return
    for sentence in sentences:
        say(sentence)
