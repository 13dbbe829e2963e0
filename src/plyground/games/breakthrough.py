"""Breakthrough: bring one piece to the far row; pieces move ahead and capture diagonally (D. Troyka 2000).

``breakthrough(width, height)`` makes the rules for one size; the usual board has 8 × 8 cells. There are no draws: the
most advanced piece always has a move, and every move brings a piece nearer to its goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count, lowest, shift_right, word
from plyground.core.combinadics import pair, pair_rank
from plyground.core.game import Facts, Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import write
from plyground.errors import GameOver, MoveError
from plyground.games.built_in import changed
from plyground.games.grid import Grid, SidesNotation
from plyground.games.mirrors import mirrors
from plyground.games.sized_rules import sized
from plyground.i18n import Sentence, _

TO_BITS = 6
"""Bits of a move that hold its second cell; the first cell is above them."""
TO_CELL = (1 << TO_BITS) - 1


class Pieces(NamedTuple):
    """The fields of a position."""

    own: int = 0  # pieces of the side to move
    other: int = 0  # pieces of its opponent, which moved last
    down: int = 0  # 1 when the side to move is the second, whose pieces go down


class Breakthrough(Pieces):
    """A position on a board of any size (:func:`breakthrough`). Moves are pairs of cells, ``from * 64 + to``.

    Cell ``width * row + column``, row 0 at the bottom, is one bit of a set. The first side's pieces begin on the two
    bottom rows and go up, the second's begin on the two top rows and go down.
    """

    __slots__ = ()
    cells: ClassVar[int]  # number of cells
    width: ClassVar[int]  # cells of a row
    height: ClassVar[int]  # number of rows
    full: ClassVar[int]  # all cells
    bottom: ClassVar[int]  # cells of the bottom row
    top: ClassVar[int]  # cells of the top row
    left: ClassVar[int]  # first cell of each row
    right: ClassVar[int]  # last cell of each row
    placements: ClassVar[int]  # 3 ** cells
    upside_down: ClassVar[staticmethod[[int], int]]
    sideways: ClassVar[staticmethod[[int], int]]
    new: ClassVar[staticmethod[[int, int, int], Breakthrough]]

    def moves(self) -> Iterator[Move]:
        if not self.is_over():
            pieces = self.own
            free = ~(self.own | self.other)
            while pieces:
                piece = pieces & -pieces
                targets = (self.leftward(piece, self.down) | self.rightward(piece, self.down)) & ~self.own
                targets |= self.ahead(piece, self.down) & free
                while targets:
                    yield lowest(pieces) << TO_BITS | lowest(targets)
                    targets &= targets - 1
                pieces &= pieces - 1

    def play(self, move: Move) -> Breakthrough:
        target = 1 << (move & TO_CELL)
        return self.new(self.other & ~target, self.own ^ 1 << (move >> TO_BITS) | target, 1 - self.down)

    def actions(self) -> int:
        return self.width * self.height << TO_BITS

    def is_over(self) -> bool:
        """Return True if an opponent's piece is on its far row, or the side to move has no piece."""
        return self.own == 0 or self.other & (self.top if self.down else self.bottom) != 0

    def utility(self) -> int:
        return -1

    def mobility(self) -> int:
        if self.is_over():
            return 0
        straight = count(self.ahead(self.own, self.down) & ~(self.own | self.other))
        aside = count(self.leftward(self.own, self.down) & ~self.own) + count(
            self.rightward(self.own, self.down) & ~self.own
        )
        return straight + aside

    def is_noisy(self, move: Move) -> bool:
        """Return True if the move captures a piece."""
        return self.other >> (move & TO_CELL) & 1 == 1

    def promise(self, move: Move) -> int:
        """Return the rank of a move for move ordering: captures come first, then moves that advance far."""
        row = (move & TO_CELL) // self.width
        gone = self.height - 1 - row if self.down else row
        return 20 + gone if self.is_noisy(move) else gone

    def size(self) -> int:
        """Return an upper bound on the number of positions: each cell is free or has a piece of either side, times
        two sides to move.
        """
        return 2 * self.placements

    def period(self) -> int:
        """Return the number of positions with the first side to move. Those of the second side are the same upside
        down.
        """
        return self.placements

    def rank(self) -> int:
        if self.down:
            return self.placements + pair_rank(self.upside_down(self.own), self.upside_down(self.other), self.cells)
        return pair_rank(self.own, self.other, self.cells)

    def unrank(self, rank: int) -> Breakthrough:
        own, other = pair(rank % self.placements, self.cells)
        if rank >= self.placements:
            return self.new(self.upside_down(own), self.upside_down(other), 1)
        return self.new(own, other, 0)

    def valid(self) -> bool:
        """Return True if no side has too many pieces, and no side has moved after its opponent won."""
        goal = self.bottom if self.down else self.top
        few = count(self.own) <= 2 * self.width and count(self.other) <= 2 * self.width
        return few and self.other != 0 and self.own & goal == 0

    def canonical(self) -> Breakthrough:
        """Return the lesser of the position and its mirror image, as words."""
        own, other = self.sideways(self.own), self.sideways(self.other)
        if (word(own), word(other)) < (word(self.own), word(self.other)):
            return self.new(own, other, self.down)
        return self

    # What evaluations ask

    def turned(self) -> Breakthrough:
        """Return the same board with the other side to move."""
        return self.new(self.other, self.own, 1 - self.down)

    def on_row(self, gone: int) -> int:
        """Return the pieces of the side to move that are ``gone`` rows from their first row."""
        return self.own & self.bottom << self.width * (self.height - 1 - gone if self.down else gone)

    def runners(self) -> int:
        """Return the pieces of the side to move that no piece of the opponent can capture or stop any more."""
        return self.own & ~self.watched(self.other, 1 - self.down)

    def ahead(self, pieces: int, down: int) -> int:
        """Return the cells straight ahead of ``pieces``, as their side moves."""
        return shift_right(pieces, self.width) if down else pieces << self.width & self.full

    def leftward(self, pieces: int, down: int) -> int:
        """Return the cells diagonally ahead of ``pieces`` on the left."""
        return shift_right(self.ahead(pieces & ~self.left, down), 1)

    def rightward(self, pieces: int, down: int) -> int:
        """Return the cells diagonally ahead of ``pieces`` on the right."""
        return self.ahead(pieces & ~self.right, down) << 1 & self.full

    def watched(self, pieces: int, down: int) -> int:
        """Return ``pieces`` and all cells that they could reach if they were alone on the board."""
        cone = pieces
        for _row in range(self.height - 1):
            cone |= self.ahead(cone, down) | self.leftward(cone, down) | self.rightward(cone, down)
        return cone


