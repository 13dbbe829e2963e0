"""A server for UCI: all games that have a UCI notation.

Source: S. Meyer-Kahlen (2004), Description of the universal chess interface.
"""

from __future__ import annotations

from typing import Any, ClassVar

from plyground.core.position import Move
from plyground.engines.dialects import uci_dialect
from plyground.serving.engine_session import EngineSession
from plyground.serving.loop import Write
from plyground.serving.ugi_server import UgiServer


class UciServer(UgiServer):
    """The server's side of UCI for one game and one bot."""

    name: ClassVar[str] = "uci"

    def __init__(self, session: EngineSession, write: Write) -> None:
        """Prepare the server, which calls ``write`` with each line. The game must have a UCI notation."""
        super().__init__(session, write)
        dialect = uci_dialect(self.game)
        assert dialect, "the command asks before"
        self.dialect = dialect

    def greet_options(self) -> None:
        """Write the options of the engine, with the game as the only variant."""
        super().greet_options()
        for name, value in self.dialect.options(self.game).items():
            kind = "check" if value == "true" else "combo"
            self.write(f"option name {name} type {kind} default {value}" + (f" var {value}" if kind == "combo" else ""))

    def read_position(self, text: str) -> Any:
        """Return the position of a FEN. Raise :class:`PositionError`."""
        return self.dialect.position(self.game, text)

    def read_move(self, position: Any, word: str) -> Move:
        """Return the legal move of a word such as ``a2a3``. Raise :class:`MoveError`."""
        return self.dialect.move(self.game, position, word)

    def move_word(self, position: Any, move: Move) -> str:
        """Return a move as UCI writes it."""
        return self.dialect.word(self.game, position, move)
