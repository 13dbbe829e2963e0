"""Wins at once, threats and double threats, for any rules.

The threat of a position is found without a null move, which most rules cannot express: it is the reply that wins after
at least half of all moves.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from plyground.core.position import Demand, Move
from plyground.judge.judgement import WIN, sign

MAX_MOVES = 80
"""Most moves of a position that are tried one by one."""


def turn(position: Any, child: Any) -> int:
    """Return 1 if the same side is to move in ``child``, −1 if another is."""
    if Demand.PLAYERS in position.demands():
        return 1 if child.to_move() == position.to_move() else -1
    passed: int = position.turn(child)
    return passed


def result(position: Any, child: Any) -> float:
    """Return the result of a finished ``child`` for the side to move in ``position``."""
    if Demand.PLAYERS in position.demands():
        return float(child.utilities()[max(position.to_move(), 0)])
    return float(position.turn(child) * child.utility())


def final_value(position: Any, child: Any) -> float:
    """Return the value of a finished ``child`` for the side to move in ``position``, from −100 to 100.

    Utilities of several players are spread evenly between the bounds of the game.
    """
    if Demand.PLAYERS not in position.demands():
        return WIN * sign(result(position, child))
    least, most = map(float, position.bounds())
    return WIN * (2 * result(position, child) - least - most) / (most - least)


def is_win(position: Any, move: Move) -> bool:
    """Return True if ``move`` wins at once."""
    child = position.play(move)
    return bool(child.is_over() and result(position, child) > 0)


def wins_now(position: Any) -> list[Move]:
    """Return the moves that win at once."""
    if position.is_over() or position.is_chance():
        return []
    return [move for move in position.moves() if is_win(position, move)]


def wins_after(position: Any, move: Move) -> list[Move]:
    """Return the replies to ``move`` with which another side wins at once."""
    child = position.play(move)
    if child.is_over() or child.is_chance() or turn(position, child) > 0:
        return []
    return wins_now(child)


def is_avoidable(position: Any, move: Move) -> bool:
    """Return True if another move than ``move`` allows no win at once."""
    for other in position.moves():
        if other != move:
            child = position.play(other)
            if not (child.is_over() and result(position, child) < 0) and not wins_after(position, other):
                return True
    return False


def threatened(position: Any, wins: list[Move], move: Move) -> bool:
    """Return True if one of the ``wins`` after ``move`` was a threat already: it works after half of the other moves."""
    others = [each for each in position.moves() if each != move][:MAX_MOVES]
    after = [set(wins_after(position, each)) for each in others]
    return any(others and sum(win in each for each in after) * 2 >= len(others) for win in wins)


def forks(position: Any, move: Move) -> list[Move]:
    """Return the wins of the mover next turn if the other side cannot stop them all; else nothing. O(moves³)."""
    child = position.play(move)
    if child.is_over() or child.is_chance() or turn(position, child) > 0:
        return []
    replies = list(child.moves())
    if len(replies) > MAX_MOVES or wins_now(child):
        return []
    found: Counter[Move] = Counter()
    for reply in replies:
        after = child.play(reply)
        if after.is_over() or after.is_chance() or turn(child, after) > 0:
            return []
        wins = wins_now(after)
        if not wins:
            return []
        found.update(wins)
    return [win for win, _count in found.most_common(4)]


def threatens(position: Any, side: int, side_of: Any) -> bool:
    """Return True if ``side``, who has just moved, wins after at least half of the replies."""
    if position.is_over() or position.is_chance():
        return False
    after = [position.play(reply) for reply in list(position.moves())[:MAX_MOVES]]
    wins = sum(not each.is_over() and side_of(each) == side and bool(wins_now(each)) for each in after)
    return bool(after) and wins * 2 >= len(after)
