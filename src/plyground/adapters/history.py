"""The notation of games that others bring: what they call a move, and a position by the moves that led to it."""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol

from plyground.errors import GameOver, MoveError, PositionError
from plyground.language import _
from plyground.picture import Picture, places
from plyground.position import MarkedPosition, Move

START = "start"
"""The text of a position before the first move."""


class Played(MarkedPosition, Protocol):
    """A position that remembers how it came about."""

    def past(self) -> tuple[Move, ...]:
        """The moves from the start."""

    def called(self, move: Move) -> str:
        """What its library calls a legal move."""

    def to_move(self) -> int:
        """Who is to move."""


class HistoryNotation:
    """Moves are called as their library calls them, or ``#`` and their number; a position is the numbers that led to it.

    Words have no blanks, for which ``_`` stands; where two moves would be called the same, or one as a cell of the
    picture, they have numbers.
    """

    def __init__(self, start: Played, picture: Picture) -> None:
        """A move that the ``picture`` shows may be called by its cells, too."""
        self.start = start
        self.picture = picture
        self._named: tuple[Any, dict[Move, str]] = (None, {})  # the position that was asked for last, and its words

    def format(self, position: Played) -> str:
        """The numbers of all moves from the start, such as ``4,0,8``, or ``start``."""
        return ",".join(map(str, position.past())) or START

    def parse(self, text: str) -> Any:
        """The position after these moves; raises :class:`PositionError`."""
        position: Any = self.start
        for place, number in enumerate([] if text.strip() == START else text.strip().split(","), 1):
            moves = {str(move): move for move in position.moves()}
            if number.strip() not in moves:
                reason = _("move {place}, “{number}”, cannot be made there", place=place, number=number.strip())
                raise PositionError(text, [reason])
            position = position.play(moves[number.strip()])
        return position

    def format_move(self, position: Played, move: Move) -> str:
        """What the move is called."""
        return self._words(position)[move]

    def parse_move(self, position: Played, text: str) -> Move:
        """The legal move that ``text`` names, by its word or its number; raises :class:`MoveError`."""
        if position.is_over():
            raise GameOver
        words = self._words(position)
        for move, pressed in places(self.picture, position).items():
            if text.strip() == pressed:
                return move
        moves = {f"#{move}": move for move in words} | {_bare(word): move for move, word in words.items()}
        if _bare(text) not in moves:
            raise MoveError(_("“{text}” is no move here; the moves are: {moves}.", text=text, moves=", ".join(words.values())))  # fmt: skip
        return moves[_bare(text)]

    def side(self, position: Played) -> int:
        """Who is to move, or chance."""
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
    """A word of a move without its hyphens, as links have it."""
    return "_".join(text.split()).replace("-", "")
