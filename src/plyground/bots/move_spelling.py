"""Moves as students' code writes them: a number, the text of the game, or cells as rows and columns."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.errors import PlygroundError

Cells = tuple[int, ...]
"""Row and column of each cell of a move, one after another, counted from 0 at the top left."""


class GivenMove(NamedTuple):
    """A move that a student's code returned or accepted."""

    move: Move | None  # None: an illegal move
    cells: Cells  # cells of the move; empty: unknown
    text: str


def cells_of(game: Game, position: MarkedPosition, move: Move) -> Cells:
    """Return the cells of a legal move; none if the board does not show it."""
    return tuple(part for cell in game.picture.cells(position, move) for part in divmod(cell, game.picture.width))


def rows_of(game: Game, position: MarkedPosition) -> list[list[str]]:
    """Return the board as rows of marks, the top row first; ``.`` is a free cell."""
    marks = game.picture.marks(position)
    width = game.picture.width
    return [list(marks[start : start + width]) for start in range(0, len(marks), width)]


def flattened(thing: Any) -> Cells:
    """Return the whole numbers in nested lists, in order. Raise :class:`ValueError` for anything else in them."""
    if isinstance(thing, list | tuple):
        return tuple(part for each in thing for part in flattened(each))
    if isinstance(thing, bool) or not isinstance(thing, int):
        raise ValueError(thing)
    return (thing,)


class MoveReader:
    """The moves of one position, as texts and as students' code may write them."""

    def __init__(self, game: Game, position: MarkedPosition) -> None:
        self.game = game
        self.position = position
        self.legal = {move: cells_of(game, position, move) for move in position.moves()}
        self._by_cells = {cells: move for move, cells in self.legal.items() if cells}

    def text(self, move: Move) -> str:
        """Return a legal move as people write it."""
        return self.game.notation.format_move(self.position, move)

    def read(self, given: Any) -> GivenMove:
        """Return the move that a student's code gave, also as the next board; it came as JSON."""
        if self._is_board(given):
            given = self._move_to(given)
        if isinstance(given, str):
            try:
                move = self.game.notation.parse_move(self.position, given)
            except PlygroundError:
                return GivenMove(None, self._cells_in(given), given)
            return GivenMove(move, self.legal.get(move, ()), self.text(move))
        if isinstance(given, int) and not isinstance(given, bool):
            if given in self.legal:
                return GivenMove(given, self.legal[given], self.text(given))
            return GivenMove(None, self._cell(given), str(given))
        try:
            cells = flattened(given)
        except ValueError:
            return GivenMove(None, (), str(given))
        found = self._by_cells.get(cells)
        return GivenMove(found, cells, self.cells_text(cells) if found is None else self.text(found))

    def _is_board(self, given: Any) -> bool:
        return isinstance(given, list) and bool(given) and isinstance(given[0], list) and len(given) == self.game.picture.height > 2  # fmt: skip

    def _move_to(self, board: list[Any]) -> Any:
        """Return the move that leads to a board; if no move does, return the board."""
        marks = "".join("".join(map(str, row)) for row in board).replace(" ", ".")
        marks_of = self.game.picture.marks
        return next((move for move in self.legal if marks_of(self.position.play(move)) == marks), board)

    def cells_text(self, cells: Cells) -> str:
        """Return cells as pairs of row and column."""
        return " ".join(f"({row}, {column})" for row, column in zip(cells[::2], cells[1::2], strict=False))

    def _cells_in(self, text: str) -> Cells:
        """Return the cells that the words of a move name."""
        picture = self.game.picture
        words = {picture.word(cell).lower(): cell for cell in range(picture.width * picture.height)}
        parts = re.findall(r"[^\s\-]+", text.lower())
        if not all(part in words for part in parts):
            return ()
        return tuple(number for part in parts for number in divmod(words[part], picture.width))

    def _cell(self, number: int) -> Cells:
        """Return the cell with this number in a game whose moves are numbers of cells."""
        picture = self.game.picture
        numbers_are_cells = all(
            cells == divmod(move, picture.width) for move, cells in MoveReader.of_start(self.game).items()
        )
        return divmod(number, picture.width) if picture.width and numbers_are_cells else ()

    @staticmethod
    def of_start(game: Game) -> dict[Move, Cells]:
        """Return the moves at the start with their cells."""
        return {move: cells_of(game, game.start, move) for move in game.start.moves()}