@cache
def breakthrough(width: int, height: int, /) -> type[Breakthrough]:
    """Return the rules of one size."""
    cells = width * height
    bottom = (1 << width) - 1
    top = bottom << width * (height - 1)
    left = sum(1 << width * row for row in range(height))
    upside_down, sideways = mirrors(width, height)
    return sized(
        Breakthrough,
        f"Breakthrough_{width}_{height}",
        start=(bottom | bottom << width, top | top >> width, 0),
        cells=cells,
        width=width,
        height=height,
        full=(1 << cells) - 1,
        bottom=bottom,
        top=top,
        left=left,
        right=left << width - 1,
        placements=3**cells,
        upside_down=staticmethod(upside_down),
        sideways=staticmethod(sideways),
    )


@rules
class Advance(NamedTuple):
    """The number of pieces and how far they have advanced; each row counts more than the one before.

    R. Lorentz, T. Horey (2013), Programming Breakthrough, Computers and Games, build on these two.
    """

    height: int
    by_piece: int = 20
    win: int = 10_000  # more than any board's sum

    def standing(self, position: Any) -> int:
        """Return the points of the pieces of the side to move."""
        points: int = 0
        for gone in range(self.height):
            points += count(position.on_row(gone)) * (self.by_piece + gone * gone)
        return points

    def value(self, position: Any) -> int:
        points: int = self.standing(position) - self.standing(position.turned())
        return points


@rules
class Runners(NamedTuple):
    """Like :class:`Advance` until a race is decided: a piece that cannot be stopped and arrives first.

    A race pattern as A. Saffidine, N. Jouandeau, T. Cazenave (2011) use them, Solving Breakthrough with race patterns
    and job-level proof number search, Advances in Computer Games.
    """

    advance: Advance
    height: int
    soon: int = 9_000  # less the rows still to go, for who wins the race
    win: int = 10_000

    def rows_left(self, position: Any, pieces: int) -> int:
        """Return the number of rows that the foremost of these pieces still has to go; the board's height if there are
        none.
        """
        for left in range(1, self.height):
            if position.on_row(self.height - 1 - left) & pieces != 0:
                return left
        return self.height

    def value(self, position: Any) -> int:
        opposite = position.turned()
        mine, yours = self.rows_left(position, position.own), self.rows_left(opposite, opposite.own)
        free = self.rows_left(position, position.runners())
        if free <= yours and free < self.height:
            return self.soon - free
        free = self.rows_left(opposite, opposite.runners())
        if free < mine:
            return free - self.soon
        points: int = self.advance.value(position)
        return points


