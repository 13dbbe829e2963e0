"""Endings of chess with so few pieces that every position is solved: king and pawn, rook or queen against king; king,
bishop and knight against king.

The positions are numbered for retrograde analysis. The side with the pieces is taken for White, as the board may be
turned. Without pawns it may also be mirrored, so White's king stands on one of the sixteen cells from a1 to d4.
Positions with too little material are one number: they are drawn. The fifty-move rule is left out: no win here needs
fifty moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count, lowest
from plyground.core.position import Move
from plyground.games.chess.chess_board import KING_STEPS, KNIGHT_LEAPS
from plyground.games.chess.chess_rules import (
    FIRST_PAWN_RANKS,
    FOURTH_RANKS,
    LAST_RANKS,
    Chess,
    after,
    bishop_sees,
    one_ahead,
    rook_sees,
)

CELLS = 64
QUARTER = 16
"""Cells of White's king in endings without pawns."""
KINDS = 3
"""Pawn, rook and queen, the pieces of the endings with one piece."""
SINGLE = 2 * KINDS * CELLS**3
MINORS = 2 * QUARTER * CELLS**3
"""Count of numbers for positions with one piece, and with bishop and knight. The number for all drawn positions comes
after them.
"""
BARE_KINGS = Chess(1 << 4, 1 << 60, 0, 0, 0, 0, 1 << 4 | 1 << 60, 0)
"""The position that stands for all with too little material."""


@rules
class ChessEnding(NamedTuple):
    """A position of an ending. Its moves are those of chess."""

    chess: Chess = BARE_KINGS
    minors: int = 0  # 1 for bishop and knight; 0 for one piece

    def moves(self) -> Iterator[Move]:
        for move in self.chess.moves():
            yield move

    def play(self, move: Move) -> ChessEnding:
        return ChessEnding(self.chess.play(move), self.minors)

    def is_over(self) -> bool:
        return self.chess.is_over()

    def utility(self) -> int:
        return self.chess.utility()

    def utmost(self) -> int:
        return 1

    def size(self) -> int:
        return self.period()

    def period(self) -> int:
        return (MINORS if self.minors else SINGLE) + 1

    def rank(self) -> int:
        here = self.chess
        weak_moves = here.own & ~here.kings == 0
        strong, weak = here.own, here.other
        if weak_moves:
            strong, weak = here.other, here.own
        pieces = strong & ~here.kings
        turn = CELLS - 8 if here.black != weak_moves else 0  # turn the board so that the side with the pieces is White
        king, lone = lowest(strong & here.kings) ^ turn, lowest(weak & here.kings) ^ turn
        if self.minors:
            bishop, knight = pieces & here.diagonals, pieces & here.knights
            if bishop == 0 or knight == 0:
                return MINORS
            mirror = (7 if king & 4 else 0) | (56 if king & 32 else 0)
            king ^= mirror
            place = ((king >> 3) * 4 + (king & 3)) * CELLS + (lone ^ mirror)
            place = (place * CELLS + (lowest(bishop) ^ turn ^ mirror)) * CELLS + (lowest(knight) ^ turn ^ mirror)
            return place + MINORS // 2 if weak_moves else place
        if pieces & (here.pawns | here.straights) == 0:
            return SINGLE
        kind = 0 if pieces & here.pawns else 2 if pieces & here.diagonals else 1
        return (((2 * kind + weak_moves) * CELLS + king) * CELLS + lone) * CELLS + (lowest(pieces) ^ turn)

    def unrank(self, rank: int) -> ChessEnding:
        first, second, rest = 1 << rank % CELLS, 0, rank // CELLS
        pawn, knight, diagonal, straight = 0, 0, 0, 0
        if self.minors:
            second, rest = 1 << rest % CELLS, rest // CELLS
        lone, rest = 1 << rest % CELLS, rest // CELLS
        if self.minors:
            place, weak_moves = rest % QUARTER, rest // QUARTER
            king = 1 << (place // 4 * 8 + place % 4)
            knight, diagonal = first, second
        else:
            king, rest = 1 << rest % CELLS, rest // CELLS
            kind, weak_moves = rest // 2, rest % 2
            if kind == 0:
                pawn = first
            else:
                straight = first
                if kind == 2:
                    diagonal = first
        if rank == self.period() - 1:  # the number of all positions with too little material
            king, lone, weak_moves, pawn, knight, diagonal, straight = 1 << 4, 1 << 60, 0, 0, 0, 0, 0
        strong = king | pawn | knight | diagonal | straight
        own, other = strong, lone
        if weak_moves:
            own, other = lone, strong
        return ChessEnding(
            Chess(own, other, pawn, knight, diagonal, straight, king | lone, 0, 0, 0, weak_moves), self.minors
        )

    def valid(self) -> bool:
        """Return True if the pieces stand on different cells, no pawn on a last rank, and the side that waits is not in
        check.
        """
        here = self.chess
        filled = count(here.own | here.other)
        pieces = here.pawns | here.knights | here.diagonals | here.straights
        if pieces and filled < 3 + self.minors:
            return False
        return (
            here.pawns & LAST_RANKS == 0 and here.kings & ~(here.own | here.other) == 0 and not here.turned().is_check()
        )

    def whole(self) -> Chess:
        """Return the position of chess."""
        return self.chess

    def predecessors(self) -> Iterator[ChessEnding]:
        """Yield the positions from which a move without a capture leads here."""
        here = self.chess
        filled = here.own | here.other
        pieces = here.other
        while pieces:
            start = lowest(pieces)
            piece = pieces & -pieces
            sources = 0
            if here.kings & piece:
                sources = KING_STEPS[start]
            elif here.knights & piece:
                sources = KNIGHT_LEAPS[start]
            elif here.pawns & piece:
                sources = one_ahead(piece, here.black) & ~filled
                if piece & FOURTH_RANKS:
                    sources |= one_ahead(sources, here.black) & FIRST_PAWN_RANKS
            else:
                if here.diagonals & piece:
                    sources = bishop_sees(start, filled)
                if here.straights & piece:
                    sources |= rook_sees(start, filled)
            sources &= ~filled
            while sources:
                source = sources & -sources
                before = ChessEnding(
                    Chess(
                        here.other ^ piece | source, here.own, after(here.pawns, piece, source),
                        after(here.knights, piece, source), after(here.diagonals, piece, source),
                        after(here.straights, piece, source), after(here.kings, piece, source), 0, 0, 0, 1 - here.black,
                    ),
                    self.minors,
                )  # fmt: skip
                if before.valid():
                    yield before
                sources &= sources - 1
            source = one_ahead(piece, here.black) & ~filled
            if here.straights & piece and piece & LAST_RANKS and source & FIRST_PAWN_RANKS:  # perhaps promoted
                before = ChessEnding(
                    Chess(here.other ^ piece | source, here.own, source, 0, 0, 0, here.kings, 0, 0, 0, 1 - here.black),
                    self.minors,
                )
                if before.valid():
                    yield before
            pieces &= pieces - 1


def chess_ending(position: Any) -> ChessEnding | None:
    """Return a position of chess as one of a solved ending; None for other material."""
    pieces = (position.own | position.other) & ~position.kings
    strong = pieces & position.own if pieces & position.own else pieces & position.other
    if pieces != strong or position.castling or position.passant:
        return None
    minors = pieces & (position.knights | position.diagonals & ~position.straights)
    if count(pieces) == 1 and not minors:
        return ChessEnding(position, 0)
    if count(pieces) == 2 and count(pieces & position.knights) == 1 == count(minors & position.diagonals):
        return ChessEnding(position, 1)
    return None
