"""The chart of an experiment: the cost of each search by depth, on a logarithmic scale, with b^m and b^(m/2).

One picture in SVG for screen, projector and print. Lines differ in colour, marker and dashes, and have their name at
the end, so that no line is identified by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from math import ceil, floor, log10
from typing import NamedTuple

from plyground.arena.compare import MEASURES, ORDERS, Branching, Contender, Row, branching, means_of
from plyground.drawing.painter import Point, Style
from plyground.drawing.plan import text_width
from plyground.drawing.svg import SvgPen
from plyground.drawing.themes import THEMES, Theme
from plyground.errors import SpecError
from plyground.i18n import Number, Sentence, _, _n

WIDE, PROJECTED, NARROW = 1000, 760, 380
"""Widths of a chart in pixels: with names at the ends of lines, the same in large type, and with names below."""
HEIGHT = 480
"""Height of the plot in pixels."""
LARGE, TEXT = 19, 16
"""Font sizes in pixels, legible on a projector."""
LINE = 24
"""Least distance between two names in pixels."""
TOP, LEFT, BOTTOM = 70, 92, 58
"""Margins in pixels for the title and the axes."""
REACH = 5
"""Half the size of a marker in pixels."""

SERIES = {
    "color": ("#0072b2", "#c04f00", "#007a5a", "#9b4a82", "#1c2430", "#8a6d00", "#3a6ea5"),
    "dark": ("#56b4e9", "#f0965a", "#3fc79a", "#e39ac7", "#e8eaed", "#f0e442", "#9db8ff"),
    "print": ("#000000",),
}
"""Colours of the lines by theme, after Okabe & Ito (2008), some darkened for contrast with the background."""
DASHES = ("", "9 4", "3 4", "12 4 3 4", "6 3", "2 3")
REFERENCES = ("7 7", "2 6")
"""Dash patterns of b^m and b^(m/2)."""


class Curve(NamedTuple):
    """One line of the chart."""

    name: str
    values: Mapping[int, float]  # value at each depth
    dashes: str = ""
    marker: int | None = None  # shape of the points; None for a reference line
    colour: str = ""


@dataclass(frozen=True)
class ChartLook:
    """The colours of a chart."""

    theme: Theme
    series: Sequence[str]


def look(theme: str) -> ChartLook:
    """Return the colours of this theme. Raise :class:`SpecError`."""
    try:
        return ChartLook(THEMES[theme], SERIES[theme])
    except KeyError:
        raise SpecError(_("There are no colours “{name}”; choose one of: {names}.", name=theme, names=", ".join(SERIES))) from None  # fmt: skip


class Panel(NamedTuple):
    """The rows of one game, shown in one chart."""

    title: Sentence | str
    rows: Sequence[Row]
    counted: Branching | None = None  # measured branching factor; None if a row is from an exhaustive search
    depths: Sequence[int] = ()  # depths of all rows, those still to come included


def chart(panels: Sequence[Panel], measure: str = "nodes", colours: ChartLook | None = None, width: int = WIDE) -> str:
    """Return a chart for each panel, one below the other, as SVG: one of :data:`MEASURES` by depth.

    It shows the mean over all positions, and b^m and b^(m/2) if a branching factor is known. Raise :class:`SpecError`.
    """
    if measure not in MEASURES:
        raise SpecError(_("There is no measure “{name}”; choose one of: {names}.", name=measure, names=", ".join(MEASURES)))  # fmt: skip
    drawn = [Chart(panel, measure, colours or look("color"), width) for panel in panels]
    pen = ChartPen()
    height = 0.0
    for one in drawn:
        with pen.moved(height):
            one.draw(pen)
        height += one.height
    return pen.document(width, height, " ".join(one.title for one in drawn))


def names(contenders: Iterable[Contender]) -> dict[Contender, str]:
    """Return the name of each search, with its convention and order if others differ only in these."""
    contenders = list(dict.fromkeys(contenders))
    rules = {contender.convention for contender in contenders if contender.convention}
    orders = {contender.order for contender in contenders}

    def name(contender: Contender) -> str:
        parts = [str(contender.known.title)]
        if contender.convention and len(rules) > 1:
            parts.append(contender.convention)
        if len(orders) > 1 and (
            contender.order != "rules" or len([one for one in contenders if one[:2] == contender[:2]]) > 1
        ):
            parts.append(str(ORDERS[contender.order]))
        return ", ".join(parts)

    return {contender: name(contender) for contender in contenders}


def curves(
    rows: Sequence[Row], measure: str, known: Branching | None, series: Sequence[str], depths: Sequence[int]
) -> list[Curve]:
    """Return the lines of a chart: the measured ones first, then the theoretical ones."""
    means = means_of(rows, measure)
    found = []
    looks = zip(cycle(series), cycle(DASHES), range(len(rows)), strict=False)
    for (contender, name), (colour, dashes, marker) in zip(
        names(row.contender for row in rows).items(), looks, strict=False
    ):
        values = {
            depth: mean for (one, depth), mean in sorted(means.items(), key=_depth) if one == contender and mean > 0
        }
        found.append(Curve(name, values, dashes, marker, colour))
    if known is not None:
        expected: dict[str, tuple[Callable[[int], float], Callable[[int], float]]] = {
            "nodes": (known.most, known.least),
            "branching": (lambda _depth: known.factor, lambda _depth: known.factor**0.5),
        }
        if measure in expected:
            words = ("b^m", "b^(m/2)") if measure == "nodes" else ("b", "√b")
            for word, value, dashes in zip(words, expected[measure], REFERENCES, strict=True):
                found.append(Curve(word, {depth: value(depth) for depth in depths}, dashes))
    return [curve for curve in found if curve.values]


def _depth(item: tuple[tuple[Contender, int], float]) -> int:
    return item[0][1]


class Chart:
    """One chart with its layout."""

    def __init__(self, panel: Panel, measure: str, colours: ChartLook, width: int) -> None:
        rows = panel.rows
        self.heading, self.measure = str(panel.title), str(MEASURES[measure][0])
        self.known = known = branching(rows) or panel.counted
        self.theme = colours.theme
        self.positions = len({row.position for row in rows})
        self.depths = sorted({*panel.depths, *(row.depth for row in rows)}) or [1]
        self.curves = curves(rows, measure, known, colours.series, self.depths)
        values = [value for curve in self.curves for value in curve.values.values()] or [1]
        self.least, self.most = floor(log10(min(values))), max(ceil(log10(max(values))), floor(log10(min(values))) + 1)
        self.width, self.beside = width, width > NARROW
        widest = max((text_width(curve.name, TEXT) for curve in self.curves), default=0)
        self.size = TEXT if self.beside else 13
        greatest = max(text_width(_written(value), self.size) for value in ticks(self.least, self.most))
        self.left = max(LEFT if self.beside else 70, greatest + 20)
        self.right = width - (widest + 48 if self.beside else 18)
        self.bottom = HEIGHT - BOTTOM
        self.height = HEIGHT + (0 if self.beside else LINE * len(self.curves) + 8)

    def x(self, depth: int) -> float:
        """Return the x coordinate of a depth, in pixels."""
        first, last = self.depths[0], self.depths[-1]
        share = (depth - first) / (last - first) if last > first else 0.5
        return self.left + 14 + share * (self.right - self.left - 28)

    def y(self, value: float) -> float:
        """Return the y coordinate of a value, in pixels."""
        share = (log10(value) - self.least) / (self.most - self.least)
        return self.bottom - share * (self.bottom - TOP)

    def draw(self, pen: ChartPen) -> None:
        """Draw the whole chart."""
        pen.box(0, 0, self.width, self.height, Style(None, self.theme.ground))
        self._draw_words(pen)
        self._draw_axes(pen)
        for curve in self.curves:
            points = [(self.x(depth), self.y(value)) for depth, value in curve.values.items()]
            colour = curve.colour or self.theme.faint
            pen.curve(points, colour, 2.6 if curve.marker is not None else 2, curve.dashes)
            if curve.marker is not None:
                for point in points:
                    pen.marker(point, curve.marker, colour, self.theme.ground)
        self._draw_names(pen)
        if not self.curves:
            middle = (self.left + self.right) / 2
            pen.text(middle, (TOP + self.bottom) / 2, str(_("none in these searches")), TEXT, self.theme.ink)

    @property
    def title(self) -> str:
        """The title in words."""
        return f"{self.heading}: {self.words}."

    @property
    def words(self) -> str:
        """The text below the title."""
        parts = [str(_("{measure}, logarithmic scale", measure=self.measure))]
        if self.positions > 1:
            parts.append(str(_n("mean of {count} position", "mean of {count} positions", self.positions)))
        if self.known is not None:
            parts.append(f"b = {Number(self.known.factor, decimals=2)}")
        return "; ".join(parts)

    def _draw_words(self, pen: ChartPen) -> None:
        pen.text(12, 24, self.heading, LARGE, self.theme.ink, "start", bold=True)
        pen.text(12, 46, self.words, self.size, self.theme.faint, "start")

    def _draw_axes(self, pen: ChartPen) -> None:
        theme, size = self.theme, self.size
        for value in ticks(self.least, self.most):
            height = self.y(value)
            pen.lines([((self.left, height), (self.right, height))], Style(theme.line, width=0.5))
            pen.text(self.left - 8, height + 5, _written(value), size, theme.ink, "end")
        every = -(-len(self.depths) // (20 if self.beside else 10))
        for depth in self.depths[::every]:
            pen.lines([((self.x(depth), self.bottom), (self.x(depth), self.bottom + 6))], Style(theme.line))
            pen.text(self.x(depth), self.bottom + 24, str(depth), size, theme.ink)
        pen.lines([((self.left, self.bottom), (self.right, self.bottom))], Style(theme.line, width=1.4))
        middle = (self.left + self.right) / 2
        pen.text(middle, self.bottom + 48, str(_("depth m, in plies")), size, theme.ink)

    def _draw_names(self, pen: ChartPen) -> None:
        """Draw the name of each line at its end, moved apart if they would overlap; in a narrow chart, one below the
        other.
        """
        ends = [(self.x(max(curve.values)), self.y(curve.values[max(curve.values)])) for curve in self.curves]
        places = apart([y for _x, y in ends], LINE, TOP, self.bottom)
        if not self.beside:
            places = [HEIGHT + LINE * number + 8.0 for number in range(len(self.curves))]
        start = self.right + 10 if self.beside else 16
        for curve, end, place in zip(self.curves, ends, places, strict=True):
            colour = curve.colour or self.theme.faint
            if self.beside:
                pen.curve([(end[0] + 8, end[1]), (self.right + 6, place)], self.theme.line, 0.8, "")
            else:
                pen.curve([(start - 6, place), (start + 26, place)], colour, 2.6, curve.dashes)
            if curve.marker is not None:
                pen.marker((start + 8, place), curve.marker, colour, self.theme.ground)
            shift = 20 if self.beside else 36
            pen.text(start + shift, place + 5.5, curve.name, TEXT, self.theme.ink, "start")


class ChartPen(SvgPen):
    """A pen that also draws curves and markers."""

    def curve(self, points: Sequence[Point], colour: str, width: float, dashes: str) -> None:
        """Draw a line through these points."""
        if len(points) > 1:
            path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
            self.pieces.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:.1f}"{dashed}/>')

    @contextmanager
    def moved(self, down: float) -> Iterator[None]:
        """Draw everything lower by ``down`` pixels during this context."""
        self.pieces.append(f'<g transform="translate(0 {down:.1f})">')
        yield
        self.pieces.append("</g>")

    def marker(self, point: Point, number: int, colour: str, ground: str) -> None:
        """Draw a marker at a point: one of six shapes, filled the first time and hollow later."""
        x, y = point
        style = Style(colour, colour if number < len(SHAPES) else ground, 2)
        outline = SHAPES[number % len(SHAPES)]
        if outline:
            self.shape([(x + REACH * across, y + REACH * down) for across, down in outline], style)
        else:
            self.circles([point], REACH, style)


SHAPES: tuple[tuple[Point, ...], ...] = (
    (),  # a circle
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    ((0, -1.3), (1.2, 1), (-1.2, 1)),
    ((0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)),
    ((0, 1.3), (1.2, -1), (-1.2, -1)),
    ((-1.4, -0.5), (1.4, -0.5), (1.4, 0.5), (-1.4, 0.5)),
)
"""Outlines of the markers around (0, 0)."""


def apart(wanted: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Return coordinates near those ``wanted``, in the same order and at least ``gap`` apart."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    places = [0.0] * len(wanted)
    above = least - gap
    for number in order:
        above = places[number] = max(wanted[number], above + gap)
    below = max(most, least + gap * (len(wanted) - 1)) + gap
    for number in reversed(order):
        below = places[number] = min(places[number], below - gap)
    return places


def ticks(least: int, most: int) -> list[float]:
    """Return the values between 10^least and 10^most to label on the axis: only powers of ten if there are many."""
    if most - least > 2:
        return [10.0**power for power in range(least, most + 1, -(-(most - least) // 10))]
    between = [first * 10.0**power for power in range(least, most) for first in (1, 2, 3, 5)]
    return [*between, 10.0**most]


def _written(value: float) -> str:
    return str(Number(round(value)) if value >= 1 else Number(value, decimals=-floor(log10(value))))


def figure(value: float) -> Number:
    """Return a mean for a table: without decimals if it is whole or large."""
    return Number(round(value)) if value == round(value) or value >= 100 else Number(value, decimals=2)
