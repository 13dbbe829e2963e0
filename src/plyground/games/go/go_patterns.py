"""Patterns of 3 × 3 points that are good moves beside the last stone, for random games of Go.

The shapes (hane, two kinds of cut, and moves on the edge) follow S. Gelly, Y. Wang, R. Munos, O. Teytaud (2006),
Modification of UCT with Patterns in Monte-Carlo Go, INRIA research report 6062. Each is read with either colour as X,
turned and mirrored. Shapes that hold there for one side to move only are left out, or hold for both sides here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

EMPTY, OWN, OTHER, OUTSIDE = ".", "X", "O", "#"
MEANINGS = {EMPTY: ".", OWN: "X", OTHER: "O", OUTSIDE: "#", "x": ".O#", "o": ".X#", "?": ".XO#"}
"""The signs of a pattern: x is all but X, o is all but O, and ? is anything."""
PATTERNS_OF_GELLY = (
    "XOX ... ???",  # hane around
    "XO. ... ?.?",  # hane
    "XO? X.. x.?",  # hane beside a stone, with no second one below
    "XO? O.o ?o?",  # cut that nothing protects
    "XO? O.X ???",  # cut, peeped at
    "?X? O.O ooo",  # cut between
    "X.? O.? ###",  # on the edge: chase
    "OX? X.O ###",  # block a cut
    "?X? x.O ###",  # block a connection
    "?OX X.O ###",  # cut: the block of a cut with the colours exchanged
)
"""Rows of the patterns, seen from the side to move at the middle; # is outside of the board."""


def symmetries(cells: str) -> Iterator[str]:
    """Yield a pattern of nine cells turned and mirrored, in its eight ways, and each with the colours exchanged."""
    for _turn in range(4):
        cells = "".join(cells[3 * column + 2 - row] for row, column in product(range(3), repeat=2))
        for turned in (cells, cells[2::-1] + cells[5:2:-1] + cells[:5:-1]):
            yield turned
            yield turned.translate(str.maketrans("XOxo", "OXox"))


def code(around: str) -> int:
    """Return the number of eight cells: a bit for each own one, and eight higher for each of the opponent; both outside."""
    number = 0
    for place, cell in enumerate(around):
        number |= (cell in (OWN, OUTSIDE)) << place + 8 | (cell in (OTHER, OUTSIDE)) << place
    return number


def table() -> tuple[int, ...]:
    """Return the set of all codes that match a pattern, 32 in each number."""
    words = [0] * (1 << 11)
    for pattern in PATTERNS_OF_GELLY:
        for cells in symmetries(pattern.replace(" ", "")):
            for around in product(*(MEANINGS[cell] for cell in cells[:4] + cells[5:])):
                number = code("".join(around))
                words[number >> 5] |= 1 << (number & 31)
    return tuple(words)


PATTERNS = table()
