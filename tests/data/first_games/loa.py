# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import Facts, Game, rules

# Lines of Action on 8 x 8, two sets of cells
FULL = (1 << 64) - 1
LEFT = 0x0101010101010101
RIGHT = LEFT << 7
DIRS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))


def bits(cells):
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


@rules
class LinesOfAction(NamedTuple):
    """Lines of Action: connect all your men; a man moves as many cells as there are men on the line."""

    black: int = 0x7E0000000000007E
    white: int = 0x0081818181818100
    player: int = 0

    def to_move(self):
        return self.player

    def both(self):
        return self.black | self.white

    def count(self, cell, dr, dc):
        n = 0
        row, col = divmod(cell, 8)
        while 0 <= row - dr < 8 and 0 <= col - dc < 8:
            row, col = row - dr, col - dc
        while 0 <= row < 8 and 0 <= col < 8:
            n += self.both() >> (row * 8 + col) & 1
            row, col = row + dr, col + dc
        return n

    def moves(self):
        if self.is_over():
            return
        mine, other = (self.black, self.white) if self.player == 0 else (self.white, self.black)
        for frm in bits(mine):
            row, col = divmod(frm, 8)
            for dr, dc in DIRS:
                n = self.count(frm, dr, dc)
                r, c = row + n * dr, col + n * dc
                if 0 <= r < 8 and 0 <= c < 8 and not mine >> (r * 8 + c) & 1:
                    if not any(other >> ((row + i * dr) * 8 + col + i * dc) & 1 for i in range(1, n)):
                        yield frm * 64 + r * 8 + c

    def play(self, move):
        frm, to = divmod(move, 64)
        if self.player == 0:
            return LinesOfAction(self.black ^ 1 << frm | 1 << to, self.white & ~(1 << to), 1)
        return LinesOfAction(self.black & ~(1 << to), self.white ^ 1 << frm | 1 << to, 0)

    def connected(self, men):
        group = men & -men
        while True:
            wide = group | (group & ~LEFT) >> 1 | (group & ~RIGHT) << 1
            wide = (wide | wide << 8 | wide >> 8) & men
            if wide == group:
                return group == men
            group = wide

    def is_over(self):
        return self.connected(self.black) or self.connected(self.white)

    def utility(self):
        black, white = self.connected(self.black), self.connected(self.white)
        if black and white:
            return 0
        return 1 if black == (self.player == 0) else -1

    def picture(self):
        return [
            "".join(
                "X" if self.black >> r * 8 + c & 1 else "O" if self.white >> r * 8 + c & 1 else "." for c in range(8)
            )
            for r in range(8)
        ]


game = Game("loa", LinesOfAction(), facts=Facts(loops=True))
