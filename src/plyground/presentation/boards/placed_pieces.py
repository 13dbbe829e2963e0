"""Notations of positions that do not have one character for each cell, written from the marks of the board's cells.

Each is tried with positions of random games; the first that writes all of them as the game reads them is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.core.game import Game
from plyground.core.picture import MAX_COUNTED, counted, kinds, said
from plyground.errors import PlygroundError


class MarkWriter(Protocol):
    """A notation that is written from the marks of the cells."""

    @property
    def characters(self) -> Mapping[str, str]:
        """The marks that may stand on the board, as keys; the free cell first."""

    @property
    def turns(self) -> Mapping[int, str]:
        """The word for each side to move; empty if the pieces tell it."""

    def text(self, width: int, marks: str, turn: int) -> str:
        """Return the notation of a position with these marks and this side to move."""


@dataclass(frozen=True)
class SquareList:
    """The notation of draughts: the side to move, then the numbers of each side's squares, such as ``W:W31,K5:B12``
    (PDN 3.0, section 3.5).
    """

    characters: Mapping[str, str]
    turns: Mapping[int, str]
    squares: tuple[str, ...]  # number of each cell; "" for a square that is not used

    def text(self, width: int, marks: str, turn: int) -> str:
        """Return the notation."""
        lists: dict[str, list[str]] = {"W": [], "B": []}
        for cell, (mark, square) in enumerate(zip(marks, self.squares, strict=True)):
            if mark != ".":
                lists[mark.upper()].append("K" * mark.isupper() + (square or _light(width, cell)))
        return ":".join([self.turns[turn], *(f"{side}{','.join(squares)}" for side, squares in lists.items())])


@dataclass(frozen=True)
class CountedRows:
    """A notation that counts the stones of each row, such as ``3-4-5 X``."""

    characters: Mapping[str, str]
    turns: Mapping[int, str]
    is_one: bool  # True if all rows form one heap

    def text(self, width: int, marks: str, turn: int) -> str:
        """Return the notation."""
        counts = [marks[begin : begin + width].count(STONE) for begin in range(0, len(marks), width)]
        return f"{sum(counts) if self.is_one else '-'.join(map(str, counts))} {self.turns[turn]}"


@dataclass(frozen=True)
class InnerRows:
    """The notation of Dodgem: its rows.

    The board has one more row above and one more column at the right, for pieces that leave it.
    """

    characters: Mapping[str, str]
    turns: Mapping[int, str]

    def text(self, width: int, marks: str, turn: int) -> str:
        """Return the notation."""
        rows = [marks[begin : begin + width] for begin in range(0, len(marks), width)]
        outside = rows[0] + "".join(row[-1] for row in rows[1:])
        inner = [row[:-1] for row in rows[1:]]
        if set(outside) != {"."}:  # the game refuses a row that is too long
            inner[0] += outside
        return f"{'/'.join(inner)} {self.turns[turn]}"


@dataclass(frozen=True)
class SownPits:
    """The notation of Kalah: the seeds of each side's pits and store in the order of sowing, such as ``4-4-0/4-4-0
    X``.
    """

    characters: Mapping[str, str]
    turns: Mapping[int, str]

    def text(self, width: int, marks: str, turn: int) -> str:
        """Return the notation. A store with too many seeds for one mark shows the rest in the cell beside it."""
        seeds = [int(said(mark)) if mark != "." else 0 for mark in marks]
        above, below = seeds[width - 2 :: -1], seeds[width + 1 :]
        above[-1] += seeds[width]
        below[-1] += seeds[width - 1]
        return f"{'/'.join('-'.join(map(str, side)) for side in (below, above))} {self.turns[turn]}"


@dataclass(frozen=True)
class CellSets:
    """A notation by one number for each side's set of cells, such as ``1,16,2``; the pieces tell whose turn it is."""

    characters: Mapping[str, str]
    turns: Mapping[int, str]

    def text(self, width: int, marks: str, turn: int) -> str:
        """Return the notation."""
        sides = [mark for mark in self.characters if mark != "."]
        return ",".join(str(sum(1 << cell for cell, mark in enumerate(marks) if mark == side)) for side in sides)


STONE = "*"
"""The mark of a stone that belongs to nobody."""


def mark_writer(game: Game, positions: list[Any]) -> MarkWriter | None:
    """Return the notation that writes all of these positions of a game as the game reads them; None if there is
    none.
    """
    return next((writer for writer in _candidates(game, positions) if _writes(writer, game, positions)), None)


def _candidates(game: Game, positions: list[Any]) -> Iterator[MarkWriter]:
    picture = game.picture
    squares = tuple(picture.word(cell) for cell in range(picture.width * picture.height))
    pieces = {mark: mark for mark in (".", *kinds(picture))}
    first = [(game.side(position), game.notation.format(position)) for position in positions]
    if set(pieces) == set(".bBwW"):
        yield SquareList(pieces, {side: text[0] for side, text in first}, squares)
    turns = {side: text.rpartition(" ")[2] for side, text in first}
    for is_one in (False, True):
        yield CountedRows({".": ".", STONE: STONE}, turns, is_one)
    sides = {mark: mark for mark in (".", *game.sides)}
    yield InnerRows(sides, turns)
    yield SownPits({mark: mark for mark in map(counted, range(MAX_COUNTED + 1))}, turns)
    yield CellSets(sides, {})


def _writes(writer: MarkWriter, game: Game, positions: list[Any]) -> bool:
    """Return True if each position, written from its marks, is read as the same board with the same side to move."""
    if writer.turns and len(writer.turns) < len(game.sides):
        return False
    try:
        for position in positions:
            marks, side = game.picture.marks(position), game.side(position)
            if not set(marks) <= set(writer.characters):
                return False
            found: Any = game.notation.parse(writer.text(game.picture.width, marks, side))
            if (game.picture.marks(found), game.side(found)) != (marks, side):
                return False
    except PlygroundError:
        return False
    return True


def _light(width: int, cell: int) -> str:
    """Return the name of a cell without a number, such as ``a8``; the notation refuses the cell by this name."""
    return f"{chr(ord('a') + cell % width)}{width - cell // width}"
