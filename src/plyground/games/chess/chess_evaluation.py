"""A static evaluation of chess: material, places of pieces, mobility, pawns and king, from opening to endgame.

C. E. Shannon (1950), Programming a computer for playing chess, Philosophical Magazine 41, counts material, mobility and
pawns that are doubled, backward or isolated. The value of a piece on a cell follows from a few rules below, not from
tuned tables. The weights of the opening fade into those of the endgame as pieces leave the board (tapered evaluation).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.bits import count, lowest, shift_right
from plyground.games.chess.chess_board import KING_STEPS, KNIGHT_LEAPS
from plyground.games.chess.chess_rules import ALL, bishop_sees, pawns_attack, rook_sees

FILE = 0x0101010101010101
FULL_PHASE = 24
"""Phase of the start: 1 for each knight and bishop, 2 for each rook, 4 for each queen."""


def _centre(cell: int) -> int:
    """Return how near a cell is to the centre: 0 in a corner, 6 on the four cells in the middle."""
    return min(cell % 8, 7 - cell % 8) + min(cell // 8, 7 - cell // 8)


CENTRE = tuple(_centre(cell) for cell in range(64))
PASSED_WAY = tuple(
    sum(
        1 << 8 * rank + file
        for rank in range(cell // 8 + 1, 8)
        for file in range(max(0, cell % 8 - 1), min(8, cell % 8 + 2))
    )
    for cell in range(64)
)
"""The cells from which enemy pawns can stop a white pawn, for each cell of that pawn."""


@helper
def flipped(cells: int) -> int:
    """Return a set of cells with the ranks in opposite order."""
    cells = shift_right(cells, 8) & 0x00FF00FF00FF00FF | (cells & 0x00FF00FF00FF00FF) << 8
    cells = shift_right(cells, 16) & 0x0000FFFF0000FFFF | (cells & 0x0000FFFF0000FFFF) << 16
    return shift_right(cells, 32) | (cells & 0xFFFFFFFF) << 32


@rules
class ChessEvaluation(NamedTuple):
    """Values in hundredths of a pawn."""

    pawn: int = 90
    knight: int = 320
    bishop: int = 330
    rook: int = 500
    queen: int = 940
    bishop_pair: int = 30
    tempo: int = 10
    win: int = 100_000  # more than the sum of any board

    def value(self, position: Any) -> int:
        flip = position.black == 1
        value: int = self.standing(position, flip) - self.standing(position.turned(), not flip)
        return value + self.tempo

    def standing(self, position: Any, flip: bool) -> int:
        """Return the points of the side to move: material and places, seen from its own side of the board."""
        pawns, knights = position.pawns & position.own, position.knights & position.own
        diagonals, straights = position.diagonals & position.own, position.straights & position.own
        queens = diagonals & straights
        bishops, rooks = diagonals & ~queens, straights & ~queens
        enemy_pawns = position.pawns & position.other
        minor = count((position.knights | position.diagonals) & (ALL ^ position.straights))
        phase: int = minor + 2 * count(position.straights & (ALL ^ position.diagonals))
        phase += 4 * count(position.straights & position.diagonals)
        phase = min(phase, FULL_PHASE)
        filled = position.own | position.other
        king = lowest(position.own & position.kings)
        if flip:
            pawns, enemy_pawns, king = flipped(pawns), flipped(enemy_pawns), king ^ 56
            knights, bishops, rooks, queens, filled = (
                flipped(knights),
                flipped(bishops),
                flipped(rooks),
                flipped(queens),
                flipped(filled),
            )
        points = self.pawn * count(pawns) + self.knight * count(knights) + self.bishop * count(bishops)
        points += self.rook * count(rooks) + self.queen * count(queens)
        if count(bishops) > 1:
            points += self.bishop_pair
        points += self.pawn_points(pawns, enemy_pawns, phase)
        points += self.piece_points(knights, bishops, rooks, queens, pawns, enemy_pawns, filled)
        points += self.king_points(king, pawns, phase)
        return points

    def pawn_points(self, pawns: int, enemy_pawns: int, phase: int) -> int:
        """Return the points of pawns: advanced, central, passed, doubled, isolated."""
        points = 0
        left = pawns
        while left:
            cell = lowest(left)
            rank = cell // 8
            points += 2 * rank + (CENTRE[cell] if rank < 5 else 0)
            if PASSED_WAY[cell] & enemy_pawns == 0:
                points += rank * rank * (2 * FULL_PHASE - phase) // FULL_PHASE
            file = FILE << cell % 8
            if count(pawns & file) > 1:
                points -= 8
            beside = 0
            if cell % 8 > 0:
                beside |= FILE << cell % 8 - 1
            if cell % 8 < 7:
                beside |= FILE << cell % 8 + 1
            if pawns & beside == 0:
                points -= 10
            left &= left - 1
        return points

    def piece_points(
        self, knights: int, bishops: int, rooks: int, queens: int, pawns: int, enemy_pawns: int, filled: int
    ) -> int:
        """Return the points of pieces: for attacked cells that no enemy pawn guards, central places and open files."""
        points = 0
        safe = ~pawns_attack(enemy_pawns, 1)
        left = knights
        while left:
            cell = lowest(left)
            points += 4 * count(KNIGHT_LEAPS[cell] & safe) + 3 * CENTRE[cell]
            left &= left - 1
        left = bishops
        while left:
            cell = lowest(left)
            points += 4 * count(bishop_sees(cell, filled) & safe) + CENTRE[cell]
            left &= left - 1
        left = rooks
        while left:
            cell = lowest(left)
            file = FILE << cell % 8
            points += 2 * count(rook_sees(cell, filled) & safe)
            if pawns & file == 0:
                points += 12 if enemy_pawns & file == 0 else 7
            if cell // 8 == 6:
                points += 15
            left &= left - 1
        left = queens
        while left:
            cell = lowest(left)
            points += count((rook_sees(cell, filled) | bishop_sees(cell, filled)) & safe) + CENTRE[cell]
            left &= left - 1
        return points

    def king_points(self, king: int, pawns: int, phase: int) -> int:
        """Return the points of the king: it should be behind its pawns in the opening and central in the endgame."""
        shield = 8 * count(KING_STEPS[king] & pawns) - 12 * (king // 8) - 5 * CENTRE[king]
        return (shield * phase + 6 * CENTRE[king] * (FULL_PHASE - phase)) // FULL_PHASE
