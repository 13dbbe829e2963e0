"""International draughts on 100 cells, and its variants on 64: flying kings, men that capture backwards, long captures.

Squares and sets of cells are those of draughts_board.py; White moves first. Captured pieces leave the board when the
move has ended. Until then they block the way, and no piece may be jumped twice.

Three sets of rules:

- *international*: 100 cells; a capture must take as many pieces as possible; a man becomes a king only if its move
  ends on the last row.
- *brazilian*: the same on 64 cells.
- *russian*: 64 cells; any capture may be chosen, but it must be continued to its end; a man that reaches the last row
  continues the capture as a king.

Two captures with the same first square, the same last square and the same captured pieces are one move, even if their
paths differ; published perft numbers count so.

Rules: Fédération Mondiale du Jeu de Dames (2018), Official rules for international draughts, articles 4 and 6;
International Draughts Federation (2019), Official rules of draughts-64.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, Self

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count, lowest, mix
from plyground.core.game import Facts, Game
from plyground.core.position import Move
from plyground.core.spec import write
from plyground.games.built_in import BRAZILIAN, INTERNATIONAL, RUSSIAN, changed
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
from plyground.i18n import Sentence, _

CROWNED = 1 << 60
"""Flag in a chain: a man has become a king before the capture's end."""


class Pieces(NamedTuple):
    """The fields of a position of international draughts."""

    own: int = (1 << 54) - (1 << 33) & board(10)  # pieces of the side to move: squares 31 to 50
    other: int = (1 << 21) - 1 & board(10)  # pieces of its opponent: squares 1 to 20
    kings: int = 0  # kings of both sides
    quiet: int = 0  # plies since a capture or a man's step
    late: int = 0  # plies with one king against at most three pieces
    second: int = 0  # 1 when Black is to move


