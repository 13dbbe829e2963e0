"""The rules of backgammon: roll two dice, bring fifteen checkers home and bear them off before the opponent does.

Each side counts the points from its own side: it bears off from points 1 to 6, its home, and enters from the bar on 24
to 19. So point ``p`` of one side is point ``25 - p`` of the other. The bar counts as point 25, and what has been borne
off as point 0::

    12 11 10  9  8  7 | 6  5  4  3  2  1     the opponent's numbers of the same points
    ------------------+------------------
    13 14 15 16 17 18 | 19 20 21 22 23 24    points of the side to play, which moves to lower numbers
    12 11 10  9  8  7 | 6  5  4  3  2  1

1. For the opening each side rolls one die. The side with the higher one begins and plays both dice. Equal dice are
   rolled again.
2. A die moves one checker down by its number, to any point with at most one checker of the opponent. A single checker
   there is hit and goes to the bar. Doubles are played four times.
3. A side with checkers on the bar must enter them first.
4. A side with all checkers at home may bear off, with the exact number, or with a higher one from its highest point.
5. Both dice must be played if possible, of doubles as many as possible. If either die could be played but not both, the
   larger must be played.
6. Who has borne off all checkers wins: one point, two (gammon) if the loser has borne off none, three (backgammon) if
   it also has a checker on the bar or in the winner's home.
7. With a doubling cube, a side may double the stake before it rolls, if the cube is in the middle or its own. The
   opponent takes, and owns the cube from then on, or drops, and loses the stake as it was before. Points count as often
   as the cube says.
8. In a match, nobody may double in the first game in which a side needs a single point (Crawford rule), and a side that
   needs no more points than the stake may not double. A win counts no more points than the winner still needs.

Source: T. Keith, Rules of Backgammon, bkgm.com/rules.html.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, ratio, rules
from plyground.core.bits import put
from plyground.core.position import CHANCE, Move

CHECKERS = 15
OFF, BAR = 0, 25
HOME = 6
"""The highest point of a side's home."""
FACES = 6
START_POINTS = {24: 2, 13: 5, 8: 3, 6: 5}
START = tuple(START_POINTS.get(point, 0) for point in range(BAR + 1))
"""Checkers of a side at the start, by point."""
POINT_BITS, POINT = 5, 31
"""Bits of one starting point in a move's number, and all of them."""
MAX_STEPS = 4
MAX_CUBE = 64
"""The highest face of the doubling cube."""
BOTH, MOVER, OPPONENT = 0, 1, -1
"""The owners of the cube, who may double: either side, the side to move, or its opponent."""
TO_ROLL, ROLLS, DOUBLED, DROPPED = range(4)
"""The stages of a turn before its dice: its beginning, the choice to roll, a double, a dropped double."""
ROLL, DOUBLE = 0, 1
"""The moves of a side that may double."""
DROP, TAKE = 0, 1
"""The moves of a side that answers a double."""


@helper
def may_step(own: tuple[int, ...], other: tuple[int, ...], start: int, die: int) -> bool:
    """Return True if a side may move a checker from ``start`` by ``die``."""
    if own[start] == 0 or (own[BAR] > 0 and start != BAR):
        return False
    if start > die:
        return other[BAR - (start - die)] <= 1
    highest = max(start, HOME) if start == die else start  # checkers at home may be higher for the exact number
    return all(own[point] == 0 for point in range(highest + 1, BAR + 1))


@helper
def stepped(own: tuple[int, ...], start: int, die: int) -> tuple[int, ...]:
    """Return the checkers of a side after one has moved."""
    end = max(start - die, OFF)
    return put(put(own, start, own[start] - 1), end, own[end] + 1)


@helper
def hit(other: tuple[int, ...], end: int) -> tuple[int, ...]:
    """Return the opponent's checkers after a checker has come to ``end``, by the numbers of its own side."""
    place = BAR - end
    if end == OFF or other[place] != 1:
        return other
    other = put(other, place, 0)
    return put(other, BAR, other[BAR] + 1)


