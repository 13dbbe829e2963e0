"""Parameters that several commands share, with shell completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from plyground.errors import SearchError
from plyground.games import GAMES
from plyground.i18n import _
from plyground.searches.conventions import PRESETS


def one_of(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a completion: the ``names`` that begin with the typed text."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return complete


def complete_game(incomplete: str) -> list[str]:
    """Return the games and files whose names begin with the typed text."""
    files = (str(path) for path in sorted(Path(incomplete).parent.glob("*.py")))
    return one_of([*(entry.name for entry in GAMES), *files])(incomplete)


def complete_bot(incomplete: str) -> list[str]:
    """Return the bots whose names begin with the typed text."""
    from plyground.bots import BOTS  # imported here because only completion needs it

    return one_of(entry.name for entry in BOTS)(incomplete)


GameText: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=str(_("The game, such as tictactoe or mnk:width=4,height=3,k=3.")),
        autocompletion=complete_game,
    ),
]
GameOfFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help=str(_("The game of the file (default: the one that the file names).")),
        autocompletion=complete_game,
    ),
]
BotText: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER",
        help=str(_("The player, such as minimax or depth-limited:depth=2.")),
        autocompletion=complete_bot,
    ),
]
PositionText: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="TEXT",
        help=str(_("The position in the game's notation, such as x...o.... (default: the start).")),
    ),
]
MovesText: TypeAlias = Annotated[
    str,
    typer.Option(
        "--moves",
        metavar="MOVES",
        help=str(_("Moves made already: joined by -, such as 4-0-8, or in the usual notation.")),
    ),
]
ConventionText: TypeAlias = Annotated[
    str,
    typer.Option(
        "--convention",
        metavar="NAME",
        help=str(_("How alpha-beta cuts; one of: {names}.", names=", ".join(PRESETS))),
        autocompletion=one_of(PRESETS),
    ),
]
MarkingConventionText: TypeAlias = Annotated[
    str,
    typer.Option(
        "--convention",
        metavar="NAME",
        help=str(_("How alpha-beta cuts and what it returns: {names}.", names=", ".join(PRESETS))),
        autocompletion=one_of(PRESETS),
    ),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help=str(_("Answer in JSON, for programs.")))]


def was_given(context: typer.Context, name: str) -> bool:
    """Return True if a parameter was given on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def refuse_beside(context: typer.Context, chosen: str, *names: str) -> None:
    """Raise :class:`SearchError` if one of these parameters was given with ``chosen``, which excludes it."""
    options = {
        parameter.name: str(parameter.metavar) if parameter.param_type_name == "argument" else parameter.opts[0]
        for parameter in context.command.params
    }
    value = context.params[chosen]
    reason = f"{options[chosen]} {value}" if isinstance(value, str) else options[chosen]  # another name may allow it
    for name in names:
        if was_given(context, name):
            raise SearchError(
                _("{option} has no effect with {chosen}: leave it out.", option=options[name], chosen=reason)
            )
