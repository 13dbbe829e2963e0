"""Domineering: one side lays dominoes upright, the other flat; who has no room left loses (G. Andersson 1973).

``domineering(width, height)`` makes the rules for one size. M. Gardner told of it first (1974, as Crosscram);
E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, chapter 5, take it for a theory of games.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from plyground.bits import count, lowest, mix, shift_right, word
from plyground.errors import GameOver, MoveError
from plyground.game import Facts, Game
from plyground.games.grid import Grid, SidesNotation
from plyground.games.mirrors import mirrors
from plyground.language import _
from plyground.position import Move, helper, rules
from plyground.spec import write
from plyground.subsets import pair, pair_rank

SIDES = ("V", "H")


@cache
def domineering(width: int, height: int, /) -> type[Any]:
    """The rules of one size: a class of positions whose moves are cells, the upper or the left one of a domino's two.

    Cell ``width * row + column``, row 0 at the top, is one bit of a set. Which dominoes cover the cells matters to
    nobody but who looks at the board: positions with the same free cells share a key.
    """
    cells = width * height
    full = (1 << cells) - 1
    left = sum(1 << width * row for row in range(height))
    numbers: int = 3**cells
    upside_down, sideways = mirrors(width, height)

    @helper
    def places(free: int, flat: int) -> int:
        """The upper or left cells of all dominoes that ``free`` cells have room for."""
        return free & shift_right(free & ~left, 1) if flat else free & shift_right(free, width)

    @helper
    def room(free: int, flat: int) -> int:
        """How many dominoes of one kind fit into ``free`` cells together."""
        fit = 0
        starts = places(free, flat)
        while starts:
            start = starts & -starts
            fit += 1
            starts &= ~(start | start << (1 if flat else width))
        return fit

    @helper
    def safe(free: int, flat: int) -> int:
        """How many dominoes of one kind fit where the other kind has no room."""
        theirs = places(free, 1 - flat)
        return room(free & ~(theirs | theirs << (width if flat else 1)), flat)

    @helper
    def in_dominoes(covered: int, flat: int) -> bool:
        """Whether dominoes of one kind can cover these cells and no others."""
        while covered:
            start = covered & -covered
            end = start << 1 & ~left if flat else start << width
            if covered & end == 0:
                return False
            covered ^= start | end
        return True

    class Position(NamedTuple):
        own: int = 0  # cells that the side to move has covered
        other: int = 0  # cells that its opponent has covered
        flat: int = 0  # 1 when the side to move is the second, whose dominoes lie flat

        def moves(self) -> Iterator[Move]:
            starts = places(full ^ (self.own | self.other), self.flat)
            while starts:
                yield lowest(starts)
                starts &= starts - 1

        def play(self, move: Move) -> Position:
            domino = 1 << move | 1 << move + (1 if self.flat else width)
            return Position(self.other, self.own | domino, 1 - self.flat)

        def actions(self) -> int:
            return width * height

        def is_over(self) -> bool:
            return places(full ^ (self.own | self.other), self.flat) == 0

        def utility(self) -> int:
            return -1

        def mobility(self) -> int:
            return count(places(full ^ (self.own | self.other), self.flat))

        def key(self) -> int:
            return mix(mix(0, self.own | self.other), self.flat)

        def promise(self, move: Move) -> int:
            """The more places it leaves to its side, and the fewer to the other, the better."""
            child = self.play(move)
            free = full ^ (child.own | child.other)
            return count(places(free, self.flat)) - count(places(free, child.flat))

        def prospects(self, alpha: int, beta: int) -> tuple[int, int]:
            """Known where one side has more safe places than the other has room.

            D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik (2000), Solving 8 × 8 Domineering, Theoretical
            Computer Science 230, count safe and real moves so.
            """
            free = full ^ (self.own | self.other)
            if safe(free, self.flat) > room(free, 1 - self.flat):
                return 1, 1
            if room(free, self.flat) <= safe(free, 1 - self.flat):
                return -1, -1
            return -1, 1

        def size(self) -> int:
            """Each cell is free or of either side; the numbers of cells tell who is to move."""
            return numbers

        def rank(self) -> int:
            return pair_rank(self.other, self.own, cells) if self.flat else pair_rank(self.own, self.other, cells)

        def unrank(self, rank: int) -> Position:
            upright, flat = pair(rank, cells)
            if count(upright) > count(flat):
                return Position(flat, upright, 1)
            return Position(upright, flat, 0)

        def valid(self) -> bool:
            """Whether dominoes cover the cells, as many of either side as turns taken."""
            ahead = count(self.other) - count(self.own)
            return (
                ahead == 2 * self.flat and in_dominoes(self.own, self.flat) and in_dominoes(self.other, 1 - self.flat)
            )

        def canonical(self) -> Position:
            """The least of the position and its mirror images, as words."""
            least = self
            for turned in range(1, 4):
                own, other = self.own, self.other
                if turned & 1:
                    own, other = upside_down(own), upside_down(other)
                if turned & 2:
                    own, other = sideways(own), sideways(other)
                if (word(own), word(other)) < (word(least.own), word(least.other)):
                    least = Position(own, other, self.flat)
            return least

        # What evaluations ask

        def turned(self) -> Position:
            """The same board with the other side to move."""
            return Position(self.other, self.own, 1 - self.flat)

        def room(self) -> int:
            """How many dominoes the side to move could still lay, were it alone."""
            return room(full ^ (self.own | self.other), self.flat)

        def safe(self) -> int:
            """How many of them nobody can take from it."""
            return safe(full ^ (self.own | self.other), self.flat)

    Position.__name__ = Position.__qualname__ = f"Domineering_{width}_{height}"
    globals()[Position.__name__] = rules(Position)  # where the cache of compiled code looks for it
    marked: type[Any] = Position
    return marked


@rules
class Room(NamedTuple):
    """Room for dominoes, and safe room, of the side to move less its opponent's."""

    by_room: int
    by_safe: int
    win: int = 1000  # more than any board's sum

    def value(self, position: Any) -> int:
        opposite = position.turned()
        points: int = self.by_room * (position.room() - opposite.room())
        points += self.by_safe * (position.safe() - opposite.safe())
        return points


