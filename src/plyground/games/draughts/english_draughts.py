"""English draughts, or checkers: diagonal steps forward, forced captures in chains, men become kings.

Squares and sets of cells are those of draughts_board.py; Black moves first.

Rules: World Checkers/Draughts Federation (2012), Rules of Draughts (Checkers). A game is drawn after 80 plies in which
nothing was captured and no man was moved (rule 1.32.2 has 40 of each side), and, in a match, after threefold
repetition.

Two captures with the same first square, the same last square and the same captured pieces are one move, even if their
paths differ. The published perft numbers to depth 11 are the same in both ways of counting. At depth 12 there are
388,617,999 lines of moves, and 388,623,673 if each path is a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count, highest, lowest, mix
from plyground.core.game import Facts, Game
from plyground.core.position import Move
from plyground.games.draughts.draughts_board import (
    CELL,
    END_BITS,
    TAKEN_BITS,
    DraughtsBoard,
    DraughtsNotation,
    DraughtsPicture,
    Material,
    board,
    stepped,
)
from plyground.i18n import _

SIZE = 8
BOARD = board(SIZE)
"""Every square."""
DIRECTIONS = (4, 5, -4, -5)
"""Bits that each diagonal step adds; Black's men use the positive ones."""
BLACK_BACK_ROW, WHITE_BACK_ROW = 0xF, 0xF << 31
MAX_QUIET_PLIES = 80
"""Plies without a capture or a man's move after which the game is drawn."""


@rules
class EnglishDraughts(NamedTuple):
    """A move is ``start + 64 * end + 4096 * captured``: two bit indices, and the set of the captured pieces."""

    own: int = (1 << 13) - 1 & BOARD  # pieces of the side to move: squares 1 to 12
    other: int = (1 << 35) - (1 << 22) & BOARD  # pieces of its opponent: squares 21 to 32
    kings: int = 0  # kings of both sides
    quiet: int = 0  # plies since a capture or a man's step
    second: int = 0  # 1 when White is to move

    def moves(self) -> Iterator[Move]:
        """Yield captures if there are any, because they are forced; else plain moves."""
        if self.quiet >= MAX_QUIET_PLIES:
            return
        takers = self.takers()
        if takers == 0:
            empty = BOARD ^ (self.own | self.other)
            for direction in DIRECTIONS:
                movers = self.facing(direction) & stepped(empty, -direction, BOARD)
                while movers:
                    start = lowest(movers)
                    yield start | start + direction << END_BITS
                    movers &= movers - 1
        while takers:
            first = lowest(takers)
            chains = [first | first << END_BITS]  # begun captures from this square
            ended = [0]
            while chains:
                chain = chains.pop()
                goes_on = False
                for longer in self.longer(chain):
                    chains.append(longer)
                    goes_on = True
                if not goes_on and chain not in ended:  # two ways around the same pieces are one move
                    ended.append(chain)
                    yield chain
            takers &= takers - 1

    def play(self, move: Move) -> EnglishDraughts:
        start, end = 1 << (move & CELL), 1 << (move >> END_BITS & CELL)
        taken = self.taken(move)
        own = self.own & ~start | end
        kings = self.kings & ~(start | taken)
        quiet = 0
        if self.kings & start:
            kings |= end
            if taken == 0:
                quiet = self.quiet + 1
        elif end & (BLACK_BACK_ROW if self.second else WHITE_BACK_ROW):
            kings |= end
        return EnglishDraughts(self.other & ~taken, own, kings, quiet, self.second ^ 1)

    def is_over(self) -> bool:
        return self.quiet >= MAX_QUIET_PLIES or self.is_stuck()

    def utility(self) -> int:
        """Return -1 if the side to move cannot move, which includes having no piece left; else 0."""
        return -1 if self.is_stuck() else 0

    def utmost(self) -> int:
        return 1

    def is_stuck(self) -> bool:
        """Return True if no piece of the side to move can move or capture."""
        return self.steps() == 0 and self.takers() == 0

    def is_noisy(self, move: Move) -> bool:
        """Return True for a capture."""
        return self.taken(move) != 0

    def promise(self, move: Move) -> int:
        """Return the rank of a move for move ordering: captures of more pieces first."""
        return 10 * count(self.taken(move))

    def key(self) -> int:
        return mix(mix(mix(mix(0, self.own), self.other), self.kings), self.second)

    def recurring(self) -> EnglishDraughts:
        return self._replace(quiet=0)

    def reversible_plies(self) -> int:
        """Return the plies since the last capture or man's move; only these can lead to a repetition."""
        return self.quiet

    # Parts of the rules above

    def taken(self, move: Move) -> int:
        """Return the cells of the pieces that a move captures."""
        return move >> TAKEN_BITS

    def facing(self, direction: int) -> int:
        """Return the pieces of the side to move that may move in a direction: kings in all of them."""
        return self.own if (direction > 0) == self.goes_up() else self.own & self.kings

    def takers(self) -> int:
        """Return the pieces of the side to move that can capture."""
        empty = BOARD ^ (self.own | self.other)
        found = 0
        for direction in DIRECTIONS:
            landing = stepped(empty, -direction, BOARD) & self.other
            found |= self.facing(direction) & stepped(landing, -direction, BOARD)
        return found

    def longer(self, chain: int) -> Iterator[int]:
        """Yield the chain extended by each jump that can follow.

        The piece has left its first square, but captured pieces stay on the board until the move ends. They cannot be
        captured twice.
        """
        start, cell, taken = chain & CELL, chain >> END_BITS & CELL, chain >> TAKEN_BITS
        empty = (BOARD ^ (self.own | self.other)) | 1 << start
        for direction in DIRECTIONS:
            if self.facing(direction) >> start & 1:
                over = stepped(1 << cell, direction, BOARD) & self.other & ~taken
                if stepped(over, direction, BOARD) & empty:
                    yield start | cell + 2 * direction << END_BITS | (taken | over) << TAKEN_BITS

    def steps(self) -> int:
        """Return the number of plain moves that the side to move would have if captures were not forced."""
        empty = BOARD ^ (self.own | self.other)
        found = 0
        for direction in DIRECTIONS:
            found += count(self.facing(direction) & stepped(empty, -direction, BOARD))
        return found

    def goes_up(self) -> bool:
        """Return True if men of the side to move advance to greater square numbers, as Black's do."""
        return self.second == 0

    # Facts that evaluations ask for

    def turned(self) -> EnglishDraughts:
        """Return the same board with the other side to move."""
        return EnglishDraughts(self.other, self.own, self.kings, self.quiet, self.second ^ 1)


