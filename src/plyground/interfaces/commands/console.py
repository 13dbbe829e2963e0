"""``plyground console``: play on a text terminal, or from a script."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from plyground.arena.match import LONGEST_SEED, Match
from plyground.errors import SpecError
from plyground.game import Game
from plyground.games import game as known_game
from plyground.games.loading import load as game_named
from plyground.interfaces.commands.parameters import MovesText, PositionText, complete_game, complete_player
from plyground.interfaces.console import Console
from plyground.interfaces.opponent import players
from plyground.interfaces.recording import Recording, resume
from plyground.interfaces.terminal import say
from plyground.language import _


def console(
    game_text: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help=str(_("The game to play: tictactoe, or that of --replay, where none is given.")),
            autocompletion=complete_game,
        ),
    ] = None,
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
            metavar="N",
            min=0,
            max=10**LONGEST_SEED - 1,
            help=str(_("Where dice and the like begin: the same seed, the same numbers.")),
        ),
    ] = None,
    position_text: PositionText = None,
    moves: MovesText = "",
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=str(
                _("Write the game to this JSON file as it goes on; an older one is only overwritten by its own game.")
            ),
        ),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=str(_("Go on with the game of this file, also with one saved on the page."))),
    ] = None,
) -> None:
    """Play on the terminal: a person or any bot on each side."""
    given = {"--position": position_text is not None, "--moves": bool(moves), "--seed": seed is not None}
    for option in (option for option, is_given in given.items() if is_given and replay):
        raise SpecError(_("{option} does not go with --replay: the file says how the game began.", option=option))
    if record and position_text is not None:
        raise SpecError(_("--record does not go with --position: a file tells of a game from its usual beginning."))
    saved = None if replay is None else resume(replay, _finder(game_text))
    game = saved.match.game if saved else game_named(game_text or "tictactoe")
    if position_text is not None:
        game = replace(game, start=game.notation.parse(position_text))
    seats = dict(zip(map(str.lower, game.sides), saved.players if saved else players(game), strict=True))
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
    seed = random.getrandbits(32) if seed is None else seed
    match = saved.match if saved else Match.parse(game, moves, seed)
    names = tuple(seats.values())
    beginning = Match(game, seed=match.seed) if saved else None
    recording = None if record is None else Recording(record, names, replay)
    converse(Console(match, names, bot, say=say, beginning=beginning, recording=recording))


def converse(session: Console) -> None:
    """Take what is typed, line by line, until the person leaves."""
    session.start()
    while not session.left:
        line = _read_line(session.prompt)
        session.take("q" if line is None else line)


def _finder(game_text: str | None) -> Callable[[str], Game]:
    """What makes the game of a file: one that is there by its name or, as it may be somebody's own, the one that was given."""
    if game_text is None:
        return known_game
    given = game_named(game_text)

    def find(name: str) -> Game:
        if name != given.name:
            raise SpecError(_("This is a game of {name}, not of {given}.", name=name, given=given.name))
        return given

    return find


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
