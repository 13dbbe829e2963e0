"""Opening books: the exact results of all positions with few stones, from a file of the package.

A file holds the numbers of the positions (``rank`` of the canonical one) in ascending order, as differences of 7 bits a
byte, then their results, five to a byte, both compressed with zlib. ``tools/make_opening_book.py`` makes it. The book of
Connect Four has the 129,498 unfinished positions of at most 8 stones, up to mirror images, in 47 KB.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.judge.judgement import WIN, Judgement, MoveWorth, ranked, sign

FOLDER = Path(__file__).parent / "books"
MAGIC = b"plyground opening book 1\n"
PER_BYTE = 5
"""Results in a byte: 3 to the power of 5 is less than 256."""
LINE_PLIES = 8


class OpeningBook:
    """The exact results of positions: 1 won, 0 drawn, −1 lost for the side to move."""

    def __init__(self, numbers: array[int], results: bytes) -> None:
        self._numbers = numbers  # numbers of the positions, ascending
        self._results = results  # result plus 1 of each number

    def __len__(self) -> int:
        return len(self._numbers)

    def result(self, position: MarkedPosition) -> int | None:
        """Return the result of a position; None if the book does not have it. O(log positions)."""
        if position.is_over():
            return sign(position.utility())
        number = number_of(position)
        place = bisect_left(self._numbers, number)
        if place == len(self._numbers) or self._numbers[place] != number:
            return None
        return self._results[place] - 1

    def judgement(self, position: MarkedPosition) -> Judgement | None:
        """Return the judgement of a position; None if the book does not have all positions after it."""
        moves = []
        for move in position.moves():
            child = position.play(move)
            result = self.result(child)
            if result is None:
                return None
            value = position.turn(child) * result
            moves.append(MoveWorth(move, WIN * value, True, 1 if child.is_over() else None, (move, *self._line(child))))
        found = ranked(moves)
        return Judgement("book", found[0].value, True, found, len(found), 0)

    def _line(self, position: MarkedPosition) -> Iterator[Move]:
        """Yield moves that keep the result, as far as the book knows."""
        for _ply in range(LINE_PLIES - 1):
            result = self.result(position)
            if result is None or position.is_over():
                return
            for move in position.moves():
                child = position.play(move)
                after = self.result(child)
                if after is not None and position.turn(child) * after == result:
                    break
            else:
                return
            yield move
            position = child


def number_of(position: Any) -> int:
    """Return the number of a position, the same for mirror images."""
    number: int = position.canonical().rank()
    return number


@cache
def opening_book(name: str) -> OpeningBook | None:
    """Return the opening book of a game by its spec text; None if it has none."""
    path = FOLDER / f"{name}.book"
    return read(path.read_bytes()) if name.isidentifier() and path.exists() else None


def book_of(game: Game) -> OpeningBook | None:
    """Return the opening book of a game; None if it has none."""
    return opening_book(game.name)


def read(content: bytes) -> OpeningBook:
    """Return the book in the bytes of a file. Raise :class:`ValueError` and :class:`zlib.error` for other bytes."""
    if not content.startswith(MAGIC):
        raise ValueError("not an opening book")
    data = zlib.decompress(content[len(MAGIC) :])
    numbers, number, shift, step, place = array("Q"), 0, 0, 0, 4
    count = int.from_bytes(data[:4], "little")
    while len(numbers) < count:
        byte = data[place]
        step |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            number += step
            numbers.append(number)
            shift = step = 0
    packed = data[place:]
    unpacked = [bytes(byte // 3**power % 3 for power in range(PER_BYTE)) for byte in range(3**PER_BYTE)]
    return OpeningBook(numbers, b"".join(unpacked[byte] for byte in packed)[:count])


def written(results: Mapping[int, int]) -> bytes:
    """Return the bytes of a file with the results of positions, by their numbers."""
    numbers, before, data = sorted(results), 0, bytearray(len(results).to_bytes(4, "little"))
    for number in numbers:
        step, before = number - before, number
        while step >= 128:
            data.append(step & 127 | 128)
            step >>= 7
        data.append(step)
    for first in range(0, len(numbers), PER_BYTE):
        five = [results[number] + 1 for number in numbers[first : first + PER_BYTE]]
        data.append(sum(result * 3**power for power, result in enumerate(five)))
    return MAGIC + zlib.compress(bytes(data), 9)
