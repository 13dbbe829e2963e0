"""``plyground web``: the page in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.games.loading import load as game_named
from plyground.interfaces.commands.parameters import complete_game
from plyground.interfaces.web.server import serve
from plyground.language import _


def web(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help=str(_("The game that opens first; without it all are shown.")),
            autocompletion=complete_game,
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help=str(_("Address to listen on; the default is this computer only.")))
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help=str(_("Port to listen on; 0 takes any free one.")))
    ] = 8080,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help=str(_("Open the page in the browser.")))
    ] = True,
    lessons: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=str(_("A folder with lessons of your own, shown beside those that are here."))
        ),
    ] = None,
    work: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=str(_("The file in which games, trees and answers are kept; made where there is none.")),
        ),
    ] = None,
    class_code: Annotated[
        str,
        typer.Option(
            metavar="CODE",
            help=str(_("Lets other computers in: what each is asked for, once; needed with another --host.")),
        ),
    ] = "",
) -> None:
    """Open the page in the browser, until it is quit."""
    serve(host, port, browser, game_named(game).name if game else "", lessons, work, class_code)
