# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import Facts, Game, rules

R = 3
CELLS = [(q, r) for q in range(-R, R + 1) for r in range(-R, R + 1) if -R <= q + r <= R]
INDEX = {cell: i for i, cell in enumerate(CELLS)}
DIRS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
NEXT = [[INDEX.get((q + dq, r + dr), -1) for dq, dr in DIRS] for q, r in CELLS]
START = tuple(1 if q + r <= -2 else 2 if q + r >= 2 else 0 for q, r in CELLS)
LONGEST = 60


@rules
class Abalone(NamedTuple):
    """Small Abalone: push lines of up to three; two marbles pushed off win."""

    cells: tuple[int, ...] = START
    lost: tuple[int, int] = (0, 0)
    plies: int = 0

    def to_move(self):
        return self.plies % 2

    def line(self, cell, d):
        """Return the marbles of mine and of theirs that a push moves, or None."""
        me = self.to_move() + 1
        mine, theirs = [], []
        at = cell
        while at >= 0 and self.cells[at] == me:
            mine.append(at)
            at = NEXT[at][d]
        if at < 0 or len(mine) > 3:
            return None
        while at >= 0 and self.cells[at] == 3 - me:
            theirs.append(at)
            at = NEXT[at][d]
        if len(theirs) >= len(mine) or (at >= 0 and self.cells[at] == me):
            return None
        return len(mine), len(theirs)

    def moves(self):
        if self.is_over():
            return
        for cell in range(len(CELLS)):
            if self.cells[cell] == self.to_move() + 1:
                for d in range(6):
                    if self.line(cell, d) is not None:
                        yield cell * 6 + d

    def play(self, move):
        cell, d = divmod(move, 6)
        board = list(self.cells)
        lost = list(self.lost)
        carried, at = 0, cell
        while at >= 0:
            board[at], carried = carried, board[at]
            if carried == 0:
                break
            at = NEXT[at][d]
        if carried:
            lost[carried - 1] += 1
        return Abalone(tuple(board), tuple(lost), self.plies + 1)

    def is_over(self):
        return max(self.lost) >= 2 or self.plies >= LONGEST

    def utility(self):
        me = self.to_move()
        return (self.lost[1 - me] > self.lost[me]) - (self.lost[1 - me] < self.lost[me])


game = Game("abalone", Abalone(), facts=Facts(loops=True))
