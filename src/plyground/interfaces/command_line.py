"""The command line: every command, and what ``plyground`` alone does."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from plyground import __version__
from plyground.language import _

SUMMARIES = {
    "web": _("Open the page in the browser (as plyground alone does)."),
    "console": _("Play on the terminal: a person or any bot on each side."),
    "new": _("Write a small game that works, to make it your own."),
    "games": _("List the games, or show one."),
    "players": _("List the players, or show one."),
    "search": _("Search a position for the best move."),
    "tree": _("Search a tree: what is visited, what is cut and why."),
    "compare": _("Compare what searches cost, ply by ply, with a chart."),
    "check": _("Find where a game breaks its promises, and what it offers."),
    "audit": _("Play a player against every reply."),
    "solve": _("Solve a game: the exact value of every position."),
    "verify": _("Prove the table of a solved game."),
    "explore": _("Every move with its exact value, and where a game was lost."),
    "perft": _("Count the sequences of moves from a position."),
    "trace": _("See where your own search and the reference part."),
    "exercise": _("Make exercises on trees, solve, mark and export them."),
    "dictionary": _("Build, show and check move dictionaries."),
    "cache": _("Show or remove what is compiled for this machine."),
}
"""Every command: a function, or a group of them, of this name in the module of this name in ``commands``."""
ELSEWHERE = {"verify": "solve"}
"""The modules of the commands that share one."""


class Commands(TyperGroup):
    """Commands that are imported when they are called: the help page does not wait for all of them."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        return name, _called(name) if name and command else None, rest


def _called(name: str) -> Any:
    """What is called by this name."""
    command = getattr(import_module(f"plyground.interfaces.commands.{ELSEWHERE.get(name, name)}"), name)
    alone = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.callback()(_not_yet)
    if isinstance(command, typer.Typer):
        alone.add_typer(command, name=name, help=str(SUMMARIES[name]))
    else:
        alone.command(name, help=str(SUMMARIES[name]))(command)
    return get_group(alone).commands[name]


def _not_yet() -> None:
    """Stands for a command until it is called."""


app = typer.Typer(
    name="plyground",
    cls=Commands,
    help=str(_("A workbench for adversarial search in games. Without a command, the page opens in the browser.")),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
"""The ``plyground`` program; :func:`plyground.interfaces.program.main` runs it and answers for its errors."""


def _show_version(asked: bool) -> None:
    if asked:
        print(f"plyground {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _plyground(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help=str(_("Show the version and leave."))),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        from plyground.interfaces.commands.web import web

        web()


for name, summary in SUMMARIES.items():
    app.command(name, help=str(summary))(_not_yet)
