"""Grids of cells with pieces of two sides on them: how cells are called, and a board as one line of text."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from plyground.errors import MoveError, PositionError
from plyground.game import FIRST, SECOND
from plyground.language import Sentence, _


class Read(NamedTuple):
    """What a text says of a board, before a game judges it."""

    first: int  # the cells of the first side
    second: int
    mover: int  # 1 when the second side is to move


class Grid:
    """Columns are letters from the left, rows are numbers; cell ``width * row + column`` is one bit of a set.

    A position is its rows from the top with ``/`` between them, each side's mark or ``.`` for each cell, then a blank
    and the side to move.
    """

    def __init__(self, width: int, height: int, marks: str = "XO", upward: bool = False) -> None:
        """``upward``: row 1 is at the bottom, as in chess, and not at the top."""
        self.width = width
        self.height = height
        self._marks = marks
        rows = range(height)
        self.cells = [width * row + column for row in (reversed(rows) if upward else rows) for column in range(width)]
        """From the upper left one, row by row."""
        self.places = {cell: place for place, cell in enumerate(self.cells)}
        self.columns = tuple(self.word(column)[0] for column in range(width))
        self.rows = tuple(self.word(cell)[1:] for cell in self.cells[::width])

    def word(self, cell: int) -> str:
        """What a cell is called, such as ``b3``."""
        row, column = divmod(cell, self.width)
        return f"{chr(ord('a') + column)}{row + 1}"

    def cell(self, word: str) -> int | None:
        """The cell of this name; ``None`` where it is not on the board."""
        named = re.fullmatch(r"([a-z])([1-9]\d?)", word, re.ASCII)
        if not named:
            return None
        column, row = ord(named[1]) - ord("a"), int(named[2]) - 1
        return self.width * row + column if column < self.width and row < self.height else None

    def marked(self, first: int, second: int) -> str:
        """A mark or ``.`` for each cell, from the upper left one."""
        own, other = self._marks[0], self._marks[1]
        return "".join(own if first >> cell & 1 else other if second >> cell & 1 else "." for cell in self.cells)

    def format(self, first: int, second: int, mover: int) -> str:
        """The rows and the side to move."""
        marks = self.marked(first, second)
        rows = [marks[start : start + self.width] for start in range(0, len(marks), self.width)]
        return f"{'/'.join(rows)} {self._marks[mover]}"

    def read(self, text: str) -> Read:
        """What such a text says; raises :class:`PositionError` with every reason why it says nothing."""
        board, _blank, side = text.strip().upper().partition(" ")
        first, second = self._marks[0], self._marks[1]
        reasons: list[Sentence] = []
        if [len(row) for row in board.split("/")] != [self.width] * self.height:
            reasons.append(_("it needs {height} rows of {width} cells, with / between them", height=self.height, width=self.width))  # fmt: skip
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
    """Positions on a :class:`Grid` that have three fields: the cells of the side to move, those of the other, and 1 where the second side moves.

    How moves are called, the notation of each such game says.
    """

    def __init__(self, rules: type[Any], grid: Grid, promise: Sentence) -> None:
        """``promise`` says what holds of every position of play, for who writes another."""
        self.rules = rules
        self.grid = grid
        self._promise = promise

    def format(self, position: Any) -> str:
        """The rows and the side to move, such as ``.X./.O./... X``."""
        return self.grid.format(*self.by_side(position), self.side(position))

    def by_side(self, position: Any) -> tuple[int, int]:
        """The cells of the first and of the second side."""
        own, other, is_second = position
        return (other, own) if is_second else (own, other)

    def parse(self, text: str) -> Any:
        """The position of such a text; raises :class:`PositionError` with every reason."""
        first, second, mover = self.grid.read(text)
        own, other = (second, first) if mover else (first, second)
        position = self.rules(own, other, mover)
        if not position.valid():
            raise PositionError(text, [self._promise])
        return position

    def cell(self, text: str) -> int:
        """The cell of this name; raises :class:`MoveError`."""
        cell = self.grid.cell(text.strip().lower())
        if cell is None:
            last = self.grid.word(self.grid.width * self.grid.height - 1)
            raise MoveError(_("“{text}” is not a cell: cells go from a1 to {last}.", text=text, last=last))
        return cell

    def side(self, position: Any) -> int:
        """Who is to move."""
        return SECOND if position[2] else FIRST
