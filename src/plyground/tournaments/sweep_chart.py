"""The chart of Elo against one parameter of a bot, as SVG."""

from __future__ import annotations

from math import log2

from plyground.drawing.painter import Style
from plyground.drawing.svg import SvgPen
from plyground.drawing.themes import THEMES
from plyground.i18n import Number, _
from plyground.tournaments.ratings_chart import EDGE, LINE, TEXT, WIDTH, Bar, scale
from plyground.tournaments.standings import Standings

HEIGHT, LEFT = 420, 90
"""Height of the chart and width of the labels on the left, in pixels."""


def sweep_chart(of: Standings, theme: str = "color") -> str:
    """Return a picture of the ratings over the logarithm of the parameter, with their intervals and the fitted line."""
    sweep = of.sweep
    assert sweep is not None, "drawings() asks before"
    colours, pen = THEMES[theme], SvgPen()
    title = str(_("{game}: Elo by {option}, with intervals (95 %)", game=of.title, option=sweep.option))
    low, high, step = scale([Bar("", elo, error) for _value, elo, error in sweep.points])
    top, bottom, right = EDGE + 2 * LINE, HEIGHT - EDGE - LINE, WIDTH - EDGE - LINE
    first, last = (log2(sweep.points[end][0]) for end in (0, -1))

    def x(value: float) -> float:
        return LEFT + (log2(value) - first) / (last - first) * (right - LEFT)

    def y(elo: float) -> float:
        return bottom - (elo - low) / (high - low) * (bottom - top)

    pen.box(0, 0, WIDTH, HEIGHT, Style(None, colours.ground))
    pen.text(EDGE, EDGE + TEXT, title, TEXT, colours.ink, "start", bold=True)
    mark = low
    while mark <= high:
        pen.lines([((LEFT, y(mark)), (right, y(mark)))], Style(colours.leaf_fill, width=1.5))
        pen.text(LEFT - 12, y(mark) + 5, str(Number(round(mark))), TEXT - 2, colours.faint, "end")
        mark += step
    weights = [1 / max(error, 1.0) ** 2 for _value, _elo, error in sweep.points]
    mean_x, mean_y = (
        sum(weight * place for weight, place in zip(weights, places, strict=True)) / sum(weights)
        for places in ([log2(value) for value, *_rest in sweep.points], [elo for _value, elo, _error in sweep.points])
    )
    ends = [(2**place, mean_y + sweep.slope * (place - mean_x)) for place in (first, last)]
    pen.lines([((x(ends[0][0]), y(ends[0][1])), (x(ends[1][0]), y(ends[1][1])))], Style(colours.faint, width=1.5))
    for value, elo, error in sweep.points:
        pen.lines([((x(value), y(elo - error)), (x(value), y(elo + error)))], Style(colours.max, width=2))
        pen.circles([(x(value), y(elo))], 4.5, Style(None, colours.max))
        pen.text(x(value), bottom + TEXT + 6, f"{value:g}", TEXT - 2, colours.faint)
    return pen.document(WIDTH, HEIGHT, title)
