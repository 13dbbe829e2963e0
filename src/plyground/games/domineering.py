"""Domineering: one side lays dominoes vertically, the other horizontally; a side without room loses (G. Andersson
1973).

``domineering(width, height)`` makes the rules for one size. First described by M. Gardner (1974, as Crosscram); E. R.
Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, chapter 5, use it as an example of their theory.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count, lowest, mix, shift_right, word
from plyground.core.combinadics import pair, pair_rank
from plyground.core.game import Facts, Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import write
from plyground.errors import GameOver, MoveError
from plyground.games.built_in import changed
from plyground.games.grid import Grid, SidesNotation
from plyground.games.mirrors import mirrors
from plyground.games.sized_rules import sized
from plyground.i18n import _

SIDES = ("V", "H")


class Covered(NamedTuple):
    """The fields of a position."""

    own: int = 0  # cells that the side to move has covered
    other: int = 0  # cells that its opponent has covered
    flat: int = 0  # 1 when the side to move is the second, whose dominoes lie flat


class Domineering(Covered):
    """A position on a board of any size (:func:`domineering`). A move is a cell: the upper or left cell of its domino.

    Cell ``width * row + column``, with row 0 at the top, is one bit of a set. Only the free cells count for play, not
    how the dominoes lie: positions with the same free cells share a key.
    """

    __slots__ = ()
    cells: ClassVar[int]  # number of cells
    width: ClassVar[int]  # cells of a row
    height: ClassVar[int]  # number of rows
    full: ClassVar[int]  # all cells
    left: ClassVar[int]  # first cell of each row
    numbers: ClassVar[int]  # 3 ** cells
    upside_down: ClassVar[staticmethod[[int], int]]
    sideways: ClassVar[staticmethod[[int], int]]
    new: ClassVar[staticmethod[[int, int, int], Domineering]]

    def moves(self) -> Iterator[Move]:
        starts = self.places(self.full ^ (self.own | self.other), self.flat)
        while starts:
            yield lowest(starts)
            starts &= starts - 1

    def play(self, move: Move) -> Domineering:
        domino = 1 << move | 1 << move + (1 if self.flat else self.width)
        return self.new(self.other, self.own | domino, 1 - self.flat)

    def actions(self) -> int:
        return self.width * self.height

    def is_over(self) -> bool:
        return self.places(self.full ^ (self.own | self.other), self.flat) == 0

    def utility(self) -> int:
        return -1

    def mobility(self) -> int:
        return count(self.places(self.full ^ (self.own | self.other), self.flat))

    def key(self) -> int:
        return mix(mix(0, self.own | self.other), self.flat)

    def promise(self, move: Move) -> int:
        """Return the rank of a move for move ordering: moves that leave more places to the own side and fewer to
        the other.
        """
        child = self.play(move)
        free = self.full ^ (child.own | child.other)
        return count(self.places(free, self.flat)) - count(self.places(free, child.flat))

    def prospects(self, alpha: int, beta: int) -> tuple[int, int]:
        """Return bounds on the result, known if one side has more safe places than the other has room.

        Safe and real moves are counted as in D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik (2000),
        Solving 8 × 8 Domineering, Theoretical Computer Science 230.
        """
        free = self.full ^ (self.own | self.other)
        if self.safe_in(free, self.flat) > self.room_in(free, 1 - self.flat):
            return 1, 1
        if self.room_in(free, self.flat) <= self.safe_in(free, 1 - self.flat):
            return -1, -1
        return -1, 1

    def proof_nodes(self) -> int:
        """Return the nodes that a proof is expected to take, measured in games: 4,000 with 40 free cells, 500,000
        with 48.
        """
        return 1 << max(0, 17 * (self.cells - count(self.own | self.other)) // 20 - 22)

    def size(self) -> int:
        """Return an upper bound on the number of positions: each cell is free or covered by either side."""
        return self.numbers

    def rank(self) -> int:
        return pair_rank(self.other, self.own, self.cells) if self.flat else pair_rank(self.own, self.other, self.cells)

    def unrank(self, rank: int) -> Domineering:
        upright, flat = pair(rank, self.cells)
        if count(upright) > count(flat):
            return self.new(flat, upright, 1)
        return self.new(upright, flat, 0)

    def valid(self) -> bool:
        """Return True if dominoes can cover the filled cells, with as many dominoes of each side as turns were
        taken.
        """
        ahead = count(self.other) - count(self.own)
        return (
            ahead == 2 * self.flat
            and self.in_dominoes(self.own, self.flat)
            and self.in_dominoes(self.other, 1 - self.flat)
        )

    def canonical(self) -> Domineering:
        """Return the least of the position and its mirror images, as words."""
        least = self
        for turned in range(1, 4):
            own, other = self.own, self.other
            if turned & 1:
                own, other = self.upside_down(own), self.upside_down(other)
            if turned & 2:
                own, other = self.sideways(own), self.sideways(other)
            if (word(own), word(other)) < (word(least.own), word(least.other)):
                least = self.new(own, other, self.flat)
        return least

    # What evaluations ask

    def turned(self) -> Domineering:
        """Return the same board with the other side to move."""
        return self.new(self.other, self.own, 1 - self.flat)

    def room(self) -> int:
        """Return the number of dominoes that the side to move could still lay if it were alone."""
        return self.room_in(self.full ^ (self.own | self.other), self.flat)

    def safe(self) -> int:
        """Return the number of dominoes of the side to move that the opponent cannot prevent."""
        return self.safe_in(self.full ^ (self.own | self.other), self.flat)

    def places(self, free: int, flat: int) -> int:
        """Return the upper or left cells of all dominoes that fit into the ``free`` cells."""
        return free & shift_right(free & ~self.left, 1) if flat else free & shift_right(free, self.width)

    def room_in(self, free: int, flat: int) -> int:
        """Return the greatest number of dominoes of one kind that fit into the ``free`` cells at once."""
        fit = 0
        starts = self.places(free, flat)
        while starts:
            start = starts & -starts
            fit += 1
            starts &= ~(start | start << (1 if flat else self.width))
        return fit

    def safe_in(self, free: int, flat: int) -> int:
        """Return the number of dominoes of one kind that fit where the other kind has no room."""
        theirs = self.places(free, 1 - flat)
        return self.room_in(free & ~(theirs | theirs << (self.width if flat else 1)), flat)

    def in_dominoes(self, covered: int, flat: int) -> bool:
        """Return True if dominoes of one kind can cover these cells and no others."""
        while covered:
            start = covered & -covered
            end = start << 1 & ~self.left if flat else start << self.width
            if covered & end == 0:
                return False
            covered ^= start | end
        return True


@cache
def domineering(width: int, height: int, /) -> type[Domineering]:
    """Return the rules of one size."""
    cells = width * height
    upside_down, sideways = mirrors(width, height)
    return sized(
        Domineering,
        f"Domineering_{width}_{height}",
        cells=cells,
        width=width,
        height=height,
        full=(1 << cells) - 1,
        left=sum(1 << width * row for row in range(height)),
        numbers=3**cells,
        upside_down=staticmethod(upside_down),
        sideways=staticmethod(sideways),
    )


@rules
class Room(NamedTuple):
    """Evaluation by room for dominoes, and by safe room: the side to move minus its opponent."""

    by_room: int
    by_safe: int
    win: int = 1000  # more than any board's sum

    def value(self, position: Any) -> int:
        opposite = position.turned()
        points: int = self.by_room * (position.room() - opposite.room())
        points += self.by_safe * (position.safe() - opposite.safe())
        return points


class DominoesNotation(SidesNotation):
    """Moves are the upper or the left cell of a domino, ``b2``; positions are written as :class:`Grid` describes."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(
            domineering(width, height),
            Grid(width, height, "".join(SIDES)),
            _("V covers two cells one above the other, H two beside each other, and they take turns, V first"),
        )

    def format_move(self, position: MarkedPosition, move: Move) -> str:
        """Return the upper or the left cell."""
        return self.grid.word(move)

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move that ``text`` names. Raise :class:`MoveError`."""
        cell = self.cell(text)
        if position.is_over():
            raise GameOver
        if cell not in position.moves():
            name = self.grid.word(cell)
            if position.flat:
                raise MoveError(_("No domino fits there: {cell} and the cell to its right must be free.", cell=name))
            raise MoveError(_("No domino fits there: {cell} and the cell below it must be free.", cell=name))
        return cell


class DominoesPicture:
    """The grid with the two cells of each domino."""

    pieces, stones, goals, material = False, True, "", "dominoes"
    side_names = _("Vertical"), _("Horizontal")

    def __init__(self, notation: DominoesNotation) -> None:
        self._notation = notation
        self._grid = grid = notation.grid
        self.width, self.height, self.columns, self.rows = grid.width, grid.height, grid.columns, grid.rows

    def marks(self, position: MarkedPosition) -> str:
        """Return ``V``, ``H`` or ``.`` for each cell."""
        return self._grid.marked(*self._notation.by_side(position))

    def highlight(self, position: MarkedPosition) -> tuple[int, ...]:
        """Return no cells: the loser is the side that cannot move, which has no line to show."""
        return ()

    def cells(self, position: MarkedPosition, move: Move) -> tuple[int]:
        """Return the upper or the left cell."""
        return (move,)

    def word(self, cell: int) -> str:
        """Return the name of the cell."""
        return self._grid.word(cell)


def make(width: int, height: int) -> Game:
    """Return Domineering on a board of one size."""
    notation = DominoesNotation(width, height)
    sizes = changed("domineering", width=width, height=height)
    return Game(
        name=write("domineering", sizes),
        title=_("Domineering, {width} × {height}", width=width, height=height) if sizes else _("Domineering"),
        summary=_(
            "V covers two free cells one above the other, H two cells side by side, in turn. On the board, press the upper or the left one of the two cells. The player without room for a domino loses."
        ),
        start=notation.rules(),
        notation=notation,
        picture=DominoesPicture(notation),
        endings=(_("the other side cannot move"), _("nobody can move")),
        facts=Facts(source="G. Andersson (1973); Winning Ways (1982), chapter 5"),
        sides=SIDES,
        evaluations={"safe-room": Room(by_room=1, by_safe=1), "room": Room(by_room=1, by_safe=0)},
    )
