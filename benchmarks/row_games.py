"""Games on rows of cells, written as people write them: tuples of small numbers. ``rows.c`` has the same texts in C."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plyground import put, rules

WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LENGTH = 15
SIDE = 6


@rules
class Treblecross(NamedTuple):
    """Both players mark cells of one row; who makes three in a row wins."""

    cells: tuple[int, ...] = (0,) * LENGTH

    def moves(self) -> Iterator[int]:
        if not self.is_over():
            for cell in range(LENGTH):
                if self.cells[cell] == 0:
                    yield cell

    def play(self, move: int) -> Treblecross:
        return Treblecross(put(self.cells, move, 1))

    def is_over(self) -> bool:
        return any(sum(self.cells[first : first + 3]) == 3 for first in range(LENGTH - 2))

    def utility(self) -> int:
        return -1


KONANE_START = tuple(0 if cell in (14, 15) else 1 + (cell // SIDE + cell) % 2 for cell in range(SIDE**2))


@rules
class Konane(NamedTuple):
    """Stones jump over the other's, in one direction, as often as they can; who cannot move has lost."""

    cells: tuple[int, ...] = KONANE_START
    player: int = 1

    def moves(self) -> Iterator[int]:
        for start in range(SIDE**2):
            if self.cells[start] == self.player:
                for down, right in WAYS:
                    row, column = start // SIDE + 2 * down, start % SIDE + 2 * right
                    while 0 <= row < SIDE and 0 <= column < SIDE:
                        end = SIDE * row + column
                        if self.cells[end] != 0 or self.cells[end - SIDE * down - right] != 3 - self.player:
                            break
                        yield SIDE**2 * start + end
                        row += 2 * down
                        column += 2 * right

    def play(self, move: int) -> Konane:
        start, end = divmod(move, SIDE**2)
        cells = put(put(self.cells, start, 0), end, self.player)
        step = SIDE if abs(end - start) >= SIDE else 1
        for cell in range(min(start, end) + step, max(start, end), step):
            cells = put(cells, cell, 0)
        return Konane(cells, 3 - self.player)

    def is_over(self) -> bool:
        return not any(True for _move in self.moves())

    def utility(self) -> int:
        return -1


@rules
class Ultimate(NamedTuple):
    """Ultimate tic-tac-toe: nine boards of nine cells; a cell sends the other player to a board."""

    cells: tuple[int, ...] = (0,) * 81
    boards: tuple[int, ...] = (0,) * 9  # 1 or 2: won; 3: full
    player: int = 1
    sent: int = -1  # board in which the side to move must play; -1: any board

    def moves(self) -> Iterator[int]:
        if not self.has_line():
            for board in range(9):
                if self.boards[board] == 0 and self.sent in (-1, board):
                    for cell in range(9 * board, 9 * board + 9):
                        if self.cells[cell] == 0:
                            yield cell

    def play(self, move: int) -> Ultimate:
        cells = put(self.cells, move, self.player)
        first, sent = move - move % 9, move % 9
        board = cells[first : first + 9]
        boards = self.boards
        if any(board[a] == board[b] == board[c] == self.player for a, b, c in LINES):
            boards = put(boards, move // 9, self.player)
        elif 0 not in board:
            boards = put(boards, move // 9, 3)
        return Ultimate(cells, boards, 3 - self.player, sent if boards[sent] == 0 else -1)

    def is_over(self) -> bool:
        return self.has_line() or 0 not in self.boards

    def utility(self) -> int:
        return -1 if self.has_line() else 0

    def has_line(self) -> bool:
        return any(self.boards[a] == self.boards[b] == self.boards[c] == 3 - self.player for a, b, c in LINES)
