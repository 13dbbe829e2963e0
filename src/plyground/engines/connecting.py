"""Start a program and open its protocol. List the games that a program can play."""

from __future__ import annotations

from collections.abc import Mapping

from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.core.spec import canonical
from plyground.engines.client import Client
from plyground.engines.config import EngineConfig
from plyground.engines.dialects import GTP_DIALECTS, UCI_DIALECTS, gtp_dialect, spec_name, uci_dialect
from plyground.engines.gnubg import GnubgClient
from plyground.engines.gtp import GtpClient
from plyground.engines.hub import HubClient
from plyground.engines.program import Log, Program
from plyground.engines.uci import UciClient
from plyground.engines.ugi import UgiClient
from plyground.engines.xboard import XboardClient
from plyground.errors import EngineError
from plyground.i18n import _

CLIENTS: Mapping[str, type[Client]] = {
    "uci": UciClient,
    "xboard": XboardClient,
    "gtp": GtpClient,
    "hub": HubClient,
    "ugi": UgiClient,
    "gnubg": GnubgClient,
}
"""The client of each protocol."""
GAME_OF_PROTOCOL = {"hub": "international-draughts", "nboard": "othello", "gnubg": "backgammon"}
"""The game of each protocol that has only one, by its spec name."""


def games_of(protocol: str) -> tuple[str, ...]:
    """Return the spec names of the games that a protocol is known for; none for UGI, which fits nearly every game."""
    if protocol in GAME_OF_PROTOCOL:
        return (GAME_OF_PROTOCOL[protocol],)
    return () if protocol == "ugi" else tuple(GTP_DIALECTS if protocol == "gtp" else UCI_DIALECTS)


def speaks_of(protocol: str, game: Game) -> bool:
    """Return True if the protocol can write the moves of this game."""
    if protocol in GAME_OF_PROTOCOL:
        return spec_name(game) == GAME_OF_PROTOCOL[protocol]
    if protocol == "ugi":
        return not game.demands & Demand.HIDDEN  # the protocols describe positions completely
    return (uci_dialect if protocol in ("uci", "xboard") else gtp_dialect)(game) is not None


def plays(config: EngineConfig, game: Game) -> bool:
    """Return True if the program is set up for this game."""
    return speaks_of(config.protocol, game) and (
        not config.games
        or spec_name(game).partition(":")[0] in {canonical(each).partition(":")[0] for each in config.games}
    )


def connect(config: EngineConfig, game: Game, log: Log | None = None) -> Client:
    """Start a program for one game and greet it. ``log`` is called with every line written and read.

    Raise :class:`EngineError` if it cannot be started, does not answer, lacks an option, or cannot play the game.
    """
    if not plays(config, game):
        raise EngineError(config.name, _("it is not set up for {game}", game=game.title))
    client = CLIENTS[config.protocol](Program(config.name, config.command, log), game, config.options)
    try:
        client.start()
    except BaseException:
        client.program.close()
        raise
    return client
