from typing import NamedTuple

from plyground import put, rules

ROWS, COLUMNS = 4, 5


@rules
class Islands(NamedTuple):
    """Islands: three players mark cells in turn; each counts the cells of its greatest island against the others' mean."""

    cells: tuple[int, ...] = (0,) * (ROWS * COLUMNS)
    marked: int = 0

    def players(self):
        return 3

    def to_move(self):
        return self.marked % 3

    def moves(self):
        for cell in range(ROWS * COLUMNS):
            if self.cells[cell] == 0:
                yield cell

    def play(self, move):
        return Islands(put(self.cells, move, self.to_move() + 1), self.marked + 1)

    def is_over(self):
        return self.marked == ROWS * COLUMNS

    def greatest(self, player):
        """Return the cells of a player's greatest island."""
        most = 0
        seen = 0
        for begin in range(ROWS * COLUMNS):
            if self.cells[begin] == player + 1 and not seen >> begin & 1:
                island = 1 << begin
                before = 0
                while island != before:
                    before = island
                    for cell in range(ROWS * COLUMNS):
                        if island >> cell & 1:
                            row, column = cell // COLUMNS, cell % COLUMNS
                            if row > 0 and self.cells[cell - COLUMNS] == player + 1:
                                island |= 1 << cell - COLUMNS
                            if row < ROWS - 1 and self.cells[cell + COLUMNS] == player + 1:
                                island |= 1 << cell + COLUMNS
                            if column > 0 and self.cells[cell - 1] == player + 1:
                                island |= 1 << cell - 1
                            if column < COLUMNS - 1 and self.cells[cell + 1] == player + 1:
                                island |= 1 << cell + 1
                seen |= island
                most = max(most, island.bit_count())
        return most

    def utilities(self):
        sizes = tuple(self.greatest(player) for player in range(3))
        return tuple(3 * sizes[player] - sum(sizes) for player in range(3))

    def utmost(self):
        return 14

    def picture(self):
        return ["".join(".123"[cell] for cell in self.cells[row : row + COLUMNS]) for row in range(0, 20, COLUMNS)]
