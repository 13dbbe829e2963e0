"""``plyground console``: play on a text terminal, or from a script."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

import typer

from plyground.arena.match import Match
from plyground.game import FIRST, SECOND
from plyground.games.loading import load as game_named
from plyground.interfaces.commands.parameters import MovesText, PositionText, complete_game, complete_player
from plyground.interfaces.console import Console
from plyground.interfaces.opponent import players
from plyground.interfaces.terminal import say
from plyground.language import _


def console(
    game_text: Annotated[
        str, typer.Argument(metavar="GAME", help=str(_("The game to play.")), autocompletion=complete_game)
    ] = "tictactoe",
    first: Annotated[
        str | None,
        typer.Option(
            "--x",
            "--first",
            metavar="PLAYER",
            help=str(_("Who plays the first side; without it, a person, or a bot where it is the computer's.")),
            autocompletion=complete_player,
        ),
    ] = None,
    second: Annotated[
        str | None,
        typer.Option(
            "--o",
            "--second",
            metavar="PLAYER",
            help=str(
                _(
                    "Who plays the second side; without it, the other of the two: the bot is one that is quick enough, minimax on small boards."
                )
            ),
            autocompletion=complete_player,
        ),
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER", help=str(_("Whom b asks; without it, the opponent.")), autocompletion=complete_player
        ),
    ] = None,
    position_text: PositionText = None,
    moves: MovesText = "",
) -> None:
    """Play on the terminal: a person or any bot on each side."""
    game = game_named(game_text)
    if position_text is not None:
        game = replace(game, start=game.notation.parse(position_text))
    usual = players(game)
    session = Console(Match.parse(game, moves), (first or usual[FIRST], second or usual[SECOND]), bot, say=say)
    session.start()
    while not session.left:
        line = _read_line(session.prompt)
        session.take("q" if line is None else line)


def _read_line(prompt: str) -> str | None:
    """The next line typed, or read from a script, which sees no prompt; ``None`` at the end of the input."""
    if not sys.stdin.isatty():
        sys.stdout.flush()  # who drives this program hears the answer before the next question
        return sys.stdin.readline() or None
    with suppress(ImportError):  # not every system has it
        import readline  # noqa: F401  # input() edits its line and remembers earlier ones by it
    try:
        return input(prompt)
    except EOFError:
        say()
        return None
