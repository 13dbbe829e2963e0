"""``plyground console``: play on a text terminal, or from a script."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from plyground.arena.game_text import FileGames
from plyground.arena.match import Match
from plyground.cli.console import Console
from plyground.cli.game_recording import Recording, resume
from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import SEED, MovesText, PositionText, complete_bot, complete_game
from plyground.cli.own_games import game_named
from plyground.cli.terminal import say
from plyground.core.game import Game
from plyground.errors import SpecError
from plyground.games import game as known_game
from plyground.i18n import _
from plyground.presentation.default_players import players

MAX_LISTED_GAMES = 30
"""Most games of a file that are listed."""


class Seats(NamedTuple):
    """Options of those who play."""

    first: Annotated[
        str | None,
        typer.Option(
            "--first",
            metavar="BOT",
            help=str(
                _(
                    "Who plays the first side: human or a bot (default: a person, or a bot if it is the computer's side)."
                )
            ),
            autocompletion=complete_bot,
        ),
    ] = None
    second: Annotated[
        str | None,
        typer.Option(
            "--second",
            metavar="BOT",
            help=str(
                _("Who plays the second side (default: level 2 of the game, or a person if the first side is a bot).")
            ),
            autocompletion=complete_bot,
        ),
    ] = None
    others: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SIDE=BOT",
            help=str(_("Who plays a side, such as C=random; for games with more than two sides.")),
        ),
    ] = None

    def taken(self, game: Game, usual: Sequence[str]) -> tuple[str, ...]:
        """Return who plays each side; ``usual`` plays the sides that are not given. Raise :class:`SpecError`."""
        seats = dict(zip(map(str.lower, game.sides), usual, strict=True))
        named = [f"{side}={name}" for side, name in zip(game.sides, (self.first, self.second), strict=False) if name]
        for text in (*named, *(self.others or ())):
            side, _equals, name = text.partition("=")
            if side.lower() not in seats or not name:
                raise SpecError(
                    _(
                        "“{text}” is not a seat: write SIDE=BOT, with one of these sides: {sides}.",
                        text=text,
                        sides=", ".join(game.sides),
                    )
                )
            seats[side.lower()] = name
        return tuple(seats.values())


class Beginning(NamedTuple):
    """Options of the beginning of a game."""

    position_text: PositionText = None
    moves: MovesText = ""
    seed: Annotated[int | None, SEED] = None
    replay: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=str(
                _("Go on with the game of this file: one saved here or on the page, or one in the game's notation.")
            ),
        ),
    ] = None
    game_number: Annotated[
        int,
        typer.Option(
            "--game-number", metavar="N", min=1, help=str(_("Which game of the file of --replay (default: the first)."))
        ),
    ] = 1

    def check(self, save: Path | None) -> None:
        """Raise :class:`SpecError` for options that exclude each other."""
        given = {
            "--position": self.position_text is not None,
            "--moves": bool(self.moves),
            "--seed": self.seed is not None,
        }
        for option in (option for option, is_given in given.items() if is_given and self.replay):
            raise SpecError(
                _("{option} cannot be used with --replay: the file has the beginning of the game.", option=option)
            )
        if save and self.position_text is not None:
            raise SpecError(
                _("The option --save cannot be used with --position: a file keeps a game from its usual start.")
            )

    def match(self, game: Game) -> Match:
        """Return the match that begins."""
        return Match.parse(game, self.moves, random.getrandbits(32) if self.seed is None else self.seed)


@grouped
def console(
    game_text: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help=str(_("The game to play (default: tictactoe, or the game of --replay).")),
            autocompletion=complete_game,
        ),
    ] = None,
    *,
    seats: Seats,
    beginning: Beginning,
    save: Annotated[
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
) -> None:
    """Play on the terminal: a person or any bot on each side."""
    beginning.check(save)
    replay = beginning.replay
    saved = None
    if replay is not None:
        usual = game_named(game_text) if game_text else None
        saved, file_games = resume(replay, _finder(game_text), usual, beginning.game_number)
        _tell(file_games)
    game = saved.match.game if saved else game_named(game_text or "tictactoe")
    if beginning.position_text is not None:
        game = game.beginning(beginning.position_text)
    names = seats.taken(game, saved.players if saved else players(game))
    match = saved.match if saved else beginning.match(game)
    start = Match(game, seed=match.seed) if saved else None
    recording = None if save is None else Recording(save, names, replay)
    converse(Console(match, names, say=say, beginning=start, recording=recording))


def _tell(file: FileGames) -> None:
    """Tell what was repaired in the chosen game of a file, and which other games there are."""
    for sentence in file.messages():
        say(sentence)
    if len(file.games) > 1 and file.number == 1:
        for number, each in enumerate(file.games[:MAX_LISTED_GAMES], 1):
            say(f"{number:>4}  {each.title or '?'}")
            for sentence in each.messages if number > 1 else ():
                say(f"      {sentence}")
        say(_("Choose another one with --game-number {number}.", number=2))


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
        sys.stdout.flush()  # a program that drives this one needs the answer before the next prompt
        return sys.stdin.readline() or None
    with suppress(ImportError):  # not every system has readline
        import readline  # noqa: F401  # gives input() line editing and a history
    try:
        return input(prompt)
    except EOFError:
        say()
        return None
