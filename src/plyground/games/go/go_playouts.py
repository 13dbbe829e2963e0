"""Positions of Go for random games, which know the last ko but not the whole past."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from typing import Any, ClassVar, NamedTuple

from plyground.core.bits import count, lowest
from plyground.core.position import Move
from plyground.games.go.go_board import OnBoard, any_of, single
from plyground.games.go.go_patterns import PATTERNS

MAX_LIGHT_PLIES = 450
"""Most plies of a random game, after which it is scored as it is. Searches follow at most 500."""


class LightFields(NamedTuple):
    """The fields of a position for random games."""

    own: int = 0  # stones of the side to move
    other: int = 0  # stones of its opponent
    ko: int = 0  # the point that must not be taken back at once
    passes: int = 0  # passes in a row, up to now
    second: int = 0  # 1 when White is to move
    left: int = MAX_LIGHT_PLIES  # plies until the game is counted as it stands
    last: int = 0  # the last stone; 0 after a pass


class LightGo(OnBoard, LightFields):
    """A position for random games on a board of any size (:func:`plyground.games.go.go_rules.go`)."""

    __slots__ = ()
    new: ClassVar[staticmethod[..., LightGo]]

    def moves(self) -> Iterator[Move]:
        """Yield the legal moves that do not fill an own eye; a pass if there are none."""
        left = self.full & ~(self.own | self.other)
        wide = self.beside(left)
        left &= ~self.eyes(self.own, self.other, left)
        found = 0
        while left:
            stone = left & -left
            if stone & wide or self.is_legal(stone):
                found = 1
                yield lowest(stone)
            left &= left - 1
        if found == 0:
            yield self.pass_move

    def pick(self, choices: MutableSequence[int], chance: Any) -> Move:
        """Return an answer to the last stone, if there is one; else a random move, all equally likely."""
        left = self.full & ~(self.own | self.other)
        if self.last:
            answers = self.rescues(left)
            if answers == 0:
                answers = self.shapes(left)
            while answers:
                stone = any_of(answers, chance)
                if self.is_sound(stone):
                    return lowest(stone)
                answers ^= stone
        wide = self.beside(left)
        left &= ~self.eyes(self.own, self.other, left)
        while left:
            point: Move = chance.below(self.pass_move)
            stone = 1 << point & left
            if stone:
                if stone & wide or self.is_legal(stone):
                    return point
                left ^= stone
        return self.pass_move

    def rescues(self, empty: int) -> int:
        """Return the points that capture the last stone's chain, or rescue own chains in atari beside it."""
        found = single(self.beside(self.chain(self.other, self.last)) & empty)
        mine = self.beside(self.last) & self.own
        while mine:
            stones = self.chain(self.own, mine & -mine)
            mine &= ~stones
            way_out = single(self.beside(stones) & empty)
            if way_out:
                found |= way_out
                attackers = self.beside(stones) & self.other
                while attackers:
                    attacker = self.chain(self.other, attackers & -attackers)
                    attackers &= ~attacker
                    found |= single(self.beside(attacker) & empty)
        return found

    def shapes(self, empty: int) -> int:
        """Return the empty points around the last stone whose neighbours make a pattern."""
        found = empty & 0
        row = self.last | self.last << 1 | self.last >> 1
        near = (row | row << self.step | row >> self.step) & empty
        own, other = self.own << self.step + 1 | self.outside, self.other << self.step + 1 | self.outside
        while near:
            stone = near & -near
            if self.is_shape(own, other, lowest(stone)):
                found |= stone
            near ^= stone
        return found

    def is_sound(self, stone: int) -> bool:
        """Return True if a stone may be put here and its chain has two liberties then, or captures something."""
        if stone == self.ko:
            return False
        empty = self.full & ~(self.own | self.other | stone)
        liberties = self.beside(self.chain(self.own | stone, stone)) & empty
        return liberties & (liberties - 1) != 0 or self.captured(stone, self.other, empty) != 0

    def play(self, move: Move) -> LightGo:
        if move == self.pass_move:
            return self.new(self.other, self.own, 0, self.passes + 1, 1 - self.second, self.left - 1, 0)
        stone = 1 << move
        own = self.own | stone
        empty = self.full & ~(own | self.other)
        taken = self.captured(stone, self.other, empty)
        is_alone = self.beside(stone) & (own | empty) == 0
        ko = taken if is_alone and count(taken) == 1 else 0
        return self.new(self.other & ~taken, own, ko, 0, 1 - self.second, self.left - 1, stone)

    def is_over(self) -> bool:
        return self.passes >= 2 or self.left <= 0

    def utility(self) -> int:
        half_points = 2 * self.area_lead(self.own, self.other) - (-self.half_komi if self.second else self.half_komi)
        return 1 if half_points > 0 else -1 if half_points < 0 else 0

    def is_legal(self, stone: int) -> bool:
        """Return True if a stone without a liberty of its own joins a chain that has one, or captures something."""
        if stone == self.ko:
            return False
        empty = self.full & ~(self.own | self.other | stone)
        if self.beside(self.chain(self.own | stone, stone)) & empty:
            return True
        return self.captured(stone, self.other, empty) != 0

    def is_shape(self, own: int, other: int, point: int) -> bool:
        """Return True if the eight points around ``point`` make a pattern, on boards with a rim."""
        mine, yours = own >> point, other >> point
        mine = mine & 7 | (mine >> self.step & 1 | mine >> self.step + 1 & 2) << 3 | (mine >> 2 * self.step & 7) << 5
        yours = (
            yours & 7 | (yours >> self.step & 1 | yours >> self.step + 1 & 2) << 3 | (yours >> 2 * self.step & 7) << 5
        )
        code = mine << 8 | yours
        return PATTERNS[code >> 5] >> (code & 31) & 1 != 0
