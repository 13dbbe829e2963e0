"""The command line: all commands, and the action of ``plyground`` without one."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from plyground import __version__
from plyground.cli.options.quick_parameters import QuickCommand, quick
from plyground.i18n import _

SUMMARIES = {
    "web": _("Open the page in the browser (as plyground alone does)."),
    "console": _("Play on the terminal: a person or any bot on each side."),
    "new": _("Write a small game that works, to make it your own."),
    "games": _("List the games, or show one."),
    "bots": _("List the bots, or show one."),
    "engines": _("Set up other programs as bots."),
    "engine": _("Play for another program, by UGI, UCI, GTP, Hub or NBoard."),
    "mcp": _("Offer games and analysis as tools to a language model."),
    "search": _("Search a position for the best move."),
    "tree": _("Search a tree, and show visited and cut nodes."),
    "compare": _("Compare the costs of searches, ply by ply, with a chart."),
    "tournament": _("Let bots play each other, and rate them."),
    "levels": _("Show or measure the levels of a game."),
    "learn": _("Learn an evaluation for any game, by self-play."),
    "standings": _("Show the table of a tournament."),
    "openings": _("Write the openings of a game that are proven draws, or won or lost."),
    "merge": _("Join the results files of the slices of a tournament."),
    "cite": _("Print what a paper tells about a tournament."),
    "rate": _("Rate the players of game files, such as PGN."),
    "check": _("Check a game: find errors in its rules, and list its features."),
    "audit": _("Play a bot against every reply, to find where it loses."),
    "solve": _("Solve a game: the exact value of every position."),
    "verify": _("Prove the table of a solved game."),
    "explore": _("Show the value of every move, and best play."),
    "review": _("Mark the moves of a game, and say why each mistake is one."),
    "puzzles": _("Make puzzles: positions of a game with a win to find."),
    "hint": _("Where to look, why, and what to play: one step at a time."),
    "perft": _("Count the sequences of moves from a position."),
    "compare-search": _("Compare your own search with the reference, step by step."),
    "grade": _("Mark students' code, and name its mistakes."),
    "task": _("List the ready tasks for students' code, or start one."),
    "exercise": _("Make exercises on trees, solve, mark and export them."),
    "collect": _("Mark the answers to exercises in students' files of saved work."),
    "export-site": _("Write the whole page as a static site."),
    "dictionary": _("Build, show and check move dictionaries."),
    "cache": _("Show or empty the cache of compiled searches."),
}
"""Summary of every command, by name. The command is the function or group of this name in the module of this name in
``commands``.
"""
ELSEWHERE = {
    "rate": "results",
    "merge": "results",
    "cite": "results",
    "verify": "solve",
    "task": "new",
    "export-site": "web",
    "collect": "exercise",
}
"""Modules that hold several commands."""


class Commands(TyperGroup):
    """A group whose commands are imported when they are called, so that the help is quick."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command_named(name) if name and command else None, rest

    def get_params(self, ctx: Any) -> list[Any]:
        return quick(super().get_params(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write every command with its whole summary, on as many lines as that takes."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, str(summary)) for name, summary in SUMMARIES.items()])


def module_of(name: str) -> str:
    """Return the full name of a command's module."""
    return f"plyground.cli.commands.{ELSEWHERE.get(name, name).replace('-', '_')}"


def command_named(name: str) -> Any:
    """Return the command with this name."""
    command = getattr(import_module(module_of(name)), name.replace("-", "_"))
    alone = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.callback()(_not_yet)
    if isinstance(command, typer.Typer):
        alone.add_typer(command, name=name, help=str(SUMMARIES[name]))
    else:
        alone.command(name, cls=QuickCommand, help=str(SUMMARIES[name]))(command)
    return get_group(alone).commands[name]


def _not_yet() -> None:
    """Stand in for a command until it is called."""


app = typer.Typer(
    name="plyground",
    cls=Commands,
    help=str(_("A workbench for adversarial search in games. Without a command, the page opens in the browser.")),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
"""The ``plyground`` program; :func:`plyground.cli.main.main` runs it and handles its errors."""


def _show_version(asked: bool) -> None:
    if asked:
        print(f"plyground {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _plyground(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help=str(_("Show the version and exit."))),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        from plyground.cli.commands.web import web

        web()


for name, summary in SUMMARIES.items():
    app.command(name, help=str(summary))(_not_yet)
