"""``plyground engine``: a game and a bot as an engine for other programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from plyground.bots import named
from plyground.cli.isolation import report_end
from plyground.cli.options.shared_options import BOT, GameText, one_of
from plyground.cli.own_games import game_named
from plyground.engines.connecting import speaks_of
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.serving import EngineSession, serve
from plyground.serving.gtp_server import GtpServer
from plyground.serving.hub_server import HubServer
from plyground.serving.loop import Server, Write, obeying_quit, writer
from plyground.serving.nboard_server import NboardServer
from plyground.serving.uci_server import UciServer
from plyground.serving.ugi_server import UgiServer

SERVERS: dict[str, Callable[[EngineSession, Write], Server]] = {
    "ugi": UgiServer,
    "uci": UciServer,
    "gtp": GtpServer,
    "hub": HubServer,
    "nboard": NboardServer,
}


def engine(
    game_text: GameText,
    bot: Annotated[str, BOT] = "engine",
    protocol: Annotated[
        str,
        typer.Option(
            "--protocol", metavar="PROTOCOL", autocompletion=one_of(SERVERS),
            help=str(_("The protocol; one of: {names}.", names=", ".join(SERVERS))),
        ),
    ] = "ugi",
) -> None:  # fmt: skip
    """Answer commands from standard input on standard output until quit."""
    if protocol not in SERVERS:
        raise SpecError(_("There is no protocol “{name}”; choose one of: {names}.", name=protocol, names=", ".join(SERVERS)))  # fmt: skip
    game = game_named(game_text)
    if not speaks_of(protocol, game):
        raise SpecError(_("{protocol} cannot write the moves of {game}.", protocol=protocol.upper(), game=game.title))
    server = SERVERS[protocol](EngineSession(game, named(bot)), writer(sys.stdout))
    serve(server, obeying_quit(sys.stdin, server.finish) if protocol == "gtp" else sys.stdin)
    sys.stdout.flush()
    report_end()
    os._exit(0)  # exit at once: Python takes 100 to 300 ms to free modules and compiled code
