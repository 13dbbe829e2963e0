"""m,n,k games: two players place marks in turn on an m × n grid; k in a row, in any direction, wins.

``mnk(width, height, k)`` makes the rules for one size; tic-tac-toe is ``mnk(3, 3, 3)``.
See J. W. H. M. Uiterwijk and H. J. van den Herik (2000), The advantage of the initiative.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from plyground.bits import count, lowest
from plyground.errors import GameOver, MoveError, PositionError, SpecError
from plyground.evaluation.open_lines import OpenLines
from plyground.game import FIRST, SECOND, Facts, Game
from plyground.games.marks import cells_of, misread, unreached
from plyground.language import Sentence, _, _n
from plyground.position import Move, helper, rules
from plyground.subsets import pair, pair_rank


@cache
def mnk(width: int, height: int, k: int, /) -> type[Any]:
    """The rules of one size: a class of positions whose moves are cells, row by row from 0.

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
        (step, _ends(width, height, k, across, down))
        for step, across, down in ((1, 1, 0), (width, 0, 1), (width + 1, 1, 1), (width - 1, -1, 1))
        if _ends(width, height, k, across, down)
    )
    symmetries = _symmetries(width, height)

    @helper
    def has_line(marks: int) -> bool:
        """Whether ``marks`` hold k in a row: in each direction, shift the set onto itself k − 1 times."""
        for step, ends in directions:
            run = marks
            for _again in range(k - 1):
                run &= run << step
            if run & ends:
                return True
        return False

    @helper
    def moved(marks: int, symmetry: tuple[int, ...]) -> int:
        """``marks`` with cell ``i`` carried to cell ``symmetry[i]``."""
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
            return self.own | self.other == full or has_line(self.other)

        def utility(self) -> int:
            return -1 if has_line(self.other) else 0

        def predecessors(self) -> Iterator[Position]:
            """The positions from which a move leads here."""
            left = self.other
            while left:
                before = self.other & ~(left & -left)
                if not has_line(before):
                    yield Position(before, self.own)
                left &= left - 1

        def size(self) -> int:
            """Each cell is free, the mover's or the opponent's: a digit of base 3."""
            numbers: int = 3**cells
            return numbers

        def rank(self) -> int:
            return pair_rank(self.own, self.other, cells)

        def unrank(self, rank: int) -> Position:
            own, other = pair(rank, cells)
            return Position(own, other)

        def valid(self) -> bool:
            """Whether the counts show that the opponent moved last, and did so before the mover had a line."""
            return 0 <= count(self.other) - count(self.own) <= 1 and not has_line(self.own)

        def canonical(self) -> Position:
            """The least of the equal positions under rotation and reflection."""
            least = self
            for symmetry in symmetries:
                image = Position(moved(self.own, symmetry), moved(self.other, symmetry))
                if image.own < least.own or (image.own == least.own and image.other < least.other):
                    least = image
            return least

    Position.__name__ = Position.__qualname__ = f"MNK_{width}_{height}_{k}"
    globals()[Position.__name__] = rules(Position)  # where the cache of compiled code looks for it
    marked: type[Any] = Position
    return marked


def _ends(width: int, height: int, k: int, across: int, down: int) -> int:
    """The set of cells at which a line of k in one direction can end, going down the rows."""
    return sum(
        1 << width * row + column
        for row, column in product(range(height), range(width))
        if row - (k - 1) * down >= 0 and 0 <= column - (k - 1) * across < width
    )


def _symmetries(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Where each cell goes under every rotation and reflection of the grid: 8 of a square, else 4."""
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
    """Positions as ``x``, ``o`` and ``.``, row by row; x moved first, so the counts say who is to move.

    Moves are written as cell numbers.
    """

    def __init__(self, width: int, height: int, k: int) -> None:
        self.rules = mnk(width, height, k)
        self.cells = width * height

    def format(self, position: Any) -> str:
        """The position as one character a cell, such as ``x...o....``."""
        first, second = _by_side(position)
        return "".join("x" if first >> cell & 1 else "o" if second >> cell & 1 else "." for cell in range(self.cells))

    def parse(self, text: str) -> Any:
        """The position of such a text; raises :class:`PositionError` with every reason."""
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
        """The set without each of its marks: any may have been the last."""
        return [marks & ~(1 << cell) for cell in range(self.cells) if marks >> cell & 1]

    def format_move(self, position: Any, move: Move) -> str:
        """The cell's number."""
        return str(move)

    def parse_move(self, position: Any, text: str) -> Move:
        """The free cell that ``text`` names; raises :class:`MoveError`."""
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
        """Who is to move: the counts are equal when it is the first side."""
        own, other = position
        return FIRST if own.bit_count() == other.bit_count() else SECOND


def _by_side(position: Any) -> tuple[int, int]:
    """The marks of the first and of the second side."""
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

    def marks(self, position: Any) -> str:
        """``X``, ``O`` or ``.`` for each cell."""
        return self._notation.format(position).upper()

    def highlight(self, position: Any) -> tuple[int, ...]:
        """The cells of every winning line."""
        won = 0
        for line in self._lines:
            if position.other & line == line:
                won |= line
        return tuple(cell for cell in range(self.width * self.height) if won >> cell & 1)

    def cells(self, position: Any, move: Move) -> tuple[int]:
        """The cell that is marked."""
        return (move,)

    def word(self, cell: int) -> str:
        """The cell's number."""
        return str(cell)


@cache
def lines(width: int, height: int, k: int) -> tuple[int, ...]:
    """Every line of k cells, as a set of cells: 8 of them for 3, 3, 3."""
    found: dict[int, None] = {}  # in order, each once: a line of one cell has no direction
    for step, across, down in ((1, 1, 0), (width, 0, 1), (width + 1, 1, 1), (width - 1, -1, 1)):
        ends = _ends(width, height, k, across, down)
        for cell in range(width * height):
            if ends >> cell & 1:
                found[sum(1 << cell - back * step for back in range(k))] = None
    return tuple(found)


def make(width: int, height: int, k: int) -> Game:
    """The m,n,k game of one size; raises :class:`SpecError` for a size that is no game."""
    name = f"mnk:width={width},height={height},k={k}"
    if k > max(width, height):
        raise SpecError(_("{name}: no line of {k} fits on the board.", name=name, k=k))
    title = _("{width} × {height}, {k} in a row", width=width, height=height, k=k)
    return marks_game(name, title, width, height, k, source="J. W. H. M. Uiterwijk, H. J. van den Herik (2000)")


def marks_game(name: str, title: Sentence, width: int, height: int, k: int, source: str) -> Game:
    """A game of placing marks, under the name that people know it by."""
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
