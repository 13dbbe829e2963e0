"""Values as students write them, and as they are written back."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from plyground.errors import ExerciseError
from plyground.language import _
from plyground.search.scores import INFINITY
from plyground.trace.run import Terms
from plyground.trace.values import number

NOTHING = "–"
"""Stands for the value of a node that was never visited."""
INFINITE = re.compile(r"(?P<sign>[+-]?)(?:inf(?:inity)?|oo|∞|\\infty)", re.IGNORECASE)
DASHES = str.maketrans("−–—", "---")
LETTERS = 100
"""The longest text that is read as a value."""


def shown(value: Any) -> str:
    """A value as it is printed: numbers, −∞ and +∞, vectors; or the word it is."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, str):
        return value
    return number(value, Terms())


def read_value(given: Any) -> Any:
    """The number, vector or nothing that a student wrote: ``3``, ``"-1/2"``, ``"7.67"``, ``"-inf"``, ``[1, 2]``, ``"-"``.

    Raises :class:`ExerciseError`.
    """
    if isinstance(given, list | tuple) and not any(isinstance(part, list | tuple) for part in given):
        return tuple(map(read_value, given))
    text = str(given).strip().translate(DASHES).replace(" ", "")
    if given is None or text in ("", "-"):
        return None
    if text[0] == "(" and text[-1] == ")":
        return tuple(map(read_value, text[1:-1].split(",")))
    if infinite := INFINITE.fullmatch(text):
        return -INFINITY if infinite["sign"] == "-" else INFINITY
    try:
        exact = Fraction(text) if len(text) <= LETTERS and not isinstance(given, bool) else None
    except (ValueError, ZeroDivisionError):
        exact = None
    if exact is None:
        raise ExerciseError(_("A number should stand where {text} does: such as 3, −1/2 or −∞.", text=repr(given)[:40]))
    return exact.numerator if exact.denominator == 1 else exact


def same(given: Any, expected: Any) -> bool:
    """Whether a value is the expected one; a decimal with two or more digits behind the point may be rounded."""
    if given == expected:
        return True
    if not (isinstance(given, Fraction) and isinstance(expected, Fraction)):
        return False
    digits = next((digits for digits in range(2, 10) if 10**digits % given.denominator == 0), None)
    return digits is not None and given.denominator not in (2, 5, 10) and abs(given - expected) * 2 * 10**digits <= 1
