"""The notation of games from other libraries: the library's names of moves, and positions as the moves that led to
them.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol

from plyground.core.picture import Picture, places
from plyground.core.position import MarkedPosition, Move
from plyground.errors import GameOver, MoveError, PositionError
from plyground.i18n import _

START = "start"
"""The text of a position before the first move."""


class Played(MarkedPosition, Protocol):
    """A position that knows the moves that led to it."""

    def past(self) -> tuple[Move, ...]:
        """Return the moves from the start."""

    def called(self, move: Move) -> str:
        """Return the library's name of a legal move."""

    def to_move(self) -> int:
        """Return the player to move."""


class HistoryNotation:
    """Moves have the library's names, or ``#`` and a number; a position is the numbers of the moves that led to it.

    Blanks in names become ``_``. If two moves have the same name, or one has the name of a cell, they are written as
    numbers.
    """

    def __init__(self, start: Played, picture: Picture) -> None:
        """Set up the notation for the start of a game. A move that the ``picture`` shows can also be named by its
        cells.
        """
        self.start = start
        self.picture = picture
        self._named: tuple[Any, dict[Move, str]] = (None, {})  # (last position asked for, names of its moves)

    def format(self, position: Played) -> str:
        """Return the numbers of all moves from the start, such as ``4,0,8``, or ``start``."""
        return ",".join(map(str, position.past())) or START

    def parse(self, text: str) -> Any:
        """Return the position after the moves in ``text``.

        Raise :class:`PositionError` if one of them cannot be made.
        """
        position: Any = self.start
        for place, number in enumerate([] if text.strip() == START else text.strip().split(","), 1):
            moves = {str(move): move for move in position.moves()}
            if number.strip() not in moves:
                reason = _("move {place}, “{number}”, cannot be made there", place=place, number=number.strip())
                raise PositionError(text, [reason])
            position = position.play(moves[number.strip()])
        return position

    def format_move(self, position: Played, move: Move) -> str:
        """Return the name of a move."""
        return self._words(position)[move]

    def parse_move(self, position: Played, text: str) -> Move:
        """Return the legal move that ``text`` names by its word or its number. Raise :class:`MoveError` if there is
        none.
        """
        if position.is_over():
            raise GameOver
        words = self._words(position)
        for move, pressed in places(self.picture, position).items():
            if text.strip() == pressed:
                return move
        moves = {f"#{move}": move for move in words} | {_bare(word): move for move, word in words.items()}
        if _bare(text) not in moves:
            raise MoveError(_("“{text}” is not a move here; the moves are: {moves}.", text=text, moves=", ".join(words.values())))  # fmt: skip
        return moves[_bare(text)]

    def side(self, position: Played) -> int:
        """Return the side to move, or chance."""
        return position.to_move()

    def _words(self, position: Played) -> dict[Move, str]:
        if self._named[0] is not position:
            words = {move: "_".join(position.called(move).replace(", ", ",").split()) for move in position.moves()}
            times = Counter(map(_bare, words.values()))
            unlike = {
                move: f"#{move}" if times[_bare(word)] > 1 or (word.isdigit() and self.picture.width) else word
                for move, word in words.items()
            }
            self._named = position, unlike
        return self._named[1]


def _bare(text: str) -> str:
    """Return the name of a move without hyphens, as in links."""
    return "_".join(text.split()).replace("-", "")
