"""Games of heaps, in which a move takes stones from one heap: Nim and the subtraction games.

``heaps(sizes, takes, misere)`` makes the rules. Both sides have the same moves. So in normal play, where the last stone
wins, one number tells who wins: C. L. Bouton (1901), Nim, a game with a complete mathematical theory; for any such game
R. P. Sprague (1935) and P. M. Grundy (1939).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.bits import mix
from plyground.core.combinadics import mex
from plyground.core.game import FIRST, SECOND, Facts, Game
from plyground.core.picture import NOBODY
from plyground.core.position import MarkedPosition, Move
from plyground.errors import GameOver, MoveError, PositionError, SpecError
from plyground.evaluations.theory import Theory
from plyground.i18n import Sentence, _, _n

HEAP_BITS = 7
"""Bits of the number of stones in a heap."""
HEAP = (1 << HEAP_BITS) - 1
MAX_HEAPS = 9
"""Most heaps, so that their numbers fit into a word."""
ACROSS = 10
"""Most stones of a single heap that are drawn in a row."""


@cache
def heaps(sizes: tuple[int, ...], takes: tuple[int, ...], misere: bool, /) -> type[Any]:
    """Return the class of positions for heaps of these first sizes. A move is ``heap * 128 + stones taken``.

    Each move takes one of the numbers in ``takes``. The side without a move has lost; in misère play it has won.
    """
    least = min(takes)
    grundy_numbers = of_a_heap(max(sizes), takes)
    numbers = 1
    for size in sizes:
        numbers *= size + 1
    start = packed(sizes)

    @helper
    def nim_sum(stones: int) -> int:
        """Return the nim-sum: the Grundy numbers of all heaps, added without carry."""
        total = 0
        while stones:
            total ^= grundy_numbers[stones & HEAP]
            stones >>= HEAP_BITS
        return total

    class Position(NamedTuple):
        stones: int = start  # stones of all heaps, HEAP_BITS bits each, the first heap in the lowest bits
        second: int = 0  # 1 when the second side is to move

        def moves(self) -> Iterator[Move]:
            for heap in range(len(sizes)):
                left = self.stones >> HEAP_BITS * heap & HEAP
                for taken in takes:
                    if taken <= left:
                        yield heap << HEAP_BITS | taken

        def play(self, move: Move) -> Position:
            return Position(self.stones - ((move & HEAP) << HEAP_BITS * (move >> HEAP_BITS)), 1 - self.second)

        def is_over(self) -> bool:
            left = self.stones
            while left:
                if left & HEAP >= least:
                    return False
                left >>= HEAP_BITS
            return True

        def utility(self) -> int:
            return 1 if misere else -1

        def key(self) -> int:
            """Return the stones as the key; the side to move does not matter, because both sides have the same
            moves.
            """
            return mix(0, self.stones)

        def size(self) -> int:
            return 2 * numbers

        def period(self) -> int:
            """Return the number of positions with the first side to move; the other side's positions have the same
            values.
            """
            return numbers

        def rank(self) -> int:
            number = self.second
            for heap in range(len(sizes)):
                number = (sizes[heap] + 1) * number + (self.stones >> HEAP_BITS * heap & HEAP)
            return number

        def unrank(self, rank: int) -> Position:
            stones = 0
            for heap in range(len(sizes) - 1, -1, -1):
                stones |= rank % (sizes[heap] + 1) << HEAP_BITS * heap
                rank //= sizes[heap] + 1
            return Position(stones, rank)

        def valid(self) -> bool:
            return True

        def grundy(self) -> int:
            """Return the Grundy number; it is 0 if the side to move loses."""
            return nim_sum(self.stones)

        def is_favourable(self) -> bool:
            """Return True if theory says that the side to move wins; for misère play, Bouton's theory of Nim."""
            won = nim_sum(self.stones) != 0
            if misere:
                left = self.stones
                while left:
                    if left & HEAP > 1:
                        return won
                    left >>= HEAP_BITS
                return not won  # heaps of single stones only: the side that takes the last one loses
            return won

    if misere:
        del Position.grundy  # the Grundy number does not say who wins misère play
    Position.__name__ = Position.__qualname__ = "_".join(
        ["Heaps", *map(str, sizes), "take", *map(str, takes), "misere" if misere else "normal"]
    )
    globals()[Position.__name__] = rules(Position)  # the cache of compiled code looks for the class here
    marked: type[Any] = Position
    return marked


