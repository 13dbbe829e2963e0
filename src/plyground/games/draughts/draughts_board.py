"""The board of all draughts games: squares as bits, notation and picture.

Squares are numbered 1, 2, 3, ... as players do, from Black's side. As a set of cells, square ``s`` (from 0) is bit ``s
+ s // size``. So each diagonal step adds the same number of bits everywhere, and a step over the edge lands on a bit
that is no square. On eight rows::

        31  32  33  34        square 29 30 31 32, White's back row
      27  28  29  30
        22  23  24  25
      18  19  20  21
        13  14  15  16
       9  10  11  12
         4   5   6   7
       0   1   2   3          square 1 2 3 4, Black's back row

The rules of a game give the notation the methods of :class:`DraughtsPosition`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, Protocol

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.bits import count, shift_right
from plyground.core.picture import Kind
from plyground.core.position import MarkedPosition, Move
from plyground.errors import GameOver, MoveError, PositionError
from plyground.i18n import Sentence, _

END_BITS, TAKEN_BITS = 6, 12
"""Positions of the bits of a move that hold its end square and its captured pieces."""
CELL = (1 << END_BITS) - 1
MAX_FEN_PLIES = 999
"""Largest number of quiet plies in a FEN (plies without a capture or a man's move)."""


class DraughtsPosition(MarkedPosition, Protocol):
    """A position of draughts, with the methods that notation, picture and evaluation use.

    A *chain* is the number of a capture that has begun. Like a move it holds the first square, the current square and
    the captured pieces.
    """

    own: int  # pieces of the side to move
    other: int  # pieces of its opponent
    kings: int  # kings of both sides
    second: int  # 1 when the second side is to move

    def taken(self, move: Move) -> int:
        """Return the cells of the pieces that a move captures."""

    def longer(self, chain: int) -> Iterable[int]:
        """Yield the chain extended by each jump that can follow."""

    def takers(self) -> int:
        """Return the pieces of the side to move that can capture."""

    def steps(self) -> int:
        """Return the number of plain moves that the side to move would have if captures were not forced."""

    def goes_up(self) -> bool:
        """Return True if men of the side to move advance to greater square numbers, as Black's do."""

    def turned(self) -> Any:
        """Return the same board with the other side to move."""


def board(size: int) -> int:
    """Return every square of a board, as a set of cells."""
    return sum(1 << square + square // size for square in range(size * size // 2))


@helper
def stepped(cells: int, direction: int, board: int) -> int:
    """Return the cells one step from ``cells`` in a direction; cells off the board are left out."""
    return cells << direction & board if direction > 0 else shift_right(cells, -direction) & board


class DraughtsBoard(NamedTuple):
    """The squares of a board, and the names of squares and sides."""

    size: int  # number of rows
    letters: str  # letters of the sides, B and W, in the order in which they move
    algebraic: bool = False  # True if squares have names such as a1; False if they have numbers

    @property
    def squares(self) -> range:
        """The numbers of the squares."""
        return range(1, self.size * self.size // 2 + 1)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides, in the order in which they move."""
        return tuple({"B": "Black", "W": "White"}[letter] for letter in self.letters)

    @property
    def men(self) -> int:
        """Return the number of men of a side at the start: they fill all squares except the two middle rows."""
        return self.size * (self.size - 2) // 4

    def bit(self, square: int) -> int:
        """Return the bit's index of a square."""
        return square - 1 + (square - 1) // self.size

    def square(self, place: int) -> int:
        """Return the number of a square, from its bit's index."""
        return place - place // (self.size + 1) + 1

    def cell(self, square: int) -> int:
        """Return the drawn cell of a square, with White below: square 1 is the second cell of the top row."""
        row, place = divmod(square - 1, self.size // 2)
        return self.size * row + 2 * place + 1 - row % 2

    def name(self, square: int) -> str:
        """Return the name of a square."""
        row, column = divmod(self.cell(square), self.size)
        return f"{chr(ord('a') + column)}{self.size - row}" if self.algebraic else str(square)

    def of(self, position: Any, letter: str) -> int:
        """Return the pieces of a side, ``B`` or ``W``."""
        cells: int = position.own if self.letters[position.second] == letter else position.other
        return cells

    def squares_of(self, cells: int) -> list[int]:
        """Return the numbers of the squares of a set of cells."""
        return [square for square in self.squares if cells >> self.bit(square) & 1]


class DraughtsNotation:
    """Moves as players write them, ``11-15`` and ``15x22``, and positions as PDN does, ``B:W21,22,K30:B1,2``.

    If two captures share the first and last square, they name all squares on the way: ``1x10x17``. In a position,
    ``H5`` is the number of plies since a capture or a man's move, ``L5`` the number since few pieces are left. Source:
    A. Gent (2002), Portable Draughts Notation, and its FEN tag; PDN 3.0 (2012) for ``H`` and ``F``.
    """

    counts_pairs = True  # a move of each side has one number

    def __init__(self, board: DraughtsBoard, start: Any) -> None:
        self.board = board
        self._start = start  # a position with the class of all others
        self._squares = {board.name(square): square for square in board.squares}
        self._names = {board.bit(square): name for name, square in self._squares.items()}
        self._squares |= {str(square): square for square in board.squares}  # some files number the squares
        name = r"(?:[a-h][1-8]|[1-9]\d?)" if board.algebraic else r"[1-9]\d?"
        self._piece = re.compile(rf"(K?)({name})(?:-({name}))?", re.ASCII | re.IGNORECASE)
        self._move = re.compile(rf"{name}(?:-?{name}|(?:x{name})+|(?:-{name})+)", re.ASCII)

    # Positions

    def format(self, position: Any) -> str:
        """Return the side to move and each side's squares, White's first; then the counters of plies for a draw, if
        any.
        """
        parts = [self.board.letters[position.second]]
        for letter in "WB":
            squares = self.board.squares_of(self.board.of(position, letter))
            parts.append(
                letter + ",".join(self._king(position, square) + self.board.name(square) for square in squares)
            )
        if position.quiet:
            parts.append(f"H{position.quiet}")
        if getattr(position, "late", 0):
            parts.append(f"L{position.late}")
        return ":".join(parts)

    def _king(self, position: Any, square: int) -> str:
        return "K" if position.kings >> self.board.bit(square) & 1 else ""

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``; ``31-50`` means all squares from 31 to 50. Raise
        :class:`PositionError` with every reason.
        """
        mover, *parts = text.strip().removesuffix(".").replace(" ", "").split(":")
        reasons: list[Sentence] = []
        if mover.upper() not in ("B", "W"):
            reasons.append(_("before the first colon it needs the side to move, B or W"))
        fields = {part[:1].upper(): part[1:] for part in parts}
        if len(fields) < len(parts) or not {"B", "W"} <= set(fields) <= {"B", "W", "H", "L", "F"}:
            reasons.append(_("it needs the squares of each side, such as B:W21,K22:B1,2"))
        sets, kings = {"B": 0, "W": 0}, 0
        for side in sets:
            sets[side], crowned = self._read_squares(fields.get(side, ""), sets["B"] | sets["W"], reasons)
            kings |= crowned
        plies = {field: self._read_plies(fields.get(field, ""), reasons) for field in "HL"}
        self._check(sets, kings, reasons)
        if reasons:
            raise PositionError(text, reasons)
        second = self.board.letters.index(mover.upper())
        own, other = sets[mover.upper()], sets[self.board.letters[1 - second]]
        position = self._start._replace(own=own, other=other, kings=kings, quiet=plies["H"], second=second)
        return position._replace(late=plies["L"]) if hasattr(position, "late") else position

    def _read_squares(self, text: str, filled: int, reasons: list[Sentence]) -> tuple[int, int]:
        """Return (all pieces, kings) of one side as sets of cells. Add errors to ``reasons``."""
        found = kings = 0
        names = self._squares
        for word in filter(None, text.split(",")):
            named = self._piece.fullmatch(word)
            ends = [names.get(name.lower(), 0) for name in named.group(2, 3) if name] if named else [0]
            if 0 in ends:
                first, last = (self.board.name(self.board.squares[place]) for place in (0, -1))
                reasons.append(_("“{word}” is not a square from {first} to {last}, with K before it for a king", word=word, first=first, last=last))  # fmt: skip
                continue
            for square in range(ends[0], ends[-1] + 1):
                cell = 1 << self.board.bit(square)
                if (filled | found) & cell:
                    reasons.append(_("square {square} is taken twice", square=self.board.name(square)))
                found |= cell
                kings |= cell if named and named[1] else 0
        return found, kings

    def _read_plies(self, text: str, reasons: list[Sentence]) -> int:
        if text and not (text.isascii() and text.isdecimal() and int(text) <= MAX_FEN_PLIES):
            reasons.append(_("the plies since a capture are a number from 0 to {most}", most=MAX_FEN_PLIES))
            return 0
        return int(text or 0)

    def _check(self, sets: Mapping[str, int], kings: int, reasons: list[Sentence]) -> None:
        half = self.board.size // 2
        top_row = (1 << half) - 1
        for side, last_row in (("B", top_row << self.board.bit(self.board.squares[-half])), ("W", top_row)):
            if sets[side] & last_row & ~kings:
                reasons.append(_("a man on its last row would be a king: write K before its square"))
            if count(sets[side]) > self.board.men:
                reasons.append(
                    _("a side has {most} pieces at most, not {count}", most=self.board.men, count=count(sets[side]))
                )

    # Moves

    def format_move(self, position: Any, move: Move) -> str:
        """Return the squares of a move."""
        if not position.taken(move):
            return "-".join(self._names[place] for place in self._ends(move))
        alike = [each for each in position.moves() if self._ends(each) == self._ends(move)]
        places: Iterable[int] = self.path(position, move) if len(alike) > 1 else self._ends(move)
        return "x".join(self._names[place] for place in places)

    def _ends(self, move: Move) -> tuple[int, int]:
        return move & CELL, move >> END_BITS & CELL

    def path(self, position: Any, move: Move) -> list[int]:
        """Return the bit indices of the squares on a move's path, from start to end."""
        start, end = self._ends(move)
        if not position.taken(move):
            return [start, end]
        ways: list[tuple[int, list[int]]] = [(start | start << END_BITS, [start])]
        while ways:
            chain, path = ways.pop()
            if chain == move:
                return path
            for longer in position.longer(chain):
                if position.taken(longer) & ~position.taken(move) == 0:
                    ways.append((longer, [*path, self._ends(longer)[1]]))
        raise ValueError(f"{move} is no capture here")

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move that ``text`` names: by its first and last square, or by all.

        Raise :class:`MoveError`.
        """
        word = text.strip().lower().replace(":", "x")
        if not self._move.fullmatch(word):
            examples = [self.board.name(square) for square in self.board.squares[8:16:4]]
            raise MoveError(_("“{text}” is not a move: write its squares, such as {step} or {capture}.", text=text, step="-".join(examples), capture="x".join(examples)))  # fmt: skip
        moves: list[Move] = list(position.moves())
        if not moves:
            raise GameOver
        names = self._squares
        places = [self.board.bit(names[name]) for name in re.split(r"[-x]", word) if name in names]
        followed = self._follow(position, places)
        if followed is not None and followed in moves:
            return followed
        found = [
            move
            for move in moves
            if (len(places) == 2 and self._ends(move) == tuple(places))
            or (len(places) < 2 and word == "".join(self._names[place] for place in self._ends(move)))
        ]
        if not found:
            if position.takers() and "x" not in word:
                raise MoveError(
                    _("“{text}” cannot be played: a capture is possible, and captures are forced.", text=text)
                )
            raise MoveError(_("“{text}” is not a legal move here.", text=text))
        if len(found) > 1:
            words = ", ".join(self.format_move(position, move) for move in found)
            raise MoveError(_("“{text}” can be {moves}: name every square.", text=text, moves=words))
        return found[0]

    def _follow(self, position: Any, places: list[int]) -> int | None:
        """Return the capture that passes these squares, one jump each; None if there is none."""
        chain: int | None = places[0] | places[0] << END_BITS if places else None
        for place in places[1:]:
            longer = [] if chain is None else position.longer(chain)
            chain = next((each for each in longer if self._ends(each)[1] == place), None)
        return chain

    def side(self, position: Any) -> int:
        """Return the side to move."""
        side: int = position.second
        return side


KINDS: Mapping[str, Kind] = {
    "b": Kind(0, _("man"), "man", "dark", "⛂"),
    "B": Kind(0, _("crowned man"), "crowned", "dark", "⛃"),
    "w": Kind(1, _("man"), "man", "light", "⛀"),
    "W": Kind(1, _("crowned man"), "crowned", "light", "⛁"),
}
"""The pieces of games in which Black moves first."""


class DraughtsPicture:
    """The board as it is printed, White below."""

    pieces = stones = True
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    goals = ""
    material = "squares"
    worths: ClassVar[Mapping[str, int]] = dict.fromkeys("bwBW", 1)

    def __init__(self, notation: DraughtsNotation) -> None:
        self._notation = notation
        self._board = notation.board
        self.width = self.height = self._board.size
        self.kinds = KINDS
        if self._board.letters == "WB":
            self.kinds = {mark: kind._replace(side=1 - kind.side) for mark, kind in KINDS.items()}
        self.side_names = tuple({"B": _("Black"), "W": _("White")}[letter] for letter in self._board.letters)
        if self._board.algebraic:
            self.columns = tuple("abcdefgh")
            self.rows = tuple("87654321")

    def marks(self, position: Any) -> str:
        """Return ``b``, ``w``, ``B``, ``W`` or ``.`` for each cell, row by row from the top."""
        marks = ["."] * self.width * self.height
        for letter in "BW":
            for square in self._board.squares_of(self._board.of(position, letter)):
                is_king = position.kings >> self._board.bit(square) & 1
                marks[self._board.cell(square)] = letter if is_king else letter.lower()
        return "".join(marks)

    def highlight(self, position: MarkedPosition) -> tuple[int, ...]:
        """Return no cells: the whole board decides."""
        return ()

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """Return the cells that the piece leaves and enters; no cells if another capture has the same ones."""
        ends = (1 << TAKEN_BITS) - 1
        if position.taken(move) and sum((each ^ move) & ends == 0 for each in position.moves()) > 1:
            return ()
        start, end = (self._board.square(place) for place in (move & CELL, move >> END_BITS & CELL))
        return self._board.cell(start), self._board.cell(end)

    def path(self, position: MarkedPosition, move: Move) -> tuple[int, ...]:
        """Return every cell on the piece's way: a capture may have many jumps."""
        places = self._notation.path(position, move)
        return tuple(self._board.cell(self._board.square(place)) for place in places)

    def word(self, cell: int) -> str:
        """Return the name of a dark cell; light cells have none."""
        row, column = divmod(cell, self.width)
        return self._board.name(self.width // 2 * row + column // 2 + 1) if (row + column) % 2 else ""


@rules
class Material(NamedTuple):
    """Evaluation by terms of A. L. Samuel's checkers program: men, kings, advanced men, a guarded back row and
    mobility.

    Source: A. L. Samuel (1959), Some studies in machine learning using the game of checkers, IBM Journal 3.
    """

    man: int = 100
    king: int = 150
    advanced: int = 2  # points for each row that a man has advanced
    guard: int = 8  # points for each man on the back row while the opponent has men
    step: int = 1  # points for each step that a piece could make
    half: int = 4  # squares of a row
    win: int = 10_000

    def standing(self, position: Any) -> int:
        """Return the points of the side to move."""
        men = position.own & ~position.kings
        points: int = self.man * count(men) + self.king * count(position.own & position.kings)
        points += self.step * position.steps()
        goes_up = position.goes_up()
        last = 2 * self.half - 1
        row = (1 << self.half) - 1
        for number in range(2 * self.half):
            gone = number if goes_up else last - number
            points += self.advanced * gone * count(men & row)
            if gone == 0 and position.other & ~position.kings:
                points += self.guard * count(men & row)
            row <<= self.half + number % 2
        return points

    def value(self, position: Any) -> int:
        points: int = self.standing(position) - self.standing(position.turned())
        return points
