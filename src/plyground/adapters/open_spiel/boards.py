"""Boards in the texts of OpenSpiel's states: their rows of cells without the text around them."""

from __future__ import annotations

import random
from string import ascii_lowercase, digits
from typing import Any

from plyground.core.authoring.board_drawing import BoardDrawing
from plyground.core.picture import GridPicture, NoPicture, Picture
from plyground.core.position import MarkedPosition

MARKS = ("x", "o")
"""Marks of the sides in a game that prints no board."""
FREE = {"-": ".", "+": "."}
"""OpenSpiel's signs for a free cell, with plyground's."""
LONGEST = 300
"""Moves of the game that is played to see if the board keeps its size."""


def board(text: str) -> list[str]:
    """Return the rows of the board: the lines that have only cells, row numbers and blanks; one character for each
    cell.
    """
    rows = []
    for line in text.split("\n"):
        cells = "".join(FREE.get(sign, sign) for sign in line.replace(" ", "").strip(digits))
        is_heading = cells.lower() in (
            ascii_lowercase[: len(cells)],
            "abcdefghjklmnopqrst"[: len(cells)],
        )  # Go has no column I
        if cells and not is_heading and all(sign.isalpha() or sign in ".*#" for sign in cells):
            rows.append(cells)
    return rows


class Board(GridPicture):
    """The picture of an OpenSpiel board. Cells are numbered, because some games count rows from the top and some from
    the bottom.
    """

    def __init__(self, start: MarkedPosition, sides: tuple[str, str]) -> None:
        super().__init__(start, sides)
        self.columns = self.rows = ()

    def word(self, cell: int) -> str:
        """Return the number of a cell as its name."""
        return str(cell)

    def _drawing(self, position: Any) -> BoardDrawing:
        return BoardDrawing(tuple(map(tuple, board(position.picture()))))


def drawn(start: Any) -> tuple[Picture, tuple[str, str]]:
    """Return the picture of a two-player game, and the marks of its sides.

    Return None unless its texts show a board of constant size, with one kind of mark for each side.
    """
    size = [len(row) for row in board(start.picture())]
    if start.players() != 2 or len(size) < 2 or size[0] < 2 or len(set(size)) > 1:
        return NoPicture(), MARKS
    sides: dict[int, str] = {}
    seen: set[str] = set()
    position, chance = start, random.Random(0)
    before = board(start.picture())
    for _ply in range(LONGEST):
        seen |= set("".join(before)) - set(".#")
        if [len(row) for row in before] != size or len(seen) > 2:
            return NoPicture(), MARKS
        if position.is_over():
            break
        mover, position = position.to_move(), position.play(chance.choice(list(position.moves())))
        now = board(position.picture())
        new = {mark for was, mark in zip("".join(before), "".join(now), strict=False) if was != mark not in ".#"}
        if len(new) == 1:
            sides.setdefault(mover, new.pop())
        before = now
    marks = sides.get(0, MARKS[0]), sides.get(1, MARKS[1])
    return (Board(start, marks), marks) if seen <= set(marks) else (NoPicture(), MARKS)
