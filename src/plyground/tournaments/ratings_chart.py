"""The chart of ratings with their errors as SVG, and the standings as a standalone page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor
from typing import NamedTuple

from plyground.drawing.painter import Style
from plyground.drawing.plan import text_width
from plyground.drawing.svg import SvgPen
from plyground.drawing.themes import THEMES
from plyground.i18n import Number, Sentence, _, language
from plyground.tournaments.standings import Row, Standings
from plyground.tournaments.standings_text import cross_table, facts, main_table, opening_table

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
    return picture(str(title), [Bar(row.player, _value(row), row.error or 0.0) for row in of.table if row.games], theme)


def picture(title: str, bars: Sequence[Bar], theme: str = "color") -> str:
    """Return a picture of ratings with their intervals, one under the other."""
    colours, pen = THEMES[theme], SvgPen()
    labels = [_short(bar.label) for bar in bars]
    left = EDGE + max((text_width(label, TEXT) for label in labels), default=0) + 12
    height = 2 * EDGE + LINE * (len(bars) + 2)
    low, high, step = _scale(bars)
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


def _short(name: str) -> str:
    return name if len(name) <= MAX_LABEL_CHARS else name[: MAX_LABEL_CHARS - 1] + "…"


def _value(row: Row) -> float:
    return row.skill if row.skill is not None else row.elo or 0.0


def _scale(bars: Sequence[Bar]) -> tuple[float, float, float]:
    """Return both ends of the scale and the distance between two grid lines."""
    ends = [bar.value + sign * bar.error for bar in bars for sign in (-1, 1)] or [0.0]
    low, high = min(ends), max(ends)
    step = next((step for step in STEPS if (high - low) / step <= MAX_LINES), STEPS[-1])
    return floor(low / step) * step, (ceil(high / step) + (low == high)) * step, step


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; } caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #d5d9de; text-align: right; } th:first-child, td:first-child { text-align: left; }
.wide { overflow-x: auto; } svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { body { color: #e8eaed; background: #1d232a; } th, td { border-color: #414b56; } }
"""


def page(of: Standings) -> str:
    """Return the standings as one HTML file that needs no other file."""
    title = str(_("Tournament: {game}", game=of.title))
    tables = [(_("Standings"), main_table(of)), (_("Cross table"), cross_table(of)), (_("Openings"), opening_table(of))]
    parts = [f"<p>{escape(str(line))}</p>" for line in facts(of)]
    parts += [chart(of)] if of.table else []
    parts += [_table(caption, *table) for caption, table in tables if table[1]]
    return (
        f'<!DOCTYPE html>\n<html lang="{language().replace("_", "-")}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(parts)
        + "\n</html>\n"
    )


def _table(caption: Sentence, headings: Sequence[Sentence], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f'<th scope="col">{escape(str(heading))}</th>' for heading in headings)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="wide"><table><caption>{escape(str(caption))}</caption>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )
