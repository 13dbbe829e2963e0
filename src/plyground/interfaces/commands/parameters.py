"""Parameters that several commands share, with what a shell completes them to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from plyground.errors import SearchError
from plyground.games import GAMES
from plyground.language import _
from plyground.players import PLAYERS
from plyground.search.convention import PRESETS


def one_of(names: Iterable[str]) -> Callable[[str], list[str]]:
    """A completion: those of ``names`` that begin as typed."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return complete


def complete_game(incomplete: str) -> list[str]:
    """The games, and the files that may have one, whose names begin as typed."""
    files = (str(path) for path in sorted(Path(incomplete).parent.glob("*.py")))
    return one_of([*(entry.name for entry in GAMES), *files])(incomplete)


def complete_player(incomplete: str) -> list[str]:
    """The players whose names begin as typed."""
    return one_of(entry.name for entry in PLAYERS)(incomplete)


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
        help=str(_("The game that the file is for; without it, the one that the file names.")),
        autocompletion=complete_game,
    ),
]
PlayerText: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER",
        help=str(_("The player, such as minimax or depth-limited:depth=2.")),
        autocompletion=complete_player,
    ),
]
PositionText: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="TEXT",
        help=str(_("The position, as the game writes it, such as x...o....; without it, the start.")),
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
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help=str(_("Answer in JSON, for programs.")))]


def was_given(context: typer.Context, name: str) -> bool:
    """Whether a parameter stands on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def refuse_beside(context: typer.Context, chosen: str, *names: str) -> None:
    """Raise :class:`SearchError` where one of these parameters was given beside ``chosen``, which leaves it no sense."""
    options = {
        parameter.name: str(parameter.metavar) if parameter.param_type_name == "argument" else parameter.opts[0]
        for parameter in context.command.params
    }
    value = context.params[chosen]
    reason = f"{options[chosen]} {value}" if isinstance(value, str) else options[chosen]  # another name may allow it
    for name in names:
        if was_given(context, name):
            raise SearchError(
                _("{option} means nothing beside {chosen}: leave it out.", option=options[name], chosen=reason)
            )
