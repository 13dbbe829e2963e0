"""Dead stones at the end of a game of Go, found by random games.

A chain is dead if its points belong to the opponent after most random games that go on from the end. Source: B. Bouzy,
B. Helmstetter (2003), Monte-Carlo Go Developments, which estimates the owner of each point so.
"""

from __future__ import annotations

from typing import Any

from plyground.core.bits import count, lowest
from plyground.core.random_numbers import new_chance
from plyground.games.go.go_board import board

PLAYOUTS = 60
"""Random games; each side begins half of them."""
DEAD_SHARE = 0.5
"""A chain is dead if the opponent owns its points after more than this share of the random games."""
SEED = 1


def dead_stones(position: Any, width: int, height: int) -> int:
    """Return the stones of both sides that are dead. O(:data:`PLAYOUTS` · points²)."""
    chain, full = board(width, height).chain, board(width, height).full
    chance = new_chance(SEED)
    owned = dict.fromkeys(points_of(position.own | position.other), 0)  # ends in which the side to move owns the point
    for number in range(PLAYOUTS):
        begins = position.sketch()._replace(passes=0)
        if number % 2:
            begins = begins._replace(own=begins.other, other=begins.own)
        end, plies = begins, 0
        while not end.is_over():
            end, plies = end.play(end.pick([], chance)), plies + 1
        own = (end.own, end.other)[(plies + number) % 2]
        other = (end.own | end.other) & ~own
        empty = full & ~(own | other)
        area = chain(own | empty, own) & ~chain(other | empty, other)
        for point in owned:
            owned[point] += area >> point & 1
    dead, left = 0, position.own | position.other
    while left:
        stones = position.own if position.own & left & -left else position.other
        stones = chain(stones, left & -left)
        left &= ~stones
        mine = sum(owned[point] for point in points_of(stones)) / (PLAYOUTS * count(stones))
        if (1 - mine if stones & position.own else mine) > DEAD_SHARE:
            dead |= stones
    return dead


def without(position: Any, dead: int) -> Any:
    """Return a finished position without the dead stones, which are prisoners of the opponent."""
    prisoners = position.prisoners + count(position.other & dead) - count(position.own & dead)
    return position._replace(own=position.own & ~dead, other=position.other & ~dead, prisoners=prisoners)


def points_of(points: int) -> list[int]:
    """Return the bit indices of a set of points."""
    found = []
    while points:
        found.append(lowest(points))
        points &= points - 1
    return found