@rules
class Backgammon(NamedTuple):
    """A position before a roll, a move of chance, or before a play.

    A roll is a number of two digits, such as 31, the larger die first. In the opening roll the first digit is the first
    side's die, the second digit the second side's.

    A play is one move of all dice. It is written as the points where checkers start, ``POINT_BITS`` bits each: the one
    moved by the larger die, then the one moved by the smaller; 0 if a die is not played. For doubles there are up to
    four, from the highest. Plays with the same result count as one play. A side that cannot move has the move 0.

    With a cube, a side that may double has a move before the roll, and its opponent answers a double.
    """

    own: tuple[int, ...] = START  # checkers of the side to roll or to play, by its points
    other: tuple[int, ...] = START  # checkers of the opponent, by the opponent's points
    large: int = 0  # larger die; 0 before the roll
    small: int = 0
    second: int = 0  # 1 when the second side is to roll or to play
    opening: int = 1  # 1 if the next roll decides who begins
    cube: int = 0  # stake; 0 without a doubling cube
    owner: int = BOTH  # side that may double
    stage: int = TO_ROLL
    won: int = 0  # points of the side to move in the match before this game
    other_won: int = 0
    length: int = 0  # points needed to win the match; 0: no match
    crawford: int = 0  # 1 if doubling is forbidden in this game

    def to_move(self) -> int:
        return self.second if self.large or self.is_cube_move() or self.is_over() else CHANCE

    def moves(self) -> Iterator[Move]:
        if self.is_over():
            return
        if self.is_cube_move():
            yield ROLL if self.stage == TO_ROLL else TAKE
            yield DOUBLE if self.stage == TO_ROLL else DROP
        elif self.large == 0:
            for first in range(1, FACES + 1):
                for second in range(1, FACES + 1):
                    if first > second or (first == second) > self.opening or (self.opening and first != second):
                        yield 10 * first + second
        elif self.large == self.small:
            plays = [0]
            place = 0
            while place < len(plays):  # extend each play by a step from the same point or a lower one
                play = plays[place]
                place += 1
                steps = self.steps(play)
                if steps < MAX_STEPS:
                    own = self.after(play)
                    highest = play >> POINT_BITS * (steps - 1) if steps else BAR
                    for start in range(highest, OFF, -1):
                        if may_step(own, self.other, start, self.large):
                            plays.append(play | start << POINT_BITS * steps)
            most = self.steps(plays[-1])
            for play in plays:
                if self.steps(play) == most:
                    yield play
        else:
            found = 0
            for first in range(BAR, OFF, -1):
                if may_step(self.own, self.other, first, self.large):
                    own = stepped(self.own, first, self.large)
                    for then in range(BAR, OFF, -1):
                        if may_step(own, self.other, then, self.small) and not self.is_twin(first, then):
                            found = 1
                            yield first | then << POINT_BITS
            for then in range(BAR, OFF, -1):
                if may_step(self.own, self.other, then, self.small):
                    own = stepped(self.own, then, self.small)
                    for first in range(BAR, OFF, -1):
                        if (
                            may_step(own, self.other, first, self.large)
                            and not self.may_play(first, then)
                            and not self.is_twin(first, then)
                        ):
                            found = 1
                            yield first | then << POINT_BITS
            if found == 0:
                for start in range(BAR, OFF, -1):
                    if may_step(self.own, self.other, start, self.large):
                        found = 1
                        yield start
            if found == 0:
                for start in range(BAR, OFF, -1):
                    if may_step(self.own, self.other, start, self.small):
                        found = 1
                        yield start << POINT_BITS
            if found == 0:
                yield 0

    def probability(self, move: Move) -> Any:
        if self.opening:
            return ratio(1, FACES * (FACES - 1))
        return ratio(1 if move // 10 == move % 10 else 2, FACES * FACES)

    def play(self, move: Move) -> Backgammon:
        if self.is_cube_move():
            return self.after_cube(move)
        if self.large == 0:
            first, second = move // 10, move % 10
            if first < second:  # unequal in this order only in the opening roll
                return self.passed(self.own, self.other)._replace(large=second, small=first)
            return self._replace(large=first, small=second, opening=0, stage=TO_ROLL)
        other = self.other
        for step in range(MAX_STEPS):
            start = move >> POINT_BITS * step & POINT
            if start > 0:
                other = hit(other, max(start - self.die(step), OFF))
        return self.passed(self.after(move), other)

    def is_over(self) -> bool:
        return self.own[OFF] == CHECKERS or self.other[OFF] == CHECKERS or self.stage == DROPPED

    def utility(self) -> int:
        """Return the points won by the side to move, less than 0 if its opponent has won."""
        points = self.worth()
        if self.length:
            return min(max(points, self.other_won - self.length), self.length - self.won)
        return points

    def utmost(self) -> int:
        return 3 * max(1, MAX_CUBE * min(self.cube, 1))

    def actions(self) -> int:
        return 1 << POINT_BITS * MAX_STEPS

    def all_moves(self) -> Iterator[Move]:
        """Yield the plays of two dice from any two points, the plays of doubles, and the rolls. Moves about the cube
        have the numbers of some plays.
        """
        for first in range(BAR + 1):
            for then in range(BAR + 1):
                yield first | then << POINT_BITS
        for steps in range(MAX_STEPS - 1, MAX_STEPS + 1):
            for points in combinations_with_replacement(range(BAR, OFF, -1), steps):
                yield sum(point << POINT_BITS * step for step, point in enumerate(points))
        for first in range(1, FACES + 1):
            for second in range(1, FACES + 1):
                yield 10 * first + second

    # Parts of the rules above: the cube

    def is_cube_move(self) -> bool:
        """Return True if the next move is about the cube: to double or roll, or to take or drop."""
        if self.cube == 0 or self.large or self.is_over():
            return False
        return self.stage == DOUBLED or (self.stage == TO_ROLL and self.may_double())

    def may_double(self) -> bool:
        """Return True if the side to move may double at the beginning of its turn."""
        if self.opening or self.crawford or self.owner == OPPONENT:
            return False
        return 0 < self.cube < MAX_CUBE and (self.length == 0 or self.length - self.won > self.cube)

    def after_cube(self, move: Move) -> Backgammon:
        """Return the position after a move about the cube."""
        if self.stage == TO_ROLL:
            return (
                self._replace(stage=ROLLS)
                if move == ROLL
                else self.passed(self.own, self.other)._replace(stage=DOUBLED)
            )
        if move == DROP:
            return self._replace(stage=DROPPED)
        doubler = self.passed(self.own, self.other)
        return doubler._replace(cube=2 * self.cube, owner=OPPONENT, stage=ROLLS)

    def worth(self) -> int:
        """Return the points that the side to move wins (less than 0: loses), without the limit that a match sets."""
        stake = max(self.cube, 1)
        if self.stage == DROPPED:
            return -stake
        return stake * (self.points_of(self.own, self.other) - self.points_of(self.other, self.own))

    # Parts of the rules above: the checkers

    def passed(self, own: tuple[int, ...], other: tuple[int, ...]) -> Backgammon:
        """Return the position at the beginning of the opponent's turn; the arguments are the checkers of both sides."""
        return Backgammon(
            other, own, 0, 0, 1 - self.second, 0, self.cube, -self.owner, TO_ROLL, self.other_won, self.won,
            self.length, self.crawford,
        )  # fmt: skip

    def die(self, step: int) -> int:
        """Return the die that a step of a play uses."""
        return self.small if step == 1 else self.large

    def steps(self, play: Move) -> int:
        """Return the number of starting points in a play of doubles."""
        return (play.bit_length() + POINT_BITS - 1) // POINT_BITS

    def after(self, play: Move) -> tuple[int, ...]:
        """Return the checkers of the side to move after its play."""
        own = self.own
        first = play & POINT
        if first > 0 and own[first] == 0:  # the checker came there with the smaller die
            own = stepped(own, play >> POINT_BITS & POINT, self.small)
            return stepped(own, first, self.large)
        for step in range(MAX_STEPS):
            start = play >> POINT_BITS * step & POINT
            if start > 0:  # as :func:`stepped`, but compiled code changes its row in place
                end = max(start - self.die(step), OFF)
                own = put(own, start, own[start] - 1)
                own = put(own, end, own[end] + 1)
        return own

    def is_twin(self, first: int, then: int) -> bool:
        """Return True if another play gives the same result as the larger die from ``first``, then the smaller from
        ``then``.
        """
        if first == then - self.small:  # one checker, smaller die first; a hit on the way is another play
            if then <= self.large or self.is_blot(then - self.small) or self.is_blot(then - self.large):
                return False
            return self.may_play(then, then - self.large)
        return first < then <= self.small and self.may_play(then, first)  # both checkers are borne off

    def may_play(self, first: int, then: int) -> bool:
        """Return True if the larger die can be played from ``first``, and after it the smaller from ``then``."""
        if not may_step(self.own, self.other, first, self.large):
            return False
        return may_step(stepped(self.own, first, self.large), self.other, then, self.small)

    def is_blot(self, point: int) -> bool:
        """Return True if the opponent has a single checker on a point of the side to move."""
        return self.other[BAR - point] == 1

    def points_of(self, winner: tuple[int, ...], loser: tuple[int, ...]) -> int:
        """Return the points that a side with these checkers has won; 0 if it has not borne off all."""
        if winner[OFF] < CHECKERS:
            return 0
        if loser[OFF] > 0:
            return 1
        for point in range(BAR - HOME, BAR + 1):
            if loser[point] > 0:
                return 3
        return 2
