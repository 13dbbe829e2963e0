"""Reachability: the positions that play can reach from the start, among all numbered positions.

Each position has a byte, its *mark*: 0 if it was not found yet, :data:`NEW` if its successors are still to be marked,
:data:`SEEN` otherwise. As soon as the mirror images of the start are found, all mirror images share a mark, because
play continues from them in the same way.
"""

from __future__ import annotations

from typing import Any

from plyground.core.position import MarkedPosition
from plyground.i18n import _
from plyground.solvers.sweep import Sweeper
from plyground.solvers.table_memory import Bytes, table

NEW, SEEN = 1, 2


def mark_successors(position: Any, marks: Bytes, size: int, first: int, last: int) -> int:
    """Mark the successors of the new positions from ``first`` to ``last`` − 1. Return the number of positions marked.

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
    """Mark the positions that have a marked predecessor (``predecessors``). Return the number of positions marked.

    If most positions are marked already, the first predecessor is usually marked, and no other is looked at.
    """
    found = 0
    for number in range(first, last):
        if marks[number]:
            continue
        here = position.unrank(number)
        if not here.valid():  # an invalid position can look like the successor of a finished one
            continue
        for before in here.predecessors():
            if marks[before.rank() % size]:
                marks[number] = SEEN
                found += 1
                break
    return found


def share_marks(position: Any, marks: Bytes, size: int, first: int, last: int) -> int:
    """Copy marks to positions below the ``period``: from a mirror image whose successors are still to be marked, or to
    an unmarked position.
    """
    for number in range(first, min(last, position.period())):
        for image in range(number + position.period(), size, position.period()):
            if marks[image] == NEW or marks[number] == 0:
                marks[number] = marks[image]
    return 0


def count_marks(position: MarkedPosition, marks: Bytes, size: int, first: int, last: int) -> int:
    """Return the number of marked positions."""
    marked = 0
    for number in range(first, last):
        if marks[number]:
            marked += 1
    return marked


def count_reachable(start: Any, sweeper: Sweeper) -> int:
    """Return the number of positions that can be reached from ``start``, itself included. O(reachable positions ·
    moves); O(size) bytes.

    The count goes forwards until half of the positions are found. Then, if the game has ``predecessors``, it goes
    backwards from the other positions, as S. Beamer, K. Asanović, D. Patterson (2012), Direction-optimizing
    breadth-first search.
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
