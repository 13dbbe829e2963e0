"""How a game is drawn: what any picture offers, and the pictures of a game that brings none."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Protocol

from plyground.errors import RulesError
from plyground.language import _
from plyground.position import Move

NOBODY = "*"
"""The mark of a stone that belongs to neither side."""
MOST_COUNTED = 50
"""Unicode has numbers in a circle up to here."""
TRIED = 1000
"""First moves that are tried to see whether pieces move: rules that never come to an end are for the check to tell."""


def counted(number: int) -> str:
    """The mark of a cell that holds so many things, at most :data:`MOST_COUNTED`; a free cell where it holds none."""
    if number == 0:
        return "."
    if number <= 20:
        return chr(ord("①") + number - 1)
    return chr(ord("㉑") + number - 21) if number <= 35 else chr(ord("㊱") + number - 36)


def said(mark: str) -> str:
    """What a mark says, as text: of a number in a circle the number."""
    return unicodedata.normalize("NFKC", mark)


class Picture(Protocol):
    """How a game on a grid of cells is drawn, by any interface; cells are numbered row by row from 0.

    A field ``shear`` besides makes them hexagons (:func:`shear`).
    """

    width: int
    height: int
    pieces: bool  # whether a move takes a piece from one cell to another; else it fills a cell
    stones: bool  # whether the marks are round stones rather than signs
    columns: tuple[str, ...]  # what stands above each column; empty where every cell has a number
    rows: tuple[str, ...]  # what stands beside each row, from the top; empty, too, where a move names only a column
    goals: str  # whose pieces have to come to each cell, written as marks are; empty where no game is about that

    def marks(self, position: Any) -> str:
        """One character a cell, row by row: a side's mark, :data:`NOBODY`'s, ``.``, or a number (:func:`counted`)."""

    def highlight(self, position: Any) -> tuple[int, ...]:
        """The cells that decided the game, such as a winning line; empty when there are none."""

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """Where a legal move is shown: the cell that it fills, or those that a piece leaves and goes to.

        Empty when it has no place, such as a pass.
        """

    def word(self, cell: int) -> str:
        """What the cell is called in the text of a move; two of them are joined by a hyphen."""


ROW_OF_HEXAGONS = 0.866
"""How far a row of regular hexagons is below the one above, in widths of a cell: half the square root of 3."""


def shear(picture: Picture) -> float:
    """Cells that each row stands to the right of the one above: a half where a picture's field ``shear`` says that cells are hexagons."""
    return getattr(picture, "shear", 0.0)


def extent(picture: Picture) -> tuple[float, float]:
    """Width and height of the whole board, in widths of a cell."""
    if not shear(picture):
        return picture.width, picture.height
    return picture.width + shear(picture) * (picture.height - 1), ROW_OF_HEXAGONS * (
        picture.height - 1
    ) + 1 / ROW_OF_HEXAGONS


def middle(picture: Picture, cell: int) -> tuple[float, float]:
    """Where the middle of a cell is, from the upper left corner of the board, in widths of a cell."""
    row, column = divmod(cell, picture.width)
    if not shear(picture):
        return column + 0.5, row + 0.5
    return column + 0.5 + shear(picture) * row, row * ROW_OF_HEXAGONS + 0.5 / ROW_OF_HEXAGONS


def pressed(picture: Picture, cells: Iterable[int]) -> str:
    """The text of pressing these cells, in this order, such as ``a2-a3``."""
    return "-".join(map(picture.word, cells))


def places(picture: Picture, position: Any) -> dict[Move, str]:
    """What pressing the cells of each move is called, of those that have some of their own. O(moves)."""
    shown = {move: picture.cells(position, move) for move in position.moves()}
    often = Counter(shown.values())
    return {move: pressed(picture, cells) for move, cells in shown.items() if cells and often[cells] == 1}


