"""Dame, a small race with draughts pieces: bring every piece to the opposite row; nothing is captured.

``dame(size, directions)`` makes the rules for one size; the classic board has 4 × 4 cells and eight directions. The
computer's pieces C begin on the top row, the human's O on the bottom row. A side without a legal move has lost. Pieces
may move back or never leave home. So positions can repeat, and best play need not end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Any, ClassVar, NamedTuple

from plyground.core.bits import count, lowest
from plyground.core.combinadics import next_subset, rank_among, spread_over, subset, subset_rank
from plyground.core.game import FIRST, LONGEST_MATCH, SECOND, Facts, Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import write
from plyground.errors import GameOver, MoveError, PositionError
from plyground.evaluations.race import OwnAdvance, Race
from plyground.games.built_in import changed
from plyground.games.sized_rules import sized
from plyground.i18n import Sentence, _

HUMAN, COMPUTER = "O", "C"
TO_BITS = 6
"""Bits of a move that hold its second cell; the first cell is above them."""
TO_CELL = (1 << TO_BITS) - 1

BAND_SETS = 16
"""Sets of resting pieces in a band: on 5 × 5 the table of their successors, 250 kB, fits in a processor's second
cache.
"""


class Men(NamedTuple):
    """The fields of a position."""

    own: int = 0  # pieces of the side to move
    other: int = 0  # pieces of its opponent
    down: int = 0  # 1 when the side to move is the computer, whose pieces go down to row 0


class Dame(Men):
    """A position on a board of any size (:func:`dame`). Moves are pairs of cells, ``from * 64 + to``.

    Cell ``edge * y + x``, x from 0 on the left and y from 0 at the bottom, is one bit of a set; on 4 × 4::

        12 13 14 15
         8  9 10 11
         4  5  6  7
         0  1  2  3
    """

    __slots__ = ()
    cells: ClassVar[int]  # number of cells
    edge: ClassVar[int]  # cells of an edge, and pieces of a side
    directions: ClassVar[int]  # 8, or 4 without diagonal moves
    full: ClassVar[int]  # all cells
    bottom: ClassVar[int]  # cells of the bottom row
    top: ClassVar[int]  # cells of the top row
    left: ClassVar[int]  # first cell of each row
    right: ClassVar[int]  # last cell of each row
    sets: ClassVar[int]  # placements of one side's pieces
    placements_of_other: ClassVar[int]  # placements of the other side's pieces beside them
    placements: ClassVar[int]  # placements of the pieces of both sides
    new: ClassVar[staticmethod[[int, int, int], Dame]]

    def moves(self) -> Iterator[Move]:
        if not self.is_complete():
            pieces = self.own
            while pieces:
                targets = self.around(pieces & -pieces) & ~(self.own | self.other)
                while targets:
                    yield lowest(pieces) << TO_BITS | lowest(targets)
                    targets &= targets - 1
                pieces &= pieces - 1

    def play(self, move: Move) -> Dame:
        return self.new(self.other, self.own ^ 1 << (move >> TO_BITS) ^ 1 << (move & TO_CELL), 1 - self.down)

    def actions(self) -> int:
        return self.edge * self.edge << TO_BITS

    def is_over(self) -> bool:
        return self.is_complete() or self.is_stuck()

    def is_complete(self) -> bool:
        """Return True if all pieces of one side have reached their last row."""
        low, high = (self.own, self.other) if self.down else (self.other, self.own)
        return low == self.bottom or high == self.top

    def is_stuck(self) -> bool:
        """Return True if no side has won and the side to move has no free cell next to a piece."""
        return not self.is_complete() and self.around(self.own) & ~(self.own | self.other) == 0

    def utility(self) -> int:
        # Nobody moves after the other has arrived: where both have, the side to move came first.
        return 1 if self.own == (self.bottom if self.down else self.top) else -1

    def predecessors(self) -> Iterator[Dame]:
        """Yield the positions from which a move leads here."""
        pieces = self.other
        while pieces:
            piece = pieces & -pieces
            sources = self.around(piece) & ~(self.own | self.other)
            while sources:
                before = self.new(self.other ^ piece ^ sources & -sources, self.own, 1 - self.down)
                if not before.is_complete():
                    yield before
                sources &= sources - 1
            pieces &= pieces - 1

    def size(self) -> int:
        return 2 * self.placements

    def period(self) -> int:
        """Return the number of positions with the human to move. Those of the computer are the same upside down."""
        return self.placements

    def rank(self) -> int:
        own, other = (self.upside_down(self.own), self.upside_down(self.other)) if self.down else (self.own, self.other)
        place = subset_rank(own, self.edge) * self.placements_of_other + rank_among(other, self.edge, self.full ^ own)
        return place + self.placements if self.down else place

    def unrank(self, rank: int) -> Dame:
        down = 1 if rank >= self.placements else 0
        place = rank - self.placements if down else rank
        own = subset(place // self.placements_of_other, self.edge, self.cells)
        other = spread_over(
            subset(place % self.placements_of_other, self.edge, self.cells - self.edge), self.full ^ own
        )
        if down:
            return self.new(self.upside_down(own), self.upside_down(other), down)
        return self.new(own, other, down)

    def bands(self) -> int:
        return 2 * -(-self.sets // BAND_SETS)

    def band(self, number: int) -> Iterator[Dame]:
        """Yield the positions of all sets of the side to move beside each of some sets of its opponent.

        No move touches the opponent's pieces, so all successors are in a few parts of the table.
        """
        first = (number >> 1) * BAND_SETS
        some = subset(first, self.edge, self.cells)
        own = self.bottom
        for _own in range(self.sets):
            other = some
            for _other in range(first, min(first + BAND_SETS, self.sets)):
                if own & other == 0:
                    if number & 1:
                        yield self.new(self.upside_down(own), self.upside_down(other), 1)
                    else:
                        yield self.new(own, other, 0)
                other = next_subset(other)
            own = next_subset(own)

    def valid(self) -> bool:
        return True

    def turned(self) -> Dame:
        """Return the same board with the other side to move."""
        return self.new(self.other, self.own, 1 - self.down)

    def advance(self) -> int:
        """Return the total number of rows that the pieces of the side to move have advanced."""
        gone = 0
        for y in range(1, self.edge):
            gone += y * count(self.own & self.bottom << self.edge * (self.edge - 1 - y if self.down else y))
        return gone

    def arrived(self) -> int:
        """Return the pieces of the side to move that are on their last row."""
        return count(self.own & (self.bottom if self.down else self.top))

    def blocked(self) -> int:
        """Return the pieces of the side to move on other rows that have no free cell ahead."""
        free = self.full ^ (self.own | self.other)
        can_follow = free << self.edge if self.down else free >> self.edge
        if self.directions == 8:
            can_follow |= (can_follow & ~self.right) << 1 | (can_follow & ~self.left) >> 1
        return count(self.own & ~can_follow & ~(self.bottom if self.down else self.top))

    def around(self, pieces: int) -> int:
        """Return the cells next to ``pieces``."""
        beside = (pieces & ~self.right) << 1 | (pieces & ~self.left) >> 1
        band = pieces | beside if self.directions == 8 else pieces
        return (beside | band << self.edge | band >> self.edge) & self.full

    def upside_down(self, pieces: int) -> int:
        """Return ``pieces`` with the rows in opposite order."""
        image = 0
        for _row in range(self.edge):
            image = image << self.edge | pieces & self.bottom
            pieces >>= self.edge
        return image


@cache
def dame(size: int, directions: int, /) -> type[Dame]:
    """Return the rules of one size."""
    cells = size * size
    bottom = (1 << size) - 1
    top = bottom << size * (size - 1)
    left = sum(1 << size * y for y in range(size))
    sets, placements_of_other = comb(cells, size), comb(cells - size, size)
    return sized(
        Dame,
        f"Dame_{size}_{directions}",
        start=(bottom, top, 0),
        cells=cells,
        edge=size,
        directions=directions,
        full=(1 << cells) - 1,
        bottom=bottom,
        top=top,
        left=left,
        right=left << size - 1,
        sets=sets,
        placements_of_other=placements_of_other,
        placements=sets * placements_of_other,
    )


class PiecesNotation:
    """Moves are two cells, ``a1-b2`` (or ``a1b2``); columns are letters from the left, rows numbers from the bottom.

    With ``numbers`` a cell is x and y from 0, as in the laboratory, and that move ``00-11`` (or ``0,0-1,1``).
    A position is its rows from the top with ``/`` between them, ``C``, ``O`` and ``.`` for each cell, then a
    blank and the side to move.
    """

    def __init__(self, size: int, directions: int, first: str, numbers: bool = False) -> None:
        """Set up the notation; ``first`` is the side that begins."""
        self.rules = dame(size, directions)
        self.size = size
        self.directions = directions
        self.first = first
        self.numbers = numbers
        self.cells = [size * y + x for y in reversed(range(size)) for x in range(size)]  # row by row from the top

    def format(self, position: MarkedPosition) -> str:
        """Return the rows and the side to move, such as ``CCCC/..../..../OOOO O``."""
        marks = self.marks(position)
        rows = [marks[start : start + self.size] for start in range(0, len(marks), self.size)]
        return f"{'/'.join(rows)} {mover(position)}"

    def marks(self, position: Any) -> str:
        """Return ``C``, ``O`` or ``.`` for each cell, row by row from the top."""
        own, other = (COMPUTER, HUMAN) if position.down else (HUMAN, COMPUTER)
        return "".join(
            own if position.own >> cell & 1 else other if position.other >> cell & 1 else "." for cell in self.cells
        )

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``. Raise :class:`PositionError` with every reason."""
        board, _blank, side = text.strip().upper().partition(" ")
        rows = board.split("/")
        reasons: list[Sentence] = []
        if [len(row) for row in rows] != [self.size] * self.size:
            reasons.append(
                _("it needs {height} rows of {width} cells, with / between them", height=self.size, width=self.size)
            )
        wrong = sorted(set(board) - {*HUMAN, *COMPUTER, *"./"})
        if wrong:
            reasons.append(_("its cells can only be C, O and ., not {letters}", letters=" ".join(wrong)))
        counts = {mark: board.count(mark) for mark in (COMPUTER, HUMAN)}
        if set(counts.values()) != {self.size}:
            reasons.append(
                _("it has {computer} C and {human} O, and each side has {size} pieces", computer=counts[COMPUTER], human=counts[HUMAN], size=self.size)
            )  # fmt: skip
        if side.strip() not in (HUMAN, COMPUTER):
            reasons.append(_("after the board and a blank it needs the side to move, C or O"))
        if reasons:
            raise PositionError(text, reasons)
        letters = board.replace("/", "")
        computer, human = (
            sum(1 << cell for cell, letter in zip(self.cells, letters, strict=True) if letter == mark)
            for mark in (COMPUTER, HUMAN)
        )
        if side.strip() == COMPUTER:
            return self.rules(computer, human, 1)
        return self.rules(human, computer, 0)

    def format_move(self, position: MarkedPosition, move: Move) -> str:
        """Return the two cells with a hyphen between them."""
        return f"{self.word(move >> TO_BITS)}-{self.word(move & TO_CELL)}"

    def word(self, cell: int) -> str:
        """Return the name of a cell."""
        y, x = divmod(cell, self.size)
        return self.column(x) + self.row(y)

    def column(self, x: int) -> str:
        """Return the name of a column."""
        return str(x) if self.numbers else chr(ord("a") + x)

    def row(self, y: int) -> str:
        """Return the name of a row."""
        return str(y if self.numbers else y + 1)

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move that ``text`` names. Raise :class:`MoveError` with the reason if the move is
        illegal.
        """
        cell = r"(\d),?(\d)" if self.numbers else r"([a-z])(\d{1,3})"
        words = re.fullmatch(f"{cell} ?-? ?{cell}", text.strip().lower(), re.ASCII)
        if not words:
            example = self.word(0) + self.word(self.size + 1)  # a hyphen stands between moves, so none is written here
            raise MoveError(
                _("“{text}” is not a move: write two cells, such as {example}.", text=text, example=example)
            )
        source, target = self._cell(*words.group(1, 2)), self._cell(*words.group(3, 4))
        if position.is_over():
            raise GameOver
        self._refuse(position, source, target)
        return source << TO_BITS | target

    def _cell(self, column: str, row: str) -> int:
        """Return the number of the cell with this column and row. Raise :class:`MoveError` if it is not on the
        board.
        """
        x, y = (int(column), int(row)) if self.numbers else (ord(column) - ord("a"), int(row) - 1)
        if not (0 <= x < self.size and 0 <= y < self.size):
            raise MoveError(_("{cell} is off the board: cells are {first} to {last}.", cell=column + row, first=self.word(0), last=self.word(self.size**2 - 1)))  # fmt: skip
        return self.size * y + x

    def _refuse(self, position: Any, source: int, target: int) -> None:
        """Raise :class:`MoveError` unless a piece of the side to move may move from ``source`` to ``target``."""
        if not (position.own | position.other) >> source & 1:
            raise MoveError(_("There is no piece on {cell}.", cell=self.word(source)))
        if position.other >> source & 1:
            raise MoveError(
                _("The piece on {cell} is not yours: {side} is to move.", cell=self.word(source), side=mover(position))
            )
        if source == target:
            raise MoveError(_("The piece already stands on {cell}: choose another cell.", cell=self.word(source)))
        y, x = (abs(a - b) for a, b in zip(divmod(source, self.size), divmod(target, self.size), strict=True))
        if max(x, y) > 1:
            raise MoveError(_("{target} is not next to {source}.", target=self.word(target), source=self.word(source)))
        if self.directions == 4 and x and y:
            raise MoveError(_("Pieces do not move diagonally in this game: {source} to {target} is no move.", source=self.word(source), target=self.word(target)))  # fmt: skip
        if (position.own | position.other) >> target & 1:
            raise MoveError(_("{cell} is occupied.", cell=self.word(target)))

    def side(self, position: MarkedPosition) -> int:
        """Return the side to move."""
        return FIRST if mover(position) == self.first else SECOND


def mover(position: Any) -> str:
    """Return the mark of the side to move."""
    return COMPUTER if position.down else HUMAN


class PiecesPicture:
    """A grid with the pieces on it."""

    pieces = stones = True

    def __init__(self, notation: PiecesNotation) -> None:
        self.width = self.height = size = notation.size
        self.columns = tuple(map(notation.column, range(size)))
        self.rows = tuple(map(notation.row, reversed(range(size))))
        self.goals = HUMAN * size + "." * size * (size - 2) + COMPUTER * size
        self._notation = notation

    def marks(self, position: MarkedPosition) -> str:
        """Return ``C``, ``O`` or ``.`` for each cell."""
        return self._notation.marks(position)

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return the row on which all pieces of a side have arrived."""
        if not position.is_complete():
            return ()
        marks = self.marks(position)
        rows = ((0, HUMAN), (self.width * (self.height - 1), COMPUTER))
        return next(
            tuple(range(start, start + self.width))
            for start, mark in rows
            if marks[start : start + self.width] == mark * self.width
        )

    def cells(self, position: MarkedPosition, move: Move) -> tuple[int, int]:
        """Return the cells that the piece leaves and enters."""
        drawn = self._notation.cells.index
        return drawn(move >> TO_BITS), drawn(move & TO_CELL)

    def word(self, cell: int) -> str:
        """Return the name of the cell."""
        return self._notation.word(self._notation.cells[cell])


