"""The graph of a game as SVG: one point for each position, higher if it is better for the first side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from plyground.bots.reasons import chances, promise
from plyground.core.game import FIRST, Game
from plyground.i18n import Sentence, _
from plyground.presentation.side_title import mover_title, side_title
from plyground.solvers.forward import Value
from plyground.web.pages.game.background_analysis import PositionAnalysis
from plyground.web.pages.game.jobs import PositionEstimate

BAND = 0.8
"""Height of the most extreme estimate; proven results are drawn farther out."""
TOP, WIDTH, HEIGHT = 1.15, 100, 60
"""Height of a proven result, and the drawing's width and height in its own units, which the page scales."""


def graph(
    points_known: Sequence[EvaluationPoint | None], slips: Sequence[bool], chosen: int | None, sides: Sequence[str]
) -> str:
    """Return the graph as SVG. ``slips`` marks positions after a mistake, ``chosen`` is the position shown.
    ``sides`` are the CSS classes with the colours of the two sides.

    Each position has a column with its number as ``data-ply``, which the page's script reads when the column is
    pressed.
    """
    last = max(len(points_known) - 1, 1)

    def x(ply: int) -> str:
        return f"{WIDTH * ply / last:.2f}"

    def y(point: EvaluationPoint) -> str:
        return f"{_y(point.height if point.proven else BAND * point.height):.2f}"

    known = [(ply, point) for ply, point in enumerate(points_known) if point is not None]
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
        points.append(f'<path class="slip" d="{dot}"/>' if slips[ply] else "")
        points.append(f'<path class="dot" d="{dot}"/>')
        points.append("" if point.proven else f'<path class="hollow" d="{dot}"/>')
    step = WIDTH / last
    columns = "".join(
        f'<rect data-ply="{ply}" x="{step * (ply - 0.5):.2f}" y="0" width="{step:.2f}" height="{HEIGHT}"/>'
        for ply in range(len(points_known))
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


MISTAKE_FALL = 0.4
"""Fall of an estimate, on the scale from −1 to 1, that marks a move as a possible mistake."""


class EvaluationPoint(NamedTuple):
    """A position of a two-player game in the graph."""

    height: float  # from −1, where the second side wins, to 1, where the first does
    proven: bool
    kind: str  # first, level or second: who wins with best play; guess
    sign: str  # a few characters
    words: Sentence


def point_of(analysis: PositionAnalysis, position: Any) -> EvaluationPoint | None:
    """Return the point of a position; None if nothing is known or the game has other than two players."""
    game = analysis.game
    if len(game.sides) != 2:
        return None
    mover = max(game.side(position), FIRST)
    value, guess = analysis.value(position), analysis.guess(position)
    if value:
        words = _("the game is over") if position.is_over() else promise(*value)
        return _proven(game, mover, value, _told(game, position, words))
    if guess and guess.proven:
        value = Value(round(guess.value), None)
        return _proven(game, mover, value, _told(game, position, promise(*value)))
    return _guessed(mover, guess, _told(game, position, chances(guess.value, False))) if guess else None


def _told(game: Game, position: Any, words: Sentence) -> Sentence:
    return (
        words if position.is_over() else _("{side} to move: {outcome}", side=mover_title(game, position), outcome=words)
    )


def _proven(game: Game, mover: int, value: Value, words: Sentence) -> EvaluationPoint:
    if value.utility == 0:
        return EvaluationPoint(0, True, "level", "=", words)
    winner = mover if value.utility > 0 else 1 - mover
    much = value.distance if value.distance is not None else abs(value.utility)
    known = value.distance or much > 1  # False: the game is over, or the position has no number
    sign = f"{side_title(game, winner)}{much if known else ''}"
    return EvaluationPoint(*((1, True, "first") if winner == FIRST else (-1, True, "second")), sign, words)


def _guessed(mover: int, guess: PositionEstimate, words: Sentence) -> EvaluationPoint:
    height = guess.value if mover == FIRST else -guess.value
    return EvaluationPoint(height, False, "guess", f"≈{round(50 + 50 * height)}", words)


def slipped(mover: int, before: EvaluationPoint | None, after: EvaluationPoint | None) -> bool:
    """Return True if the move of player ``mover`` may have been a mistake, by the estimates before and after it."""
    if before is None or after is None or before.proven or after.proven:
        return False
    fall = before.height - after.height
    return (fall if mover == FIRST else -fall) >= MISTAKE_FALL
