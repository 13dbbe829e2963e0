"""Reachability: which positions play can lead to from the start, among all those that have numbers.

A byte a position, its *mark*: 0 for one not found yet, :data:`NEW` for one whose successors are still to be
marked, :data:`SEEN` for the others. Positions that mirror each other share a mark once their start's mirror
images are found: from these play goes on as from the start.
"""

from __future__ import annotations

from typing import Any

from plyground.language import _
from plyground.solve.sweep import Bytes, Sweeper, table

NEW, SEEN = 1, 2


def mark_successors(position: Any, marks: Bytes, size: int, first: int, last: int) -> int:
    """Mark what follows the new positions from ``first`` to ``last`` − 1. Returns how many it marked.

    The mark of a position is at its number modulo ``size``.
    """
    found = 0
    for number in range(first, last):
        if marks[number] == NEW:
            marks[number] = SEEN
            here = position.unrank(number)
            for move in here.moves():
                place = here.play(move).rank() % size
                if marks[place] == 0:
                    marks[place] = NEW
                    found += 1
    return found


def mark_followers(position: Any, marks: Bytes, size: int, first: int, last: int) -> int:
    """Mark those that follow a marked position, as their ``predecessors`` tell. Returns how many it marked.

    Where most are marked already, the first predecessor tells.
    """
    found = 0
    for number in range(first, last):
        if marks[number]:
            continue
        here = position.unrank(number)
        if not here.valid():  # it might seem to follow the end of a game
            continue
        for before in here.predecessors():
            if marks[before.rank() % size]:
                marks[number] = SEEN
                found += 1
                break
    return found


def share_marks(position: Any, marks: Bytes, size: int, first: int, last: int) -> int:
    """Give a position below the ``period`` the mark of whichever of its mirror images is still to be looked at."""
    for number in range(first, min(last, position.period())):
        for image in range(number + position.period(), size, position.period()):
            if marks[image] == NEW or marks[number] == 0:
                marks[number] = marks[image]
    return 0


def count_marks(position: Any, marks: Bytes, size: int, first: int, last: int) -> int:
    """How many positions are marked."""
    marked = 0
    for number in range(first, last):
        if marks[number]:
            marked += 1
    return marked


def count_reachable(start: Any, sweeper: Sweeper) -> int:
    """How many positions play can lead to from ``start``, itself included. O(those · moves); O(size) bytes.

    First forwards, from the positions found, until they are the half; then, where the game knows ``predecessors``,
    from those that are left, as S. Beamer, K. Asanović, D. Patterson (2012), Direction-optimizing breadth-first search.
    """
    title = _("Reachable positions")
    size: int = start.size()
    period: int = start.period()
    marks = table(size)
    images = range(start.rank() % period, size, period)
    marks[start.rank()] = NEW
    found = marked = 1
    while found:
        if hasattr(start, "predecessors") and 2 * marked > len(marks):
            found = sweeper.sweep(title, mark_followers, start, marks, len(marks))
        else:
            half = len(marks) // 2 + 1 if hasattr(start, "predecessors") else size
            found = sweeper.sweep(title, mark_successors, start, marks, len(marks), enough=half - marked)
        marked += found
        if len(marks) > period and all(marks[image] for image in images):
            sweeper.sweep(title, share_marks, start, marks, size)
            marks = marks[:period]
            marked = sweeper.sweep(title, count_marks, start, marks, size)
    return sweeper.sweep(title, count_marks, start, marks, size) * (size // len(marks))