SQUARES = tuple(cell for cell in range(BOARD.bit_length()) if BOARD >> cell & 1)
"""The bit of each square, by the square's number from 0."""
NUMBERS = tuple(SQUARES.index(cell) if cell in SQUARES else 0 for cell in range(BOARD.bit_length()))
"""The number of each square, by its bit."""
PLACES = len(SQUARES)
LOST = 2 * PLACES**3
"""The number of all positions in which the side to move has no piece."""


@rules
class KingEnding(NamedTuple):
    """A position with one or two kings against one, which retrograde analysis solves.

    Its moves are those of English draughts. Kings move alike for both sides, so the side with more kings is called
    strong, and colours do not count. A side without pieces has lost; all such positions are one number. The draw after
    80 quiet plies is left out: no win here needs so many.
    """

    draughts: EnglishDraughts = EnglishDraughts(0, 1, 1)

    def moves(self) -> Iterator[Move]:
        for move in self.draughts.moves():
            yield move

    def play(self, move: Move) -> KingEnding:
        return KingEnding(self.draughts.play(move))

    def is_over(self) -> bool:
        return self.draughts.is_over()

    def utility(self) -> int:
        return self.draughts.utility()

    def utmost(self) -> int:
        return 1

    def size(self) -> int:
        return self.period()

    def period(self) -> int:
        return LOST + 1

    def rank(self) -> int:
        own, other = self.draughts.own, self.draughts.other
        if own == 0:
            return LOST
        weak_moves = count(own) < count(other)
        strong, lone = (other, own) if weak_moves else (own, other)
        place = NUMBERS[lowest(strong)] * PLACES + NUMBERS[highest(strong)]
        return (place * PLACES + NUMBERS[lowest(lone)]) * 2 + weak_moves

    def unrank(self, rank: int) -> KingEnding:
        if rank == LOST:
            return KingEnding(EnglishDraughts(0, 1, 1))
        place = rank // 2
        lone = 1 << SQUARES[place % PLACES]
        strong = 1 << SQUARES[place // PLACES % PLACES] | 1 << SQUARES[place // PLACES**2]
        own, other = (lone, strong) if rank % 2 else (strong, lone)
        return KingEnding(EnglishDraughts(own, other, own | other))

    def whole(self) -> EnglishDraughts:
        """Return the position of English draughts."""
        return self.draughts

    def valid(self) -> bool:
        """Return True unless two kings stand on one square."""
        return self.draughts.own & self.draughts.other == 0


def king_ending(position: Any) -> KingEnding | None:
    """Return a position of English draughts as one of a solved ending; None for other material."""
    own, other = count(position.own), count(position.other)
    if (position.own | position.other) & ~position.kings or own + other > 3 or own == 0 or other == 0:
        return None
    return KingEnding(position)


START: Any = EnglishDraughts()


def make() -> Game:
    """Return English draughts."""
    squares = DraughtsBoard(SIZE, "BW")
    notation = DraughtsNotation(squares, START)
    return Game(
        name="english_draughts",
        title=_("English draughts"),
        summary=_(
            "Men step diagonally forward and capture by jumping. Captures are forced and go on as long as possible. A man that reaches the last row becomes a king, which also moves backward. The side that cannot move loses."
        ),
        start=START,
        notation=notation,
        picture=DraughtsPicture(notation),
        endings=(_("the other side cannot move"), _("80 moves without a capture or a move of a man")),
        facts=Facts(loops=True, max_plies=0, source="World Checkers/Draughts Federation (2012), Rules of Draughts"),
        sides=squares.sides,
        evaluations={"material": Material()},
        solved_ending=king_ending,
        ending_tables=(KingEnding(),),
    )
