"""Connect Four: stones fall down the columns; four in a row, in any direction, wins.

``connect_four(width, height)`` makes the rules for one size; the classic board has 7 columns of 6 cells.
The representation is J. Tromp's (Fhourstones): each column has one bit more than it has cells, always
empty, so that lines do not run from the top of one column into the foot of the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, ClassVar, NamedTuple

from plyground.core.bits import count, lowest, mix, shift_right
from plyground.core.game import FIRST, SECOND, Facts, Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import OptionValue, write
from plyground.errors import GameOver, MoveError, PositionError
from plyground.evaluations.open_fours import open_fours
from plyground.evaluations.threats import Threats
from plyground.games.built_in import changed
from plyground.games.marks import cells_of, misread, unreached
from plyground.games.sized_rules import sized
from plyground.i18n import _


class Stones(NamedTuple):
    """The fields of a position."""

    own: int = 0  # stones of the side to move
    filled: int = 0  # stones of both sides


class ConnectFour(Stones):
    """A position on a board of any size (:func:`connect_four`). Moves are columns, from 0 on the left.

    Cell ``row`` of ``column``, both from 0, rows from the bottom, is bit ``(height + 1) * column + row``;
    on 7 × 6::

         5 12 19 26 33 40 47
         4 11 18 25 32 39 46
         3 10 17 24 31 38 45
         2  9 16 23 30 37 44
         1  8 15 22 29 36 43
         0  7 14 21 28 35 42
    """

    __slots__ = ()
    width: ClassVar[int]
    height: ClassVar[int]
    stride: ClassVar[int]  # bits from a cell to its neighbour in the next column
    full: ClassVar[int]  # all cells
    feet: ClassVar[int]  # lowest cell of each column
    tops: ClassVar[int]  # highest cell of each column
    steps: ClassVar[tuple[int, ...]]  # bits from a cell to the next one, in each of the four directions
    follows: ClassVar[int]  # every second row, from the second to the highest
    heaps: ClassVar[int]  # contents that a column can have
    worth: ClassVar[int]  # score of a win with no stone
    new: ClassVar[staticmethod[[int, int], ConnectFour]]

    def moves(self) -> Iterator[Move]:
        if not self.has_four(self.own ^ self.filled):
            for column in range(self.width):
                if not self.filled >> self.stride * column + self.height - 1 & 1:
                    yield column

    def mobility(self) -> int:
        return 0 if self.has_four(self.own ^ self.filled) else count(self.tops & ~self.filled)

    def play(self, column: Move) -> ConnectFour:
        foot = 1 << self.stride * column  # adding it carries to the lowest empty cell
        return self.new(self.own ^ self.filled, self.filled | self.filled + foot)

    def actions(self) -> int:
        return self.width

    def is_over(self) -> bool:
        return self.has_four(self.own ^ self.filled) or self.filled == self.full

    def utility(self) -> int:
        return -1 if self.has_four(self.own ^ self.filled) else 0

    def score(self) -> int:
        """Return the score: for a win, half the number of cells plus one, minus the winner's stones; negative for a
        loss.
        """
        if self.has_four(self.own ^ self.filled):
            return count(self.own ^ self.filled) - self.worth
        return 0

    def plies_to(self, score: int) -> int:
        """Return the number of plies to the end that a score other than 0 means."""
        first = (score > 0) == (count(self.filled) % 2 == 0)  # True if the winner began
        stones = 2 * (self.worth - abs(score)) - (1 if first else 0)
        return stones - count(self.filled)

    def prospects(self, alpha: int, beta: int) -> tuple[int, int]:
        reached = self.filled + self.feet & self.full
        if reached & self.completing(self.own):
            win = self.worth - 1 - count(self.own)
            return win, win
        stones = count(self.filled)
        if stones >= self.width * self.height - 1:
            return 0, 0
        if self.safe(self.own, self.filled) == 0:
            loss = count(self.own ^ self.filled) + 1 - self.worth
            return loss, loss
        if stones >= self.width * self.height - 2:
            return 0, 0
        least, most = count(self.own ^ self.filled) + 2 - self.worth, self.worth - 2 - count(self.own)
        if alpha >= 0 and reached & ~self.follows == 0 and not self.has_four(self.own | self.follows & ~self.filled):
            most = 0
        return least, most

    def proof_nodes(self) -> int:
        """Return the nodes that a proof is expected to take, measured in games: 500 with 20 empty cells, 260,000
        with 30.
        """
        empty = self.width * self.height - count(self.filled)
        return 1 << max(0, 9 * empty // 10 - 9)

    def candidates(self) -> Iterator[Move]:
        left = self.safe(self.own, self.filled)
        while left:
            yield lowest(left) // self.stride
            left &= left - 1

    def promise(self, column: Move) -> int:
        """Return the rank of a column for move ordering: columns that make more threats first, then those near the
        middle.
        """
        filled = self.filled | self.filled + (1 << self.stride * column)
        winning = self.completing(self.own ^ self.filled ^ filled) & (self.full ^ filled)
        return 2 * self.width * count(winning) - abs(2 * column + 1 - self.width)

    def key(self) -> int:
        """Return a unique key: the sum has a bit of its own above the stones of each column."""
        return mix(0, self.own + self.filled)

    def predecessors(self) -> Iterator[ConnectFour]:
        """Yield the positions from which a move leads here."""
        other = self.own ^ self.filled
        left = self.filled & ~shift_right(self.filled, 1) & other
        while left:
            top = left & -left
            if not self.has_four(other ^ top):
                yield self.new(other ^ top, self.filled ^ top)
            left &= left - 1

    def layer(self) -> int:
        return count(self.filled)

    def size(self) -> int:
        """Return an upper bound on the number of positions: each column is one digit in a common base."""
        numbers: int = self.heaps**self.width
        return numbers

    def rank(self) -> int:
        number = 0
        for column in range(self.width):
            heap = (self.own >> self.stride * column & self.heaps) + (self.filled >> self.stride * column & self.heaps)
            number = self.heaps * number + heap  # the sum tells a heap's height and its stones
        return number

    def unrank(self, rank: int) -> ConnectFour:
        own, filled = 0, 0
        for column in range(self.width - 1, -1, -1):
            heap = rank % self.heaps
            rank //= self.heaps
            stones = 0
            while 2 * stones + 1 <= heap:
                stones = 2 * stones + 1
            filled |= stones << self.stride * column
            own |= heap - stones << self.stride * column
        return self.new(own, filled)

    def valid(self) -> bool:
        """Return True if the numbers of stones fit the side to move, and it has no four in a row."""
        return count(self.own) == count(self.filled) // 2 and not self.has_four(self.own)

    # What evaluations ask (evaluations/threats.py)

    def reached(self) -> int:
        """Return the cells where a stone may fall."""
        return self.filled + self.feet & self.full

    def threats(self, stones: int) -> int:
        """Return the empty cells that would make four in a row with three of ``stones``."""
        return self.completing(stones) & (self.full ^ self.filled)

    def canonical(self) -> ConnectFour:
        """Return the lesser of the position and its mirror image."""
        own, filled = 0, 0
        column_of_stones = (1 << self.height) - 1
        for column in range(self.width):
            mirrored = self.stride * (self.width - 1 - column)
            own |= (self.own >> self.stride * column & column_of_stones) << mirrored
            filled |= (self.filled >> self.stride * column & column_of_stones) << mirrored
        if filled < self.filled or (filled == self.filled and own < self.own):
            return self.new(own, filled)
        return self

    def has_four(self, stones: int) -> bool:
        """Return True if ``stones`` hold four in a row: in each direction, two pairs two steps apart."""
        for step in self.steps:
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def completing(self, stones: int) -> int:
        """Return the cells that would complete four in a row with three of ``stones``, empty or not."""
        found = stones << 1 & stones << 2 & stones << 3
        for step in (self.stride, self.stride - 1, self.stride + 1):
            above = self.full & stones << step & stones << 2 * step
            found |= above & (stones << 3 * step | shift_right(stones, step))
            below = shift_right(stones, step) & shift_right(stones, 2 * step)
            found |= below & (stones << step | shift_right(stones, 3 * step))
        return found

    def safe(self, own: int, filled: int) -> int:
        """Return the cells where the side to move can drop a stone without letting the opponent win at once."""
        reached = filled + self.feet & self.full
        threats = self.completing(own ^ filled) & (self.full ^ filled)
        forced = reached & threats
        if forced:
            if forced & forced - 1:
                return 0
            reached = forced
        return reached & ~shift_right(threats, 1)


@cache
def connect_four(width: int, height: int, /) -> type[ConnectFour]:
    """Return the rules of one size."""
    stride = height + 1
    full = sum(((1 << height) - 1) << stride * column for column in range(width))
    feet = full // ((1 << height) - 1)
    return sized(
        ConnectFour,
        f"ConnectFour_{width}_{height}",
        width=width,
        height=height,
        stride=stride,
        full=full,
        feet=feet,
        tops=feet << height - 1,
        steps=(1, stride, stride - 1, stride + 1),
        follows=sum(feet << row for row in range(height) if (height - row) % 2 == 0),
        heaps=(1 << stride) - 1,
        worth=(width * height + 2) // 2,
    )


class ColumnsNotation:
    """Moves are the digits of the columns, from 1 on the left.

    A position is written row by row from the top, ``x``, ``o`` and ``.`` for each cell, with ``/`` between rows. x
    moves first, so the numbers of stones tell the side to move. The columns played from the empty board, such as
    ``4453``, can be read too.
    """

    def __init__(self, width: int, height: int) -> None:
        self.rules = connect_four(width, height)
        self.width = width
        self.height = height
        self.cells = tuple(
            (height + 1) * column + row for row, column in product(reversed(range(height)), range(width))
        )  # the bit of each cell, row by row from the top

    def format(self, position: MarkedPosition) -> str:
        """Return the rows of the position, such as ``...o../..xx..`` on a small board."""
        letters = self.marks(position)
        return "/".join(letters[start : start + self.width] for start in range(0, len(letters), self.width))

    def marks(self, position: Any) -> str:
        """Return ``x``, ``o`` or ``.`` for each cell, row by row from the top."""
        first, second = position.own, position.own ^ position.filled
        if self.side(position) == SECOND:
            first, second = second, first
        return "".join("x" if first >> bit & 1 else "o" if second >> bit & 1 else "." for bit in self.cells)

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``. Raise :class:`PositionError` with every reason."""
        if text.isascii() and text.isdigit():
            return self._after(text)
        rows = text.split("/")
        reasons = []
        if [len(row) for row in rows] != [self.width] * self.height:
            reasons.append(
                _("it needs {height} rows of {width} cells, with / between them", height=self.height, width=self.width)
            )
        letters = "".join(rows)
        reasons += misread(letters, len(letters))
        if not reasons:
            x, o = (sum(1 << self.cells[place] for place in cells_of(letters, mark)) for mark in "xo")
            if any(self._floats(x | o, column) for column in range(self.width)):
                reasons.append(_("a stone has an empty cell below it"))
            reasons += unreached(x, o, self._won, lambda stones: self._without_last(stones, x | o))
        if reasons:
            raise PositionError(text, reasons)
        return self.rules(x if x.bit_count() == o.bit_count() else o, x | o)

    def _after(self, columns: str) -> Any:
        """Return the position after the columns played from the empty board."""
        position = self.rules()
        for number, digit in enumerate(columns, 1):
            try:
                position = position.play(self.parse_move(position, digit))
            except MoveError:
                reason = _("its move {number}, column {column}, cannot be made", number=number, column=digit)
                raise PositionError(columns, [reason]) from None
        return position

    def _won(self, stones: int) -> bool:
        return bool(self.rules(0, stones).utility())

    def _column(self, filled: int, column: int) -> int:
        """Return the stones of one column, with its lowest cell as bit 0."""
        return filled >> (self.height + 1) * column & (1 << self.height) - 1

    def _floats(self, filled: int, column: int) -> bool:
        stones = self._column(filled, column)
        return bool(stones & stones + 1)

    def _without_last(self, stones: int, filled: int) -> list[int]:
        """Return the sets of stones without one stone on top of a column, because the last move must have placed such a
        stone.
        """
        tops = ((self._column(filled, column) + 1 >> 1) << (self.height + 1) * column for column in range(self.width))
        return [stones & ~top for top in tops if stones & top]

    def format_move(self, position: MarkedPosition, move: Move) -> str:
        """Return the column's digit."""
        return str(move + 1)

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the column that ``text`` names. Raise :class:`MoveError` if it does not exist or is full."""
        text = text.strip()
        if not (len(text) == 1 and text in "123456789"[: self.width]):
            raise MoveError(
                _("“{text}” is not a column: columns are numbered from 1 to {last}.", text=text, last=self.width)
            )
        if position.is_over():
            raise GameOver
        column = int(text) - 1
        if column not in position.moves():
            raise MoveError(_("Column {column} is full.", column=text))
        return column

    def side(self, position: Any) -> int:
        """Return the side to move: the first side if the number of stones is even."""
        filled: int = position.filled
        return SECOND if filled.bit_count() % 2 else FIRST


class ColumnsPicture:
    """A grid of cells with stones; pressing any cell of a column drops a stone there."""

    pieces, stones = False, True
    side_names = _("Red"), _("Yellow")
    rows: tuple[str, ...] = ()
    goals = ""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.columns = tuple(map(self.word, range(width)))
        self._notation = ColumnsNotation(width, height)
        self._fours = fours(width, height)

    def marks(self, position: MarkedPosition) -> str:
        """Return ``X``, ``O`` or ``.`` for each cell."""
        return self._notation.marks(position).upper()

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return the cells of every four in a row."""
        stones = position.own ^ position.filled
        won = 0
        for four in self._fours:
            if stones & four == four:
                won |= four
        return tuple(cell for cell, bit in enumerate(self._notation.cells) if won >> bit & 1)

    def cells(self, position: Any, move: Move) -> tuple[int]:
        """Return the cell in which a stone lands that is dropped in the column."""
        stones: int = sum(position.filled >> (self.height + 1) * move + row & 1 for row in range(self.height))
        return (self.width * (self.height - 1 - stones) + move,)

    def word(self, cell: int) -> str:
        """Return the column of the cell."""
        return str(cell % self.width + 1)


