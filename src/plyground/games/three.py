"""Tic-tac-toe for three: X, O and A mark cells in turn; three in a row win two points, one from each opponent.

A game for searches of many players (C. A. Luckhardt, K. B. Irani 1986, An algorithmic solution of N-person games).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count, put
from plyground.core.game import Facts, Game
from plyground.core.position import Move
from plyground.core.spec import write
from plyground.games.built_in import changed
from plyground.games.mnk import lines
from plyground.i18n import _, _n

K = 3
SIDES = ("X", "O", "A")


@cache
def three(width: int, height: int, /) -> type[Any]:
    """Return the rules of one size: a class of positions whose moves are cells, row by row from 0 at the top."""
    cells = width * height
    winning = lines(width, height, K)

    class Position(NamedTuple):
        marks: tuple[int, ...] = (0, 0, 0)  # cells of each player, as sets

        def to_move(self) -> int:
            return self.taken() % 3

        def taken(self) -> int:
            """Return the number of marked cells."""
            return count(self.marks[0] | self.marks[1] | self.marks[2])

        def players(self) -> int:
            return 3

        def moves(self) -> Iterator[Move]:
            if not self.is_over():
                taken = self.marks[0] | self.marks[1] | self.marks[2]
                for cell in range(cells):
                    if not taken >> cell & 1:
                        yield cell

        def play(self, move: Move) -> Position:
            mover = self.to_move()
            return Position(put(self.marks, mover, self.marks[mover] | 1 << move))

        def winner(self) -> int:
            """Return the player with a line, −1 if there is none; only the last mover can have one."""
            last = (self.to_move() + 2) % 3
            for line in winning:
                if self.marks[last] & line == line:
                    return last
            return -1

        def actions(self) -> int:
            return cells

        def is_over(self) -> bool:
            return self.winner() >= 0 or self.taken() == cells

        def utilities(self) -> tuple[int, int, int]:
            winner = self.winner()
            if winner < 0:
                return 0, 0, 0
            first, second, third = (2 if player == winner else -1 for player in range(3))
            return first, second, third

        def utmost(self) -> int:
            return 2

        def bounds(self) -> tuple[int, int]:
            return -1, 2

        def total(self) -> int:
            return 0

        def valid(self) -> bool:
            """Return True if the players take turns, no cell is marked twice, and no move follows a line."""
            counts = list(map(int.bit_count, self.marks))
            in_turn = counts == sorted(counts, reverse=True) and counts[0] - counts[2] <= 1
            disjoint = sum(counts) == (self.marks[0] | self.marks[1] | self.marks[2]).bit_count()
            on_board = min(self.marks) >= 0 and max(self.marks) < 1 << cells
            last = (sum(counts) + 2) % 3
            others = [marks for player, marks in enumerate(self.marks) if player != last]
            return (
                in_turn
                and disjoint
                and on_board
                and not any(marks & line == line for marks in others for line in winning)
            )

        def highlight(self) -> tuple[int, ...]:
            """Return the cells of every winning line."""
            won = 0
            for marks in self.marks:
                for line in winning:
                    if marks & line == line:
                        won |= line
            return tuple(cell for cell in range(cells) if won >> cell & 1)

        def picture(self) -> str:
            """Return the board, one row a line."""
            marks = ["".join(mark for mark, own in zip(SIDES, self.marks, strict=True) if own >> cell & 1) or "." for cell in range(cells)]  # fmt: skip
            return "\n".join("".join(marks[place : place + width]) for place in range(0, cells, width))

    Position.__name__ = Position.__qualname__ = f"Three_{width}_{height}"
    globals()[Position.__name__] = rules(Position)  # the cache of compiled code looks for the class here
    marked: type[Any] = Position
    return marked


@rules
class OpenForOne(NamedTuple):
    """Evaluation by lines that are open for one player alone, weighted by their marks. The values of all players add up
    to 0.
    """

    lines: tuple[int, ...]  # every winning line, as a set of cells
    win: int  # more than the sum of all lines

    def values(self, position: Any) -> tuple[int, ...]:
        points: tuple[int, ...] = (0, 0, 0)
        for line in self.lines:
            on_it = tuple(count(marks & line) for marks in position.marks)
            for player in range(3):
                if on_it[player] and on_it[player] == sum(on_it):
                    points = put(points, player, points[player] + on_it[player] ** 2)
        return tuple(3 * own - sum(points) for own in points)

    def value(self, position: Any) -> int:
        mover: int = position.to_move()
        return self.values(position)[mover]


def make(width: int, height: int) -> Game:
    """Return tic-tac-toe for three on a board of one size."""
    sizes = changed("three", width=width, height=height)
    winning = lines(width, height, K)
    return Game(
        write("three", sizes),
        three(width, height)(),
        title=_("Tic-tac-toe for three, {width} × {height}", width=width, height=height)
        if sizes
        else _("Tic-tac-toe for three"),
        summary=_(
            "X, O and A take turns to mark a free cell; the first with three marks in a row, a column or a diagonal gets a point from each of the others."
        ),
        endings=(_n("{count} in a row", "{count} in a row", K), _("the board is full")),
        facts=Facts(players=3, source="C. A. Luckhardt, K. B. Irani (1986), for the search"),
        sides=SIDES,
        evaluations={"open-for-one": OpenForOne(winning, 24 * len(winning) + 1)},
    )