@rules
class InternationalDraughts(Pieces):
    """A move is ``start + 64 * end``; the bits above hold the set of the captured pieces, none of which is on row 1."""

    HALF: ClassVar[int] = 5  # squares of a row
    BOARD: ClassVar[int] = board(10)
    DIRECTIONS: ClassVar[tuple[int, ...]] = (5, 6, -5, -6)  # bit distances of a step; men of Black go to greater bits
    BACK_ROWS: ClassVar[tuple[int, ...]] = (0x1F << 49, 0x1F)  # back rows of White and of Black
    MOST_FIRST: ClassVar[bool] = True  # True if a capture must take as many pieces as possible
    CROWNS_AT_ONCE: ClassVar[bool] = False  # True if a man becomes a king during a capture
    QUIET_PLIES: ClassVar[int] = 50  # plies without a capture or a man's step after which the game is drawn
    LATE_PLIES: ClassVar[tuple[int, ...]] = (0, 10, 10, 32)  # plies to a draw by king against 0 to 3 pieces; 0: none

    def moves(self) -> Iterator[Move]:
        """Yield captures if there are any, because they are forced; else plain moves."""
        if self.is_drawn():
            return
        takers = self.takers()
        if takers == 0:
            empty = self.BOARD ^ (self.own | self.other)
            for direction in self.DIRECTIONS:
                movers = self.facing(direction) & stepped(empty, -direction, self.BOARD)
                while movers:
                    start = lowest(movers)
                    end = stepped(1 << start, direction, self.BOARD)
                    while end & empty:
                        yield start | lowest(end) << END_BITS
                        end = stepped(end, direction, self.BOARD) if self.kings >> start & 1 else 0
                    movers &= movers - 1
        found = [0]
        found.clear()
        longest = 0
        while takers:
            start = lowest(takers)
            chains = [start | start << END_BITS]  # begun captures from this square
            while chains:
                chain = chains.pop()
                goes_on = False
                for longer in self.longer(chain):
                    chains.append(longer)
                    goes_on = True
                length = count(self.taken(chain))
                if self.MOST_FIRST and length > longest:
                    longest = length
                    found.clear()
                if not goes_on and length >= longest and chain not in found:
                    found.append(chain)
            takers &= takers - 1
        for capture in found:
            yield capture

    def play(self, move: Move) -> Self:
        start, end = 1 << (move & CELL), 1 << (move >> END_BITS & CELL)
        taken = self.taken(move)
        own = self.own & ~start | end
        kings = self.kings & ~(start | taken)
        quiet = 0
        if self.kings & start:
            kings |= end
            if taken == 0:
                quiet = self.quiet + 1
        elif move & CROWNED or end & self.last_row():
            kings |= end
        after = self._replace(
            own=self.other & ~taken, other=own, kings=kings, quiet=quiet, late=0, second=1 - self.second
        )
        few = after.few()
        return after._replace(late=self.late + 1) if few and few == self.few() else after

    def is_over(self) -> bool:
        return self.is_drawn() or self.is_stuck()

    def utility(self) -> int:
        """Return -1 if the side to move cannot move, which includes having no piece left; else 0."""
        return -1 if self.is_stuck() else 0

    def utmost(self) -> int:
        return 1

    def is_drawn(self) -> bool:
        """Return True after too many king moves in a row, or too many moves with few pieces."""
        limit = self.LATE_PLIES[self.few()]
        return self.quiet >= self.QUIET_PLIES or 0 < limit <= self.late

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

    def recurring(self) -> Self:
        return self._replace(quiet=0, late=0)

    def reversible_plies(self) -> int:
        """Return the plies since the last capture or man's move; only these can lead to a repetition."""
        return self.quiet

    # Parts of the rules above

    def few(self) -> int:
        """Return the number of pieces against a single king, if they are 1 to 3 and one is a king; else 0."""
        if count(self.own | self.other) > 4:
            return 0
        single, others = (self.own, self.other) if count(self.own) == 1 else (self.other, self.own)
        return count(others) if count(single) == 1 and single & self.kings and others & self.kings else 0

    def last_row(self) -> int:
        """Return the row on which men of the side to move become kings."""
        return self.BACK_ROWS[1 - self.second]

    def taken(self, move: Move) -> int:
        """Return the cells of the pieces that a move captures."""
        return (move & ~CROWNED) >> TAKEN_BITS << self.HALF

    def facing(self, direction: int) -> int:
        """Return the pieces of the side to move that may move in a direction without capturing: kings in all of
        them.
        """
        return self.own if (direction > 0) == self.goes_up() else self.own & self.kings

    def takers(self) -> int:
        """Return the pieces of the side to move that can capture; men and kings capture in all directions."""
        empty = self.BOARD ^ (self.own | self.other)
        found = 0
        for direction in self.DIRECTIONS:
            landing = stepped(empty, -direction, self.BOARD) & self.other
            before = stepped(landing, -direction, self.BOARD)
            found |= self.own & before
            while before and self.kings & self.own:  # a king may stand far from the piece
                found |= self.own & self.kings & before
                before = stepped(before & empty, -direction, self.BOARD)
        return found

    def longer(self, chain: int) -> Iterator[int]:
        """Yield the chain extended by each jump that can follow."""
        start, taken = chain & CELL, self.taken(chain)
        crowned = chain & CROWNED
        if self.CROWNS_AT_ONCE and 1 << (chain >> END_BITS & CELL) & self.last_row():
            crowned = CROWNED
        empty = (self.BOARD ^ (self.own | self.other)) | 1 << start
        is_king = crowned != 0 or self.kings >> start & 1 == 1
        for direction in self.DIRECTIONS:
            over = stepped(1 << (chain >> END_BITS & CELL), direction, self.BOARD)
            while over & empty and is_king:
                over = stepped(over, direction, self.BOARD)
            if over & self.other & ~taken:
                ends = self.run(over, direction, empty, is_king)
                if not self.MOST_FIRST and is_king:
                    ends = self.going_on(ends, taken | over, empty)
                while ends:
                    yield start | lowest(ends) << END_BITS | crowned | (taken | over) >> self.HALF << TAKEN_BITS
                    ends &= ends - 1

    def run(self, cell: int, direction: int, empty: int, is_king: bool) -> int:
        """Return the empty cells that a piece can reach from a cell in a direction: one step for a man, any number for
        a king.
        """
        found = 0
        step = stepped(cell, direction, self.BOARD) & empty
        while step:
            found |= step
            step = stepped(step, direction, self.BOARD) & empty if is_king else 0
        return found

    def going_on(self, ends: int, taken: int, empty: int) -> int:
        """Return the landing cells from which a king can capture again; all of ``ends`` if there are none."""
        found = 0
        for direction in self.DIRECTIONS:
            left = ends
            while left:
                over = stepped(left & -left, direction, self.BOARD)
                while over & empty:
                    over = stepped(over, direction, self.BOARD)
                if over & self.other & ~taken and stepped(over, direction, self.BOARD) & empty:
                    found |= left & -left
                left &= left - 1
        return found if found else ends

    def steps(self) -> int:
        """Return the number of steps to adjacent squares that the side to move would have if captures were not
        forced.
        """
        empty = self.BOARD ^ (self.own | self.other)
        found = 0
        for direction in self.DIRECTIONS:
            found += count(self.facing(direction) & stepped(empty, -direction, self.BOARD))
        return found

    def goes_up(self) -> bool:
        """Return True if men of the side to move advance to greater square numbers, as Black's do."""
        return self.second == 1

    # Facts that evaluations ask for

    def turned(self) -> Self:
        """Return the same board with the other side to move."""
        return self._replace(own=self.other, other=self.own, second=1 - self.second)


