"""``plyground new``: a file to begin a game of one's own from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from plyground.errors import FileError
from plyground.games.loading import load
from plyground.interfaces.commands.parameters import one_of
from plyground.interfaces.terminal import say, say_table
from plyground.language import _
from plyground.position import Demand
from plyground.templates import TEMPLATES, written

SEARCHED = {Demand.PLAYERS: " --algorithm max-n", Demand.CHANCE: " --algorithm expectiminimax"}
"""How a game is searched that demands more than two players in turn."""


def new(
    name: Annotated[str, typer.Argument(metavar="GAME", help=str(_("What the game is called, such as my_game.")))],
    template: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("What it begins as; one of: {names}.", names=", ".join(TEMPLATES))),
            autocompletion=one_of(TEMPLATES),
        ),
    ] = "mark",
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help=str(_("The file; without it, the name with .py."))),
    ] = None,
) -> None:
    """Write a small game that works, to make it your own."""
    path = Path(output or f"{name}.py")
    text = written(template, name, path.name)
    if path.suffix != ".py":
        raise FileError(path, _("a game is a file whose name ends in .py"))
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise FileError(path, _("there is such a file already, and it stays as it is: choose another name")) from None
    except OSError as error:
        raise FileError(path, _("it cannot be written: {reason}", reason=os.strerror(error.errno or 0))) from None
    say(_("{path} is written: {what}.", path=path, what=TEMPLATES[template]))
    demands = load(str(path)).demands
    searched = next((with_ for demand, with_ in SEARCHED.items() if demand in demands), "")
    solved = [("solve", _("know the exact value of every position"))] if not demands & ~Demand.TURNS else []
    commands = [
        ("web", _("play it in the browser")),
        ("console", _("play it here")),
        ("check", _("see whether anything is wrong with it, and what it can do")),
        (f"search{searched}", _("find the best move")),
        *solved,
    ]
    say()
    say_table([_("type"), _("to")], [(f"plyground {command} {path}", meaning) for command, meaning in commands])
