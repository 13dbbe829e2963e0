"""Values as students write them, and values as text."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from plyground.errors import ExerciseError
from plyground.i18n import _, has_decimal_comma
from plyground.searches.scores import INFINITY
from plyground.trace.run import Terms
from plyground.trace.value_text import MIN_INFINITE, number

NOTHING = "–"
"""Text for the value of a node that was not visited."""
DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")
"""A number with a decimal comma, such as 6,6, in languages that use one."""
INFINITE = re.compile(r"(?P<sign>[+-]?)(?:inf(?:inity)?|oo|∞|\\infty)", re.IGNORECASE)
DASHES = str.maketrans("−–—", "---")
MAX_VALUE_CHARS = 100
"""Most characters of a text that is read as a value."""


def shown(value: Any) -> str:
    """Return a value as text: a number, −∞ or +∞, a vector, or a word."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return str(_("true") if value else _("false"))
    if isinstance(value, str):
        return value
    return number(value, Terms())


def read_value(given: Any) -> Any:
    """Read a value: ``3``, ``"-1/2"``, ``"7.67"``, ``"-inf"``, ``[1, 2]``, or ``"-"`` for a node without a value.

    Accept ``"6,6"`` if the current language writes a decimal comma; ``;`` separates the parts of a vector of such
    numbers. Raise :class:`ExerciseError`.
    """
    if isinstance(given, list | tuple) and not any(isinstance(part, list | tuple) for part in given):
        return tuple(map(read_value, given))
    text = str(given).strip().translate(DASHES).replace(" ", "")
    if given is None or text in ("", "-"):
        return None
    if text[0] == "(" and text[-1] == ")":
        return tuple(map(read_value, text[1:-1].split(";" if ";" in text else ",")))
    if infinite := INFINITE.fullmatch(text):
        return -INFINITY if infinite["sign"] == "-" else INFINITY
    if DECIMAL_COMMA.fullmatch(text) and has_decimal_comma():
        text = text.replace(",", ".")
    try:
        exact = Fraction(text) if len(text) <= MAX_VALUE_CHARS and not isinstance(given, bool) else None
    except (ValueError, ZeroDivisionError):
        exact = None
    if exact is None:
        raise ExerciseError(_("“{text}” is not a number: write for example 3, −1/2 or −∞.", text=str(given)[:40]))
    return exact.numerator if exact.denominator == 1 else exact


def same(given: Any, expected: Any) -> bool:
    """Return True if a value equals the expected one; decimals with two or more digits may be rounded."""
    if given == expected:
        return True
    if isinstance(given, int) and isinstance(expected, int) and abs(given) >= MIN_INFINITE:
        return given * expected >= MIN_INFINITE**2  # ∞ of a leaf, or of an open window
    if not (isinstance(given, Fraction) and isinstance(expected, Fraction)):
        return False
    digits = next((digits for digits in range(2, 10) if 10**digits % given.denominator == 0), None)
    return digits is not None and given.denominator not in (2, 5, 10) and abs(given - expected) * 2 * 10**digits <= 1
