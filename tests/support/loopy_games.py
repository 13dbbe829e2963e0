"""Small games whose positions repeat, without numbers of their own: for tests of solvers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from plyground.core.authoring.marked_rules import rules

Cells = tuple[int, ...]


def cells_of(cells: int) -> Iterator[int]:
    """Yield the cells of a set of cells on a board of 3 × 3."""
    return (cell for cell in range(9) if cells >> cell & 1)


@rules
class Strip(NamedTuple):
    """Two kings walk on a strip of cells; a king that steps on the other one wins."""

    length: int
    own: int
    other: int
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[int]:
        if not self.is_over():
            if self.own > 0:
                yield 0
            if self.own < self.length - 1:
                yield 1

    def play(self, move: int) -> Strip:
        return Strip(self.length, self.other, self.own + 2 * move - 1, 1 - self.player)

    def is_over(self) -> bool:
        return self.own == self.other

    def utility(self) -> int:
        return -1


PONG_HAU_KI = ((2, 3), (2, 4), (0, 1, 3, 4), (0, 2, 4), (1, 2, 3))
"""The neighbours of each point of Pong Hau K'i: 0 and 1 above, 2 in the middle, 3 and 4 below."""
MU_TORERE = (*((8, (point - 1) % 8, (point + 1) % 8) for point in range(8)), tuple(range(8)))
"""The neighbours of each point of Mu Torere: eight on a circle, and the centre."""


@rules
class Blocked(NamedTuple):
    """Each side slides a stone to the empty point; who cannot move loses (Pong Hau K'i and Mu Torere)."""

    own: int  # sets of points
    other: int
    torere: bool = False
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[int]:
        board = MU_TORERE if self.torere else PONG_HAU_KI
        empty = next(point for point in range(len(board)) if not (self.own | self.other) >> point & 1)
        for point in board[empty]:
            if self.own >> point & 1 and self.may_leave(point, empty):
                yield point

    def may_leave(self, point: int, empty: int) -> bool:
        """Return True if a stone may go to a point: in Mu Torere, to the centre only from beside a stone of the other side."""
        if not self.torere or empty != 8:
            return True
        return any(self.other >> beside & 1 for beside in MU_TORERE[point] if beside != 8)

    def play(self, point: int) -> Blocked:
        board = MU_TORERE if self.torere else PONG_HAU_KI
        empty = next(each for each in range(len(board)) if not (self.own | self.other) >> each & 1)
        return Blocked(self.other, self.own ^ 1 << point ^ 1 << empty, self.torere, 1 - self.player)

    def is_over(self) -> bool:
        return not any(True for _point in self.moves())

    def utility(self) -> int:
        return -1


LINES = (7, 56, 448, 73, 146, 292, 273, 84)
"""The lines of a board of 3 × 3 cells, as sets."""
BORDER = tuple(cell for cell in range(9) if cell != 4)


@cache
def pushes(cell: int) -> tuple[Cells, ...]:
    """Return for each way to push a cube that was taken from ``cell``: the cells that move, the new cube's last."""
    row, column = divmod(cell, 3)
    found = []
    for end in (3 * row, 3 * row + 2, column, column + 6):
        if end != cell:
            step = (end > cell) - (end < cell)
            stride = 1 if end // 3 == row else 3
            found.append(tuple(range(cell, end + step, step * stride)))
    return tuple(found)


@rules
class Quixo(NamedTuple):
    """Quixo on 3 × 3 cubes: take a cube of the border that is blank or your own, and push it in with your sign."""

    own: int = 0
    other: int = 0
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[int]:
        if not self.is_over():
            for cell in BORDER:
                if not self.other >> cell & 1:
                    for way in range(len(pushes(cell))):
                        yield 4 * cell + way

    def play(self, move: int) -> Quixo:
        path = pushes(move // 4)[move % 4]
        own, other = self.own, self.other
        for cell, behind in pairwise(path):
            own = own & ~(1 << cell) | (own >> behind & 1) << cell
            other = other & ~(1 << cell) | (other >> behind & 1) << cell
        last = 1 << path[-1]
        return Quixo(other & ~last, own | last, 1 - self.player)

    def is_over(self) -> bool:
        return any(line & cells == line for line in LINES for cells in (self.own, self.other))

    def utility(self) -> int:
        """Return 1 if the side to move has a line: it wins also if the other side made a line for both."""
        return 1 if any(line & self.own == line for line in LINES) else -1


@rules
class ThreeMensMorris(NamedTuple):
    """Three men's morris: three stones each are placed, then moved to neighbouring points; three in a row win."""

    own: int = 0
    other: int = 0
    placed: int = 0
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[int]:
        if self.is_over():
            return
        free = 511 & ~(self.own | self.other)
        if self.placed < 6:
            yield from cells_of(free)
            return
        some = False
        for place in cells_of(self.own):
            for to in cells_of(free):
                if abs(place // 3 - to // 3) + abs(place % 3 - to % 3) == 1 or 4 in (place, to):
                    some = True
                    yield 9 * place + to
        if not some:
            yield 81  # a pass

    def play(self, move: int) -> ThreeMensMorris:
        if self.placed < 6:
            return ThreeMensMorris(self.other, self.own | 1 << move, self.placed + 1, 1 - self.player)
        own = self.own if move == 81 else self.own ^ 1 << move // 9 ^ 1 << move % 9
        return ThreeMensMorris(self.other, own, self.placed, 1 - self.player)

    def is_over(self) -> bool:
        return any(line & self.other == line for line in LINES)

    def utility(self) -> int:
        return -1