def make(size: int, directions: int, begins: str, coordinates: str) -> Game:
    """Return the race on a board of one size in 4 or 8 directions."""
    options = changed("dame", size=size, directions=directions, begins=begins, coordinates=coordinates)
    first, second = (COMPUTER, HUMAN) if begins == "computer" else (HUMAN, COMPUTER)
    notation = PiecesNotation(size, directions, first, numbers=coordinates == "numbers")
    start = notation.parse("/".join([COMPUTER * size, *["." * size] * (size - 2), HUMAN * size]) + f" {first}")
    return Game(
        name=write("dame", options),
        title=_("Dame, {size} × {size}", size=size) if "size" in options else _("Dame"),
        summary=_(
            "Each side moves one piece to a free neighbouring cell. It wins when all its {size} pieces stand on the opposite row. A side that cannot move loses. There are no captures. A game is drawn at the third repetition or after {longest} moves.",
            size=size,
            longest=LONGEST_MATCH,
        ),
        start=start,
        notation=notation,
        picture=PiecesPicture(notation),
        endings=(_("all its pieces have arrived"), _("nobody has arrived")),
        facts=Facts(loops=True, source="Laboratory on games and minimax (Dame)"),
        sides=(first, second),
        person=FIRST if first == HUMAN else SECOND,
        evaluations={
            "blockade": Race(arrived=1, blocked=1, win=2 * size * size),
            "relative": Race(arrived=0, blocked=1, win=2 * size * size),
            "advance": Race(arrived=0, blocked=0, win=2 * size * size),
            "own-advance": OwnAdvance(size * size),
        },
    )
