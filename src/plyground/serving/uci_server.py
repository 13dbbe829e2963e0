"""A server for UCI: all games that have a UCI notation.

Source: S. Meyer-Kahlen (2004), Description of the universal chess interface.
"""

from __future__ import annotations

from typing import Any, ClassVar

from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import Spec
from plyground.engines.dialects import uci_dialect
from plyground.games.chess.chess_notation import uci_word
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
        self.plays_chess = Spec.parse(self.game.name).name == "chess"
        self.is_chess960 = "UCI_Chess960" in dialect.options(self.game)

    def greet_options(self) -> None:
        """Write the options of the engine, with the game as the only variant."""
        super().greet_options()
        for name, value in self.dialect.options(self.game).items():
            kind = "check" if value == "true" else "combo"
            self.write(f"option name {name} type {kind} default {value}" + (f" var {value}" if kind == "combo" else ""))
        if self.plays_chess and not self.is_chess960:
            self.write("option name UCI_Chess960 type check default false")
        self.write("option name Ponder type check default false")

    def _set_option(self, words: list[str]) -> None:
        if self.plays_chess and [word.lower() for word in words[:2]] == ["name", "uci_chess960"]:
            self.is_chess960 = words[-1].lower() == "true"
        super()._set_option(words)

    def ponder_words(self, position: MarkedPosition, move: Move) -> str:
        """Return the reply that the last line expects after a move."""
        return f" ponder {self.line[1]}" if self.line[1:] and self.line[0] == self.move_word(position, move) else ""

    def read_position(self, text: str) -> Any:
        """Return the position of a FEN. Raise :class:`PositionError`."""
        return self.dialect.position(self.game, text)

    def read_move(self, position: MarkedPosition, word: str) -> Move:
        """Return the legal move of a word such as ``a2a3``. Raise :class:`MoveError`."""
        return self.dialect.move(self.game, position, word)

    def move_word(self, position: MarkedPosition, move: Move) -> str:
        """Return a move as UCI writes it."""
        if self.plays_chess:
            return uci_word(position, move, is_chess960=self.is_chess960)
        return self.dialect.word(self.game, position, move)
