"""A game in which two players take from a heap, to be made yours.

plyground web take.py        play it in the browser
plyground check take.py      is anything wrong with it?
"""

from typing import NamedTuple

from plyground import rules


@rules  # lets searches use the class, and compile it
class Take(NamedTuple):
    """Take: two players take one, two or three stones from a heap in turn; who takes the last one wins."""

    # A position is its fields: whole numbers, or tuples of them. Their defaults are how the game begins.
    stones: int = 21
    player: int = 0  # player to move: 0 or 1

    def to_move(self):
        return self.player

    def moves(self):
        """Yield each legal move, a whole number; none when the game is over."""
        for taken in range(1, min(3, self.stones) + 1):
            yield taken

    def play(self, move):
        """Return the position after a move; this one does not change."""
        return Take(self.stones - move, 1 - self.player)

    def is_over(self):
        return self.stones == 0

    def utility(self):
        """Return the result for the player to move, when the game is over: 1 won, 0 drawn, -1 lost."""
        return -1  # the other player has taken the last stone
