"""Spellings of the values of an answer, for programs that compare texts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any

from plyground.teaching.exercises.written_values import NOTHING, same
from plyground.trace.value_text import MIN_INFINITE

INFINITE_WORDS = ("inf", "oo", "∞", "infinity")
MINUS_SIGNS = ("-", "−")
"""The minus signs that are accepted: the hyphen of the keyboard and the typographic minus."""
MAX_DECIMALS = 4
"""Most digits after the decimal point of a listed spelling."""


def is_whole(value: Any) -> bool:
    """Return True for a finite whole number."""
    return isinstance(value, int) and abs(value) < MIN_INFINITE


def spellings(value: Any) -> list[str]:
    """Return the ways to write a value, the usual one first.

    A fraction may be written with a slash or as a decimal, exact or rounded as :func:`same` allows, with a point or a
    comma.
    """
    if value is None:
        return ["-", NOTHING, "−", "—"]
    if isinstance(value, tuple):
        inner = [separator.join(map(str, value)) for separator in (", ", ",", "; ", ";", " ")]
        return [*(f"({text})" for text in inner), *inner]
    signs = MINUS_SIGNS if value < 0 else ("",)
    if isinstance(value, Fraction):
        return [f"{sign}{text}" for sign in signs for text in (str(abs(value)), *_decimals(abs(value)))]
    if is_whole(value):
        return [f"{sign}{abs(value)}" for sign in signs]
    return [f"{sign}{word}" for sign in (signs if value < 0 else ("", "+")) for word in INFINITE_WORDS]


def _decimals(value: Fraction) -> Iterator[str]:
    """Yield the decimals that are right for a positive fraction."""
    for digits in range(1, MAX_DECIMALS + 1):
        unit = 10**digits
        for scaled in {floor(value * unit), ceil(value * unit)}:
            if same(Fraction(scaled, unit), value):
                for separator in ".,":
                    text = f"{scaled // unit}{separator}{scaled % unit:0{digits}d}"
                    yield text
                    if text.startswith("0"):
                        yield text[1:]
