"""Hex: connect your two edges of a board of hexagons; exactly one side can (P. Hein 1942, J. Nash 1948).

``hex_board(size, swap)`` makes the rules for one size. The first player can win on every board, as Nash proved by
strategy stealing. With the swap rule the second player may take over the first stone, so a strong first stone is no
advantage.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count, lowest, word
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

SWAP_WORD = "swap"


class Sides(NamedTuple):
    """The fields of a position."""

    own: int = 0  # stones of the side to move
    other: int = 0  # stones of its opponent, which moved last
    second: int = 0  # 1 when the side to move is the second, which a swap keeps from following from the stones


class Hex(Sides):
    """A position on a board of any size (:func:`hex_board`). Moves are cells, row by row from 0, or the swap.

    Cell ``edge * row + column`` is one bit of a set; each row is half a cell to the right of the one above, so a cell
    has up to six neighbours. The first side connects the top with the bottom, the second the left with the right. The
    swap is the number after the last cell. With it the second side takes over the only stone, which moves to its mirror
    image, where it has the same value for its new owner.
    """

    __slots__ = ()
    cells: ClassVar[int]  # number of cells, and the move that is the swap
    edge: ClassVar[int]  # cells of an edge
    swap: ClassVar[bool]  # the swap rule is on
    full: ClassVar[int]  # all cells
    top: ClassVar[int]  # cells of the top row
    bottom: ClassVar[int]  # cells of the bottom row
    left: ClassVar[int]  # first cell of each row
    right: ClassVar[int]  # last cell of each row
    but_first: ClassVar[int]  # all cells but the first, moved by one
    but_row: ClassVar[int]  # all cells but a row, moved by a row
    but_both: ClassVar[int]  # all cells but a row and one, moved so
    numbers: ClassVar[int]  # 3 ** cells
    upside_down: ClassVar[staticmethod[[int], int]]
    sideways: ClassVar[staticmethod[[int], int]]
    new: ClassVar[staticmethod[[int, int, int], Hex]]

    def moves(self) -> Iterator[Move]:
        if not self.linked(self.other, 1 - self.second):
            empty = self.full ^ (self.own | self.other)
            while empty:
                yield lowest(empty)
                empty &= empty - 1
            if self.can_swap():
                yield self.cells

    def can_swap(self) -> bool:
        """Return True if the side to move may take over the only stone."""
        return self.swap and self.second == 1 and self.own == 0 and self.other & self.other - 1 == 0

    def play(self, move: Move) -> Hex:
        if move == self.cells:
            stone = lowest(self.other)
            return self.new(0, 1 << self.edge * (stone % self.edge) + stone // self.edge, 0)
        return self.new(self.other, self.own | 1 << move, 1 - self.second)

    def actions(self) -> int:
        return self.cells + 1

    def is_over(self) -> bool:
        return self.linked(self.other, 1 - self.second)

    def utility(self) -> int:
        return -1

    def mobility(self) -> int:
        if self.is_over():
            return 0
        empty = count(self.full ^ (self.own | self.other))
        return empty + 1 if self.can_swap() else empty

    def promise(self, move: Move) -> int:
        """Return the rank of a move for move ordering: cells near the middle first."""
        row, column = move // self.edge, move % self.edge
        return -(abs(2 * row - self.edge + 1) + abs(2 * column - self.edge + 1))

    def size(self) -> int:
        """Return an upper bound on the number of positions: each cell is free or of either side, times two sides to
        move.
        """
        return 2 * self.numbers

    def rank(self) -> int:
        return 2 * pair_rank(self.own, self.other, self.cells) + self.second

    def unrank(self, rank: int) -> Hex:
        own, other = pair(rank // 2, self.cells)
        return self.new(own, other, rank % 2)

    def valid(self) -> bool:
        """Return True if the numbers of stones fit the side to move, and it has not won already."""
        ahead = count(self.other) - count(self.own)
        fits = ahead == self.second or (self.swap and ahead == 1 - self.second and self.own | self.other != 0)
        return fits and not self.linked(self.own, self.second)

    def canonical(self) -> Hex:
        """Return the lesser of the position and the board turned by half a turn, as words."""
        own, other = self.upside_down(self.sideways(self.own)), self.upside_down(self.sideways(self.other))
        if (word(own), word(other)) < (word(self.own), word(self.other)):
            return self.new(own, other, self.second)
        return self

    # What evaluations ask

    def turned(self) -> Hex:
        """Return the same board with the other side to move."""
        return self.new(self.other, self.own, 1 - self.second)

    def missing(self) -> int:
        """Return the number of stones that the side to move still needs if its opponent passes."""
        return self.stones_missing(self.own, self.full ^ (self.own | self.other), self.second)

    def ways(self) -> int:
        """Return the number of free cells on shortest connections of the side to move."""
        return self.shortest_ways(self.own, self.full ^ (self.own | self.other), self.second)

    def next_to(self, some: int) -> int:
        """Return the neighbours of the cells ``some``."""
        not_left, not_right = some & ~self.left, some & ~self.right
        beside = not_left >> 1 & self.but_first | not_right << 1
        above = some >> self.edge & self.but_row | not_right >> self.edge - 1 & self.but_both
        return (beside | above | some << self.edge | not_left << self.edge - 1) & self.full

    def linked(self, stones: int, second: int) -> bool:
        """Return True if the stones of a side connect its edges, found by flood fill from one edge."""
        reached = stones & (self.left if second else self.top)
        end = self.right if second else self.bottom
        while reached & end == 0:
            grown = reached | self.next_to(reached) & stones
            if grown == reached:
                return False
            reached = grown
        return True

    def flooded(self, reached: int, stones: int) -> int:
        """Return ``reached`` and all ``stones`` connected to it."""
        grown = reached | self.next_to(reached) & stones
        while grown != reached:
            reached = grown
            grown = reached | self.next_to(reached) & stones
        return reached

    def stones_missing(self, stones: int, free: int, second: int) -> int:
        """Return the number of stones that a side still needs to connect its edges; ``cells`` if it cannot."""
        start, end = (self.left, self.right) if second else (self.top, self.bottom)
        reached = self.flooded(stones & start, stones)
        missing = 0
        while reached & end == 0:
            grown = self.flooded(reached | (self.next_to(reached) | start) & free, stones)
            if grown == reached:
                return self.cells
            reached = grown
            missing += 1
        return missing

    def shortest_ways(self, stones: int, free: int, second: int) -> int:
        """Return the number of free cells on shortest connections, from the distances to the two edges."""
        missing = self.stones_missing(stones, free, second)
        if missing == 0 or missing == self.cells:
            return 0
        start, end = (self.left, self.right) if second else (self.top, self.bottom)
        found, forth = 0, self.flooded(stones & start, stones)
        for step in range(missing):
            layer = (self.next_to(forth) | start) & free & ~forth
            back = self.flooded(stones & end, stones)
            for _again in range(missing - step - 1):
                back = self.flooded(back | (self.next_to(back) | end) & free, stones)
            found |= layer & (self.next_to(back) | end)
            forth = self.flooded(forth | layer, stones)
        return count(found)


@cache
def hex_board(size: int, swap: bool, /) -> type[Hex]:
    """Return the rules of one size."""
    cells = size * size
    full = (1 << cells) - 1
    top = (1 << size) - 1
    left = sum(1 << size * row for row in range(size))
    upside_down, sideways = mirrors(size, size)
    return sized(
        Hex,
        f"Hex_{size}" + "_swap" * swap,
        cells=cells,
        edge=size,
        swap=swap,
        full=full,
        top=top,
        bottom=top << size * (size - 1),
        left=left,
        right=left << size - 1,
        but_first=full >> 1,
        but_row=full >> size,
        but_both=full >> size - 1,
        numbers=3**cells,
        upside_down=staticmethod(upside_down),
        sideways=staticmethod(sideways),
    )


@rules
class Connection(NamedTuple):
    """Evaluation by distance: stones that the opponent still needs minus those that the side to move needs, then free
    cells.

    The distance between the edges corresponds to the resistance in C. Shannon's machine (1953), and was the first
    evaluation of programs (V. V. Anshelevich 2002, A hierarchical approach to computer Hex, Artificial Intelligence
    134).
    """

    by_stone: int
    by_way: int
    win: int = 10_000  # more than the sum of any board

    def value(self, position: Any) -> int:
        opposite = position.turned()
        points: int = self.by_stone * (opposite.missing() - position.missing())
        if self.by_way != 0:
            points += self.by_way * (position.ways() - opposite.ways())
        return points


class HexNotation(SidesNotation):
    """Moves are a column's letter and a row's number, ``b3``, or ``swap``; positions are written as :class:`Grid`
    describes.
    """

    def __init__(self, size: int, swap: bool) -> None:
        super().__init__(
            hex_board(size, swap),
            Grid(size, size),
            _("the sides take turns, X first, until one of them has connected its edges"),
        )
        self.swap = swap
        self._cells = size * size

    def format_move(self, position: MarkedPosition, move: Move) -> str:
        """Return the cell, or ``swap``."""
        return SWAP_WORD if move == self._cells else self.grid.word(move)

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move that ``text`` names; the cell of the only stone means the swap. Raise
        :class:`MoveError`.
        """
        name = text.strip().lower()
        if name == SWAP_WORD:
            if not position.can_swap():
                raise MoveError(_("Only O may swap, in answer to the first stone, where that is agreed."))
            return self._cells
        cell = self.cell(text)
        if position.is_over():
            raise GameOver
        if (position.own | position.other) >> cell & 1:
            if position.can_swap():
                return self._cells
            raise MoveError(_("{cell} is occupied.", cell=name))
        return cell


