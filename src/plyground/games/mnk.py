"""m,n,k games: two players place marks in turn on an m × n grid; k in a row, in any direction, wins.

``mnk(width, height, k)`` makes the rules for one size; tic-tac-toe is ``mnk(3, 3, 3)``. See J. W. H. M. Uiterwijk and
H. J. van den Herik (2000), The advantage of the initiative.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.bits import count, lowest
from plyground.core.combinadics import pair, pair_rank
from plyground.core.game import FIRST, SECOND, Facts, Game
from plyground.core.position import MarkedPosition, Move
from plyground.errors import GameOver, MoveError, PositionError, SpecError
from plyground.evaluations.open_lines import OpenLines
from plyground.games.marks import cells_of, misread, unreached
from plyground.i18n import Sentence, _, _n


@cache
def mnk(width: int, height: int, k: int, /) -> type[Any]:
    """Return the rules of one size: a class of positions whose moves are cells, row by row from 0.

    Cell ``i`` is bit ``i`` of a set of marks; on 3 × 3::

         0 | 1 | 2
        ---+---+---
         3 | 4 | 5
        ---+---+---
         6 | 7 | 8
    """
    cells = width * height
    full = (1 << cells) - 1
    directions = tuple(
        (step, _beginnings(width, height, k, across, down))
        for step, across, down in ((1, 1, 0), (width, 0, 1), (width + 1, 1, 1), (width - 1, -1, 1))
        if _beginnings(width, height, k, across, down)
    )
    symmetries = _symmetries(width, height)

    @helper
    def has_line(marks: int) -> bool:
        """Return True if ``marks`` have k in a row: in each direction, shift the set onto itself k − 1 times."""
        for step, begins in directions:
            run = marks
            for _again in range(k - 1):
                run &= run >> step
            if run & begins:
                return True
        return False

    @helper
    def moved(marks: int, symmetry: tuple[int, ...]) -> int:
        """Return ``marks`` with each cell ``i`` moved to cell ``symmetry[i]``."""
        image = 0
        for cell in range(cells):
            if marks >> cell & 1:
                image |= 1 << symmetry[cell]
        return image

    class Position(NamedTuple):
        own: int = 0  # marks of the side to move
        other: int = 0  # marks of its opponent, who moved last

        def moves(self) -> Iterator[Move]:
            if not has_line(self.other):
                empty = full ^ (self.own | self.other)
                while empty:
                    yield lowest(empty)
                    empty &= empty - 1

        def play(self, cell: Move) -> Position:
            return Position(self.other, self.own | 1 << cell)

        def actions(self) -> int:
            return cells

        def is_over(self) -> bool:
            return has_line(self.other) or self.own | self.other == full

        def utility(self) -> int:
            return -1 if has_line(self.other) else 0

        def predecessors(self) -> Iterator[Position]:
            """Yield the positions from which a move leads here."""
            left = self.other
            while left:
                before = self.other & ~(left & -left)
                if not has_line(before):
                    yield Position(before, self.own)
                left &= left - 1

        def layer(self) -> int:
            return count(self.own | self.other)

        def size(self) -> int:
            """Return an upper bound on the number of positions: each cell is a digit of base 3 (free, the mover's or
            the opponent's).
            """
            numbers: int = 3**cells
            return numbers

        def rank(self) -> int:
            return pair_rank(self.own, self.other, cells)

        def unrank(self, rank: int) -> Position:
            own, other = pair(rank, cells)
            return Position(own, other)

        def valid(self) -> bool:
            """Return True if the numbers of marks fit the side to move, and it had no line before the last move."""
            return 0 <= count(self.other) - count(self.own) <= 1 and not has_line(self.own)

        def canonical(self) -> Position:
            """Return the least of the equal positions under rotation and reflection."""
            least = self
            for symmetry in symmetries:
                image = Position(moved(self.own, symmetry), moved(self.other, symmetry))
                if image.own < least.own or (image.own == least.own and image.other < least.other):
                    least = image
            return least

    Position.__name__ = Position.__qualname__ = f"MNK_{width}_{height}_{k}"
    globals()[Position.__name__] = rules(Position)  # the cache of compiled code looks for the class here
    marked: type[Any] = Position
    return marked


def _beginnings(width: int, height: int, k: int, across: int, down: int) -> int:
    """Return the set of cells at which a line of k in one direction can begin, going down the rows."""
    return sum(
        1 << width * row + column
        for row, column in product(range(height), range(width))
        if row + (k - 1) * down < height and 0 <= column + (k - 1) * across < width
    )


def _symmetries(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return the permutation of cells for every rotation and reflection of the grid: 8 for a square, else 4."""
    rows, columns = range(height), range(width)
    flips = [(row_order, column_order) for row_order in (1, -1) for column_order in (1, -1)]
    images = []
    for row_order, column_order in flips:
        grid = [(row, column) for row in rows[::row_order] for column in columns[::column_order]]
        images.append(tuple(width * row + column for row, column in grid))
        if width == height:
            images.append(tuple(width * column + row for row, column in grid))
    return tuple(images)


class MarksNotation:
    """Positions as ``x``, ``o`` and ``.``, row by row; x moves first, so the numbers of marks tell the side to move.

    Moves are written as cell numbers.
    """

    def __init__(self, width: int, height: int, k: int) -> None:
        self.rules = mnk(width, height, k)
        self.cells = width * height

    def format(self, position: MarkedPosition) -> str:
        """Return the position as one character a cell, such as ``x...o....``."""
        first, second = _by_side(position)
        return "".join(["x" if first >> cell & 1 else "o" if second >> cell & 1 else "." for cell in range(self.cells)])

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``. Raise :class:`PositionError` with every reason."""
        reasons = misread(text, self.cells)
        if not reasons:
            x, o = (sum(1 << cell for cell in cells_of(text, mark)) for mark in "xo")
            reasons = unreached(x, o, self._won, self._without_last)
        if reasons:
            raise PositionError(text, reasons)
        return self.rules(x, o) if x.bit_count() == o.bit_count() else self.rules(o, x)

    def _won(self, marks: int) -> bool:
        return bool(self.rules(0, marks).utility())

    def _without_last(self, marks: int) -> list[int]:
        """Return the sets without one of the marks, because any mark may have been placed last."""
        return [marks & ~(1 << cell) for cell in range(self.cells) if marks >> cell & 1]

    def format_move(self, position: MarkedPosition, move: Move) -> str:
        """Return the cell's number."""
        return str(move)

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the free cell that ``text`` names. Raise :class:`MoveError`."""
        text = text.strip()
        if not (text.isascii() and text.isdigit() and len(text) <= 4 and int(text) < self.cells):
            raise MoveError(
                _("“{text}” is not a cell: cells are numbered from 0 to {last}.", text=text, last=self.cells - 1)
            )
        cell = int(text)
        if position.is_over():
            raise GameOver
        if (position.own | position.other) >> cell & 1:
            mark = self.format(position)[cell]
            raise MoveError(_("Cell {cell} is taken by {mark}.", cell=cell, mark=mark.upper()))
        return cell

    def side(self, position: Any) -> int:
        """Return the side to move: the first side if the numbers of marks are equal."""
        own, other = position
        return FIRST if own.bit_count() == other.bit_count() else SECOND


def _by_side(position: Any) -> tuple[int, int]:
    """Return the marks of the first and of the second side."""
    own, other = position
    return (own, other) if own.bit_count() == other.bit_count() else (other, own)


class MarksPicture:
    """A grid with a mark in each taken cell."""

    pieces = stones = False
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    goals = ""

    def __init__(self, width: int, height: int, k: int) -> None:
        self.width = width
        self.height = height
        self._notation = MarksNotation(width, height, k)
        self._lines = lines(width, height, k)

    def marks(self, position: MarkedPosition) -> str:
        """Return ``X``, ``O`` or ``.`` for each cell."""
        return self._notation.format(position).upper()

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return the cells of every winning line."""
        won = 0
        for line in self._lines:
            if position.other & line == line:
                won |= line
        return tuple(cell for cell in range(self.width * self.height) if won >> cell & 1)

    def cells(self, position: MarkedPosition, move: Move) -> tuple[int]:
        """Return the cell that is marked."""
        return (move,)

    def word(self, cell: int) -> str:
        """Return the cell's number."""
        return str(cell)


@cache
def lines(width: int, height: int, k: int) -> tuple[int, ...]:
    """Return every line of k cells, as a set of cells: 8 of them for 3, 3, 3."""
    found: dict[int, None] = {}  # a dictionary, because a line of one cell is found in each direction
    for step, across, down in ((1, 1, 0), (width, 0, 1), (width + 1, 1, 1), (width - 1, -1, 1)):
        begins = _beginnings(width, height, k, across, down)
        for cell in range(width * height):
            if begins >> cell & 1:
                found[sum(1 << cell + back * step for back in range(k))] = None
    return tuple(found)


def make(width: int, height: int, k: int) -> Game:
    """Return the m,n,k game of one size. Raise :class:`SpecError` for an impossible size."""
    name = f"mnk:width={width},height={height},k={k}"
    if k > max(width, height):
        raise SpecError(_("{name}: no line of {k} fits on the board.", name=name, k=k))
    title = _("{width} × {height}, {k} in a row", width=width, height=height, k=k)
    return marks_game(name, title, width, height, k, source="J. W. H. M. Uiterwijk, H. J. van den Herik (2000)")


def marks_game(name: str, title: Sentence, width: int, height: int, k: int, source: str) -> Game:
    """Return a game of placing marks under its well-known name."""
    return Game(
        name=name,
        title=title,
        summary=_n(
            "X and O take turns to mark a free cell of a {width} × {height} grid; the first with {count} mark in a row, a column or a diagonal wins.",
            "X and O take turns to mark a free cell of a {width} × {height} grid; the first with {count} marks in a row, a column or a diagonal wins.",
            k,
            width=width,
            height=height,
        ),
        start=mnk(width, height, k)(),
        notation=MarksNotation(width, height, k),
        picture=MarksPicture(width, height, k),
        endings=(
            _n("{count} in a row", "{count} in a row", k),
            _("the board is full"),
        ),
        facts=Facts(source=source),
        evaluations={"open-lines": OpenLines(lines(width, height, k), len(lines(width, height, k)) + 2)},
    )
