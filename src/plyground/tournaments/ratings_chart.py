"""The chart of ratings with their errors as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from plyground.drawing.painter import Style
from plyground.drawing.plan import text_width
from plyground.drawing.svg import SvgPen
from plyground.drawing.themes import THEMES
from plyground.i18n import Number, _
from plyground.tournaments.standings import Row, Standings

WIDTH, LINE, EDGE, TEXT = 760, 30, 16, 14
"""Sizes in the chart, in pixels: its width, the height of a row, its border, and the font size."""
MAX_LABEL_CHARS = 34
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)
"""Possible distances between two grid lines, in Elo."""
MAX_LINES = 9


class Bar(NamedTuple):
    """One rating of a chart."""

    label: str
    value: float
    error: float  # half of the 95 % interval


def chart(of: Standings, theme: str = "color") -> str:
    """Return a picture of the ratings, or the skills, with their 95 % intervals."""
    title = _("{game}: ratings in Elo and their intervals (95 %)", game=of.title)
    if of.table and of.table[0].skill is not None:
        title = _("{game}: OpenSkill ratings and their intervals (95 %)", game=of.title)
    return picture(
        str(title), [Bar(_label(of, row), _value(row), row.error or 0.0) for row in of.table if row.games], theme
    )


def picture(title: str, bars: Sequence[Bar], theme: str = "color") -> str:
    """Return a picture of ratings with their intervals, one under the other."""
    colours, pen = THEMES[theme], SvgPen()
    labels = [shortened(bar.label, MAX_LABEL_CHARS) for bar in bars]
    left = EDGE + max((text_width(label, TEXT) for label in labels), default=0) + 12
    height = 2 * EDGE + LINE * (len(bars) + 2)
    low, high, step = scale(bars)
    right = WIDTH - EDGE - 24

    def place(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    pen.box(0, 0, WIDTH, height, Style(None, colours.ground))
    pen.text(EDGE, EDGE + TEXT, title, TEXT, colours.ink, "start", bold=True)
    top, bottom = EDGE + LINE, EDGE + LINE * (len(bars) + 1)
    mark = low
    while mark <= high:
        pen.lines([((place(mark), top), (place(mark), bottom))], Style(colours.leaf_fill, width=1.5))
        pen.text(place(mark), bottom + TEXT + 4, str(Number(round(mark))), TEXT - 2, colours.faint)
        mark += step
    for number, (bar, label) in enumerate(zip(bars, labels, strict=True)):
        y = top + LINE * (number + 0.5)
        pen.text(left - 12, y + 5, label, TEXT, colours.ink, "end")
        ends = [place(bar.value - bar.error), place(bar.value + bar.error)]
        caps = [((x, y - 5), (x, y + 5)) for x in ends]
        pen.lines([((ends[0], y), (ends[1], y)), *caps], Style(colours.max, width=2))
        pen.circles([(place(bar.value), y)], 4.5, Style(None, colours.max))
    return pen.document(WIDTH, height, title)


def shortened(name: str, chars: int) -> str:
    """Return a name with at most this many characters."""
    return name if len(name) <= chars else name[: chars - 1] + "…"


def _label(of: Standings, row: Row) -> str:
    """Return a player's name, with its place if ratings do not decide the places."""
    return f"{row.rank}. {row.player}" if of.pairings else row.player


def _value(row: Row) -> float:
    return row.skill if row.skill is not None else row.elo or 0.0


def scale(bars: Sequence[Bar]) -> tuple[float, float, float]:
    """Return both ends of the scale and the distance between two grid lines."""
    ends = [bar.value + sign * bar.error for bar in bars for sign in (-1, 1)] or [0.0]
    low, high = min(ends), max(ends)
    step = next((step for step in STEPS if (high - low) / step <= MAX_LINES), STEPS[-1])
    return floor(low / step) * step, (ceil(high / step) + (low == high)) * step, step
