"""The past of a game as a part of its positions, for rules that forbid repeated boards.

A draw by repetition is counted outside the position, by matches and searches (``recurring`` and ``key``). A rule that
*forbids* repetition determines the legal moves, so its position contains the past itself: a tuple of keys, of a fixed
length so that it compiles, and the number of known keys. Plain and compiled rules then have the same moves.
"""

from __future__ import annotations

from plyground.core.authoring.marked_rules import helper
from plyground.core.bits import put


@helper
def came_before(past: tuple[int, ...], known: int, key: int) -> bool:
    """Return True if ``key`` is among the last ``known`` keys of the past. A full tuple holds only the latest keys."""
    length = len(past)
    return any(past[place % length] == key for place in range(max(0, known - length), known))


@helper
def remembered(past: tuple[int, ...], known: int, key: int) -> tuple[int, ...]:
    """Return the past with ``key`` added after the ``known`` ones; in a full tuple it replaces the oldest."""
    return put(past, known % len(past), key)
