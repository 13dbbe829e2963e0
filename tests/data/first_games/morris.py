# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import put, rules

NEAR = (
    (1, 9),
    (0, 2, 4),
    (1, 14),
    (4, 10),
    (1, 3, 5, 7),
    (4, 13),
    (7, 11),
    (4, 6, 8),
    (7, 12),
    (0, 10, 21),
    (3, 9, 11, 18),
    (6, 10, 15),
    (8, 13, 17),
    (5, 12, 14, 20),
    (2, 13, 23),
    (11, 16),
    (15, 17, 19),
    (12, 16),
    (10, 19),
    (16, 18, 20, 22),
    (13, 19),
    (9, 22),
    (19, 21, 23),
    (14, 22),
)
MILLS = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (9, 10, 11),
    (12, 13, 14),
    (15, 16, 17),
    (18, 19, 20),
    (21, 22, 23),
    (0, 9, 21),
    (3, 10, 18),
    (6, 11, 15),
    (1, 4, 7),
    (16, 19, 22),
    (8, 12, 17),
    (5, 13, 20),
    (2, 14, 23),
)


@rules
class Morris(NamedTuple):
    """Nine men's morris: three in a row take a man; two men or no move lose."""

    board: tuple[int, ...] = (0,) * 24
    hand: tuple[int, int] = (9, 9)
    player: int = 0

    def to_move(self):
        return self.player

    def in_mill(self, board, cell):
        for mill in MILLS:
            if cell in mill and all(board[c] == board[cell] for c in mill):
                return True
        return False

    def captures(self, frm, to):
        """24 if the move closes no mill, otherwise the men that can be taken."""
        me = self.player + 1
        board = put(self.board, to, me)
        if frm < 24:
            board = put(board, frm, 0)
        if not self.in_mill(board, to):
            yield 24
        else:
            free = [c for c in range(24) if board[c] == 3 - me and not self.in_mill(board, c)]
            if not free:
                free = [c for c in range(24) if board[c] == 3 - me]
            if not free:
                yield 24
            for c in free:
                yield c

    def steps(self):
        me = self.player + 1
        if self.hand[self.player] > 0:
            for to in range(24):
                if self.board[to] == 0:
                    yield 24 * 25 + to
        elif self.board.count(me) == 3:
            for frm in range(24):
                if self.board[frm] == me:
                    for to in range(24):
                        if self.board[to] == 0:
                            yield frm * 25 + to
        else:
            for frm in range(24):
                if self.board[frm] == me:
                    for to in NEAR[frm]:
                        if self.board[to] == 0:
                            yield frm * 25 + to

    def lost(self):
        return self.hand[self.player] + self.board.count(self.player + 1) < 3

    def moves(self):
        if not self.lost():
            for step in self.steps():
                for taken in self.captures(step // 25, step % 25):
                    yield step * 25 + taken

    def play(self, move):
        step, taken = divmod(move, 25)
        frm, to = divmod(step, 25)
        board = put(self.board, to, self.player + 1)
        hand = self.hand
        if frm == 24:
            hand = put(hand, self.player, hand[self.player] - 1)
        else:
            board = put(board, frm, 0)
        if taken < 24:
            board = put(board, taken, 0)
        return Morris(board, hand, 1 - self.player)

    def is_over(self):
        return self.lost() or not any(True for _ in self.steps())

    def utility(self):
        return -1
