"""Chess: the full rules, Chess960 included.

A set of cells is a number of 64 bits: a1 is bit 0, h1 bit 7, h8 bit 63. Only legal moves are generated: checks and pins
are found before any piece is moved.

Rules: FIDE Laws of Chess (2023). A position where the side to move has no legal move is checkmate or stalemate. Fifty
moves of each side without a capture or a pawn move draw the game (article 9.3), as does a position in which neither
side has the pieces to mate (5.2.2). Threefold repetition is counted by the match and by searches that know the game's
past. Both draws happen without a claim, so the seventy-five moves and the fivefold repetition of article 9.6 never
occur.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.bits import highest, lowest, mix, shift_right
from plyground.core.position import Move
from plyground.games.chess.chess_board import (
    ABOVE,
    BELOW,
    BETWEEN,
    KING_STEPS,
    KNIGHT_LEAPS,
    LINES,
    PAWN_TAKES,
    THROUGH,
)
from plyground.native.text.source import seldom

ALL = (1 << 64) - 1
RANK_1, RANK_8 = 0xFF, 0xFF << 56
LAST_RANKS = RANK_1 | RANK_8
FIRST_PAWN_RANKS = 0xFF << 8 | 0xFF << 48
FOURTH_RANKS = 0xFF << 24 | 0xFF << 32
NOT_FILE_A, NOT_FILE_H = ALL // 255 * 254, ALL // 255 * 127
DARK_CELLS = 0xAA55AA55AA55AA55
KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 3, 4
"""The pieces to which a pawn can be promoted."""
END_BITS, PROMOTION_BITS = 6, 12
"""Positions of the bits of a move that hold its end cell and its promotion piece."""
CELL = 63
MAX_QUIET_PLIES = 100
"""Plies without a capture or a pawn move after which the game is drawn."""


@helper
def seen_along(line: int, cell: int, filled: int) -> int:
    """Return the cells of a line (0 to 3) that a piece on ``cell`` sees: up to the first filled one each way."""
    above = ABOVE[64 * line + cell] & filled
    below = BELOW[64 * line + cell] & filled
    nearest_above = above & -above
    return LINES[64 * line + cell] & 2 * nearest_above - (1 << highest(below | 1))


@helper
def rook_sees(cell: int, filled: int) -> int:
    """Return the cells that a rook on ``cell`` sees."""
    return seen_along(0, cell, filled) | seen_along(1, cell, filled)


@helper
def bishop_sees(cell: int, filled: int) -> int:
    """Return the cells that a bishop on ``cell`` sees."""
    return seen_along(2, cell, filled) | seen_along(3, cell, filled)


@helper
def pawns_attack(pawns: int, black: int) -> int:
    """Return the cells that a side's pawns attack."""
    beside = shift_right(pawns & NOT_FILE_A, 1) | (pawns & NOT_FILE_H) << 1
    return shift_right(beside, 8) if black else beside << 8 & ALL


@helper
def one_ahead(cells: int, black: int) -> int:
    """Return the cells one rank ahead of ``cells``, as a side's pawns move."""
    return shift_right(cells, 8) if black else cells << 8 & ALL


@helper
def after(pieces: int, start: int, end: int) -> int:
    """Return the cells of one kind of pieces after a move. A piece on the end cell was captured."""
    left = pieces & ~(start | end)
    return left | end if pieces & start else left


