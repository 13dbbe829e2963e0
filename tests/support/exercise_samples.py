"""Exercises of every kind for the tests of exports, and the ways to write their answers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from plyground.searches.scores import INFINITY
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.generator import new_exercise
from plyground.teaching.exercises.kinds import KINDS


@cache
def every() -> list[tuple[str, Exercise]]:
    """Return an exercise of each kind and algorithm, with its name."""
    return [
        (f"{name} of <{kind}> & {number}", new_exercise(kind, algorithm=name, number=number))
        for kind in KINDS
        for number, name in enumerate(KINDS[kind].algorithms, start=1)
    ]


def written(value: Any) -> list[str]:
    """Return the ways in which a student may write a value."""
    if isinstance(value, Fraction):
        exact = [f"{float(value):.1f}", f"{float(value):g}"] if 10 % value.denominator == 0 else []
        decimals = [*exact, f"{float(value):.2f}", f"{float(value):.3f}"]
        return [str(value), *decimals, *(text.replace(".", ",") for text in decimals)]
    if value is None:
        return ["-", "–"]
    if isinstance(value, tuple):
        return [str(value), str(value).replace(" ", "")]
    if abs(value) >= INFINITY:
        return [f"{'-' if value < 0 else ''}{word}" for word in ("inf", "Inf", "∞", "oo")]
    return [str(value), f"{value}.0"]