class DominoesNotation(SidesNotation):
    """Moves are the upper or the left cell of a domino, ``b2``; positions are those of :class:`Grid`."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(
            domineering(width, height),
            Grid(width, height, "".join(SIDES)),
            _("V covers two cells one above the other, H two beside each other, and they take turns, V first"),
        )

    def format_move(self, position: Any, move: Move) -> str:
        """The upper or the left cell."""
        return self.grid.word(move)

    def parse_move(self, position: Any, text: str) -> Move:
        """The legal move that ``text`` names; raises :class:`MoveError`."""
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
    """The grid with both cells of each domino in the colour of its side."""

    pieces, stones, goals = False, True, ""

    def __init__(self, notation: DominoesNotation) -> None:
        self._notation = notation
        self._grid = grid = notation.grid
        self.width, self.height, self.columns, self.rows = grid.width, grid.height, grid.columns, grid.rows

    def marks(self, position: Any) -> str:
        """``V``, ``H`` or ``.`` for each cell."""
        return self._grid.marked(*self._notation.by_side(position))

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Nothing: who cannot move has lost."""
        return ()

    def cells(self, position: Any, move: Move) -> tuple[int]:
        """The upper or the left cell."""
        return (move,)

    def word(self, cell: int) -> str:
        """What the cell is called."""
        return self._grid.word(cell)


def make(width: int, height: int) -> Game:
    """Domineering on a board of one size."""
    notation = DominoesNotation(width, height)
    options = {"width": width, "height": height}
    return Game(
        name=write("domineering", {name: size for name, size in options.items() if size != 6}),
        title=_("Domineering")
        if width == height == 6
        else _("Domineering, {width} × {height}", width=width, height=height),
        summary=_(
            "V covers two free cells one above the other, then H two beside each other, and so on; on the board, press the upper or the left one of the two. Who has no room for a domino loses."
        ),
        start=notation.rules(),
        notation=notation,
        picture=DominoesPicture(notation),
        endings=(_("the other side cannot move"), _("nobody can move")),
        facts=Facts(source="G. Andersson (1973); Winning Ways (1982), chapter 5"),
        sides=SIDES,
        evaluations={"safe-room": Room(by_room=1, by_safe=1), "room": Room(by_room=1, by_safe=0)},
    )
