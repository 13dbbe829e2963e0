"""The tables that tell two positions apart: the cells on which a learned evaluation sees most of the difference."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from plyground.learning.learned import FRACTION, Learned


class TellingTable(NamedTuple):
    """Cells of one table, and what they count more in one position than in another."""

    cells: tuple[int, ...]  # cells of the picture
    points: float  # value in points of the evaluation


def telling_tables(evaluation: Learned, better: Any, worse: Any) -> list[TellingTable]:
    """Return the tables that speak for the side that has moved to ``better`` and not to ``worse``, the strongest first.

    The same side is to move in both positions, and neither is over. Tables without cells of the board are left out.
    O(tables).
    """
    points: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for position, sign in ((better, -1), (worse, 1)):  # values are those of the side to move
        for cells, weight in _parts(evaluation, position):
            points[cells] += sign * weight * evaluation.scale / FRACTION
    found = [TellingTable(cells, value) for cells, value in points.items() if cells and value > 0]
    return sorted(found, key=lambda each: -each.points)


def _parts(evaluation: Learned, position: Any) -> list[tuple[tuple[int, ...], int]]:
    """Return the cells and the weight of each table for a position."""
    reader = evaluation.reader
    own = evaluation.SIZE * (1 + reader.read(position))
    variables = len(reader.states)
    view = variables * reader.side.of(position) * reader.EXCHANGED
    parts = []
    tables = evaluation.tables
    while hasattr(tables, "fewer"):
        for table in range(tables.COUNT):
            span = range(table * tables.LENGTH, (table + 1) * tables.LENGTH)
            index = tables.bases[table] + sum(reader.states[tables.cells[at]] * tables.factors[at] for at in span)
            weight = evaluation.weights[index] + (evaluation.weights[own + index] if tables.OWN else 0)
            cells = sorted(evaluation.places[view + tables.cells[at]] for at in span)
            parts.append((tuple(cells) if cells[0] >= 0 else (), weight))
        tables = tables.fewer
    return parts