@rules
class BrazilianDraughts(InternationalDraughts):
    """Brazilian draughts: international rules on 64 cells."""

    HALF: ClassVar[int] = 4
    BOARD: ClassVar[int] = board(8)
    DIRECTIONS: ClassVar[tuple[int, ...]] = (4, 5, -4, -5)
    BACK_ROWS: ClassVar[tuple[int, ...]] = (0xF << 31, 0xF)
    QUIET_PLIES: ClassVar[int] = 40
    LATE_PLIES: ClassVar[tuple[int, ...]] = (0, 10, 10, 0)


@rules
class RussianDraughts(BrazilianDraughts):
    """Russian draughts on 64 cells: captures are chosen freely, and a man can become a king during a capture."""

    MOST_FIRST: ClassVar[bool] = False
    CROWNS_AT_ONCE: ClassVar[bool] = True
    QUIET_PLIES: ClassVar[int] = 30
    LATE_PLIES: ClassVar[tuple[int, ...]] = (0, 10, 10, 30)


START: Any = InternationalDraughts()
MEN_ON_64 = board(8) & (1 << 35) - (1 << 22), board(8) & (1 << 13) - 1
"""White's and Black's men at the start of the games on 64 cells."""
STARTS: dict[str, Any] = {
    INTERNATIONAL: START,
    BRAZILIAN: BrazilianDraughts(*MEN_ON_64),
    RUSSIAN: RussianDraughts(*MEN_ON_64),
}
TITLES: dict[str, Sentence] = {
    INTERNATIONAL: _("International draughts"),
    BRAZILIAN: _("Brazilian draughts"),
    RUSSIAN: _("Russian draughts"),
}
BOARDS = {
    INTERNATIONAL: DraughtsBoard(10, "WB"),
    BRAZILIAN: DraughtsBoard(8, "WB", algebraic=True),
    RUSSIAN: DraughtsBoard(8, "WB", algebraic=True),
}
SUMMARIES: dict[str, Sentence] = {
    INTERNATIONAL: _(
        "Men step diagonally forward and capture in all directions. Captures are forced, with as many pieces as possible. A man whose move ends on the last row becomes a king, which goes any distance. The side that cannot move loses."
    ),
    BRAZILIAN: _(
        "International draughts on 64 cells: captures are forced, with as many pieces as possible. Kings go any distance. The side that cannot move loses."
    ),
    RUSSIAN: _(
        "Draughts on 64 cells: captures are forced, but you may choose which. A man that reaches the last row becomes a king at once, goes any distance and continues its capture. The side that cannot move loses."
    ),
}


def make(rules: str) -> Game:
    """Return the game with one of :data:`DRAUGHTS_RULES`."""
    squares = BOARDS[rules]
    notation = DraughtsNotation(squares, STARTS[rules])
    return Game(
        name=write("international_draughts", changed("international_draughts", rules=rules)),
        title=TITLES[rules],
        summary=SUMMARIES[rules],
        start=STARTS[rules],
        notation=notation,
        picture=DraughtsPicture(notation),
        endings=(_("the other side cannot move"), _("too many moves of kings, or too few pieces left")),
        facts=Facts(loops=True, max_plies=0, source="Fédération Mondiale du Jeu de Dames (2018), Official rules"),
        sides=squares.sides,
        evaluations={"material": Material(king=300, half=squares.size // 2)},
    )
