"""The measurements of strength: figures from a record of games, and the rows of docs/strength.md."""

from __future__ import annotations

import pytest
from paths import DOCS

from benchmarks.strength import MEASUREMENTS, row, wilson


def test_intervals_are_those_of_wilson() -> None:
    low, high = wilson(0.5, 100)  # 0.404 and 0.596 in tables of binomial intervals
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(1.0, 4)[1] == pytest.approx(1)


def test_a_row_tells_points_and_elo_with_their_intervals() -> None:
    assert row([[1, 0.5], [0, 1]] * 10, has_stakes=False) == "40 | 25 (47% to 76%) | +89 (-21 to +198)"
    assert row([[1, -1], [2, -2], [1, 1]] * 2, has_stakes=True) == "12 | +0.33 | -0.08 to +0.75 | 67%"


def test_the_page_has_every_measurement() -> None:
    page = (DOCS / "strength.md").read_text(encoding="utf-8")
    assert all(f"`{measured.bot}`" in page and name in page for name, measured in MEASUREMENTS.items())
