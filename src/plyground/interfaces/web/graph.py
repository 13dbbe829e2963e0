"""The graph of a game: one point for each of its positions, as high as it stands for the first side, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from plyground.interfaces.web.standing import Standing

BAND = 0.8
"""How high judgements reach: beyond it stands what is proven."""
TOP, WIDTH, HEIGHT = 1.15, 100, 60
"""How high the drawing reaches, and its measures, which the page stretches."""


def graph(standings: Sequence[Standing | None], slips: Sequence[bool], chosen: int | None) -> str:
    """The drawing; ``slips`` says of which positions the move before was a mistake, ``chosen`` which one is shown.

    Each position has a column with its number as ``data-ply``, for whoever presses there.
    """
    last = max(len(standings) - 1, 1)

    def x(ply: int) -> str:
        return f"{WIDTH * ply / last:.2f}"

    def y(standing: Standing) -> str:
        return f"{_y(standing.height if standing.proven else BAND * standing.height):.2f}"

    known = [(ply, standing) for ply, standing in enumerate(standings) if standing is not None]
    middle, lines, points = f"{_y(0):.2f}", [], []
    for _gap, run in groupby(enumerate(known), lambda each: each[1][0] - each[0]):  # neighbours that are known
        way = [(x(ply), y(standing)) for _place, (ply, standing) in run]
        drawn = " L".join(f"{across} {down}" for across, down in way)
        area = f"M{way[0][0]} {middle} L{drawn} L{way[-1][0]} {middle}z"
        lines += [f'<path class="above" d="{area}"/><path class="below" d="{area}"/><path class="way" d="M{drawn}"/>']
    for ply, standing in known:
        dot = f"M{x(ply)} {y(standing)}h0"
        points.append(f'<path class="slip" d="{dot}"/>' if slips[ply] else "")
        points.append(f'<path class="dot" d="{dot}"/>')
        points.append("" if standing.proven else f'<path class="hollow" d="{dot}"/>')
    step = WIDTH / last
    columns = "".join(
        f'<rect data-ply="{ply}" x="{step * (ply - 0.5):.2f}" y="0" width="{step:.2f}" height="{HEIGHT}"/>'
        for ply in range(len(standings))
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
