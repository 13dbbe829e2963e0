"""Othello: a stone turns over the opponent's stones that it encloses in a line; most stones win.

``othello(size)`` makes the rules for one size; the classic board has 8 × 8 cells. A side that cannot enclose anything must pass,
which is a move like any other; when neither can move, the game is over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from plyground.bits import count, lowest, shift_right
from plyground.errors import GameOver, MoveError, PositionError, SpecError
from plyground.evaluation.mobility import Mobility
from plyground.game import FIRST, SECOND, Facts, Game
from plyground.language import Sentence, _
from plyground.position import Move, helper, rules

PASS_WORD = "pass"


@cache
def othello(size: int, /) -> type[Any]:
    """The rules of one size: a class of positions whose moves are cells, row by row from 0, or a pass.

    Cell ``size * row + column`` is one bit of a set; a1, the first, is in the upper left corner. The pass
    is the number after the last cell. The utility is the difference in stones; empty cells count for the
    winner, as in the problems of the French federation.
    """
    cells = size * size
    full = (1 << cells) - 1
    inner = full ^ sum((1 | 1 << size - 1) << size * row for row in range(size))  # without the outer columns
    steps = (1, size - 1, size, size + 1)
    pass_move = cells
    middle = size // 2
    white = 1 << size * (middle - 1) + middle - 1 | 1 << size * middle + middle
    black = 1 << size * (middle - 1) + middle | 1 << size * middle + middle - 1

    @helper
    def runs(step: int, stones: int, other: int) -> tuple[int, int]:
        """The stones of ``other`` in a row next to ``stones``, in the direction of ``step`` and against it."""
        over = other if step == size else other & inner  # sideways, a line ends before the outer columns
        up = over & stones << step
        down = over & shift_right(stones, step)
        for _further in range(size - 3):
            up |= over & up << step
            down |= over & shift_right(down, step)
        return up, down

    @helper
    def targets(own: int, other: int) -> int:
        """The empty cells that enclose something: at the end of each run next to ``own``."""
        found = 0
        for step in steps:
            up, down = runs(step, own, other)
            found |= up << step | shift_right(down, step)
        return found & ~(own | other) & full

    @helper
    def enclosed(stone: int, own: int, other: int) -> int:
        """The stones of ``other`` that a new ``stone`` turns over: each run that ends at one of ``own``."""
        turned = 0
        for step in steps:
            up, down = runs(step, stone, other)
            if up << step & own:
                turned |= up
            if shift_right(down, step) & own:
                turned |= down
        return turned

    class Position(NamedTuple):
        own: int = black  # stones of the side to move
        other: int = white  # stones of its opponent
        second: int = 0  # 1 when the second side is to move, which passes keep from following from the stones

        def moves(self) -> Iterator[Move]:
            left = targets(self.own, self.other)
            if left == 0 and targets(self.other, self.own) != 0:
                yield pass_move
            while left:
                yield lowest(left)
                left &= left - 1

        def play(self, move: Move) -> Position:
            if move == pass_move:
                return Position(self.other, self.own, 1 - self.second)
            turned = enclosed(1 << move, self.own, self.other)
            return Position(self.other ^ turned, self.own | turned | 1 << move, 1 - self.second)

        def is_over(self) -> bool:
            return targets(self.own, self.other) == 0 and targets(self.other, self.own) == 0

        def utility(self) -> int:
            difference = count(self.own) - count(self.other)
            empty = cells - count(self.own) - count(self.other)
            if difference > 0:
                return difference + empty
            if difference < 0:
                return difference - empty
            return 0

        def utmost(self) -> int:
            return cells

        def mobility(self) -> int:
            """The number of moves; a pass is one."""
            cells_to_take = count(targets(self.own, self.other))
            if cells_to_take == 0 and targets(self.other, self.own) != 0:
                return 1
            return cells_to_take

    Position.__name__ = Position.__qualname__ = f"Othello_{size}"
    globals()[Position.__name__] = rules(Position)  # where the cache of compiled code looks for it
    marked: type[Any] = Position
    return marked


class StonesNotation:
    """Moves are a column's letter and a row's number, ``d3``, or ``pass``.

    A position is its cells row by row from a1, ``X`` for the first side's stones (black), ``O`` for the
    second's and ``-`` for none, then a blank and the side to move; a ``;`` and what follows it are ignored,
    so that the lines of .obf files are read as they are.
    """

    def __init__(self, size: int) -> None:
        self.rules = othello(size)
        self.size = size
        self.cells = size * size

    def format(self, position: Any) -> str:
        """The cells and the side to move."""
        return f"{self.marks(position)} {'XO'[position.second]}"

    def marks(self, position: Any) -> str:
        """``X``, ``O`` or ``-`` for each cell, row by row."""
        black, white = (position.other, position.own) if position.second else (position.own, position.other)
        return "".join("X" if black >> cell & 1 else "O" if white >> cell & 1 else "-" for cell in range(self.cells))

    def parse(self, text: str) -> Any:
        """The position of such a text; raises :class:`PositionError` with every reason."""
        board, _blank, side = text.partition(";")[0].strip().upper().partition(" ")
        reasons: list[Sentence] = []
        if len(board) != self.cells:
            reasons.append(_("its board has {count} cells, not {cells}", count=len(board), cells=self.cells))
        wrong = sorted(set(board) - set("XO-"))
        if wrong:
            reasons.append(_("its cells can only be X, O and -, not {letters}", letters=" ".join(wrong)))
        if side.strip() not in ("X", "O"):
            reasons.append(_("after the board and a blank it needs the side to move, X or O"))
        if reasons:
            raise PositionError(text, reasons)
        stones = [sum(1 << cell for cell, letter in enumerate(board) if letter == mark) for mark in "XO"]
        second = "XO".index(side.strip())
        return self.rules(stones[second], stones[1 - second], second)

    def format_move(self, position: Any, move: Move) -> str:
        """The cell's column and row, or ``pass``."""
        return PASS_WORD if move == self.cells else self.word(move)

    def word(self, cell: int) -> str:
        """What a cell is called."""
        row, column = divmod(cell, self.size)
        return f"{chr(ord('a') + column)}{row + 1}"

    def parse_move(self, position: Any, text: str) -> Move:
        """The legal move that ``text`` names; raises :class:`MoveError`."""
        word = text.strip().lower()
        last = self.word(self.cells - 1)
        if word != PASS_WORD and not (
            re.fullmatch(r"[a-z][1-9]", word, re.ASCII) and word[0] <= last[0] and word[1] <= last[1]
        ):
            raise MoveError(_("“{text}” is not a cell: cells are a1 to {last}; a side that cannot move writes pass.", text=text, last=last))  # fmt: skip
        if position.is_over():
            raise GameOver
        moves: dict[str, Move] = {self.format_move(position, move): move for move in position.moves()}
        if word not in moves:
            raise MoveError(self._illegal(position, word))
        return moves[word]

    def _illegal(self, position: Any, word: str) -> Sentence:
        if word == PASS_WORD:
            return _("A side that can move must not pass.")
        if PASS_WORD in (self.format_move(position, move) for move in position.moves()):
            return _("No cell can be taken here: pass.")
        cell = self.size * (int(word[1]) - 1) + ord(word[0]) - ord("a")
        if (position.own | position.other) >> cell & 1:
            return _("{cell} is taken.", cell=word)
        return _("A stone on {cell} would enclose nothing.", cell=word)

    def side(self, position: Any) -> int:
        """Who is to move."""
        return SECOND if position.second else FIRST


