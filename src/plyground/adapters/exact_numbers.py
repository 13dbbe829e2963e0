"""Floats of other libraries, converted to the exact numbers that they mean."""

from __future__ import annotations

from fractions import Fraction

FINEST = 1_000_000
"""Greatest denominator of a fraction that is recognised."""


def number(value: float) -> int | Fraction:
    """Return a whole number, or a fraction such as 1/3 for 0.333…"""
    fraction = fractional(value)
    return int(fraction) if fraction.denominator == 1 else fraction


def fractional(value: float) -> Fraction:
    """Return the nearest fraction with a small denominator; for probabilities."""
    return Fraction(value).limit_denominator(FINEST)