@rules
class Chess(NamedTuple):
    """A move is ``start + 64 * end + 4096 * promotion``. A king castles by moving onto its own rook."""

    own: int = 0xFFFF  # pieces of the side to move
    other: int = 0xFFFF << 48  # pieces of its opponent
    pawns: int = 0xFF00 | 0xFF << 48  # pawns of both sides, as are all pieces below
    knights: int = 0x42 | 0x42 << 56
    diagonals: int = 0x2C | 0x2C << 56  # bishops and queens
    straights: int = 0x89 | 0x89 << 56  # rooks and queens
    kings: int = 0x10 | 0x10 << 56
    castling: int = 0x81 | 0x81 << 56  # rooks with which a king may still castle
    passant: int = 0  # cell that a pawn has just skipped; 0 if it cannot be taken there
    quiet: int = 0  # plies since a capture or a pawn's move
    black: int = 0  # 1 when Black is to move

    def moves(self) -> Iterator[Move]:
        if self.is_drawn():
            return
        king, king_ends, allowed, pinned = self.constraints()
        while king_ends:
            yield king | lowest(king_ends) << END_BITS
            king_ends &= king_ends - 1
        pieces = self.own & ~self.kings
        while pieces:
            start = lowest(pieces)
            ends = self.ends(start, king, allowed, pinned)
            if ends & LAST_RANKS and self.pawns >> start & 1:
                while ends:
                    for promotion in range(QUEEN, 0, -1):
                        yield start | lowest(ends) << END_BITS | promotion << PROMOTION_BITS
                    ends &= ends - 1
            while ends:
                yield start | lowest(ends) << END_BITS
                ends &= ends - 1
            pieces &= pieces - 1

    def all_moves(self) -> Iterator[Move]:
        """Yield the moves of a queen and of a knight from every cell, which include all others, then promotions."""
        for start in range(64):
            for end in range(64):
                files, ranks = abs(start % 8 - end % 8), abs(start // 8 - end // 8)
                if start != end and (files * ranks == 0 or files == ranks or files * ranks == 2):
                    yield start | end << END_BITS
        for start in range(64):
            for end in range(64):
                if abs(start % 8 - end % 8) <= 1 and (start // 8, end // 8) in ((6, 7), (1, 0)):
                    for promotion in range(KNIGHT, QUEEN + 1):
                        yield start | end << END_BITS | promotion << PROMOTION_BITS

    def play(self, move: Move) -> Chess:
        start, end, promotion = 1 << (move & CELL), 1 << (move >> END_BITS & CELL), move >> PROMOTION_BITS
        if self.own & end:
            return self.castle(start, end)
        own, other = self.own ^ (start | end), self.other & ~end
        pawns, knights = after(self.pawns, start, end), after(self.knights, start, end)
        diagonals, straights = after(self.diagonals, start, end), after(self.straights, start, end)
        kings = after(self.kings, start, end)
        castling = self.castling & ~(start | end)
        quiet, passant = self.quiet + 1, 0
        if self.other & end:
            quiet = 0
        if self.kings & start:
            castling &= ~(RANK_8 if self.black else RANK_1)
        elif self.pawns & start:
            quiet = 0
            if end == self.passant:
                taken = one_ahead(end, self.black ^ 1)
                other ^= taken
                pawns ^= taken
            elif promotion:
                pawns ^= end
                if promotion == KNIGHT:
                    knights |= end
                if promotion in (BISHOP, QUEEN):
                    diagonals |= end
                if promotion in (ROOK, QUEEN):
                    straights |= end
            elif one_ahead(one_ahead(start, self.black), self.black) == end:
                skipped = one_ahead(start, self.black)
                if pawns_attack(skipped, self.black) & other & pawns:
                    passant = skipped
        return Chess(other, own, pawns, knights, diagonals, straights, kings, castling, passant, quiet, self.black ^ 1)

    def castle(self, king: int, rook: int) -> Chess:
        """Return the position after castling: the king goes to file g or c, the rook beside it to file f or d."""
        is_short = lowest(rook) > lowest(king)
        base = 56 if self.black else 0
        king_end, rook_end = 1 << base + (6 if is_short else 2), 1 << base + (5 if is_short else 3)
        own = self.own & ~(king | rook) | king_end | rook_end
        straights = self.straights & ~rook | rook_end
        castling = self.castling & ~(RANK_8 if self.black else RANK_1)
        kings = self.kings ^ king | king_end
        return Chess(
            self.other, own, self.pawns, self.knights, self.diagonals, straights, kings, castling, 0, self.quiet + 1, self.black ^ 1
        )  # fmt: skip

    def is_over(self) -> bool:
        return self.is_drawn() or self.is_stuck()

    def utility(self) -> int:
        """Return −1 for checkmate, also if it comes with the fiftieth quiet move, and 0 for a draw."""
        return -1 if self.is_mate() else 0

    def utmost(self) -> int:
        return 1

    def is_stuck(self) -> bool:
        """Return True if the side to move has no legal move: checkmate or stalemate."""
        king, ends, allowed, pinned = self.constraints()
        pieces = self.own & ~self.kings
        while pieces and ends == 0:
            ends = self.ends(lowest(pieces), king, allowed, pinned)
            pieces &= pieces - 1
        return ends == 0

    def is_check(self) -> bool:
        """Return True if the king of the side to move is attacked."""
        return self.attackers(lowest(self.own & self.kings), self.own | self.other) != 0

    @seldom
    def is_mate(self) -> bool:
        """Return True for checkmate; asked only when the game is over or about to be."""
        return self.is_check() and self.is_stuck()

    def is_drawn(self) -> bool:
        """Return True after fifty quiet moves of each side, or if neither side has the pieces to mate."""
        if self.quiet >= MAX_QUIET_PLIES:
            return not self.is_mate()
        if self.pawns | self.straights:
            return False
        minor = self.knights | self.diagonals
        dark = self.diagonals & DARK_CELLS
        bishops_on_one_colour = self.knights == 0 and (dark == 0 or dark == self.diagonals)
        return bishops_on_one_colour or minor & minor - 1 == 0

    def is_noisy(self, move: Move) -> bool:
        """Return True for captures and promotions."""
        end = 1 << (move >> END_BITS & CELL)
        return (
            self.other & end != 0
            or move >> PROMOTION_BITS != 0
            or (end == self.passant and self.pawns >> (move & CELL) & 1 == 1)
        )

    def promise(self, move: Move) -> int:
        """Return the rank of a move for move ordering: promotions and captures first. A valuable victim and a cheap
        attacker rank high.
        """
        end = 1 << (move >> END_BITS & CELL)
        gain = 90 if move >> PROMOTION_BITS == QUEEN else 0
        if self.other & end:
            gain += 10 * self.worth(end) - self.worth(1 << (move & CELL)) + 10
        return gain

    def key(self) -> int:
        key = mix(mix(mix(0, self.own), self.other), self.pawns)
        key = mix(mix(mix(key, self.knights), self.diagonals), self.straights)
        return mix(mix(mix(mix(key, self.kings), self.castling), self.legal_passant()), self.black)

    def recurring(self) -> Chess:
        return self._replace(quiet=0, passant=self.legal_passant())

    def reversible_plies(self) -> int:
        """Return the plies since the last capture or pawn move; only these can lead to a repetition."""
        return self.quiet

    # Parts of the rules above

    def legal_passant(self) -> int:
        """Return the cell en passant if a pawn may legally take there, else 0.

        Positions are the same if all their moves are (article 9.2.3), and a pinned pawn may not take.
        """
        takers = pawns_attack(self.passant, self.black ^ 1) & self.own & self.pawns
        found = 0
        if takers:
            king, allowed, pinned = self.guards()
            while takers:
                found |= self.ends(lowest(takers), king, allowed, pinned) & self.passant
                takers &= takers - 1
        return found

    def worth(self, cell: int) -> int:
        """Return the value of the piece on a cell, in pawns."""
        if self.pawns & cell:
            return 1
        if self.straights & cell:
            return 9 if self.diagonals & cell else 5
        return 3 if (self.knights | self.diagonals) & cell else 10

    def attackers(self, cell: int, filled: int) -> int:
        """Return the opponent's pieces that attack a cell, if exactly the ``filled`` cells are occupied."""
        found = PAWN_TAKES[self.black][cell] & self.pawns
        found |= KNIGHT_LEAPS[cell] & self.knights | KING_STEPS[cell] & self.kings
        found |= rook_sees(cell, filled) & self.straights | bishop_sees(cell, filled) & self.diagonals
        return found & self.other

    def attacked(self) -> int:
        """Return every cell that the opponent attacks, as if the king were not on the board."""
        filled = (self.own | self.other) & ~(self.own & self.kings)
        found = pawns_attack(self.other & self.pawns, self.black ^ 1) | KING_STEPS[lowest(self.other & self.kings)]
        left = self.other & self.knights
        while left:
            found |= KNIGHT_LEAPS[lowest(left)]
            left &= left - 1
        left = self.other & self.diagonals
        while left:
            found |= bishop_sees(lowest(left), filled)
            left &= left - 1
        left = self.other & self.straights
        while left:
            found |= rook_sees(lowest(left), filled)
            left &= left - 1
        return found

    def constraints(self) -> tuple[int, int, int, int]:
        """Return the king's cell, the cells that it may enter, the cells that other pieces may enter, and the pinned
        pieces.
        """
        king, allowed, pinned = self.guards()
        attacked = self.attacked()
        king_ends = KING_STEPS[king] & ~self.own & ~attacked
        if allowed == ALL & ~self.own:
            king_ends |= self.castling_rooks(king, self.own | self.other, attacked)
        return king, king_ends, allowed, pinned

    def guards(self) -> tuple[int, int, int]:
        """Return the king's cell, the cells that pieces other than the king may enter, and the pinned ones.

        In check another piece may only capture the attacker or stand between; in double check only the king moves. A
        pinned piece stays on the line through its king.
        """
        king = lowest(self.own & self.kings)
        checkers = (PAWN_TAKES[self.black][king] & self.pawns | KNIGHT_LEAPS[king] & self.knights) & self.other
        pinned = 0
        snipers = rook_sees(king, self.other) & self.straights | bishop_sees(king, self.other) & self.diagonals
        snipers &= self.other
        while snipers:
            guards = BETWEEN[64 * king + lowest(snipers)] & self.own
            if guards == 0:
                checkers |= snipers & -snipers
            elif guards & guards - 1 == 0:
                pinned |= guards
            snipers &= snipers - 1
        if checkers == 0:
            return king, ALL & ~self.own, pinned
        if checkers & checkers - 1:
            return king, 0, pinned
        return king, checkers | BETWEEN[64 * king + lowest(checkers)], pinned

    def castling_rooks(self, king: int, filled: int, attacked: int) -> int:
        """Return the rooks with which the king may castle now; none if it is in check.

        The cells that king and rook cross and enter must be free of other pieces, and the king's own way must not be
        attacked.
        """
        found = 0
        rooks = self.castling & self.own
        base = 56 if self.black else 0
        while rooks:
            rook = lowest(rooks)
            king_end = base + (6 if rook > king else 2)
            rook_end = base + (5 if rook > king else 3)
            king_way = BETWEEN[64 * king + king_end] | 1 << king_end
            ways = king_way | BETWEEN[64 * rook + rook_end] | 1 << rook_end
            others = filled & ~(1 << king | 1 << rook)
            if ways & others == 0 and king_way & attacked == 0 and not self.is_bared(king, king_end, rook):
                found |= 1 << rook
            rooks &= rooks - 1
        return found

    def is_bared(self, king: int, king_end: int, rook: int) -> bool:
        """Return True if castling removes the rook that shields the king's new cell along the rank (only possible in
        Chess960).
        """
        filled = (self.own | self.other) & ~(1 << king | 1 << rook)
        return seen_along(0, king_end, filled) & self.straights & self.other != 0

    def ends(self, start: int, king: int, allowed: int, pinned: int) -> int:
        """Return the cells that the piece on ``start`` may enter, given the :meth:`constraints`. The piece is not a
        king.
        """
        piece = 1 << start
        filled = self.own | self.other
        found = 0
        if self.pawns & piece:
            ahead = one_ahead(piece, self.black) & ~filled
            if piece & FIRST_PAWN_RANKS:
                ahead |= one_ahead(ahead, self.black) & ~filled & FOURTH_RANKS
            takes = PAWN_TAKES[self.black][start]
            found = (ahead | takes & self.other) & allowed
            if takes & self.passant:
                # En passant removes two pawns from one rank, which no pin shows: test if the king would be attacked.
                taken = one_ahead(self.passant, self.black ^ 1)
                if self.attackers(king, filled ^ (piece | taken | self.passant)) & ~taken == 0:
                    found |= self.passant
        elif self.knights & piece:
            found = KNIGHT_LEAPS[start] & allowed
        else:
            if self.diagonals & piece:
                found = bishop_sees(start, filled)
            if self.straights & piece:
                found |= rook_sees(start, filled)
            found &= allowed & ~self.own
        return found & THROUGH[64 * king + start] if pinned & piece else found

    # Facts that evaluations ask for

    def turned(self) -> Chess:
        """Return the same board with the other side to move."""
        return Chess(
            self.other, self.own, self.pawns, self.knights, self.diagonals, self.straights, self.kings, self.castling, 0, self.quiet, self.black ^ 1
        )  # fmt: skip
