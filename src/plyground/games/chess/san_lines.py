"""Many moves of chess in SAN, read by compiled rules: a file of games has millions."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from plyground.core.authoring.marked_rules import helper
from plyground.core.position import MarkedPosition, Move
from plyground.games.chess.chess_notation import CASTLING, CELLS, FILES, PROMOTIONS, RANKS, SAN, cell_of
from plyground.games.chess.chess_rules import CELL, END_BITS, LAST_RANKS, PROMOTION_BITS
from plyground.native.targets.target import can_compile

MIN_MOVES = 2_000
"""Moves of a file that plain Python reads in about the time in which a compiled twin is loaded."""
PAWN_KIND, KNIGHT_KIND, BISHOP_KIND, ROOK_KIND, QUEEN_KIND, KING_KIND, SHORT, LONG = range(8)
"""Kinds of words: a piece moves, or king and rook castle."""
KINDS = {None: PAWN_KIND, "N": KNIGHT_KIND, "B": BISHOP_KIND, "R": ROOK_KIND, "Q": QUEEN_KIND, "K": KING_KIND}
KIND_BITS, FILE_BITS, RANK_BITS, INTO_BITS = 6, 9, 13, 17
"""Places in the code of a word, after its end cell: the kind, file and rank of the start (from 1; 0: not told), and the
promotion.
"""
DIGIT = 15
NO_CODE = -1


@lru_cache(1 << 14)
def code_of(word: str) -> int:
    """Return the code of a word in SAN; ``NO_CODE`` for cells such as ``e2e4`` and for everything that is no move."""
    castling = CASTLING.fullmatch(word)
    if castling:
        return (SHORT if castling[2] is None else LONG) << KIND_BITS
    named = SAN.fullmatch(word)
    if named is None or CELLS.fullmatch(word):
        return NO_CODE
    letter, file, rank, end, into = named.groups()
    target = cell_of(end)
    if (letter is None and bool(1 << target & LAST_RANKS)) != (into is not None):
        return NO_CODE
    start = (FILES.index(file) + 1 if file else 0) << FILE_BITS | (RANKS.index(rank) + 1 if rank else 0) << RANK_BITS
    promotion = next((piece for piece, own in PROMOTIONS.items() if own == into), 0)
    return target | KINDS[letter] << KIND_BITS | start | promotion << INTO_BITS


@helper
def kind_of(position: Any, cell: int) -> int:
    """Return the kind of the piece on a cell."""
    piece = 1 << cell
    if position.pawns & piece:
        return PAWN_KIND
    if position.knights & piece:
        return KNIGHT_KIND
    if position.kings & piece:
        return KING_KIND
    if position.diagonals & piece:
        return QUEEN_KIND if position.straights & piece else BISHOP_KIND
    return ROOK_KIND


@helper
def is_named(position: Any, move: Move, code: int) -> bool:
    """Return True if a legal move is one that a code names."""
    start, end, kind = move & CELL, move >> END_BITS & CELL, code >> KIND_BITS & 7
    if position.own >> end & 1:  # castling: the king moves onto its rook
        return kind == (SHORT if end > start else LONG)
    if end != code & CELL or move >> PROMOTION_BITS != code >> INTO_BITS or kind != kind_of(position, start):
        return False
    file, rank = code >> FILE_BITS & DIGIT, code >> RANK_BITS & DIGIT
    return file in (0, start % 8 + 1) and rank in (0, start // 8 + 1)


def follow(position: MarkedPosition, codes: Any, moves: Any, count: int) -> int:
    """Write the moves that ``codes`` name into ``moves``. Return their number, up to the first code that does not name
    one move.
    """
    for place in range(count):
        found = 0
        for move in position.moves():
            if is_named(position, move, codes[place]):
                moves[place] = move
                found += 1
        if found != 1:
            return place
        position = position.play(moves[place])
    return count


def played(position: MarkedPosition, moves: Any, count: int) -> Any:
    """Return the position after so many ``moves``."""
    for place in range(count):
        position = position.play(moves[place])
    return position


class SanReader:
    """The moves of one file. After some moves they are read by compiled rules, if llvmlite is installed."""

    def __init__(self, plain: int = MIN_MOVES) -> None:
        """Begin a file, of which so many moves are left to plain Python."""
        self._plain = plain
        self._twins: tuple[Callable[..., Any], Callable[..., Any]] | None = None  # compiled follow() and played()
        self._can_compile = can_compile()

    def read(self, position: MarkedPosition, words: Sequence[str]) -> tuple[list[Move], Any, Any]:
        """Return the moves of the first words, the position before the last of these moves, and the position after it.

        The caller reads the other words one by one: they name no move or several, or it is too early to compile.
        """
        if self._plain > 0 or not self._can_compile:
            self._plain -= len(words)
            return [], None, position
        codes, moves = array("q", map(code_of, words)), array("q", [0]) * len(words)
        if self._twins is None:
            from plyground.native.compiler import compiled  # imported here because it is slow to import

            self._twins = compiled(follow, position, codes, moves, 1), compiled(played, position, moves, 1)
        count = self._twins[0](position, codes, moves, len(words))
        before, after = (self._twins[1](position, moves, count - passed) if count else position for passed in (1, 0))
        return moves[:count].tolist(), before if count else None, after