class HexPicture:
    """Hexagons in rows, each half a cell to the right of the one above; edges have the mark of the side that connects
    them.
    """

    pieces, stones, shear = False, True, 0.5

    def __init__(self, notation: HexNotation) -> None:
        self._notation = notation
        self._grid = grid = notation.grid
        self.width, self.height, self.columns, self.rows = grid.width, grid.height, grid.columns, grid.rows
        inner = max(0, self.width - 2)
        row = f".{'X' * inner}."[: self.width]
        self.goals = row + f"O{'.' * inner}O"[: self.width] * inner + row * (self.height > 1)

    def marks(self, position: MarkedPosition) -> str:
        """Return ``X``, ``O`` or ``.`` for each cell."""
        return self._grid.marked(*self._notation.by_side(position))

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return the stones of a shortest chain between the winner's edges."""
        if not position.is_over():
            return ()
        return self._chain(position.other, 1 - position.second)

    def _chain(self, stones: int, second: int) -> tuple[int, ...]:
        """Return a shortest chain of stones between the edges; breadth-first search (AIMA 3.4.1)."""
        size = self.width
        begin = range(0, size * size, size) if second else range(size)
        came: dict[int, int | None] = {cell: None for cell in begin if stones >> cell & 1}
        for cell in (queue := list(came)):
            row, column = divmod(cell, size)
            if (column if second else row) == size - 1:
                break
            for down, aside in ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1)):
                near = size * (row + down) + column + aside
                on_board = 0 <= row + down < size and 0 <= column + aside < size
                if on_board and stones >> near & 1 and near not in came:
                    came[near] = cell
                    queue.append(near)
        chain: list[int] = []
        link: int | None = cell
        while link is not None:
            chain.append(link)
            link = came[link]
        return tuple(sorted(chain))

    def cells(self, position: Any, move: Move) -> tuple[int]:
        """Return the cell of the new stone, or of the stone that the swap takes over."""
        return (lowest(position.other) if move == self.width * self.height else move,)

    def word(self, cell: int) -> str:
        """Return the name of the cell."""
        return self._grid.word(cell)


def make(size: int, swap: str) -> Game:
    """Return Hex on a board of one size, with or without the swap rule."""
    notation = HexNotation(size, swap == "yes")
    options = changed("hex", size=size, swap=swap)
    title = _("Hex, {size} × {size}", size=size) if "size" in options else _("Hex")
    return Game(
        name=write("hex", options),
        title=_("{hex} with swap", hex=title) if notation.swap else title,
        summary=_(
            "X and O take turns to put a stone on a free cell. X wins with a chain of stones from the top to the bottom, O with one from the left to the right. Instead of a first move O may take over X's stone, which goes to the mirrored cell: press on it."
        )
        if notation.swap
        else _(
            "X and O take turns to put a stone on a free cell. X wins with a chain of stones from the top to the bottom, O with one from the left to the right."
        ),
        start=notation.rules(),
        notation=notation,
        picture=HexPicture(notation),
        endings=(_("a chain connects its edges"), _("nobody has connected its edges")),
        facts=Facts(source="P. Hein (1942); J. Nash (1948)"),
        evaluations={"connection": Connection(by_stone=8, by_way=1), "distance": Connection(by_stone=1, by_way=0)},
    )
