"""A game in which two players move pieces on a board, to be made yours.

    plyground web move.py        play it in the browser
    plyground check move.py      is anything wrong with it?

As it stands it is Hexapawn (Martin Gardner, Scientific American, March 1962).
"""

from typing import NamedTuple

from plyground import put, rules

WIDTH, CELLS = 3, 9  # cells are numbered row by row, from 0 at the top left


@rules  # lets searches use the class, and compile it
class Move(NamedTuple):
    """Move: pawns go one step ahead to a free cell or take one step diagonally; who reaches the far row, or leaves the other no move, wins."""

    # A position is its fields: whole numbers, or tuples of them. Their defaults are how the game begins.
    cells: tuple[int, ...] = (2, 2, 2, 0, 0, 0, 1, 1, 1)  # 0 is free, 1 the first player's: so the board draws itself
    player: int = 0  # player to move: 0 (whose pawns go up) or 1

    def to_move(self):
        return self.player

    def moves(self):
        """Yield each legal move, a whole number: from where, times the cells of the board, plus where to."""
        if not self.has_arrived():
            own = self.player + 1
            ahead = WIDTH if self.player == 1 else -WIDTH
            for cell in range(CELLS):
                if self.cells[cell] == own:
                    if self.cells[cell + ahead] == 0:
                        yield CELLS * cell + cell + ahead
                    for aside in (-1, 1):
                        if 0 <= cell % WIDTH + aside < WIDTH and self.cells[cell + ahead + aside] == 3 - own:
                            yield CELLS * cell + cell + ahead + aside

    def play(self, move):
        """Return the position after a move; this one does not change."""
        lifted = put(self.cells, move // CELLS, 0)
        return Move(put(lifted, move % CELLS, self.player + 1), 1 - self.player)

    def is_over(self):
        for _move in self.moves():
            return False
        return True

    def utility(self):
        """Return the result for the player to move, when the game is over: 1 won, 0 drawn, -1 lost."""
        return -1  # the other player has won in both cases

    def has_arrived(self):
        """Return True if the player who has just moved has a pawn on the far row."""
        far = CELLS - WIDTH if self.player == 0 else 0
        for cell in range(far, far + WIDTH):
            if self.cells[cell] == 2 - self.player:
                return True
        return False
