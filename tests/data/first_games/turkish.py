# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import Facts, Game, rules

SIZE = 6
EMPTY, MAN, KING = 0, 1, 2
START = (0,) * SIZE + (-1,) * SIZE + (0,) * SIZE + (0,) * SIZE + (1,) * SIZE + (0,) * SIZE
DIRS = [(-1, 0), (0, 1), (0, -1), (1, 0)]


def inside(r, c):
    return 0 <= r < SIZE and 0 <= c < SIZE


@rules
class Turkish(NamedTuple):
    """Turkish draughts on 6 x 6: men go straight or sideways, capturing is a must; one jump a move, jumps go on."""

    cells: tuple[int, ...] = START
    jumper: int = -1
    player: int = 0

    def to_move(self):
        return self.player

    def own(self, cell):
        return self.cells[cell] * (1 if self.player == 0 else -1)

    def jumps(self):
        for cell in range(SIZE * SIZE):
            piece = self.own(cell)
            if piece <= 0 or (self.jumper >= 0 and cell != self.jumper):
                continue
            row, col = divmod(cell, SIZE)
            for dr, dc in DIRS:
                forward = dr == (-1 if self.player == 0 else 1)
                if piece == MAN and dr != 0 and not forward:
                    continue
                r, c = row + dr, col + dc
                while piece == KING and inside(r, c) and self.cells[r * SIZE + c] == EMPTY:
                    r, c = r + dr, c + dc
                if not inside(r, c) or self.own(r * SIZE + c) >= 0:
                    continue
                r, c = r + dr, c + dc
                while inside(r, c) and self.cells[r * SIZE + c] == EMPTY:
                    yield cell * SIZE * SIZE + r * SIZE + c
                    if piece == MAN:
                        break
                    r, c = r + dr, c + dc

    def steps(self):
        for cell in range(SIZE * SIZE):
            piece = self.own(cell)
            if piece > 0:
                row, col = divmod(cell, SIZE)
                for dr, dc in DIRS:
                    if piece == MAN and dr == (1 if self.player == 0 else -1):
                        continue
                    r, c = row + dr, col + dc
                    while inside(r, c) and self.cells[r * SIZE + c] == EMPTY:
                        yield cell * SIZE * SIZE + r * SIZE + c
                        if piece == MAN:
                            break
                        r, c = r + dr, c + dc

    def moves(self):
        if any(True for _ in self.jumps()):
            yield from self.jumps()
        else:
            yield from self.steps()

    def play(self, move):
        start, end = divmod(move, SIZE * SIZE)
        board = list(self.cells)
        piece = board[start]
        board[start] = EMPTY
        (r1, c1), (r2, c2) = divmod(start, SIZE), divmod(end, SIZE)
        dr, dc = (r2 > r1) - (r2 < r1), (c2 > c1) - (c2 < c1)
        captured = False
        r, c = r1 + dr, c1 + dc
        while (r, c) != (r2, c2):
            if board[r * SIZE + c] != EMPTY:
                board[r * SIZE + c] = EMPTY
                captured = True
            r, c = r + dr, c + dc
        if r2 in (0, SIZE - 1):
            piece = KING if piece > 0 else -KING
        board[end] = piece
        after = Turkish(tuple(board), end, self.player)
        if captured and next(after.jumps(), None) is not None:
            return after
        return Turkish(tuple(board), -1, 1 - self.player)

    def is_over(self):
        return next(self.moves(), None) is None

    def utility(self):
        return -1


game = Game("turkish", Turkish(), facts=Facts(loops=True))
