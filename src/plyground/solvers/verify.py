"""Proof of a table in a separate pass: every value must follow from the values of the position's successors.

If this holds for every position, the table is correct, also for a game with repetition. A win in d has a successor lost
in d − 1, and a loss in d has only won successors, none slower than d − 1: by induction on d they are true. A draw has
no lost successor and at least one drawn successor. So a side that stays in drawn positions never loses, and this holds
for both sides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, MutableSequence
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper
from plyground.i18n import _
from plyground.searches.tally import row
from plyground.solvers.retrograde import DRAWN, INVALID, UNDECIDED, Retrograde
from plyground.solvers.sweep import Sweeper
from plyground.solvers.table_memory import Bytes


class Verification(NamedTuple):
    """The result of checking a table."""

    checked: int  # positions checked
    faults: int  # positions whose value does not follow from their successors' values
    first: Any  # first of these positions; None if there is none


@helper
def expected_code(here: Any, codes: Bytes) -> int:
    """Return the code that a position must have, given the codes of its successors. O(moves)."""
    if not here.valid():
        return INVALID
    if here.is_over():
        utility = here.utility()
        if utility == 0:
            return DRAWN
        return 1 if utility > 0 else -1
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
    if fastest_win < DRAWN:
        return fastest_win
    return UNDECIDED if undecided else slowest_loss


def count_faults(position: Any, codes: Bytes, period: int, first: int, last: int) -> int:
    """Return the number of positions from ``first`` to ``last`` − 1 whose code contradicts their successors.
    O(positions · moves).
    """
    faults = 0
    for number in range(first, last):
        if codes[number % period] != expected_code(position.unrank(number), codes):
            faults += 1
    return faults


def count_band_faults(position: Any, codes: Bytes, period: int, first: int, last: int) -> int:
    """Return the number of positions in the bands ``first`` to ``last`` − 1 whose code contradicts their successors."""
    faults = 0
    for number in range(first, last):
        for here in position.band(number):
            if codes[here.rank() % period] != expected_code(here, codes):
                faults += 1
    return faults


def count_sampled_faults(position: Any, codes: Bytes, numbers: MutableSequence[int], first: int, last: int) -> int:
    """Return the number of faults among the positions numbered ``numbers[first]`` to ``numbers[last - 1]``."""
    faults = 0
    for place in range(first, last):
        number = numbers[place]
        if codes[number % position.period()] != expected_code(position.unrank(number), codes):
            faults += 1
    return faults


def first_band_fault(position: Any, codes: Bytes, period: int, first: int, last: int) -> int:
    """Return one more than the number of the first position with a fault in these bands, or 0 if there is none."""
    for number in range(first, last):
        for here in position.band(number):
            rank: int = here.rank()
            if codes[rank % period] != expected_code(here, codes):
                return rank + 1
    return 0


def verify(solved: Retrograde, sweeper: Sweeper) -> Verification:
    """Check every position of a table; if there are no faults, the table is proven. Positions that share an entry are
    checked one by one.
    """
    start, codes = solved.start, solved.codes
    size, period = start.size(), start.period()
    title = _("Verified positions")
    if not hasattr(start, "bands"):
        pieces = sweeper.pieces(title, count_faults, start, codes, period, size)
        faults, number = _faults(pieces, sweeper.text(count_faults, start, codes, period))
        return Verification(size, faults, None if number is None else start.unrank(number))
    pieces = sweeper.pieces(title, count_band_faults, start, codes, period, start.bands(), piece=1, positions=size)
    faults, band = _faults(pieces, sweeper.text(count_band_faults, start, codes, period))
    if band is None:
        return Verification(size, 0, None)
    after = sweeper.text(first_band_fault, start, codes, period)(band, band + 1)
    return Verification(size, faults, start.unrank(after - 1))


def verify_sample(solved: Retrograde, sweeper: Sweeper, positions: int, seed: int | None = None) -> Verification:
    """Check ``positions`` random positions. The same ``seed`` chooses the same positions."""
    start, codes = solved.start, solved.codes
    chance = random.Random(seed)
    numbers = row(positions)
    for drawn in range(positions):
        numbers[drawn] = chance.randrange(start.size())
    pieces = sweeper.pieces(_("Verified positions"), count_sampled_faults, start, codes, numbers, positions)
    faults, place = _faults(pieces, sweeper.text(count_sampled_faults, start, codes, numbers))
    return Verification(positions, faults, None if place is None else start.unrank(numbers[place]))


def _faults(pieces: Iterable[tuple[range, int]], count: Callable[[int, int], int]) -> tuple[int, int | None]:
    """Return the number of faults in all pieces, and the place of the first one, found by bisection."""
    faulty = [(piece.start, piece.stop, found) for piece, found in pieces if found]
    if not faulty:
        return 0, None
    first, last, _found = min(faulty)
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (first, middle) if count(first, middle) else (middle, last)
    return sum(found for _first, _last, found in faulty), first
