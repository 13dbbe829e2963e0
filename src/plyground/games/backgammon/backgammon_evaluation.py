"""An evaluation of backgammon positions without search: the race, blots, points made, primes and what is borne off."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.games.backgammon.backgammon_rules import BAR, DOUBLED, HOME, MAX_CUBE, MOVER, OFF, OPPONENT

DIRECT, INDIRECT = 6, 12
"""Points from which one die, or two, can hit."""


@helper
def pips(own: tuple[int, ...]) -> int:
    """Return the sum of the points that all checkers of a side still have to go."""
    count = 0
    for point in range(1, BAR + 1):
        count += point * own[point]
    return count


@helper
def last_point(own: tuple[int, ...]) -> int:
    """Return the highest point with a checker."""
    point = BAR
    while point > OFF and own[point] == 0:
        point -= 1
    return point


@helper
def cubeful(position: Any, equity: int, point: int) -> int:
    """Return the average points of the side to move with a cube, given its ``equity`` without one; a ``point`` is the
    unit of both.

    The cube has a value for the side that may still use it: two thirds of its value if each side doubled exactly when
    its opponent can just take. R. Janowski (1993), Take-points in money games. Waiting is worth less than the point
    that a double wins if the opponent drops. The score of a match is ignored.
    """
    stake: int = position.cube
    if stake == 0:
        return equity
    if position.stage == DOUBLED:
        return max(-point, 2 * (equity + (point + equity) // 6)) * stake
    if position.crawford or stake == MAX_CUBE:
        return equity * stake
    if position.owner == MOVER:
        return max(equity, min(point - 1, equity + (point + equity) // 6)) * stake
    if position.owner == OPPONENT:
        return min(equity, max(-point, equity - (point - equity) // 6)) * stake
    return max(min(equity * 7 // 5, max(point - 1, equity)), min(-point, equity)) * stake


@rules
class Race(NamedTuple):
    """The opponent's pip count minus the pip count of the side to move: more is better."""

    win: int = 10_000

    def value(self, position: Any) -> int:
        lead = pips(position.other) - pips(position.own)
        return -lead if position.is_chance() and position.second else lead


@rules
class BoardControl(NamedTuple):
    """An evaluation by the race. While the sides are in contact, it also counts points made, primes, blots in the
    opponent's reach and checkers on the bar.

    Each number is in thousandths of a win.
    """

    pip: int = 8  # points for each pip ahead
    off: int = 10  # points for each checker borne off
    bar: int = 35  # points for an opposing checker on the bar, and for each closed point of home that it faces
    point: int = 18  # points for two checkers on a point from the home to the bar point
    anchor: int = 30  # points for two checkers in the opponent's home
    prime: int = 10  # points for each made point in a row after the second, times the length of the row
    blot: int = 6  # points for each of the 36 rolls that hits a blot, scaled by the loss
    stack: int = 5  # points for each checker after the third on one point
    win: int = 10_000

    def value(self, position: Any) -> int:
        own, other = position.own, position.other
        points: int = self.pip * (pips(other) - pips(own)) + self.off * (own[OFF] - other[OFF])
        if last_point(own) + last_point(other) > BAR:  # the sides are in contact
            points += self.standing(own, other) - self.standing(other, own)
        points = cubeful(position, points, self.win)
        return -points if position.is_chance() and position.second else points

    def standing(self, own: tuple[int, ...], other: tuple[int, ...]) -> int:
        """Return the value of a side's checkers, without the race."""
        points = 0
        row = 0
        for point in range(1, BAR):
            if own[point] >= 2:
                row += 1
                if point <= HOME + 1:
                    points += self.point
                elif point >= BAR - HOME:
                    points += self.anchor
                if row > 2:
                    points += self.prime * row
                points -= self.stack * max(0, own[point] - 3)
            else:
                row = 0
                if own[point] == 1:
                    points -= self.blot * self.shots(own, other, point) * (BAR - point + 6) // 24
        if other[BAR]:
            closed = 0
            for point in range(1, HOME + 1):
                if own[point] >= 2:
                    closed += 1
            points += self.bar * other[BAR] * (1 + closed)
        return points

    def shots(self, own: tuple[int, ...], other: tuple[int, ...], blot: int) -> int:
        """Return about how many of thirty-six rolls hit a blot: eleven and more with one die, some with two."""
        shots = 0
        place = BAR - blot  # number of the blot's point for the opponent
        for distance in range(1, INDIRECT):
            if place + distance <= BAR and other[place + distance] > 0:
                shots += 9 + distance if distance <= DIRECT else max(1, INDIRECT - distance)
        return min(shots, 30)