class NoPicture:
    """The picture of a game that cannot be drawn: no cell at all.

    Interfaces then show a position as its notation writes it, and list the moves.
    """

    width = height = 0
    pieces = stones = False
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    goals = ""

    def marks(self, position: Any) -> str:
        """Nothing."""
        return ""

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Nothing."""
        return ()

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """Nothing."""
        return ()

    def word(self, cell: int) -> str:
        """Never asked: there is no cell."""
        raise IndexError(cell)


class GridPicture:
    """The picture of a game whose position draws itself, as rows of characters, or has a field ``cells``.

    The position's method ``picture()`` gives the rows as one text, a line each: a side's mark, ``.`` or a blank where a cell is
    free, a digit for so many things, any other character for what belongs to nobody. Without that method, the field ``cells`` is a row of
    numbers, drawn as a square where it is one, or a row of rows: 0 is a free cell, 1 the first side's, 2 (in a game
    of two also −1) the second's, and so on.

    A move is shown where the board changes by it: in the cell that it fills, or in the two that a piece leaves and goes
    to; where more changes, in the changed cell that has its number. Moves that would be shown in the same place are
    shown nowhere: a press there could mean any of them. Columns are letters, rows numbers from the bottom.
    """

    def __init__(self, start: Any, sides: Sequence[str]) -> None:
        self._sides = sides
        self._placed: tuple[Any, dict[Move, tuple[int, ...]]] = (None, {})
        rows = self._rows(start)
        self.width, self.height = len(rows[0]), len(rows)
        self.columns = tuple(map(_letters, range(self.width)))
        self.rows = tuple(str(row) for row in range(self.height, 0, -1))
        self.goals = "." * self.width * self.height
        self.pieces = self.stones = False
        self.pieces = self.stones = any(len(self._change(start, move)) == 2 for move in islice(start.moves(), TRIED))

    def marks(self, position: Any) -> str:
        """The characters of all rows; raises :class:`RulesError` where the board has not its size."""
        rows = self._rows(position)
        if [len(row) for row in rows] != [self.width] * self.height:
            raise RulesError(
                _(
                    "{cls}.picture() gives rows of {lengths} characters where the start has {height} rows of {width}.",
                    cls=type(position).__name__, lengths=", ".join(str(len(row)) for row in rows), height=self.height, width=self.width,
                )
            )  # fmt: skip
        return "".join(rows)

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Nothing: only the rules know what has decided the game."""
        return ()

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """Where the board changes by the move, if that shows it and no other one."""
        known, places = self._placed
        if known != position:
            places = self._places(position)
            self._placed = position, places
        return places.get(move, ())

    def word(self, cell: int) -> str:
        """Column and row, such as ``a1``, which is the lower left cell."""
        row, column = divmod(cell, self.width)
        return self.columns[column] + self.rows[row]

    def _places(self, position: Any) -> dict[Move, tuple[int, ...]]:
        """The cells of each move that has some of its own."""
        changes = {move: self._change(position, move) for move in position.moves()}
        often = Counter(changes.values())
        return {move: cells for move, cells in changes.items() if len(cells) == 1 + self.pieces and often[cells] == 1}

    def _rows(self, position: Any) -> list[str]:
        if hasattr(position, "picture"):
            lines = position.picture().strip("\n").split("\n")
            return ["".join(map(_drawn, line)) for line in lines]
        cells = position.cells
        if isinstance(cells[0], tuple):
            return ["".join(map(self._mark, row)) for row in cells]
        across = round(len(cells) ** 0.5)
        across = across if across**2 == len(cells) else len(cells)
        marks = "".join(map(self._mark, cells))
        return [marks[begin : begin + across] for begin in range(0, len(marks), across)]

    def _mark(self, value: int) -> str:
        if value == 0:
            return "."
        owner = len(self._sides) if value < 0 else value
        return self._sides[owner - 1] if owner <= len(self._sides) else NOBODY

    def _change(self, position: Any, move: Move) -> tuple[int, ...]:
        """The cell that a move fills, those that a piece leaves and goes to, or none where the board does not tell."""
        before, after = self.marks(position), self.marks(position.play(move))
        left = [cell for cell, mark in enumerate(before) if mark != "." and after[cell] == "."]
        for mark in dict.fromkeys(before[cell] for cell in left):
            reached = [cell for cell, now in enumerate(after) if now == mark != before[cell]]
            begun = [cell for cell in left if before[cell] == mark]
            if len(begun) == len(reached) == 1:
                return begun[0], reached[0]
        filled = [cell for cell, mark in enumerate(before) if mark == "." != after[cell]]
        if len(filled) == 1 and not left:
            return (filled[0],)
        return (move,) if 0 <= move < len(before) and before[move] != after[move] else ()


def _drawn(letter: str) -> str:
    """The mark that a character of somebody's picture stands for."""
    if letter.isdecimal():
        return counted(int(letter))
    return "." if letter == " " else letter


def _letters(column: int) -> str:
    """``a`` to ``z``, then ``aa``, ``ab``, ..."""
    more, last = divmod(column, 26)
    return (_letters(more - 1) if more else "") + chr(ord("a") + last)


def drawn(start: Any, sides: Sequence[str]) -> Picture:
    """The picture of a game that brings none of its own."""
    if hasattr(start, "picture") or (isinstance(getattr(start, "cells", None), tuple) and start.cells):
        return GridPicture(start, sides)
    return NoPicture()