def packed(sizes: tuple[int, ...]) -> int:
    """Return the heaps as one word."""
    return sum(size << HEAP_BITS * heap for heap, size in enumerate(sizes))


def of_a_heap(size: int, takes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the Grundy numbers of single heaps of 0 to ``size`` stones (the mex of each heap's successors)."""
    found: list[int] = []
    for stones in range(size + 1):
        found.append(mex(found[stones - taken] for taken in takes if taken <= stones))
    return tuple(found)


class HeapsNotation:
    """Moves are the letter of a heap and the stones taken, ``b3``; of a single heap the stones alone.

    A position is the stones of each heap with hyphens between them, then a blank and the side to move.
    """

    def __init__(self, sizes: tuple[int, ...], takes: tuple[int, ...], misere: bool) -> None:
        self.rules = heaps(sizes, takes, misere)
        self.sizes = sizes
        self.takes = takes

    def format(self, position: Any) -> str:
        """Return a text such as ``3-4-5 X``."""
        return f"{'-'.join(map(str, self.stones(position)))} {'XO'[position.second]}"

    def stones(self, position: Any) -> list[int]:
        """Return the number of stones in each heap."""
        return [position.stones >> HEAP_BITS * heap & HEAP for heap in range(len(self.sizes))]

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``. Raise :class:`PositionError` with every reason."""
        written, _blank, side = text.strip().upper().partition(" ")
        counts = written.split("-")
        reasons: list[Sentence] = []
        if len(counts) != len(self.sizes) or not all(re.fullmatch(r"\d{1,3}", each, re.ASCII) for each in counts):
            reasons.append(
                _n(
                    "it needs the number of stones of {count} heap",
                    "it needs the numbers of stones of {count} heaps, with - between them",
                    len(self.sizes),
                )
            )
        else:
            reasons += [
                _("heap {heap} begins with {size} stones and cannot have {stones}", heap=chr(ord("a") + heap), size=size, stones=stones)
                for heap, (size, stones) in enumerate(zip(self.sizes, map(int, counts), strict=True))
                if stones > size
            ]  # fmt: skip
        if side.strip() not in ("X", "O"):
            reasons.append(_("after the stones and a blank it needs the side to move, X or O"))
        if reasons:
            raise PositionError(text, reasons)
        return self.rules(packed(tuple(map(int, counts))), "XO".index(side.strip()))

    def format_move(self, position: MarkedPosition, move: Move) -> str:
        """Return the heap's letter, if there are several heaps, and the number of stones taken."""
        return self.word(move >> HEAP_BITS, move & HEAP)

    def word(self, heap: int, taken: int) -> str:
        """Return the name of the move that takes this many stones from a heap."""
        return f"{chr(ord('a') + heap)}{taken}" if len(self.sizes) > 1 else str(taken)

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move that ``text`` names. Raise :class:`MoveError` with the reason if the move is
        illegal.
        """
        several = len(self.sizes) > 1
        words = re.fullmatch(r"([a-z]) ?-? ?(\d{1,3})" if several else r"()(\d{1,3})", text.strip().lower(), re.ASCII)
        if not words:
            if several:
                raise MoveError(
                    _("“{text}” is not a move: write a heap and how many stones to take, such as a1.", text=text)
                )
            raise MoveError(_("“{text}” is not a move: write how many stones to take.", text=text))
        if position.is_over():
            raise GameOver
        heap, taken = ord(words[1]) - ord("a") if several else 0, int(words[2])
        if heap >= len(self.sizes):
            raise MoveError(_("There is no heap {heap}: the last one is {last}.", heap=words[1], last=self.word(len(self.sizes) - 1, 1)[0]))  # fmt: skip
        if taken not in self.takes:
            allowed = ", ".join(map(str, self.takes))
            raise MoveError(_("You cannot take {taken}; a move takes one of: {allowed}.", taken=taken, allowed=allowed))
        left = self.stones(position)[heap]
        if taken > left:
            raise MoveError(
                _n("There is only {count} stone to take from.", "There are only {count} stones to take from.", left)
            )
        return heap << HEAP_BITS | taken

    def side(self, position: Any) -> int:
        """Return the side to move."""
        return SECOND if position.second else FIRST


class HeapsPicture:
    """Each heap is a row of stones; a single heap continues in the next row. Pressing the third stone takes three."""

    stones, pieces, goals, material = True, False, "", "heaps"

    def __init__(self, notation: HeapsNotation) -> None:
        self._notation = notation
        sizes = notation.sizes
        self.columns: tuple[str, ...] = ()
        self.rows: tuple[str, ...] = ()
        if len(sizes) > 1:
            self.height, self.width = len(sizes), max(sizes)
            self.columns = tuple(str(taken) for taken in range(1, self.width + 1))
            self.rows = tuple(notation.word(heap, 1)[0] for heap in range(self.height))
        else:
            self.height = -(-sizes[0] // ACROSS)
            self.width = -(-sizes[0] // self.height)

    def marks(self, position: MarkedPosition) -> str:
        """Return a neutral mark for each stone, because stones belong to no side."""
        cells = self.width * self.height
        if len(self._notation.sizes) == 1:
            return f"{NOBODY * self._notation.stones(position)[0]:.<{cells}}"
        return "".join(f"{NOBODY * stones:.<{self.width}}" for stones in self._notation.stones(position))

    def highlight(self, position: MarkedPosition) -> tuple[int, ...]:
        """Return no cells: the board is empty at the end."""
        return ()

    def cells(self, position: MarkedPosition, move: Move) -> tuple[int]:
        """Return the last of the stones that the move takes, counted from the left."""
        return (self.width * (move >> HEAP_BITS) + (move & HEAP) - 1,)

    def word(self, cell: int) -> str:
        """Return the name of the move that takes the stones up to this cell."""
        if len(self._notation.sizes) == 1:
            return self._notation.word(0, cell + 1)
        heap, place = divmod(cell, self.width)
        return self._notation.word(heap, place + 1)


def numbers_of(text: str, owner: str, option: str, most: int, least: int = 1) -> tuple[int, ...]:
    """Return the numbers in an option's text, which hyphens separate. Raise :class:`SpecError`."""
    if re.fullmatch(r"\d{1,3}(-\d{1,3})*", text, re.ASCII):
        numbers = tuple(map(int, text.split("-")))
        if all(least <= number <= most for number in numbers) and len(numbers) <= MAX_HEAPS:
            return numbers
    raise SpecError(
        _(
            "{owner}: the option {option} is at most {count} whole numbers from {least} to {most} with hyphens between them, not “{text}”.",
            owner=owner, option=option, count=MAX_HEAPS, least=least, most=most, text=text,
        )
    )  # fmt: skip


def heaps_game(
    name: str, title: Sentence, summary: Sentence, sizes: tuple[int, ...], takes: tuple[int, ...], misere: bool, source: str
) -> Game:  # fmt: skip
    """Return a complete game of heaps, with its notation, picture and facts."""
    notation = HeapsNotation(sizes, takes, misere)
    return Game(
        name=name,
        title=title,
        summary=summary,
        start=notation.rules(),
        notation=notation,
        picture=HeapsPicture(notation),
        endings=(_("no stones can be taken"), _("no stones can be taken")),
        facts=Facts(source=source),
        evaluations={"theory": Theory()},
    )
