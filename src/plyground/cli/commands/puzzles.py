"""``plyground puzzles``: puzzles of a solved game, or of the end of a larger one."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.arena.match import Match
from plyground.cli.options.shared_options import COUNT_HELP, SEED, AsJson, GameText, Output
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import progress
from plyground.cli.terminal import say, say_json
from plyground.core.game import Game
from plyground.errors import SearchError
from plyground.i18n import _, _n
from plyground.presentation.boards.board_text import draw
from plyground.presentation.puzzle_text import question
from plyground.puzzles.choose import LEVELS, choose_puzzles
from plyground.puzzles.puzzle import Attempt, Puzzle
from plyground.puzzles.puzzle_file import MAX_MOVES, record, write
from plyground.searches import new_tally

MAX_COUNT = 1000
"""Most puzzles of a level."""


def puzzles(
    game_text: GameText,
    output: Output = None,
    count: Annotated[
        int,
        typer.Option(
            "--count",
            metavar="N",
            min=1,
            max=MAX_COUNT,
            help=COUNT_HELP,
        ),
    ] = 10,
    moves_to_win: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N",
            min=1,
            max=MAX_MOVES,
            help=str(
                _("Moves to the win (default: {levels}). Repeat it for more.", levels=", ".join(map(str, LEVELS)))
            ),
        ),
    ] = None,
    seed: Annotated[int, SEED] = 0,
    every_win: Annotated[
        bool,
        typer.Option(
            "--every-win", help=str(_("Take positions with several winning moves, too. The fastest are right."))
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make puzzles: positions with one winning move, chosen and judged by exact values."""
    game = game_named(game_text)
    with progress(new_tally()) as on_message:
        found = choose_puzzles(
            game,
            count=count,
            moves_to_win=moves_to_win or LEVELS,
            seed=seed,
            one_win=not every_win,
            on_message=on_message,
        )
    if not found:
        raise SearchError(_("No such puzzle was found in {game}. Try other --moves-to-win or --seed, or --every-win.", game=game.name))  # fmt: skip
    if output is not None:
        write(output, game, found)
    if as_json:
        say_json({"game": game.name, "puzzles": [record(puzzle) for puzzle in found]})
    elif output is not None:
        say(_n("{count} puzzle is in {file}. Show it on the page: plyground web --puzzles {file}", "{count} puzzles are in {file}. Show them on the page: plyground web --puzzles {file}", len(found), file=output))  # fmt: skip
    else:
        for puzzle in found:
            _show(game, puzzle)


def _show(game: Game, puzzle: Puzzle) -> None:
    """Print a puzzle: the board, the question and the solution."""
    match: Match = Attempt.begin(puzzle, game).match
    for line in draw(match.game, match.position):
        say(*line)
    say(question(puzzle, match))
    say(_("Position: {position}", position=puzzle.position))
    say(_("Solution: {moves}", moves=" ".join(puzzle.line)))
    say()
