"""The graph of a game as SVG: one point for each position, higher if it is better for the first side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from plyground.judge.judgement import WIN
from plyground.judge.move_marks import Mark
from plyground.presentation.game_view import Score

BAND = 0.9
"""Height of the most extreme estimate; proven results are drawn farther out."""
TOP, WIDTH, HEIGHT = 1.15, 100, 60
"""Height of a proven result, and the drawing's width and height in its own units, which the page scales."""
MARK_CLASSES: dict[Mark, str] = {"": "", "?!": "inaccuracy", "?": "mistake", "??": "blunder"}
"""The CSS class of each mark."""


def graph(scores: Sequence[Score | None], marks: Sequence[Mark], chosen: int | None, sides: Sequence[str]) -> str:
    """Return the graph as SVG. ``marks`` has the mark of the move before each position, ``chosen`` is the shown one.
    ``sides`` are the CSS classes with the colours of the two sides.

    Each position has a column with its number as ``data-ply``, which the page's script reads when the column is
    pressed.
    """
    last = max(len(scores) - 1, 1)

    def x(ply: int) -> str:
        return f"{WIDTH * ply / last:.2f}"

    def y(point: Score) -> str:
        return f"{_y(point.value / WIN * (1 if point.proven else BAND)):.2f}"

    known = [(ply, point) for ply, point in enumerate(scores) if point is not None]
    middle, lines, points = f"{_y(0):.2f}", [], []
    for _gap, run in groupby(enumerate(known), lambda each: each[1][0] - each[0]):  # neighbours with known values
        way = [(x(ply), y(point)) for _place, (ply, point) in run]
        drawn = " L".join(f"{across} {down}" for across, down in way)
        area = f"M{way[0][0]} {middle} L{drawn} L{way[-1][0]} {middle}z"
        lines += [
            f'<path class="above {sides[0]}" d="{area}"/><path class="below {sides[1]}" d="{area}"/><path class="way" d="M{drawn}"/>'
        ]
    for ply, point in known:
        dot = f"M{x(ply)} {y(point)}h0"
        if marks[ply]:
            points.append(f'<path class="slip {MARK_CLASSES[marks[ply]]}" d="{dot}"/>')
    step = WIDTH / last
    columns = "".join(
        f'<rect data-ply="{ply}" x="{step * (ply - 0.5):.2f}" y="0" width="{step:.2f}" height="{HEIGHT}"/>'
        for ply in range(len(scores))
    )
    here = "" if chosen is None else f'<path class="here" d="M{x(chosen)} 0V{HEIGHT}"/>'
    edges = "".join(f'<path class="edge" d="M0 {_y(height):.2f}H{WIDTH}"/>' for height in (1, -1))
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">{edges}'
        f'<path class="middle" d="M0 {middle}H{WIDTH}"/>{here}{"".join(lines)}{"".join(points)}'
        f'<g class="columns">{columns}</g></svg>'
    )


def _y(height: float) -> float:
    return HEIGHT / 2 * (1 - height / TOP)
