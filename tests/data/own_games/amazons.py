from typing import Annotated, NamedTuple

from plyground import put, rules

SIZE = 6
STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
FREE, ARROW = 0, 3


class Move(NamedTuple):
    origin: Annotated[int, range(SIZE * SIZE)]
    target: Annotated[int, range(SIZE * SIZE)]
    arrow: Annotated[int, range(SIZE * SIZE)]


@rules
class Amazons(NamedTuple):
    """Amazons: move a queen and shoot an arrow from where she stands now; who cannot move loses."""

    cells: tuple[int, ...] = (0, 0, 2, 0, 0, 0) + (0,) * 11 + (2, 1) + (0,) * 11 + (0, 0, 0, 1, 0, 0)
    player: int = 0

    def to_move(self):
        return self.player

    def reached(self, cells, begin):
        """Yield the cells that a queen reaches."""
        for down, right in STEPS:
            row, column = begin // SIZE + down, begin % SIZE + right
            while 0 <= row < SIZE and 0 <= column < SIZE and cells[row * SIZE + column] == FREE:
                yield row * SIZE + column
                row, column = row + down, column + right

    def moves(self):
        for origin in range(SIZE * SIZE):
            if self.cells[origin] == self.player + 1:
                without = put(self.cells, origin, FREE)
                for target in self.reached(without, origin):
                    for arrow in self.reached(without, target):
                        yield Move(origin, target, arrow)

    def play(self, move: Move):
        cells = put(put(self.cells, move.target, self.player + 1), move.origin, FREE)
        return Amazons(put(cells, move.arrow, ARROW), 1 - self.player)

    def is_over(self):
        return not any(True for _move in self.moves())

    def utility(self):
        return -1

    def picture(self):
        return ["".join(".XO*"[cell] for cell in self.cells[row : row + SIZE]) for row in range(0, SIZE * SIZE, SIZE)]
