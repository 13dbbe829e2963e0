"""Boards drawn like real ones, for pictures on the page: green felt, a blue rack, wood with pits.

The colours are those of the board's style sheet. Drawings for paper and notebooks have signs instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from plyground.core.picture import material, middle, owner, said
from plyground.drawing.painter import Pen, Style
from plyground.drawing.themes import Theme


class Material(NamedTuple):
    """The colours of a material, as SVG writes them."""

    ground: str
    line: str
    hole: str | None  # colour of a hole in a rack or in a board with pits; None: the colour behind the board
    stones: tuple[str, str]  # colours of the first side and the second


MATERIALS = {
    "felt": Material("#2a7a50", "#17492f", None, ("#1b1f23", "#f7f4ea")),
    "rack": Material("#2257ad", "#173f80", None, ("#d3332b", "#f5c32c")),
    "points": Material("#dcb46c", "#6b4a1c", None, ("#1b1f23", "#f7f4ea")),
    "pits": Material("#cda26a", "#8a6236", "#a97c46", ("#1c5c8e", "#9c3d06")),
}
"""Materials of boards, by the name in a picture's field ``material``."""


def draw_material(
    pen: Pen, picture: Any, sides: Sequence[str], theme: Theme, marks: str, left: float, top: float, cell: float
) -> bool:
    """Draw a board of a known material. Return False, and draw nothing, for any other."""
    made = MATERIALS.get(material(picture))
    if made is None:
        return False
    across, down = picture.width * cell, picture.height * cell
    pen.box(left, top, across, down, Style(made.line, made.ground), radius=cell * 0.15)
    places = [(left + x * cell, top + y * cell) for x, y in (middle(picture, n) for n in range(len(marks)))]
    if material(picture) == "felt":
        lines = [((left + n * cell, top), (left + n * cell, top + down)) for n in range(1, picture.width)]
        lines += [((left, top + n * cell), (left + across, top + n * cell)) for n in range(1, picture.height)]
        pen.lines(lines, Style(made.line, width=0.8))
    elif material(picture) == "points":
        half, right, low = cell / 2, left + across - cell / 2, top + down - cell / 2
        lines = [((x, top + half), (x, low)) for x in (left + (n + 0.5) * cell for n in range(picture.width))]
        lines += [((left + half, y), (right, y)) for y in (top + (n + 0.5) * cell for n in range(picture.height))]
        pen.lines(lines, Style(made.line, width=0.8))
    else:
        holes = [
            place for place, goal in zip(places, picture.goals or "." * len(marks), strict=True) if goal not in sides
        ]
        pen.circles(holes, cell * 0.4, Style(made.line, made.hole or theme.ground, 0.8))
    if material(picture) == "pits":
        for column in (0, picture.width - 1):
            x = left + (column + 0.12) * cell
            store = Style(made.line, made.hole, 0.8)
            pen.box(x, top + 0.12 * cell, cell * 0.76, down - 0.24 * cell, store, radius=cell * 0.38)
    for side, colour in zip(range(len(sides)), made.stones, strict=False):
        stones = [place for place, here in zip(places, marks, strict=True) if owner(picture, sides, here) == side]
        pen.circles(stones, cell * (0.46 if material(picture) == "points" else 0.37), Style(made.line, colour, 0.8))
    for (x, y), mark in zip(places, marks, strict=True):
        if mark.isnumeric():
            pen.text(x, y + cell * 0.17, said(mark), cell * 0.45, "#fff8e6", bold=True)
    return True
