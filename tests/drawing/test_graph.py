"""The graph of a game: where its points stand, and what marks a mistake."""

from __future__ import annotations

import re

import pytest

from plyground.i18n import _
from plyground.web.pages.game.evaluation_graph import BAND, HEIGHT, MISTAKE_FALL, TOP, EvaluationPoint, graph, slipped

WORDS = _("anything")
SIDES = ("first", "second")
"""Classes with the colours of the two sides."""


def proven(height: float) -> EvaluationPoint:
    return EvaluationPoint(height, True, "first", "X1", WORDS)


def guessed(height: float) -> EvaluationPoint:
    return EvaluationPoint(height, False, "guess", "≈50", WORDS)


def test_proven_results_are_drawn_beyond_all_estimates() -> None:
    standings = [proven(1), guessed(1), proven(0), guessed(-1), proven(-1)]
    drawn = graph(standings, [False] * 5, None, SIDES)
    points = re.findall(r'class="dot" d="M([\d.]+) ([\d.]+)', drawn)
    assert [float(across) for across, _down in points] == [0, 25, 50, 75, 100]
    heights = [TOP * (1 - 2 * float(down) / HEIGHT) for _across, down in points]
    assert heights == pytest.approx([1, BAND, 0, -BAND, -1], abs=0.01)
    assert drawn.count('class="hollow"') == 2
    assert len(re.findall(r"data-ply", drawn)) == 5


def test_unknown_values_break_the_line() -> None:
    standings = [guessed(0.1), None, guessed(0.2), guessed(0.3), None]
    drawn = graph(standings, [False, False, True, False, False], 2, SIDES)
    ways = re.findall(r'class="way" d="M([^"]+)"', drawn)
    assert [way.count("L") for way in ways] == [0, 1]
    assert re.findall(r'class="slip" d="M([\d.]+)', drawn) == ["50.00"]
    assert re.findall(r'class="here" d="M([\d.]+)', drawn) == ["50.00"]
    assert graph([None], [False], 0, SIDES).count("data-ply") == 1  # a game without a move


@pytest.mark.parametrize(("mover", "fall"), [(0, MISTAKE_FALL), (1, -MISTAKE_FALL)])
def test_a_judgement_that_falls_for_its_mover_is_perhaps_a_mistake(mover: int, fall: float) -> None:
    assert slipped(mover, guessed(0.2), guessed(0.2 - fall))
    assert not slipped(mover, guessed(0.2), guessed(0.2 - fall * 0.9))
    assert not slipped(mover, guessed(0.2), guessed(0.2 + fall))
    assert not slipped(mover, proven(0.2), guessed(0.2 - fall))
    assert not slipped(mover, None, guessed(-1))
