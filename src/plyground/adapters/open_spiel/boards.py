"""Boards as OpenSpiel prints them: the rows of cells in the text of a state, without what is written around them."""

from __future__ import annotations

import random
from string import ascii_lowercase, digits
from typing import Any

from plyground.picture import GridPicture, NoPicture, Picture

MARKS = ("x", "o")
"""The sides of a game that shows no board."""
FREE = {"-": ".", "+": "."}
"""What OpenSpiel also writes for a free cell."""
LONGEST = 300
"""Moves of the game that is played to see whether the board keeps its size."""


def board(text: str) -> list[str]:
    """The rows, a character for each cell: of the lines with nothing but cells, row numbers and blanks."""
    rows = []
    for line in text.split("\n"):
        cells = "".join(FREE.get(sign, sign) for sign in line.replace(" ", "").strip(digits))
        is_heading = cells.lower() in (
            ascii_lowercase[: len(cells)],
            "abcdefghjklmnopqrst"[: len(cells)],
        )  # Go has no i
        if cells and not is_heading and all(sign.isalpha() or sign in ".*#" for sign in cells):
            rows.append(cells)
    return rows


class Board(GridPicture):
    """Cells are numbered: OpenSpiel's games count rows from the top or the bottom, each as it likes."""

    def __init__(self, start: Any, sides: tuple[str, str]) -> None:
        super().__init__(start, sides)
        self.columns = self.rows = ()

    def word(self, cell: int) -> str:
        """The number."""
        return str(cell)

    def _rows(self, position: Any) -> list[str]:
        return board(position.picture())


def drawn(start: Any) -> tuple[Picture, tuple[str, str]]:
    """The picture of a game of two that begins so, and the marks of its sides.

    None where its texts do not show a board of one size all through a game, with one kind of mark for each side.
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
