"""``plyground hint``: where to look, why, and what to play, told one step at a time."""

from __future__ import annotations

import asyncio
from typing import Annotated, NamedTuple

import typer

from plyground.arena.analysis import MoveValues, move_values
from plyground.arena.game_review import oracle
from plyground.arena.match import Match
from plyground.bots import bot
from plyground.cli.options.shared_options import AsJson, GameText, MovesText, PositionText, one_of
from plyground.cli.own_games import game_named
from plyground.cli.terminal import say, say_json
from plyground.errors import GameOver, SpecError
from plyground.i18n import _
from plyground.presentation.explore_text import study_position, within
from plyground.presentation.hint import ENGINE, HINT_TIMEOUT_S, Advice, advise, judged, told
from plyground.presentation.json_moves import plain_move
from plyground.searches import new_tally
from plyground.solvers.explore import Exploration

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
    advice = asyncio.run(advise(match, _Adviser(match)))
    sentences = [str(told(game, match.position, advice, each)) for each in range(1, step + 1)]
    if as_json:
        best = [plain_move(game, match.position, move) for move in advice.best] if tell == TOLD[-1] else []
        say_json({"game": game.name, "position": match.position_text, "steps": sentences, "best": best})
        return
    for sentence in sentences:
        say(sentence)


class _Adviser(NamedTuple):
    """Searches for hints, run in this process."""

    match: Match

    async def values(self) -> MoveValues:
        tally = new_tally()
        with within(HINT_TIMEOUT_S, tally):
            return move_values(self.match.game, self.match.position, tally)

    async def exact(self) -> Exploration:
        tally = new_tally()
        with within(HINT_TIMEOUT_S, tally):
            found = study_position(self.match, oracle(self.match.game, tally)).exploration
        assert found  # the game is not over
        return found

    async def judgement(self) -> Advice:
        game, position = self.match.game, self.match.position
        return judged(game, position, bot(ENGINE, game).choose(position))
