"""The answer of a search on one tree: sent by a student's process, or predicted from a mistake."""

from __future__ import annotations

from math import isclose
from typing import Any, NamedTuple

Path = tuple[int, ...]
"""The moves from the root to a node; each is the index of a child."""


class Problem(NamedTuple):
    """The reason why a search gave no answer."""

    kind: str  # "endless", "recursion", "memory", "raises", "none", "no-value", "no-move" or "ended"
    text: str = ""
    line: int = 0  # 0: unknown


class Answer(NamedTuple):
    """The root's value and moves, and the visited leaves in order."""

    value: Any = None  # value of the root; None: not given
    moves: frozenset[int] | None = None  # numbers of the moves that may be chosen; None: not given
    leaves: tuple[Path, ...] | None = None  # visited leaves in order; None: unknown
    problem: Problem | None = None
    read: frozenset[Path] = frozenset()  # leaves that may have been visited, too
    order: tuple[Path, ...] = ()  # leaves in the order in which the search was entered with them


def agrees(given: Answer, expected: Answer, *, ordered: bool) -> bool:
    """Return True if all parts of the answer ``given`` are as expected; ``ordered`` also compares the order of the
    leaves.
    """
    if given.problem is not None:
        return False
    return value_agrees(given, expected) and move_agrees(given, expected) and leaves_agree(given, expected, ordered)


def value_agrees(given: Answer, expected: Answer) -> bool:
    """Return True if the value is right or missing."""
    return given.value is None or same(given.value, expected.value)


def move_agrees(given: Answer, expected: Answer) -> bool:
    """Return True if the move is missing or is one of the expected moves."""
    if given.moves is None or expected.moves is None:
        return True
    return given.moves <= expected.moves if given.moves else not expected.moves


def leaves_agree(given: Answer, expected: Answer, ordered: bool) -> bool:
    """Return True if the visited leaves are the expected ones or were not observed."""
    if given.leaves is None or expected.leaves is None:
        return True
    uncertain = given.read - set(given.leaves)
    wanted = [leaf for leaf in expected.leaves if leaf not in uncertain or leaf in given.leaves]
    return list(given.leaves) == wanted if ordered else set(given.leaves) == set(wanted)


def same(one: Any, other: Any) -> bool:
    """Return True if two values, or two vectors of values, are equal up to rounding."""
    if isinstance(one, tuple) or isinstance(other, tuple):
        return (
            isinstance(one, tuple)
            and isinstance(other, tuple)
            and len(one) == len(other)
            and all(map(same, one, other))
        )
    if one is None or other is None:
        return one is other
    return one == other or isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def inner_value(path: Path) -> int:
    """Return the static value of an inner node, for searches that stop too early."""
    total: int = sum((move + 2) * 7**place for place, move in enumerate(path))
    return total * 11 % 37 - 18
