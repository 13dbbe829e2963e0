"""``plyground console``: play on a text terminal, or from a script."""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

import typer

from plyground.arena.match import Match
from plyground.errors import SpecError
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
    others: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SIDE=PLAYER",
            help=str(
                _("Who plays the side of this name, such as C=random; for every side of a game with more than two.")
            ),
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help=str(_("Where dice and the like begin: the same seed, the same numbers."))
        ),
    ] = None,
    position_text: PositionText = None,
    moves: MovesText = "",
) -> None:
    """Play on the terminal: a person or any bot on each side."""
    game = game_named(game_text)
    if position_text is not None:
        game = replace(game, start=game.notation.parse(position_text))
    seats = dict(zip(map(str.lower, game.sides), players(game), strict=True))
    named = [f"{side}={name}" for side, name in zip(game.sides, (first, second), strict=False) if name]
    for text in (*named, *(others or ())):
        side, _equals, name = text.partition("=")
        if side.lower() not in seats or not name:
            raise SpecError(
                _(
                    "“{text}” gives no seat: write SIDE=PLAYER, with one of these sides: {sides}.",
                    text=text,
                    sides=", ".join(game.sides),
                )
            )
        seats[side.lower()] = name
    match = Match.parse(game, moves, random.getrandbits(32) if seed is None else seed)
    converse(Console(match, tuple(seats.values()), bot, say=say))


def converse(session: Console) -> None:
    """Take what is typed, line by line, until the person leaves."""
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
