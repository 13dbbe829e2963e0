"""Floats of other libraries, read as the numbers that they stand for."""

from __future__ import annotations

from fractions import Fraction

FINEST = 1_000_000
"""The greatest denominator of a number that is meant."""


def number(value: float) -> int | Fraction:
    """A whole number, or a fraction such as 1/3 for 0.333…"""
    fraction = fractional(value)
    return int(fraction) if fraction.denominator == 1 else fraction


def fractional(value: float) -> Fraction:
    """The nearest fraction of a small denominator, as probabilities are."""
    return Fraction(value).limit_denominator(FINEST)