class PiecesNotation(SidesNotation):
    """Moves are two cells, ``a2-a3`` (or ``a2a3``), as in chess; positions are those of :class:`Grid`."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(
            breakthrough(width, height),
            Grid(width, height, upward=True),
            _("play cannot reach it: a side has more pieces than at the start, or moves after a win"),
        )

    def format_move(self, position: MarkedPosition, move: Move) -> str:
        """Return the two cells with a hyphen between them."""
        return f"{self.grid.word(move >> TO_BITS)}-{self.grid.word(move & TO_CELL)}"

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move that ``text`` names. Raise :class:`MoveError` with the reason if the move is
        illegal.
        """
        words = re.fullmatch(r"([a-z]\d) ?-? ?([a-z]\d)", text.strip().lower(), re.ASCII)
        if not words:
            raise MoveError(_("“{text}” is not a move: write two cells, such as {example}.", text=text, example="a2b3"))
        if position.is_over():
            raise GameOver
        source, target = map(self.grid.cell, words.groups())
        if source is not None and target is not None and source << TO_BITS | target in position.moves():
            return source << TO_BITS | target
        raise MoveError(self._illegal(position, *words.groups()))

    def _illegal(self, position: Any, source: str, target: str) -> Sentence:
        for name in (source, target):
            if self.grid.cell(name) is None:
                return _("There is no cell {cell} on this board.", cell=name)
        cell, mark = self.grid.cell(source) or 0, "XO"[position.down]
        if not (position.own | position.other) >> cell & 1:
            return _("There is no piece on {cell}.", cell=source)
        if position.other >> cell & 1:
            return _("The piece on {cell} is not yours: {side} is to move.", cell=source, side=mark)
        goal = self.grid.cell(target) or 0
        if position.own >> goal & 1:
            return _("{cell} is occupied.", cell=target)
        if position.other >> goal & 1 and source[0] == target[0]:
            return _("Pieces take only diagonally: {source} to {target} is no move.", source=source, target=target)
        return _("Pieces go to one of the three cells ahead of them: {source} to {target} is no move.", source=source, target=target)  # fmt: skip


class PiecesPicture:
    """The grid with the pieces on it; each side's goal is the far row."""

    pieces = stones = True
    worths: ClassVar[Mapping[str, int]] = {"X": 1, "O": 1}

    def __init__(self, notation: PiecesNotation) -> None:
        self._notation = notation
        self._grid = grid = notation.grid
        self.width, self.height, self.columns, self.rows = grid.width, grid.height, grid.columns, grid.rows
        self.goals = "X" * self.width + "." * (self.width * (self.height - 2)) + "O" * self.width

    def marks(self, position: MarkedPosition) -> str:
        """Return ``X``, ``O`` or ``.`` for each cell."""
        return self._grid.marked(*self._notation.by_side(position))

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return the piece that has arrived."""
        if not position.is_over():
            return ()
        arrived = position.turned().on_row(self.height - 1)
        return tuple(place for cell, place in self._grid.places.items() if arrived >> cell & 1)

    def cells(self, position: MarkedPosition, move: Move) -> tuple[int, int]:
        """Return the cell of the piece and the cell that it goes to."""
        return self._grid.places[move >> TO_BITS], self._grid.places[move & TO_CELL]

    def word(self, cell: int) -> str:
        """Return the name of the cell."""
        return self._grid.word(self._grid.cells[cell])


def make(width: int, height: int) -> Game:
    """Return Breakthrough on a board of this size."""
    notation = PiecesNotation(width, height)
    sizes = changed("breakthrough", width=width, height=height)
    advance = Advance(height)
    return Game(
        name=write("breakthrough", sizes),
        title=_("Breakthrough, {width} × {height}", width=width, height=height) if sizes else _("Breakthrough"),
        summary=_(
            "X's pieces go up and O's go down, one cell straight or diagonally ahead to a free cell; diagonally they also take a piece of the other side. The first to bring a piece to the far row, or to take all pieces, wins."
        ),
        start=notation.rules(),
        notation=notation,
        picture=PiecesPicture(notation),
        endings=(_("a piece has arrived, or all are taken"), _("nobody has arrived")),
        facts=Facts(source="D. Troyka (2000)"),
        evaluations={
            "runners": Runners(advance, height),
            "advance": advance,
        },
    )
