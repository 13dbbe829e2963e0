"""Othello: a stone turns over the opponent's stones that it encloses in a line; most stones win.

``othello(size)`` makes the rules for one size; the classic board has 8 × 8 cells. A side that cannot enclose anything
must pass, which is a move like any other; if neither can move, the game is over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, NamedTuple

from plyground.core.bits import count, lowest, mix
from plyground.core.game import FIRST, SECOND, Facts, Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import write
from plyground.errors import GameOver, MoveError, PositionError, SpecError
from plyground.evaluations.mobility import Mobility
from plyground.games.built_in import changed
from plyground.games.othello_board import board
from plyground.games.othello_ending import last_cells, outcome_on
from plyground.games.sized_rules import sized
from plyground.i18n import Sentence, _

PASS_WORD = "pass"
AT_THE_END = 4
"""Number of empty cells at which the exact solver tries all orders without visiting positions (othello_ending.py)."""
MEMORABLE = 8
"""Least number of empty cells of a position that the solver's table stores."""
SORTED = 7
"""Least number of empty cells at which sorting the moves saves time; measured on the problems of tests/data."""


class Discs(NamedTuple):
    """The fields of a position."""

    own: int = 0  # stones of the side to move
    other: int = 0  # stones of its opponent
    second: int = 0  # 1 when the second side is to move, which passes keep from following from the stones


class Othello(Discs):
    """A position on a board of any size (:func:`othello`). Moves are cells, row by row from 0, or a pass.

    Cell ``size * row + column`` is one bit of a set; a1, the first, is in the upper left corner. The pass is the number
    after the last cell. The utility is the difference in stones; empty cells count for the winner, as in the problems
    of the French federation.
    """

    __slots__ = ()
    cells: ClassVar[int]  # number of cells
    pass_move: ClassVar[int]  # the number after the last cell
    full: ClassVar[int]  # all cells
    corners: ClassVar[int]  # cells in a corner
    diagonal: ClassVar[int]  # cells diagonally next to a corner
    targets: ClassVar[staticmethod[[int, int], int]]
    enclosed: ClassVar[staticmethod[[int, int, int], int]]
    near: ClassVar[staticmethod[[int], int]]
    odd_quarters: ClassVar[staticmethod[[int], int]]
    stable: ClassVar[staticmethod[[int, int], int]]
    outcome: ClassVar[staticmethod[[int, int], int]]
    best_at_the_end: ClassVar[staticmethod[[int, int, int, int, int], int]]
    new: ClassVar[staticmethod[[int, int, int], Othello]]

    def moves(self) -> Iterator[Move]:
        left = self.targets(self.own, self.other)
        if left == 0 and self.targets(self.other, self.own) != 0:
            yield self.pass_move
        while left:
            yield lowest(left)
            left &= left - 1

    def play(self, move: Move) -> Othello:
        if move == self.pass_move:
            return self.new(self.other, self.own, 1 - self.second)
        turned = self.enclosed(1 << move, self.own, self.other)
        return self.new(self.other ^ turned, self.own | turned | 1 << move, 1 - self.second)

    def points(self) -> tuple[int, ...]:
        """Return the stones of each player."""
        own, other = count(self.own), count(self.other)
        return (other, own) if self.second else (own, other)

    def actions(self) -> int:
        return self.cells + 1

    def is_over(self) -> bool:
        return self.targets(self.own, self.other) == 0 and self.targets(self.other, self.own) == 0

    def utility(self) -> int:
        return self.outcome(self.own, self.other)

    def utmost(self) -> int:
        return self.cells

    def mobility(self) -> int:
        """Return the number of moves; a pass is one."""
        cells_to_take = count(self.targets(self.own, self.other))
        if cells_to_take == 0 and self.targets(self.other, self.own) != 0:
            return 1
        return cells_to_take

    def key(self) -> int:
        """Return the stones as the key; the side to move does not matter, because both sides have the same
        moves.
        """
        return mix(mix(0, self.own), self.other)

    def is_noisy(self, move: Move) -> bool:
        """Return True if the move takes a corner, which is never lost again."""
        return move != self.pass_move and 1 << move & self.corners != 0

    # What evaluations ask (evaluations/mobility.py)

    def reach(self) -> int:
        """Return the cells to which the side to move can move."""
        return self.targets(self.own, self.other)

    def firm(self, stones: int) -> int:
        """Return those stones that can be proven stable (never turned) by full lines and corners."""
        return self.stable(stones, self.full ^ (self.own | self.other))

    # What the exact solver asks (position.py)

    def prospects(self, alpha: int, beta: int) -> tuple[int, int]:
        """Return bounds on the score: exact with few empty cells, else from the stable stones of both sides."""
        empty = self.full ^ (self.own | self.other)
        left = count(empty)
        if left == AT_THE_END:
            score = self.best_at_the_end(self.own, self.other, empty, alpha, beta)
            return (-self.cells if score <= alpha else score), (self.cells if score >= beta else score)
        if left < AT_THE_END and self.is_over():
            score = self.outcome(self.own, self.other)
            return score, score
        if alpha >= 2 * left - 2:  # else it seldom helps
            return -self.cells, self.cells - 2 * count(self.stable(self.other, empty))
        return -self.cells, self.cells

    def proof_nodes(self) -> int:
        """Return the nodes that a proof is expected to take, measured in games: 4,000 with 14 empty cells, 260,000
        with 20.
        """
        return 1 << max(0, self.cells - count(self.own | self.other) - 2)

    def candidates(self) -> Iterator[Move]:
        """Yield the moves; cells in quarters with an odd number of empty cells first, because the mover may also
        move last there.
        """
        reach = self.targets(self.own, self.other)
        if reach == 0 and self.targets(self.other, self.own) != 0:
            yield self.pass_move
        first = reach & self.odd_quarters(self.full ^ (self.own | self.other))
        reach ^= first
        while first | reach:
            if first == 0:
                first, reach = reach, 0
            yield lowest(first)
            first &= first - 1

    def promise(self, move: Move) -> int:
        """Return the rank of a move for move ordering: a bad position for the opponent, then a cell in an odd
        quarter.
        """
        empty = self.full ^ (self.own | self.other)
        if count(empty) < SORTED:
            return 0
        child = self.play(move)
        parity = 2 if move != self.pass_move and 1 << move & self.odd_quarters(empty) else 0
        return parity - self.standing(child.own, child.other)

    def is_memorable(self) -> bool:
        return count(self.own | self.other) <= self.cells - MEMORABLE

    def standing(self, own: int, other: int) -> int:
        """Return a quick estimate for ``own``, to move; between −1000 and 1000.

        The number of moves counts most, moves to corners twice; then the opponent's moves, empty cells next to stones,
        corners, and stones next to empty corners.
        """
        empty = self.full ^ (own | other)
        mine = self.targets(own, other)
        yours = self.targets(other, own)
        beside = self.near(empty & self.corners)
        value = 16 * (count(mine) + count(mine & self.corners)) - 4 * (count(yours) + count(yours & self.corners))
        value += 2 * count(self.near(other) & empty) - 4 * count(self.near(own) & empty)
        value += 16 * (count(own & self.corners) - count(other & self.corners))
        value -= 4 * (count(own & beside) - count(other & beside))
        value -= 4 * (count(own & beside & self.diagonal) - count(other & beside & self.diagonal))
        return min(max(value, -900), 900)


