"""A game like Konane, in which taking is only a way to move."""

from typing import NamedTuple

from plyground import put, rules

SIZE = 6
START = tuple(0 if cell in (14, 15) else 1 + (cell + cell // SIZE) % 2 for cell in range(SIZE * SIZE))


@rules
class Jumps(NamedTuple):
    """Jumps: jump over a stone of the other side and remove it; whoever cannot jump loses."""

    cells: tuple[int, ...] = START
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self):
        me = self.player + 1
        for cell in range(SIZE * SIZE):
            if self.cells[cell] == me:
                row, column = divmod(cell, SIZE)
                for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                    to_row, to_column = row + 2 * down, column + 2 * across
                    if 0 <= to_row < SIZE and 0 <= to_column < SIZE:
                        to, over = to_row * SIZE + to_column, (row + down) * SIZE + column + across
                        if self.cells[to] == 0 and self.cells[over] == 3 - me:
                            yield cell * SIZE * SIZE + to

    def play(self, move):
        begin, to = divmod(move, SIZE * SIZE)
        board = put(put(self.cells, begin, 0), to, self.player + 1)
        return Jumps(put(board, (begin + to) // 2, 0), 1 - self.player)

    def is_over(self) -> bool:
        return not any(True for _move in self.moves())

    def utility(self) -> int:
        return -1
