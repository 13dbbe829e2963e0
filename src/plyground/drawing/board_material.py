"""Boards drawn like real ones, for pictures on the page: felt, a rack, pits, wood, pebbles, dominoes, streets with cars.

The colours are those of the board's style sheet. Drawings for paper and notebooks have signs instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from plyground.core.authoring.board_drawing import FREE, NO_CELL
from plyground.core.picture import NOBODY, BoardContent, kinds, material, middle, owner, said, shear
from plyground.drawing.painter import Pen, Style, draw_walls, stacked
from plyground.drawing.themes import Theme


class Material(NamedTuple):
    """The colours of a material, as SVG writes them."""

    ground: str
    line: str
    hole: str | None  # colour of a hole in a rack or in a board with pits; None: the colour behind the board
    stones: tuple[str, ...]  # colour of each side


MATERIALS = {
    "felt": Material("#2a7a50", "#17492f", None, ("#1b1f23", "#f7f4ea")),
    "rack": Material("#2257ad", "#173f80", None, ("#d3332b", "#f5c32c")),
    "points": Material("#dcb46c", "#6b4a1c", None, ("#1b1f23", "#f7f4ea")),
    "pits": Material("#cda26a", "#8a6236", "#a97c46", ("#1c5c8e", "#9c3d06")),
    "wood": Material("#cfa570", "#9c7443", "#f6e7c9", ("#0068a3", "#cf5400", "#007a5a", "#a8527f")),
    "heaps": Material("#e5d2a8", "#c4a770", "#dcc594", ("#0068a3", "#cf5400")),
    "dominoes": Material("#b98d56", "#9c7443", "#a97c46", ("#0068a3", "#cf5400")),
    "squares": Material("#f0dcba", "#8b6a44", "#b5885b", ("#fffdf6", "#2b2724")),
    "road": Material("#4d525b", "#f1efe6", None, ("#1f87d2", "#e8762b")),
}
"""Materials of boards, by the name in a picture's field ``material``."""


PEBBLE = "#8d8577"
"""Colour of things that belong to no side."""


def draw_material(
    pen: Pen,
    picture: Any,
    sides: Sequence[str],
    theme: Theme,
    content: BoardContent,
    left: float,
    top: float,
    cell: float,
) -> bool:
    """Draw a board of a known material. Return False, and draw nothing, for any other."""
    made = MATERIALS.get(material(picture))
    if made is None:
        return False
    across, down = picture.width * cell, picture.height * cell
    if material(picture) in ("wood", "heaps", "dominoes", "squares", "road"):
        if shear(picture):
            return False
        _draw_cells(pen, picture, sides, made, content, left, top, cell)
        draw_walls(pen, picture, content.walls, theme, left, top, cell)
        return True
    marks = content.marks
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
    draw_walls(pen, picture, content.walls, theme, left, top, cell)
    return True


def _draw_cells(
    pen: Pen,
    picture: Any,
    sides: Sequence[str],
    made: Material,
    content: BoardContent,
    left: float,
    top: float,
    cell: float,
) -> None:
    """Draw a board of separate cells, with what lies in each."""
    look = material(picture)
    if look != "road":  # its streets end where cars leave
        pen.box(left, top, picture.width * cell, picture.height * cell, Style(made.line, made.ground), cell * 0.12)
    for number, mark in enumerate(content.marks):
        if mark == NO_CELL:
            continue
        x, y = (side + cell * at for side, at in zip((left, top), middle(picture, number), strict=True))
        goal = owner(picture, sides, picture.goals[number]) if picture.goals and look == "road" else None
        if goal is not None:
            _draw_arrow(pen, x, y, cell * 0.25, made.stones[goal], up=goal == 1)
        elif look == "road" and number % picture.width < picture.width - 1 and number >= picture.width:
            pen.box(x - cell / 2, y - cell / 2, cell, cell, Style(made.line, made.ground, 0.8))
        elif look == "wood":
            pen.box(x - cell * 0.47, y - cell * 0.47, cell * 0.94, cell * 0.94, Style(None, made.hole), cell * 0.08)
        elif look == "squares" and sum(divmod(number, picture.width)) % 2:
            pen.box(x - cell / 2, y - cell / 2, cell, cell, Style(None, made.hole))
        for piece, height in stacked(content.stacks[number] if content.stacks else mark):
            _draw_piece(pen, picture, sides, made, piece, x, y - cell * height, cell)


def _draw_piece(
    pen: Pen, picture: Any, sides: Sequence[str], made: Material, mark: str, x: float, y: float, cell: float
) -> None:
    """Draw a mark in a cell."""
    look = material(picture)
    kind = kinds(picture).get(mark)
    side = owner(picture, sides, mark)
    colour = PEBBLE if side is None else made.stones[side % len(made.stones)]
    if mark.isnumeric():
        pen.text(x, y + cell * 0.17, said(mark), cell * 0.45, "#3a2c17", bold=True)
    elif kind is not None:
        light, dark = made.stones if look == "squares" else (colour, "#fffdf6")
        fill, sign = (light, dark) if kind.tone == "light" or look != "squares" else (dark, light)
        pen.circles([(x, y)], cell * 0.4, Style(dark, fill, 0.8))
        letter = "" if kind.shape in ("man", "stone") else mark.upper()
        pen.text(x, y + cell * 0.17, letter, cell * 0.48, sign, bold=True)
    elif look == "road" and side is not None:
        wide, high = (cell * 0.4, cell * 0.72) if side == 1 else (cell * 0.72, cell * 0.4)
        pen.box(x - wide / 2, y - high / 2, wide, high, Style(None, colour), cell * 0.13)
    elif look == "dominoes" and side is not None:
        pen.box(x - cell * 0.45, y - cell * 0.45, cell * 0.9, cell * 0.9, Style(None, colour), cell * 0.12)
    elif side is not None or mark == NOBODY:
        shape = 0 if picture.stones or side is None else side + 1
        _draw_thing(pen, x, y, cell * 0.36, Style(made.hole, colour, cell * 0.04), shape)
    elif mark == FREE and look == "heaps":
        pen.circles([(x, y)], cell * 0.3, Style(None, made.hole))


def _draw_thing(pen: Pen, x: float, y: float, radius: float, stone: Style, sign: int) -> None:
    """Draw a stone, or the sign of a side: a cross, a ring, or a smaller disc. The rim of a stone separates it from
    the one below it.
    """
    colour = stone.fill
    if sign == 1:
        reach = radius * 0.75
        ends = [((x - reach, y - reach), (x + reach, y + reach)), ((x - reach, y + reach), (x + reach, y - reach))]
        pen.lines(ends, Style(colour, width=radius * 0.4))
    elif sign == 2:
        pen.circles([(x, y)], radius * 0.8, Style(colour, width=radius * 0.4))
    else:
        pen.circles([(x, y)], radius if sign == 0 else radius * 0.6, stone)


def _draw_arrow(pen: Pen, x: float, y: float, reach: float, colour: str, *, up: bool) -> None:
    """Draw the way on which the cars of a side leave the board."""
    half = reach * 0.6
    ends = [(x - reach, y + half), (x, y - half), (x + reach, y + half)] if up else [(x - half, y - reach), (x + half, y), (x - half, y + reach)]  # fmt: skip
    pen.lines([(ends[0], ends[1]), (ends[1], ends[2])], Style(colour, width=reach * 0.35))
