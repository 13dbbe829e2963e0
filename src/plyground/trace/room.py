"""Room for words: what is written amid the edges of a drawing keeps clear of what is written already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from plyground.trace.plan import SMALL, text_width

BUCKET = 40
"""The side of the squares by which words are found."""
APART, LINE = 5, 15
"""Between words beside each other, and from one line to the next."""


class Room:
    """Where there are words already. Each question and answer is O(words near)."""

    def __init__(self) -> None:
        self._taken: dict[tuple[int, int], list[tuple[float, float, float]]] = defaultdict(list)

    def take(self, x: float, y: float, words: str) -> None:
        """Words stand in the middle of x, y now."""
        half = text_width(words, SMALL) / 2
        for square in _squares(x, y, half):
            self._taken[square].append((x, y, half))

    def is_free(self, x: float, y: float, words: str) -> bool:
        """Whether words in the middle of x, y would meet no others."""
        half = text_width(words, SMALL) / 2
        near = (other for square in _squares(x, y, half) for other in self._taken.get(square, ()))
        return all(abs(x - x2) >= half + half2 + APART or abs(y - y2) >= LINE for x2, y2, half2 in near)


def _squares(x: float, y: float, half: float) -> Iterable[tuple[int, int]]:
    columns = range(int((x - half - APART) // BUCKET), int((x + half + APART) // BUCKET) + 1)
    rows = range(int((y - LINE) // BUCKET), int((y + LINE) // BUCKET) + 1)
    return [(column, row) for column in columns for row in rows]
