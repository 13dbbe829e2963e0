"""A game in which two players mark the cells of a board, to be made yours.

plyground web mark.py        play it in the browser
plyground check mark.py      is anything wrong with it?
"""

from typing import NamedTuple

from plyground import put, rules

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@rules  # lets searches use the class, and compile it
class Mark(NamedTuple):
    """Mark: two players mark free cells of a board in turn; the first with three in a row wins."""

    # A position is its fields: whole numbers, or tuples of them. Their defaults are how the game begins.
    cells: tuple[int, ...] = (0,) * 9  # 0 is free, 1 the first player's, 2 the second's: so the board draws itself
    player: int = 0  # player to move: 0 or 1

    def to_move(self):
        return self.player

    def moves(self):
        """Yield each legal move, a whole number; none when the game is over."""
        if not self.has_line():
            for cell in range(9):
                if self.cells[cell] == 0:
                    yield cell

    def play(self, move):
        """Return the position after a move; this one does not change."""
        return Mark(put(self.cells, move, self.player + 1), 1 - self.player)

    def is_over(self):
        return self.has_line() or 0 not in self.cells

    def utility(self):
        """Return the result for the player to move, when the game is over: 1 won, 0 drawn, -1 lost."""
        return -1 if self.has_line() else 0  # a line belongs to the player who has just moved

    def has_line(self):
        for a, b, c in LINES:
            if self.cells[a] != 0 and self.cells[a] == self.cells[b] and self.cells[a] == self.cells[c]:
                return True
        return False
