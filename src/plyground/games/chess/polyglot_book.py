"""Polyglot's books of chess openings: moves of positions, each with a weight, found by the key of the position.

Source: Michel Van den Bergh, "Polyglot book format" (hgm.nubati.net/book_format.html). The 781 numbers of the keys are the
first ones that the generator ISAAC-64 gives for a seed of zeros, so they are computed here: Bob Jenkins, "ISAAC: a fast
cryptographic random number generator" (burtleburtle.net/bob/rand/isaacafa.html, in the public domain).
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from struct import Struct
from typing import NamedTuple

from plyground.core.bits import lowest
from plyground.core.position import Move
from plyground.errors import FileError
from plyground.games.chess.chess_rules import Chess
from plyground.i18n import _

ENTRY = Struct(">QHHI")
"""One entry of a book: key, move, weight, and a number for programs that learn."""
MAX_LINES = 1_000
"""Most lines that are drawn from a book."""
MAX_LINE_PLIES = 40
MAX_REPEATS = 100
"""Lines drawn before, one after another, after which a book has no more."""

CASTLING, PASSANT, TURN = 768, 772, 780
"""Places of the numbers of castling rights, files of pawns that can be taken in passing, and White's turn."""
WORD = (1 << 64) - 1
GOLDEN_RATIO = 0x9E3779B97F4A7C13
CELLS = 256
"""Words in the state of ISAAC-64."""


class Entry(NamedTuple):
    """A move of a book's position."""

    move: Move
    weight: int


class PolyglotBook:
    """A book in memory. Its entries are sorted by their keys, so a position is found in O(log entries)."""

    def __init__(self, path: str, content: bytes) -> None:
        """Read a book. Raise :class:`~plyground.errors.FileError` if it cannot be one."""
        if not content or len(content) % ENTRY.size:
            raise FileError(
                path, _("it is no Polyglot book: its length must be a multiple of {size} bytes", size=ENTRY.size)
            )
        self._path = path
        self._entries = list(ENTRY.iter_unpack(content))
        self._keys = [key for key, *_rest in self._entries]
        if any(first > second for first, second in zip(self._keys, self._keys[1:], strict=False)):
            raise FileError(path, _("it is no Polyglot book: its positions must be sorted by their keys"))

    def moves(self, position: Chess) -> list[Entry]:
        """Return the moves of a position that may be played, in the order of the book."""
        key = polyglot_key(position)
        found = []
        for place in range(bisect_left(self._keys, key), len(self._keys)):
            if self._keys[place] != key:
                break
            _key, move, weight, _learned = self._entries[place]
            # Polyglot writes the target first, and castling as the king's move onto its rook, as our moves do
            found.append(Entry(move >> 6 & 63 | (move & 63) << 6 | move >> 12 << 12, weight))
        legal = set(position.moves()) if found else set()
        return [each for each in found if each.weight and each.move in legal]  # another position may have the same key

    def lines(self, start: Chess, seed: int) -> Iterator[tuple[Move, ...]]:
        """Yield different lines from ``start`` to where the book ends, at most :data:`MAX_LINES`.

        Each move is drawn by its weight. The same seed gives the same lines.
        """
        chance = random.Random(seed)
        known: dict[Chess, list[Entry]] = {}
        seen: set[tuple[Move, ...]] = set()
        repeats = 0
        while repeats < MAX_REPEATS and len(seen) < MAX_LINES:
            line: list[Move] = []
            position = start
            while len(line) < MAX_LINE_PLIES:
                if position not in known:
                    known[position] = self.moves(position)
                entries = known[position]
                if not entries:
                    break
                line.append(chance.choices([each.move for each in entries], [each.weight for each in entries])[0])
                position = position.play(line[-1])
            if tuple(line) in seen:
                repeats += 1
            elif line:
                repeats = 0
                seen.add(tuple(line))
                yield tuple(line)
            else:
                raise FileError(self._path, _("it has no move for the start of the game"))


def polyglot_key(position: Chess) -> int:
    """Return the key under which a book has this position.

    A cell en passant counts, as in our positions, if a pawn of the side to move attacks it, even if it is pinned.
    """
    numbers = key_numbers()
    white = position.other if position.black else position.own
    kinds = (
        position.pawns,
        position.knights,
        position.diagonals & ~position.straights,
        position.straights & ~position.diagonals,
        position.diagonals & position.straights,
        position.kings,
    )
    found = 0
    for kind, pieces in enumerate(kinds):
        for cell in _cells(pieces):
            found ^= numbers[64 * (2 * kind + (white >> cell & 1)) + cell]
    for rook in _cells(position.castling):
        rank_of_black = rook >= 32
        king = position.kings & (position.other if rank_of_black != position.black else position.own)
        found ^= numbers[CASTLING + 2 * rank_of_black + (rook < lowest(king))]
    if position.passant:
        found ^= numbers[PASSANT + lowest(position.passant) % 8]
    return found if position.black else found ^ numbers[TURN]


@cache
def key_numbers() -> tuple[int, ...]:
    """Return the 781 numbers whose sums without carry are the keys of positions."""
    state = _seeded_state()
    numbers: list[int] = []
    sums = (0, 0)
    for count in range(1, 5):
        block, sums = _block(state, sums[0], (sums[1] + count) & WORD)
        numbers += reversed(block)  # as the published program hands them out
    return tuple(numbers[: TURN + 1])


def _block(state: list[int], total: int, last: int) -> tuple[list[int], tuple[int, int]]:
    """Return the next 256 numbers of ISAAC-64, and its two sums. Change its state."""
    block = []
    for place, old in enumerate(state):
        mixed = (~(total ^ total << 21), total ^ total >> 5, total ^ total << 12, total ^ total >> 33)[place % 4]
        total = mixed + state[(place + CELLS // 2) % CELLS] & WORD
        new = state[place] = state[old >> 3 & CELLS - 1] + total + last & WORD
        last = state[new >> 11 & CELLS - 1] + old & WORD
        block.append(last)
    return block, (total, last)


def _seeded_state() -> list[int]:
    """Return the state of ISAAC-64 for a seed of zeros."""
    eight = [GOLDEN_RATIO] * 8
    for _round in range(4):
        _mix(eight)
    state = [0] * CELLS
    for _pass in range(2):
        for place in range(0, CELLS, 8):
            eight = [one + other & WORD for one, other in zip(eight, state[place : place + 8], strict=True)]
            _mix(eight)
            state[place : place + 8] = eight
    return state


def _mix(eight: list[int]) -> None:
    """Mix eight words: each step changes three of them."""
    for step, shift in enumerate((9, -9, 23, -15, 14, -20, 17, -14)):
        one, fifth, sixth = step, (step + 4) % 8, (step + 5) % 8
        eight[one] = eight[one] - eight[fifth] & WORD
        last = (step + 7) % 8
        eight[sixth] ^= eight[last] >> shift if shift > 0 else eight[last] << -shift & WORD
        eight[last] = eight[last] + eight[one] & WORD


def _cells(pieces: int) -> Iterator[int]:
    while pieces:
        yield lowest(pieces)
        pieces &= pieces - 1
