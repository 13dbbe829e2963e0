"""The command line: every command, and what ``plyground`` alone does."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground import __version__
from plyground.interfaces.commands.audit import audit
from plyground.interfaces.commands.cache import app as cache
from plyground.interfaces.commands.console import console
from plyground.interfaces.commands.dictionary import app as dictionary
from plyground.interfaces.commands.games import games
from plyground.interfaces.commands.perft import perft
from plyground.interfaces.commands.players import players
from plyground.interfaces.commands.search import search
from plyground.interfaces.commands.solve import solve, verify
from plyground.interfaces.commands.web import web
from plyground.language import _

app = typer.Typer(
    name="plyground",
    help=str(_("A workbench for adversarial search in games. Without a command, the page opens in the browser.")),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
"""The ``plyground`` program; :func:`plyground.__main__.main` runs it and answers for its errors."""


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
        web()


for command, summary in (
    (web, _("Open the page in the browser (as plyground alone does).")),
    (console, _("Play on the terminal: a person or any bot on each side.")),
    (games, _("List the games, or show one.")),
    (players, _("List the players, or show one.")),
    (search, _("Search a position for the best move.")),
    (audit, _("Play a player against every reply.")),
    (solve, _("Solve a game: the exact value of every position.")),
    (verify, _("Prove the table of a solved game.")),
    (perft, _("Count the sequences of moves from a position.")),
):
    app.command(help=str(summary))(command)
app.add_typer(dictionary, name="dictionary")
app.add_typer(cache, name="cache")
