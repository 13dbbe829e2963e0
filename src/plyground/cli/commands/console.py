"""``plyground console``: play on a text terminal, or from a script."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from plyground.arena.match import LONGEST_SEED, Match
from plyground.cli.commands._parameters import MovesText, PositionText, complete_bot, complete_game
from plyground.cli.console import Console
from plyground.cli.game_recording import Recording, resume
from plyground.cli.own_games import game_named
from plyground.cli.terminal import say
from plyground.core.game import Game
from plyground.errors import SpecError
from plyground.games import game as known_game
from plyground.i18n import _
from plyground.presentation.default_players import players


def console(
    game_text: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help=str(_("The game to play (default: tictactoe, or the game of --replay).")),
            autocompletion=complete_game,
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            "--x",
            "--first",
            metavar="PLAYER",
            help=str(_("The player of the first side (default: a person, or a bot if it is the computer's side).")),
            autocompletion=complete_bot,
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
                    "The player of the second side (default: a quick bot, minimax on small boards, or a person if the first side is a bot)."
                )
            ),
            autocompletion=complete_bot,
        ),
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help=str(_("The bot that b asks (default: the opponent).")),
            autocompletion=complete_bot,
        ),
    ] = None,
    others: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SIDE=PLAYER",
            help=str(_("The player of a side, such as C=random; for games with more than two sides.")),
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            max=10**LONGEST_SEED - 1,
            help=str(_("The seed of the dice: the same seed gives the same numbers.")),
        ),
    ] = None,
    position_text: PositionText = None,
    moves: MovesText = "",
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=str(
                _(
                    "Write the game to this file as it goes on, as JSON or, by the ending of its name, in the game's notation; an older one is only overwritten by its own game."
                )
            ),
        ),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=str(
                _("Go on with the game of this file: one saved here or on the page, or one in the game's notation.")
            ),
        ),
    ] = None,
) -> None:
    """Play on the terminal: a person or any bot on each side."""
    given = {"--position": position_text is not None, "--moves": bool(moves), "--seed": seed is not None}
    for option in (option for option, is_given in given.items() if is_given and replay):
        raise SpecError(
            _("{option} cannot be used with --replay: the file has the beginning of the game.", option=option)
        )
    if record and position_text is not None:
        raise SpecError(
            _("The option --record cannot be used with --position: a file records a game from its usual start.")
        )
    saved = None if replay is None else resume(replay, _finder(game_text), game_named(game_text) if game_text else None)
    game = saved.match.game if saved else game_named(game_text or "tictactoe")
    if position_text is not None:
        game = game.beginning(position_text)
    seats = dict(zip(map(str.lower, game.sides), saved.players if saved else players(game), strict=True))
    named = [f"{side}={name}" for side, name in zip(game.sides, (first, second), strict=False) if name]
    for text in (*named, *(others or ())):
        side, _equals, name = text.partition("=")
        if side.lower() not in seats or not name:
            raise SpecError(
                _(
                    "“{text}” is not a seat: write SIDE=PLAYER, with one of these sides: {sides}.",
                    text=text,
                    sides=", ".join(game.sides),
                )
            )
        seats[side.lower()] = name
    seed = random.getrandbits(32) if seed is None else seed
    match = saved.match if saved else Match.parse(game, moves, seed)
    names = tuple(seats.values())
    beginning = Match(game, seed=match.seed) if saved else None
    recording = None if record is None else Recording(record, names, replay)
    converse(Console(match, names, bot, say=say, beginning=beginning, recording=recording))


def converse(session: Console) -> None:
    """Read and execute typed lines until the person leaves."""
    session.start()
    while not session.left:
        line = _read_line(session.prompt)
        session.take("q" if line is None else line)


def _finder(game_text: str | None) -> Callable[[str], Game]:
    """Return the function that finds the game of a saved file by name.

    If the command line gave a game, which may be the reader's own file, only that game is accepted.
    """
    if game_text is None:
        return known_game
    given = game_named(game_text)

    def find(name: str) -> Game:
        if name != given.name:
            raise SpecError(_("This is a game of {name}, not of {given}.", name=name, given=given.name))
        return given

    return find


def _read_line(prompt: str) -> str | None:
    """Return the next line typed, or the next line of a script, without a prompt.

    Return None at the end of the input.
    """
    if not sys.stdin.isatty():
        sys.stdout.flush()  # a program that drives this one gets the answer before the next question
        return sys.stdin.readline() or None
    with suppress(ImportError):  # not every system has it
        import readline  # noqa: F401  # gives input() line editing and a history
    try:
        return input(prompt)
    except EOFError:
        say()
        return None
