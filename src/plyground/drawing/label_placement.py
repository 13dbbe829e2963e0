"""Placement of texts in a drawing, so that they do not overlap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from plyground.drawing.plan import SMALL, text_width

BUCKET = 40
"""Side in pixels of the squares of the index of texts."""
APART, LINE = 5, 15
"""Least distances in pixels between texts side by side, and between lines."""


class PlacedTexts:
    """The index of placed texts. Each operation is O(texts nearby)."""

    def __init__(self) -> None:
        self._taken: dict[tuple[int, int], list[tuple[float, float, float]]] = defaultdict(list)

    def take(self, x: float, y: float, words: str) -> None:
        """Add a text with its middle at x, y."""
        half = text_width(words, SMALL) / 2
        for square in _squares(x, y, half):
            self._taken[square].append((x, y, half))

    def is_free(self, x: float, y: float, words: str) -> bool:
        """Return True if a text with its middle at x, y would overlap no other."""
        half = text_width(words, SMALL) / 2
        near = (other for square in _squares(x, y, half) for other in self._taken.get(square, ()))
        return all(abs(x - x2) >= half + half2 + APART or abs(y - y2) >= LINE for x2, y2, half2 in near)


def _squares(x: float, y: float, half: float) -> Iterable[tuple[int, int]]:
    columns = range(int((x - half - APART) // BUCKET), int((x + half + APART) // BUCKET) + 1)
    rows = range(int((y - LINE) // BUCKET), int((y + LINE) // BUCKET) + 1)
    return [(column, row) for column in columns for row in rows]