class StonesPicture:
    """A grid of cells with the stones on them."""

    stones = True

    def __init__(self, size: int) -> None:
        self.width = self.height = size
        self._notation = StonesNotation(size)

    def marks(self, position: Any) -> str:
        """``X``, ``O`` or ``.`` for each cell."""
        return self._notation.marks(position).replace("-", ".")

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Nothing: the stones of the whole board decide."""
        return ()

    def cell(self, position: Any, move: Move) -> int | None:
        """The cell that is taken; none by a pass."""
        return None if move == self.width * self.height else move

    def word(self, cell: int) -> str:
        """What the cell is called."""
        return self._notation.word(cell)


def make(size: int) -> Game:
    """Othello on a board of one size; raises :class:`SpecError` for an odd one, which has no middle."""
    if size % 2:
        raise SpecError(_("othello: the board has 4, 6 or 8 columns and rows, not {size}.", size=size))
    cells = size * size
    return Game(
        name="othello" if size == 8 else f"othello:size={size}",
        title=_("Othello") if size == 8 else _("Othello, {size} × {size}", size=size),
        summary=_(
            "X and O take turns to place a stone that encloses stones of the other in a line; these change sides. Who cannot must pass. When neither can, most stones win."
        ),
        start=othello(size)(),
        notation=StonesNotation(size),
        picture=StonesPicture(size),
        endings=(_("more stones"), _("as many stones on both sides")),
        facts=Facts(ended_count=True, source="B. Rose (2005), Othello: A Minute to Learn"),
        evaluations={
            "mobility": Mobility(1 | 1 << size - 1 | 1 << cells - size | 1 << cells - 1, cells),
        },
    )