@cache
def fours(width: int, height: int) -> tuple[int, ...]:
    """Return every four cells in a row, as a set: 69 of them on 7 × 6."""
    found = []
    for column, row, (across, up) in product(range(width), range(height), ((1, 0), (0, 1), (1, 1), (1, -1))):
        cells = [(column + step * across, row + step * up) for step in range(4)]
        if all(0 <= c < width and 0 <= r < height for c, r in cells):
            found.append(sum(1 << (height + 1) * c + r for c, r in cells))
    return tuple(found)


def beginnings_of_fours(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Return for each direction (bits of one step, set of the first cells of its fours)."""
    lines = [(four, lowest(four & four - 1) - lowest(four)) for four in fours(width, height)]
    steps = (1, height, height + 1, height + 2)
    return tuple((step, sum(four & -four for four, its in lines if its == step)) for step in steps)


def threats(width: int, height: int) -> Threats:
    """Return the evaluation by lines and threats for a board of one size."""
    lines = open_fours(f"{width}_{height}", beginnings_of_fours(width, height))(1 + 9 * len(fours(width, height)))
    cells = ColumnsNotation(width, height).cells
    first = sum(1 << cell for cell in cells if ((width - 1) * height + cell % (height + 1)) % 2 == 0)
    soon = lines.win + Threats._field_defaults["by_row"] * len(cells)
    return Threats(lines, first, soon, soon + 1)


def make(width: int, height: int) -> Game:
    """Return Connect Four on a board of one size."""
    sizes: dict[str, OptionValue] = {"width": width, "height": height}
    is_usual = not changed("connect_four", **sizes)
    judge = threats(width, height)
    return Game(
        name=write("connect_four", {} if is_usual else sizes),
        title=_("Connect Four") if is_usual else _("Connect Four, {width} × {height}", width=width, height=height),
        summary=_(
            "Red (X) and Yellow (O) take turns to drop a stone into one of {width} columns of {height} cells; the first with four in a row, a column or a diagonal wins.",
            width=width,
            height=height,
        ),
        start=connect_four(width, height)(),
        notation=ColumnsNotation(width, height),
        picture=ColumnsPicture(width, height),
        endings=(_("four in a row"), _("the board is full")),
        facts=Facts(source="L. V. Allis (1988), A Knowledge-based Approach of Connect-Four"),
        evaluations={"open-fours": judge.lines, "threats": judge},
        unspaced=r"[1-9]",
    )
