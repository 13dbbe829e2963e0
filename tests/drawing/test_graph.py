"""The graph of a game: where its points stand, and what marks a mistake."""

from __future__ import annotations

import re

import pytest

from plyground.judge.judgement import WIN
from plyground.judge.move_marks import Mark
from plyground.presentation.game_view import Score
from plyground.web.pages.game.parts.evaluation_graph import BAND, HEIGHT, TOP, graph

SIDES = ("first", "second")
"""Classes with the colours of the two sides."""
NONE: tuple[Mark, ...] = ("",) * 5


def test_proven_results_are_drawn_beyond_all_estimates() -> None:
    scores = [Score(WIN, True), Score(WIN, False), Score(0, True), Score(-WIN, False), Score(-WIN, True)]
    drawn = graph(scores, NONE, None, SIDES)
    (way,) = re.findall(r'class="way" d="M([^"]+)"', drawn)
    points = [tuple(map(float, point.split())) for point in way.split(" L")]
    assert [across for across, _down in points] == [0, 25, 50, 75, 100]
    heights = [TOP * (1 - 2 * down / HEIGHT) for _across, down in points]
    assert heights == pytest.approx([1, BAND, 0, -BAND, -1], abs=0.01)
    assert len(re.findall(r"data-ply", drawn)) == 5


def test_unknown_values_break_the_line() -> None:
    scores = [Score(10, False), None, Score(20, False), Score(30, False), None]
    marks: list[Mark] = ["", "", "??", "?!", "?"]
    drawn = graph(scores, marks, 2, SIDES)
    ways = re.findall(r'class="way" d="M([^"]+)"', drawn)
    assert [way.count("L") for way in ways] == [0, 1]
    assert re.findall(r'class="slip (\w+)" d="M([\d.]+)', drawn) == [("blunder", "50.00"), ("inaccuracy", "75.00")]
    assert re.findall(r'class="here" d="M([\d.]+)', drawn) == ["50.00"]
    assert graph([None], [""], 0, SIDES).count("data-ply") == 1  # a game without a move