@cache
def othello(size: int, /) -> type[Othello]:
    """Return the rules of one size."""
    full, corners, diagonal, targets, enclosed, near, odd_quarters, stable = board(size)
    middle = size // 2
    white = 1 << size * (middle - 1) + middle - 1 | 1 << size * middle + middle
    black = 1 << size * (middle - 1) + middle | 1 << size * middle + middle - 1
    return sized(
        Othello,
        f"Othello_{size}",
        start=(black, white, 0),
        cells=size * size,
        pass_move=size * size,
        full=full,
        corners=corners,
        diagonal=diagonal,
        targets=staticmethod(targets),
        enclosed=staticmethod(enclosed),
        near=staticmethod(near),
        odd_quarters=staticmethod(odd_quarters),
        stable=staticmethod(stable),
        outcome=staticmethod(outcome_on(size)),
        best_at_the_end=staticmethod(last_cells(size, AT_THE_END)),
    )


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
        """Return the cells and the side to move."""
        return f"{self.marks(position)} {'XO'[position.second]}"

    def marks(self, position: Any) -> str:
        """Return ``X``, ``O`` or ``-`` for each cell, row by row."""
        black, white = (position.other, position.own) if position.second else (position.own, position.other)
        return "".join("X" if black >> cell & 1 else "O" if white >> cell & 1 else "-" for cell in range(self.cells))

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``. Raise :class:`PositionError` with every reason."""
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

    def format_move(self, position: MarkedPosition, move: Move) -> str:
        """Return the cell's column and row, or ``pass``."""
        return PASS_WORD if move == self.cells else self.word(move)

    def word(self, cell: int) -> str:
        """Return the name of a cell."""
        row, column = divmod(cell, self.size)
        return f"{chr(ord('a') + column)}{row + 1}"

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move that ``text`` names. Raise :class:`MoveError`."""
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
        """Return the side to move."""
        return SECOND if position.second else FIRST


class StonesPicture:
    """A grid of cells with the stones on them."""

    pieces, stones, material = False, True, "felt"
    side_names = _("Black"), _("White")
    goals = ""

    def __init__(self, size: int) -> None:
        self.width = self.height = size
        self.regions = {_("a corner"): (0, size - 1, size * (size - 1), size * size - 1)}
        self._notation = StonesNotation(size)
        self.columns = tuple(self.word(cell)[0] for cell in range(size))
        self.rows = tuple(self.word(cell)[1] for cell in range(0, size * size, size))

    def marks(self, position: MarkedPosition) -> str:
        """Return ``X``, ``O`` or ``.`` for each cell."""
        return self._notation.marks(position).replace("-", ".")

    def highlight(self, position: MarkedPosition) -> tuple[int, ...]:
        """Return no cells: the stones of the whole board decide."""
        return ()

    def cells(self, position: MarkedPosition, move: Move) -> tuple[int, ...]:
        """Return the cell of the new stone; none for a pass."""
        return () if move == self.width * self.height else (move,)

    def word(self, cell: int) -> str:
        """Return the name of the cell."""
        return self._notation.word(cell)


def make(size: int) -> Game:
    """Return Othello on a board of one size. Raise :class:`SpecError` for an odd size, which has no middle."""
    if size % 2:
        raise SpecError(_("othello: the board has 4, 6 or 8 columns and rows, not {size}.", size=size))
    cells, options = size * size, changed("othello", size=size)
    return Game(
        name=write("othello", options),
        title=_("Othello, {size} × {size}", size=size) if options else _("Othello"),
        summary=_(
            "Black (X) and White (O) take turns to place a stone that encloses stones of the other side in a line; these change sides. A side that cannot move passes. When neither can move, the side with more stones wins."
        ),
        start=othello(size)(),
        notation=StonesNotation(size),
        picture=StonesPicture(size),
        endings=(_("more stones"), _("equal stones on both sides")),
        facts=Facts(ended_count=True, source="B. Rose (2005), Othello: A Minute to Learn"),
        evaluations={
            "mobility": Mobility(board(size).corners, board(size).diagonal, cells),
        },
        unspaced=r"[a-z][1-9]",
    )
