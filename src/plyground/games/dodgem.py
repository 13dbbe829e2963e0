"""Dodgem, a race of cars that block each other (C. Vout, in Berlekamp, Conway & Guy 1982, Winning Ways, chapter 22).

``dodgem(size)`` makes the rules for one size; the classic board has 3 × 3 cells. X's cars begin on the left and move to
the right, O's begin at the bottom and move up. Each may also move sideways, and leaves the board only ahead. A side
that cannot move has won: all its cars have left, or the opponent blocks them, which is not allowed. Positions can
repeat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Any, ClassVar, NamedTuple

from plyground.core.bits import count, lowest
from plyground.core.combinadics import subset, subset_rank
from plyground.core.game import FIRST, LONGEST_MATCH, SECOND, Facts, Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import write
from plyground.errors import GameOver, MoveError, PositionError
from plyground.evaluations.race import OwnAdvance, Race
from plyground.games.built_in import changed
from plyground.games.sized_rules import sized
from plyground.i18n import Sentence, _

TO_BITS = 6
"""Bits of a move that hold its second cell; the first cell is above them."""
TO_CELL = (1 << TO_BITS) - 1

SIDE_NAMES = _("Blue"), _("Orange")
"""The colours of the cars."""


class Cars(NamedTuple):
    """The fields of a position."""

    own: int = 0  # cars of the side to move
    other: int = 0  # cars of its opponent
    up: int = 0  # 1 when the side to move is the second, whose cars go up


class Dodgem(Cars):
    """A position on a board of any size (:func:`dodgem`). A move is ``from * 64 + to``; ``to`` is ``edge²`` for leaving
    the board.

    Cell ``edge * y + x``, x from 0 on the left and y from 0 at the bottom, is one bit of a set; on 3 × 3::

        6 7 8
        3 4 5
        0 1 2
    """

    __slots__ = ()
    cells: ClassVar[int]  # number of cells
    edge: ClassVar[int]  # cells of an edge
    cars: ClassVar[int]  # cars of a side at the start
    full: ClassVar[int]  # all cells
    off: ClassVar[int]  # the bit for leaving the board
    bottom: ClassVar[int]  # cells of the bottom row
    top: ClassVar[int]  # cells of the top row
    left: ClassVar[int]  # first cell of each row
    right: ClassVar[int]  # last cell of each row
    firsts: ClassVar[tuple[int, ...]]  # number of the first arrangement, by the number of cars on the board
    arrangements: ClassVar[int]  # arrangements of the cars of one side, some of which may be off the board
    placements: ClassVar[int]  # arrangements of the cars of both sides
    new: ClassVar[staticmethod[[int, int, int], Dodgem]]

    def moves(self) -> Iterator[Move]:
        pieces = self.own
        while pieces:
            targets = self.targets_of(pieces & -pieces, self.up) & ~(self.own | self.other)
            while targets:
                yield lowest(pieces) << TO_BITS | lowest(targets)
                targets &= targets - 1
            pieces &= pieces - 1

    def play(self, move: Move) -> Dodgem:
        moved = (self.own ^ 1 << (move >> TO_BITS) | 1 << (move & TO_CELL)) & self.full
        return self.new(self.other, moved, 1 - self.up)

    def actions(self) -> int:
        return self.edge * self.edge << TO_BITS

    def is_over(self) -> bool:
        return self.targets_of(self.own, self.up) & ~(self.own | self.other) == 0

    def utility(self) -> int:
        return 1

    def predecessors(self) -> Iterator[Dodgem]:
        """Yield the positions from which a move leads here."""
        pieces = self.other
        if count(pieces) < self.cars:
            pieces |= self.off
        while pieces:
            piece = pieces & -pieces
            sources = self.origins(piece, 1 - self.up) & ~(self.own | self.other)
            while sources:
                yield self.new((self.other & ~piece) | sources & -sources, self.own, 1 - self.up)
                sources &= sources - 1
            pieces &= pieces - 1

    def size(self) -> int:
        return 2 * self.placements

    def period(self) -> int:
        """Return the number of positions with the first side to move. Those of the second side are the same with
        columns and rows exchanged.
        """
        return self.placements

    def rank(self) -> int:
        own, other = (self.mirrored(self.own), self.mirrored(self.other)) if self.up else (self.own, self.other)
        place = self.number_of(own) * self.arrangements + self.number_of(other)
        return place + self.placements if self.up else place

    def unrank(self, rank: int) -> Dodgem:
        place = rank % self.placements
        own, other = self.arrangement(place // self.arrangements), self.arrangement(place % self.arrangements)
        if rank >= self.placements:
            return self.new(self.mirrored(own), self.mirrored(other), 1)
        return self.new(own, other, 0)

    def valid(self) -> bool:
        """Return True if no two cars are on one cell."""
        return self.own & self.other == 0

    # What evaluations ask (evaluations/race.py)

    def turned(self) -> Dodgem:
        """Return the same board with the other side to move."""
        return self.new(self.other, self.own, 1 - self.up)

    def advance(self) -> int:
        """Return the total number of cells that the cars of the side to move have advanced."""
        gone = self.edge * self.arrived()
        for steps in range(1, self.edge):
            gone += steps * count(self.own & (self.bottom << self.edge * steps if self.up else self.left << steps))
        return gone

    def arrived(self) -> int:
        """Return the cars of the side to move that have left the board."""
        return self.cars - count(self.own)

    def blocked(self) -> int:
        """Return the cars of the side to move that have no free cell ahead."""
        taken = self.own | self.other
        return count(self.own & (taken >> self.edge if self.up else (taken & ~self.left) >> 1))

    def targets_of(self, pieces: int, up: int) -> int:
        """Return the cells that ``pieces`` can move to, free or not; the bit ``off`` stands for leaving the board."""
        if up:
            targets = (pieces << self.edge | (pieces & ~self.left) >> 1 | (pieces & ~self.right) << 1) & self.full
            return targets | self.off if pieces & self.top else targets
        targets = ((pieces & ~self.right) << 1 | pieces << self.edge | pieces >> self.edge) & self.full
        return targets | self.off if pieces & self.right else targets

    def origins(self, piece: int, up: int) -> int:
        """Return the cells from which a car can move to ``piece``, which is one cell or ``off``."""
        if piece == self.off:
            return self.top if up else self.right
        if up:
            return (piece >> self.edge | (piece & ~self.left) >> 1 | (piece & ~self.right) << 1) & self.full
        return ((piece & ~self.left) >> 1 | piece << self.edge | piece >> self.edge) & self.full

    def mirrored(self, pieces: int) -> int:
        """Return ``pieces`` with columns and rows exchanged: one side's view becomes the other's."""
        image = 0
        while pieces:
            cell = lowest(pieces)
            image |= 1 << self.edge * (cell % self.edge) + cell // self.edge
            pieces &= pieces - 1
        return image

    def number_of(self, pieces: int) -> int:
        """Return the number of an arrangement of the cars of one side."""
        return self.firsts[count(pieces)] + subset_rank(pieces, count(pieces))

    def arrangement(self, rank: int) -> int:
        """Return the cars of one side as a set, by the number of their arrangement."""
        chosen = 0
        while self.firsts[chosen + 1] <= rank:
            chosen += 1
        return subset(rank - self.firsts[chosen], chosen, self.cells)


@cache
def dodgem(size: int, /) -> type[Dodgem]:
    """Return the rules of one size."""
    cells, cars = size * size, size - 1
    bottom = (1 << size) - 1
    left = sum(1 << size * y for y in range(size))
    firsts = tuple(sum(comb(cells, fewer) for fewer in range(chosen)) for chosen in range(cars + 2))
    arrangements = firsts[-1]
    return sized(
        Dodgem,
        f"Dodgem_{size}",
        start=(left & ~bottom, bottom & ~left, 0),
        cells=cells,
        edge=size,
        cars=cars,
        full=(1 << cells) - 1,
        off=1 << cells,
        bottom=bottom,
        top=bottom << size * cars,
        left=left,
        right=left << cars,
        firsts=firsts,
        arrangements=arrangements,
        placements=arrangements * arrangements,
    )


class CarsNotation:
    """Moves are two cells, ``a2-b2`` (or ``a2b2``); columns are letters from the left, rows numbers from the bottom.

    To leave the board, a car moves to the cell beyond its edge: on 3 × 3 ``c2-d2`` or ``b3-b4``. A position is its rows
    from the top with ``/`` between them, ``X``, ``O`` and ``.`` for each cell, then a blank and the side to move.
    """

    def __init__(self, size: int) -> None:
        self.rules = dodgem(size)
        self.size = size
        self.cells = [size * y + x for y in reversed(range(size)) for x in range(size)]  # row by row from the top

    def format(self, position: Any) -> str:
        """Return the rows and the side to move, such as ``X../X../.OO X``."""
        return f"{'/'.join(self.lines(position))} {'XO'[position.up]}"

    def lines(self, position: Any) -> list[str]:
        """Return the rows from the top."""
        crossing, climbing = (position.other, position.own) if position.up else (position.own, position.other)
        marks = "".join("X" if crossing >> cell & 1 else "O" if climbing >> cell & 1 else "." for cell in self.cells)
        return [marks[start : start + self.size] for start in range(0, len(marks), self.size)]

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``. Raise :class:`PositionError` with every reason."""
        board, _blank, side = text.strip().upper().partition(" ")
        rows = board.split("/")
        reasons: list[Sentence] = []
        if [len(row) for row in rows] != [self.size] * self.size:
            reasons.append(
                _("it needs {height} rows of {width} cells, with / between them", height=self.size, width=self.size)
            )
        wrong = sorted(set(board) - set("XO./"))
        if wrong:
            reasons.append(_("its cells can only be X, O and ., not {letters}", letters=" ".join(wrong)))
        most = max(board.count(mark) for mark in "XO")
        if most >= self.size:
            reasons.append(
                _("it has {count} cars of one side, and each has {cars} at most", count=most, cars=self.size - 1)
            )
        if side.strip() not in ("X", "O"):
            reasons.append(_("after the board and a blank it needs the side to move, X or O"))
        if reasons:
            raise PositionError(text, reasons)
        letters = zip(self.cells, board.replace("/", ""), strict=True)
        cars = {"X": 0, "O": 0, ".": 0}
        for cell, letter in letters:
            cars[letter] |= 1 << cell
        up = "XO".index(side.strip())
        return self.rules(cars["XO"[up]], cars["OX"[up]], up)

    def format_move(self, position: MarkedPosition, move: Move) -> str:
        """Return the two cells with a hyphen between them."""
        return "-".join(self.word(x, y) for x, y in self.places(position, move))

    def places(self, position: Any, move: Move) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return (column, row) of a move's two cells, counted from 0; the second may be beyond the edge."""
        y, x = divmod(move >> TO_BITS, self.size)
        if move & TO_CELL == self.size**2:
            return (x, y), (x, self.size) if position.up else (self.size, y)
        to_y, to_x = divmod(move & TO_CELL, self.size)
        return (x, y), (to_x, to_y)

    def word(self, x: int, y: int) -> str:
        """Return the name of a cell."""
        return f"{chr(ord('a') + x)}{y + 1}"

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move that ``text`` names. Raise :class:`MoveError` with the reason if the move is
        illegal.
        """
        words = re.fullmatch(r"([a-z]\d) ?-? ?([a-z]\d)", text.strip().lower(), re.ASCII)
        if not words:
            raise MoveError(_("“{text}” is not a move: write two cells, such as {example}.", text=text, example="a2b2"))
        if position.is_over():
            raise GameOver
        moves: dict[str, Move] = {self.format_move(position, move): move for move in position.moves()}
        word = "-".join(words.groups())
        if word not in moves:
            raise MoveError(self._illegal(position, *words.groups()))
        return moves[word]

    def _illegal(self, position: Any, source: str, target: str) -> Sentence:
        x, y = ord(source[0]) - ord("a"), int(source[1]) - 1
        cell = self.size * y + x
        on_board = 0 <= x < self.size and 0 <= y < self.size
        if not on_board or not (position.own | position.other) >> cell & 1:
            return _("There is no car on {cell}.", cell=source)
        side = SIDE_NAMES[position.up]
        if position.other >> cell & 1:
            return _("The car on {cell} is not yours: {side} is to move.", cell=source, side=side)
        if target in (
            self.format_move(position, move).partition("-")[2] for move in self._on_an_empty_board(position, cell)
        ):
            return _("{cell} is occupied.", cell=target)
        if position.up:
            return _("The orange cars (O) go one cell up or sideways, and leave the board at the top: {source} to {target} is no move.", source=source, target=target)  # fmt: skip
        return _("The blue cars (X) go one cell to the right or sideways, and leave the board on the right: {source} to {target} is no move.", source=source, target=target)  # fmt: skip

    def _on_an_empty_board(self, position: Any, cell: int) -> Iterator[Move]:
        """Return the moves that a car on ``cell`` would have if it were alone on the board."""
        moves: Iterator[Move] = self.rules(1 << cell, 0, position.up).moves()
        return moves

    def side(self, position: Any) -> int:
        """Return the side to move."""
        return SECOND if position.up else FIRST


class CarsPicture:
    """The grid with the cars, and the cells beyond its right and top edges to which cars leave."""

    pieces = stones = True
    material, side_names = "road", SIDE_NAMES

    def __init__(self, notation: CarsNotation) -> None:
        self._notation = notation
        self._size = size = notation.size
        self.width = self.height = size + 1
        self.columns = tuple(notation.word(x, 0)[0] for x in range(size + 1))
        self.rows = tuple(notation.word(0, y)[1:] for y in reversed(range(size + 1)))
        self.goals = "O" * size + "." + ("." * size + "X") * size

    def marks(self, position: MarkedPosition) -> str:
        """Return ``X``, ``O`` or ``.`` for each cell; cells beyond the edge are always empty."""
        return "." * self.width + "".join(f"{line}." for line in self._notation.lines(position))

    def highlight(self, position: MarkedPosition) -> tuple[int, ...]:
        """Return no cells: the winner is the side that cannot move, which has no line to show."""
        return ()

    def cells(self, position: MarkedPosition, move: Move) -> tuple[int, ...]:
        """Return the cells that the car leaves and enters."""
        return tuple(self.width * (self._size - y) + x for x, y in self._notation.places(position, move))

    def word(self, cell: int) -> str:
        """Return the name of the cell."""
        row, x = divmod(cell, self.width)
        return self._notation.word(x, self._size - row)


def make(size: int) -> Game:
    """Return Dodgem on a board of one size."""
    notation = CarsNotation(size)
    win, options = 2 * size * size, changed("dodgem", size=size)
    return Game(
        name=write("dodgem", options),
        title=_("Dodgem, {size} × {size}", size=size) if options else _("Dodgem"),
        summary=_(
            "The blue cars (X) go to the right and the orange cars (O) go up, one cell ahead or sideways, to free cells. A car may leave the board over its far edge. The side that cannot move wins: bring all your cars off the board, and never block all cars of the other side. A game is drawn at the third repetition or after {longest} moves.",
            longest=LONGEST_MATCH,
        ),
        start=notation.rules(),
        notation=notation,
        picture=CarsPicture(notation),
        endings=(_("none of its cars can move any more"), _("nobody has arrived")),
        facts=Facts(loops=True, source="C. Vout, in Winning Ways (1982), chapter 22"),
        evaluations={
            "roadblock": Race(arrived=0, blocked=1, win=win),
            "advance": Race(arrived=0, blocked=0, win=win),
            "own-advance": OwnAdvance(win),
        },
    )
