"""Proving a table: every value follows from those of the position's successors, by a pass of its own.

That every position keeps this is enough for a proof, also where play can go round in circles. A win in d has
a successor lost in d − 1, and a loss in d has only won ones, none slower than d − 1: by induction on d they
are true. A draw has no lost successor and one that is drawn: who keeps to drawn ones never loses, and this
holds for both sides.
"""

from __future__ import annotations

from typing import Any

from plyground.language import _
from plyground.solve.retrograde import DRAWN, INVALID, UNDECIDED, Retrograde
from plyground.solve.sweep import Bytes, Sweeper


def count_faults(position: Any, codes: Bytes, image: int, first: int, last: int) -> int:
    """How many of the codes from ``first`` to ``last`` − 1 do not follow, for the positions ``image`` further. O(those · moves)."""
    faults = 0
    for number in range(first, last):
        here = position.unrank(number + image)
        if not here.valid():
            expected = INVALID
        elif here.is_over():
            utility = here.utility()
            expected = DRAWN
            if utility > 0:
                expected = 1
            elif utility < 0:
                expected = -1
        else:
            fastest_win, slowest_loss, undecided = DRAWN, 0, False
            for move in here.moves():
                child = here.play(move)
                code = here.turn(child) * codes[child.rank() % child.period()]
                if code in (UNDECIDED, DRAWN, -DRAWN):
                    undecided = True
                elif code > 0:
                    fastest_win = min(fastest_win, code + 1)
                else:
                    slowest_loss = min(slowest_loss, code - 1)
            expected = slowest_loss
            if fastest_win < DRAWN:
                expected = fastest_win
            elif undecided:
                expected = UNDECIDED
        if codes[number] != expected:
            faults += 1
    return faults


def verify(solved: Retrograde, sweeper: Sweeper) -> int:
    """How many positions of a table have a value that does not follow from their successors': 0 is a proof.

    Positions that share an entry as mirror images are looked at one by one.
    """
    start = solved.start
    images = range(0, start.size(), start.period())
    return sum(sweeper.sweep(_("Verified positions"), count_faults, start, solved.codes, image) for image in images)


def first_fault(solved: Retrograde) -> Any:
    """The first such position, in plain Python; ``None`` when there is none."""
    start, period = solved.start, solved.start.period()
    for number in range(start.size()):
        place = number % period
        if count_faults(start, solved.codes, number - place, place, place + 1):
            return start.unrank(number)
    return None
