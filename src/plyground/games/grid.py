"""Grids of cells with pieces of two sides: names of cells, and a board as one line of text."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from plyground.core.game import FIRST, SECOND
from plyground.core.position import MarkedPosition
from plyground.errors import MoveError, PositionError
from plyground.i18n import Sentence, _


class Read(NamedTuple):
    """The parsed text of a board, before a game checks it."""

    first: int  # set of the cells of the first side
    second: int
    mover: int  # 1 when the second side is to move


class Grid:
    """Columns are letters from the left, rows are numbers; cell ``width * row + column`` is one bit of a set.

    A position is its rows from the top with ``/`` between them, each side's mark or ``.`` for each cell, then a blank
    and the side to move.
    """

    def __init__(self, width: int, height: int, marks: str = "XO", upward: bool = False) -> None:
        """Set up the grid. With ``upward``, row 1 is at the bottom, as in chess, else at the top."""
        self.width = width
        self.height = height
        self._marks = marks
        rows = range(height)
        self.cells = [width * row + column for row in (reversed(rows) if upward else rows) for column in range(width)]
        """The cells in drawing order: row by row from the upper left one."""
        self.places = {cell: place for place, cell in enumerate(self.cells)}
        self.columns = tuple(self.word(column)[0] for column in range(width))
        self.rows = tuple(self.word(cell)[1:] for cell in self.cells[::width])

    def word(self, cell: int) -> str:
        """Return the name of a cell, such as ``b3``."""
        row, column = divmod(cell, self.width)
        return f"{chr(ord('a') + column)}{row + 1}"

    def cell(self, word: str) -> int | None:
        """Return the cell with this name; None if it is not on the board."""
        named = re.fullmatch(r"([a-z])([1-9]\d?)", word, re.ASCII)
        if not named:
            return None
        column, row = ord(named[1]) - ord("a"), int(named[2]) - 1
        return self.width * row + column if column < self.width and row < self.height else None

    def marked(self, first: int, second: int) -> str:
        """Return a mark or ``.`` for each cell, from the upper left one."""
        own, other = self._marks[0], self._marks[1]
        return "".join(own if first >> cell & 1 else other if second >> cell & 1 else "." for cell in self.cells)

    def format(self, first: int, second: int, mover: int) -> str:
        """Return the rows and the side to move."""
        marks = self.marked(first, second)
        rows = [marks[start : start + self.width] for start in range(0, len(marks), self.width)]
        return f"{'/'.join(rows)} {self._marks[mover]}"

    def read(self, text: str) -> Read:
        """Parse a text. Raise :class:`PositionError` with every reason if it is invalid."""
        board, _blank, side = text.strip().upper().partition(" ")
        first, second = self._marks[0], self._marks[1]
        reasons: list[Sentence] = []
        if [len(row) for row in board.split("/")] != [self.width] * self.height:
            reasons.append(
                _("it needs {height} rows of {width} cells, with / between them", height=self.height, width=self.width)
            )
        wrong = sorted(set(board) - {*self._marks, ".", "/"})
        if wrong:
            reasons.append(
                _("its cells can only be {first}, {second} and ., not {letters}", first=first, second=second, letters=" ".join(wrong))
            )  # fmt: skip
        if side.strip() not in (first, second):
            reasons.append(_("after the board and a blank it needs the side to move, {first} or {second}", first=first, second=second))  # fmt: skip
        if reasons:
            raise PositionError(text, reasons)
        sets = {first: 0, second: 0, ".": 0}
        for cell, mark in zip(self.cells, board.replace("/", ""), strict=True):
            sets[mark] |= 1 << cell
        return Read(sets[first], sets[second], self._marks.index(side.strip()))


class SidesNotation:
    """Positions on a :class:`Grid` with three fields: the cells of the side to move, those of the other, and 1 if the
    second side moves.

    The notation of each game defines how moves are written.
    """

    def __init__(self, rules: type[Any], grid: Grid, promise: Sentence) -> None:
        """Set up the notation. ``promise`` is a sentence for error messages: what is true in every reachable position."""
        self.rules = rules
        self.grid = grid
        self._promise = promise

    def format(self, position: MarkedPosition) -> str:
        """Return the rows and the side to move, such as ``.X./.O./... X``."""
        return self.grid.format(*self.by_side(position), self.side(position))

    def by_side(self, position: Any) -> tuple[int, int]:
        """Return the cells of the first and of the second side."""
        own, other, is_second = position
        return (other, own) if is_second else (own, other)

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``. Raise :class:`PositionError` with every reason."""
        first, second, mover = self.grid.read(text)
        own, other = (second, first) if mover else (first, second)
        position = self.rules(own, other, mover)
        if not position.valid():
            raise PositionError(text, [self._promise])
        return position

    def cell(self, text: str) -> int:
        """Return the cell with this name. Raise :class:`MoveError`."""
        cell = self.grid.cell(text.strip().lower())
        if cell is None:
            last = self.grid.word(self.grid.width * self.grid.height - 1)
            raise MoveError(_("“{text}” is not a cell: cells go from a1 to {last}.", text=text, last=last))
        return cell

    def side(self, position: Any) -> int:
        """Return the side to move."""
        return SECOND if position[2] else FIRST
