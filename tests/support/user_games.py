"""Games as users write them, without a thought of other libraries: hidden cards, one player, many moves."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from plyground import CHANCE, Facts, Game, put, ratio, rules


@rules
class Leduc(NamedTuple):
    """Leduc: poker with two suits of three cards and two rounds of bets."""

    first: int = 0
    second: int = 0
    board: int = 0
    said: tuple[int, ...] = ()  # calls of this round: 0 fold, 1 check or call, 2 raise
    before: tuple[int, ...] = ()  # calls of the first round

    def is_round_over(self) -> bool:
        return self.said[-1:] == (0,) or (len(self.said) > 1 and self.said[-1] == 1)

    def to_move(self) -> int:
        if not self.first or not self.second or (self.is_round_over() and not self.is_over()):
            return CHANCE
        return len(self.said) % 2

    def moves(self) -> Iterator[int]:
        if self.is_over():
            return
        if self.to_move() == CHANCE:
            for card in range(1, 7):
                if card not in (self.first, self.second):
                    yield card
            return
        if 2 in self.said:
            yield 0
        yield 1
        if self.said.count(2) < 2:
            yield 2

    def probability(self, move: int) -> Fraction:
        part: Fraction = ratio(1, 6 - (self.first > 0) - (self.second > 0))
        return part

    def play(self, move: int) -> Leduc:
        if not self.first:
            return self._replace(first=move)
        if not self.second:
            return self._replace(second=move)
        if self.is_round_over():
            return self._replace(board=move, before=self.said, said=())
        return self._replace(said=(*self.said, move))

    def is_over(self) -> bool:
        return self.said[-1:] == (0,) or (self.board > 0 and self.is_round_over())

    def utility(self) -> int:
        stake = 1 + 2 * self.before.count(2) + 4 * self.said.count(2)
        if self.said[-1] == 0:
            winner = len(self.said) % 2
        else:
            mine, yours = ((card % 3 == self.board % 3, card % 3) for card in (self.first, self.second))
            if mine == yours:
                return 0
            winner = int(mine < yours)
        return stake if winner == len(self.said) % 2 else -stake

    def utmost(self) -> int:
        return 13

    def seen_by(self, player: int) -> Leduc:
        return self._replace(first=0) if player else self._replace(second=0)


@rules
class Pegs(NamedTuple):
    """Pegs: one player jumps over pegs and removes them; each peg that is left costs a point."""

    cells: tuple[int, ...] = (1, 1, 0, 1, 1, 0, 1)

    def to_move(self) -> int:
        return 0

    def players(self) -> int:
        return 1

    def moves(self) -> Iterator[int]:
        for cell in range(7):
            for side in (0, 1):
                over, end = (cell - 1, cell - 2) if side else (cell + 1, cell + 2)
                if 0 <= end < 7 and self.cells[cell] and self.cells[over] and not self.cells[end]:
                    yield 2 * cell + side

    def play(self, move: int) -> Pegs:
        cell, step = move // 2, -1 if move % 2 else 1
        return Pegs(put(put(put(self.cells, cell, 0), cell + step, 0), cell + 2 * step, 1))

    def is_over(self) -> bool:
        return not any(True for _move in self.moves())

    def utilities(self) -> tuple[int, ...]:
        return (-sum(self.cells),)

    def utmost(self) -> int:
        return 7

    def total(self) -> int:
        return 0


@rules
class Amazons(NamedTuple):
    """Amazons: move like a queen, then shoot an arrow like one; who cannot move loses."""

    cells: tuple[int, ...] = (0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0)  # 3: an arrow
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def reach(self, start: int, free: int) -> Iterator[int]:
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            row, column = start // 5 + down, start % 5 + right
            while 0 <= row < 5 and 0 <= column < 5 and (self.cells[5 * row + column] == 0 or 5 * row + column == free):
                yield 5 * row + column
                row, column = row + down, column + right

    def moves(self) -> Iterator[int]:
        for start in range(25):
            if self.cells[start] == self.player + 1:
                for end in self.reach(start, -1):
                    for arrow in self.reach(end, start):
                        yield (start * 25 + end) * 25 + arrow

    def play(self, move: int) -> Amazons:
        rest, arrow = divmod(move, 25)
        start, end = divmod(rest, 25)
        cells = put(put(put(self.cells, start, 0), end, self.player + 1), arrow, 3)
        return Amazons(cells, 1 - self.player)

    def is_over(self) -> bool:
        return not any(True for _move in self.moves())

    def utility(self) -> int:
        return -1


@rules
class NumberedAmazons(Amazons):
    """Amazons: the same, with a bound of the moves' numbers."""

    def play(self, move: int) -> NumberedAmazons:
        return NumberedAmazons(*Amazons.play(self, move))

    def actions(self) -> int:
        return 25**3


LEDUC = Game("leduc", Leduc(), facts=Facts(observable=False, deterministic=False))
PEGS = Game("pegs", Pegs())
AMAZONS = Game("amazons", Amazons())
NUMBERED_AMAZONS = Game("numbered_amazons", NumberedAmazons())
