"""UGI, the Universal Game Interface: UCI for any game, for programs of any language.

Source: K. Zeh, cutegames, ugi.md. Moves and positions are written as the game's own notation writes them here,
without hyphens and blanks in moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from plyground.core.position import MarkedPosition, Move
from plyground.engines.dialects import ugi_move, ugi_word
from plyground.engines.uci import UciClient


class UgiClient(UciClient):
    """A program that speaks UGI."""

    greeting: ClassVar[str] = "ugi"

    def game_options(self) -> dict[str, str]:
        """Return no options: a UGI program plays only one game."""
        return {}

    def clock_names(self) -> Sequence[str]:
        """Return the first words for each side's clock, in the order of the sides."""
        return [f"p{number}" for number in range(1, len(self.game.sides) + 1)]

    def start_words(self) -> str:
        """Return the words that name the start of the game in this command."""
        return "startpos"

    def write_position(self, position: MarkedPosition) -> str:
        """Return a position in the game's own notation."""
        return self.game.notation.format(position)

    def write_move(self, position: MarkedPosition, move: Move) -> str:
        """Return a move in the game's own notation, without hyphens."""
        return ugi_word(self.game, position, move)

    def read_move(self, position: MarkedPosition, word: str) -> Move:
        """Return the legal move of a word. Raise :class:`MoveError`."""
        return ugi_move(self.game, position, word)
