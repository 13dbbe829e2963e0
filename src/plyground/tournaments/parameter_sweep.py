"""Bots that differ in one parameter: ``uct:playouts=50..1600x2`` names six of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import log2, sqrt
from typing import NamedTuple

from plyground.bots import BOTS
from plyground.core.spec import Spec, canonical
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.statistics.elo import Z95

NUMBER = r"\d+(?:\.\d+)?"
RANGE = re.compile(rf"(?P<option>[\w-]+)=(?P<first>{NUMBER})\.\.(?P<last>{NUMBER})(?P<sign>[x+])(?P<step>{NUMBER})")
"""Pattern of a range: from the first number to the last, multiplied by the step (x) or increased by it (+)."""
MAX_BOTS = 64


def swept(bots: Iterable[str]) -> list[str]:
    """Return the bots, with each range replaced by a bot for each of its numbers. Raise :class:`SpecError`."""
    found = list[str]()
    for text in bots:
        ranges = list(RANGE.finditer(text))
        if not ranges:
            found.append(text)
            continue
        if len(ranges) > 1:
            raise SpecError(_("“{text}” has two ranges: write one, as in uct:playouts=50..1600x2.", text=text))
        given = ranges[0]
        value, last, step = (float(given[name]) for name in ("first", "last", "step"))
        if value > last or (step <= 1 if given["sign"] == "x" else step <= 0) or value == 0 == (given["sign"] == "+"):
            raise SpecError(_("“{text}” is no range: it rises from its first number to its last, as in 50..1600x2 or 2..8+1.", text=given[0]))  # fmt: skip
        while value <= last * (1 + 1e-9):
            found.append(f"{text[: given.start()]}{given['option']}={value:.10g}{text[given.end() :]}")
            value = value * step if given["sign"] == "x" else value + step
            if len(found) > MAX_BOTS:
                raise SpecError(_("A tournament has at most {most} bots.", most=MAX_BOTS))
    return found


class Sweep(NamedTuple):
    """The Elo of bots that differ in one parameter only, with a straight line through it."""

    option: str  # name of the parameter
    points: tuple[tuple[float, float, float], ...]  # (value, Elo, half of the 95 % interval), by value
    slope: float  # Elo for each doubling of the value
    error: float  # half of the 95 % interval of the slope


def sweep_of(bots: Mapping[str, str], elo: Mapping[str, tuple[float, float]]) -> Sweep | None:
    """Return the sweep of some players, given their spec texts, and (Elo, error) of each; None if there is none.

    There is one if at least three bots are of one kind and differ in one number only. The line is fitted to the
    logarithm of the value, each rating weighted by its error.
    """
    kinds: dict[tuple[str, str, tuple[tuple[str, str], ...]], dict[float, str]] = {}
    for player, text in bots.items():
        if player not in elo or canonical(text.partition(":")[0]) not in {canonical(entry.name) for entry in BOTS}:
            continue
        spec = Spec.parse(text)
        for option, value in spec.options.items():
            rest = tuple(sorted((name, other) for name, other in spec.options.items() if name != option))
            if re.fullmatch(NUMBER, value) and float(value) > 0:
                kinds.setdefault((spec.name, option, rest), {})[float(value)] = player
    longest = max(kinds.items(), key=lambda each: len(each[1]), default=None)
    if longest is None or len(longest[1]) < 3:
        return None
    (_name, option, _rest), players = longest
    points = tuple((value, *elo[players[value]]) for value in sorted(players))
    weights = [1 / max(error / Z95, 1.0) ** 2 for _value, _elo, error in points]
    places = [log2(value) for value, _elo, _error in points]
    total = sum(weights)
    middle = sum(weight * place for weight, place in zip(weights, places, strict=True)) / total
    spread = sum(weight * (place - middle) ** 2 for weight, place in zip(weights, places, strict=True))
    slope = sum(
        weight * (place - middle) * each[1] for weight, place, each in zip(weights, places, points, strict=True)
    )
    return Sweep(option, points, slope / spread, Z95 / sqrt(spread))
