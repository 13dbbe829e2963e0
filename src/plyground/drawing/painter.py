"""The drawing of a run with any pen, by the conventions of textbooks.

MAX is a triangle up, MIN a triangle down, chance a circle with probabilities on its edges, and leaves are squares. A
value after a cut-off has its sign, ≥ or ≤. Cut nodes are dashed, and their edges have two strokes; the best line is
thick.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import Any, NamedTuple, Protocol, TypeAlias

from plyground.core.authoring.board_drawing import FREE, NO_CELL
from plyground.core.picture import ROW_OF_HEXAGONS, BoardContent, kinds, middle, said, shear
from plyground.drawing.label_placement import PlacedTexts
from plyground.drawing.legend import footer
from plyground.drawing.node_style import NodeLook, looks
from plyground.drawing.plan import CAPTION, INNER, SIZE, SMALL, TEXT, Link, Plan, Spot, text_width
from plyground.drawing.themes import Theme

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, Point]

SHAPES = ("triangles", "squares")
"""Shapes of MAX and MIN: triangles up and down, or squares and circles."""
MARGIN = 16
LEVEL_GAP = 18
"""Distance between the texts beside the levels and the drawing."""
HALF = SIZE / 2
LEAF_HALF = 11
"""Half the height of a leaf."""
LINE = 17
"""Height of a line of the text below the drawing."""
MIN_TEXT_WIDTH = 400
"""Least width of the text below the drawing."""
PARTS = (0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
"""Positions of texts along an edge, as parts of its length, to try if the middle is occupied."""
THIN, BOLD = 1.4, 2.8
"""Widths of outlines: normal, and on the best line."""
STROKE = 6
"""Half the length of the strokes through an edge that was cut."""


class Style(NamedTuple):
    """A line and a fill; None for none."""

    stroke: str | None
    fill: str | None = None
    width: float = THIN
    dashed: bool = False


class Pen(Protocol):
    """A pen; x grows to the right, y downwards, in pixels."""

    def lines(self, lines: Sequence[Line], style: Style) -> None:
        """Draw open lines."""

    def shape(self, points: Sequence[Point], style: Style) -> None:
        """Draw a closed shape."""

    def box(self, x: float, y: float, width: float, height: float, style: Style, radius: float = 0) -> None:
        """Draw a box with rounded corners, given its upper left corner."""

    def circles(self, centres: Sequence[Point], radius: float, style: Style) -> None:
        """Draw circles of one size."""

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "middle",
        *, bold: bool = False, ground: str | None = None,
    ) -> None:  # fmt: skip
        """Draw text on the base line y, with x at its left end, middle or right end (``anchor`` "start", "middle" or
        "end"). ``ground`` is the colour of a box behind it, None for no box.
        """


class Picture:
    """The drawing of a plan after a step (default: at the end)."""

    def __init__(self, plan: Plan, step: int | None, theme: Theme, shapes: str, *, text: bool = True) -> None:
        self.plan = plan
        self.theme = theme
        self.squares = shapes == "squares"
        self.looks, self.passages = looks(plan, step)
        words = max((text_width(words, SMALL + 1) for words in plan.levels), default=0)
        self.left = MARGIN + (words + LEVEL_GAP if words else 0)
        height = plan.board[1] / 2
        self.above: float = height or LEAF_HALF  # distance from the middle of a node to the ends of its edges
        self.below: float = height + CAPTION if height else HALF
        self.places = [
            (self.left + x, MARGIN + plan.rows[spot.depth]) for spot, x in zip(plan.spots, plan.columns, strict=True)
        ]
        said = footer(plan, step)
        self.title = said[0]
        self.width = max(self.left + plan.width + MARGIN, MIN_TEXT_WIDTH if text else 0)
        self.lines = [
            (part, theme.faint if number else theme.ink)
            for number, line in enumerate(said if text else [])
            for part in _wrapped(line, self.width - 2 * MARGIN)
        ]
        self.height = MARGIN + plan.height + (len(self.lines) * LINE + MARGIN if self.lines else 0)

    def draw(self, pen: Pen) -> None:
        """Draw the picture, from the back to the front. O(nodes)."""
        pen.box(0, 0, self.width, self.height, Style(None, self.theme.ground))
        self._levels(pen)
        self._edges(pen)
        for spot, look, (x, y) in zip(self.plan.spots, self.looks, self.places, strict=True):
            draw = self._board if spot.content else self._inner if spot.shape in INNER else self._leaf
            draw(pen, spot, look, x, y)
        self._words(pen)
        for number, (line, colour) in enumerate(self.lines, 1):
            pen.text(MARGIN, MARGIN + self.plan.height + LINE * number, line, SMALL + 1, colour, "start")

    def _levels(self, pen: Pen) -> None:
        for words, row in zip(self.plan.levels, self.plan.rows, strict=True):
            if words:
                pen.text(MARGIN, MARGIN + row + 4, words, SMALL + 1, self.theme.faint, "start", bold=True)

    def _ends(self, link: Link) -> tuple[float, float, float, float]:
        """Return the ends of an edge."""
        x1, y1 = self.places[link.parent]
        x2, y2 = self.places[link.child]
        return x1, y1 + self.below, x2, y2 - self.above

    def _edges(self, pen: Pen) -> None:
        theme = self.theme
        plain: list[Line] = []
        cut: list[Line] = []
        best: list[Line] = []
        strokes: list[Line] = []
        for link, look in zip(self.plan.links, self.passages, strict=True):
            x1, y1, x2, y2 = self._ends(link)
            kind = cut if look.state == "cut" else best if look.line else plain
            kind.append(((x1, y1), (x2, y2)))
            if look.struck:
                strokes += _strokes(x1, y1, x2, y2, 26 if link.move or link.chance else 40)
        pen.lines(plain, Style(theme.line, width=1.3))
        pen.lines(cut, Style(theme.faint, width=1.2, dashed=True))
        pen.lines(best, Style(theme.ink, width=3.6))
        pen.lines(strokes, Style(theme.cut, width=2))

    def _words(self, pen: Pen) -> None:
        """Draw moves and probabilities in the middle of the edges, and windows at their lower ends.

        If several edges lead to a node, the window is that of the search which is drawn.
        """
        theme, room = self.theme, PlacedTexts()
        for link, look in zip(self.plan.links, self.passages, strict=True):
            if link.window and not look.is_faint and link.node == self.plan.spots[link.child].node:
                _x1, _y1, x, y = self._ends(link)
                room.take(x, y - 9, link.window)
                pen.text(x, y - 9, link.window, SMALL, theme.faint, ground=theme.ground)
        for link, look in zip(self.plan.links, self.passages, strict=True):
            if words := link.move or link.chance:
                x, y = self._amid(link, words, room)
                room.take(x, y, words)
                pen.text(x, y, words, SMALL, theme.faint if look.is_faint else theme.ink, ground=theme.ground)

    def _amid(self, link: Link, words: str, room: PlacedTexts) -> Point:
        """Return the place on an edge with room for a text: its middle, or else a little up or down."""
        x1, y1, x2, y2 = self._ends(link)
        middle = 0.5 if link.window else 0.58
        places = [(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part + 4) for part in (middle, *PARTS)]
        return next((place for place in places if room.is_free(*place, words)), places[0])

    def _style(self, spot: Spot, look: NodeLook) -> Style:
        """Return the outline of a node."""
        theme = self.theme
        if look.is_faint:
            return Style(theme.faint, theme.ground, dashed=look.state == "cut")
        stroke, fill = {
            "max": (theme.max, theme.max_fill),
            "min": (theme.min, theme.min_fill),
            "chance": (theme.chance, theme.chance_fill),
        }.get(spot.shape, (theme.line, theme.leaf_fill))
        return Style(stroke, fill, BOLD if look.line else THIN)

    def _ink(self, look: NodeLook) -> str:
        return self.theme.faint if look.is_faint else self.theme.ink

    def _ring(self, pen: Pen, left: float, top: float, right: float, bottom: float) -> None:
        """Draw a ring around the node of the step."""
        pen.box(left, top, right - left, bottom - top, Style(self.theme.current, width=3), radius=7)

    def _inner(self, pen: Pen, spot: Spot, look: NodeLook, x: float, y: float) -> None:
        if look.current:
            name = text_width(spot.name, SMALL)
            self._ring(pen, x - HALF - name - 9, y - HALF - 4, x + HALF + 3, y + HALF + 4)
        self._who(pen, spot, x, y, HALF, self._style(spot, look))
        if spot.shape == "player":
            pen.text(x, y + 4, str(spot.mover), SMALL, self._ink(look), bold=True)
        pen.text(x - HALF - 4, y + 4, spot.name, SMALL, self.theme.faint, "end", ground=self.theme.ground)
        pen.text(x + HALF + 7, y + 4.5, look.value, TEXT, self._ink(look), "start", bold=True, ground=self.theme.ground)

    def _leaf(self, pen: Pen, spot: Spot, look: NodeLook, x: float, y: float) -> None:
        style = self._style(spot, look)
        half = spot.width / 2
        if look.current:
            self._ring(pen, x - half - 4, y - LEAF_HALF - 4, x + half + 4, y + LEAF_HALF + 4)
        if spot.shape == "horizon":
            pen.shape([(x - half, y), (x - half + 7, y - LEAF_HALF), (x + half - 7, y - LEAF_HALF), (x + half, y),
                       (x + half - 7, y + LEAF_HALF), (x - half + 7, y + LEAF_HALF)], style)  # fmt: skip
        elif spot.shape == "cut":
            pen.box(x - 7, y - LEAF_HALF, 14, 14, style)
            return
        elif spot.shape == "known" or not self.squares:
            pen.box(x - half, y - LEAF_HALF, 2 * half, 2 * LEAF_HALF, style, LEAF_HALF if spot.shape == "known" else 0)
        pen.text(x, y + 4.5, look.value or spot.text, TEXT, self._ink(look), bold=look.line)
        pen.text(x, y + LEAF_HALF + 12, spot.name, SMALL - 2, self.theme.faint)

    def _who(self, pen: Pen, spot: Spot, x: float, y: float, half: float, style: Style) -> None:
        """Draw the mover, or the kind of leaf, as a shape."""
        if spot.shape in ("known", "chance") or (self.squares and spot.shape == "min"):
            pen.circles([(x, y)], half, style)
        elif spot.shape == "player":
            quarter = half / 2
            pen.shape([(x - half, y), (x - quarter, y - half), (x + quarter, y - half), (x + half, y),
                       (x + quarter, y + half), (x - quarter, y + half)], style)  # fmt: skip
        elif spot.shape == "horizon":
            pen.shape([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], style)
        elif spot.shape == "over" and self.squares:
            pen.lines(
                [((x - half, y - half), (x + half, y + half)), ((x - half, y + half), (x + half, y - half))], style
            )
        elif spot.shape == "over" or self.squares:
            pen.box(x - half, y - half, 2 * half, 2 * half, style)
        else:
            tip, base = (y - half, y + half) if spot.shape == "max" else (y + half, y - half)
            pen.shape([(x, tip), (x + half + 1, base), (x - half - 1, base)], style)

    def _board(self, pen: Pen, spot: Spot, look: NodeLook, x: float, y: float) -> None:
        """Draw a position as a small picture with its name, the mover, and the value below it."""
        theme = self.theme
        width, height, cell = self.plan.board
        left, top = x - width / 2, y - height / 2
        style = self._style(spot, look)
        if look.current:
            across = max(width, spot.width) / 2 + 5
            self._ring(pen, x - across, top - 5, x + across, top + height + CAPTION + 3)
        assert spot.content is not None
        of = self.plan.picture, self.plan.sides
        draw_cells(pen, *of, theme, spot.content, left, top, cell, faint=look.is_faint)
        pen.box(left, top, width, height, style._replace(stroke=theme.ink if look.line else style.stroke, fill=None))
        if not look.is_faint:
            base = y + height / 2 + CAPTION / 2 + 5
            name = text_width(spot.name, SMALL - 1) + 3
            start = x - (name + 14 + text_width(look.value, SMALL + 1)) / 2
            pen.text(start, base, spot.name, SMALL - 1, theme.faint, "start")
            self._who(pen, spot, start + name + 5.5, base - 4, 4.5, Style(style.stroke, None))
            pen.text(start + name + 14, base, look.value, SMALL + 1, theme.ink, "start", bold=True)


def draw_cells(
    pen: Pen, picture: Any, sides: Sequence[str], theme: Theme, content: BoardContent,
    left: float, top: float, cell: float, *, faint: bool = False,
) -> None:  # fmt: skip
    """Draw the cells of a board with their marks and the walls between them, from its upper left corner. The cells of
    the last move are shaded.
    """
    marks, stacks, walls, last = content
    columns, rows = picture.width, picture.height
    right, bottom = left + columns * cell, top + rows * cell
    middles = [(left + x * cell, top + y * cell) for x, y in (middle(picture, n) for n in range(columns * rows))]
    hexagons = shear(picture) > 0
    present = [place for place, mark in enumerate(marks) if mark != NO_CELL]
    for place in present if hexagons else last:
        x, y = middles[place]
        ground = theme.last if place in last else None
        if hexagons:
            pen.shape(_hexagon(x, y, cell), Style(theme.line, ground, 0.5))
        else:
            pen.box(x - cell / 2, y - cell / 2, cell, cell, Style(None, ground))
    grid = [((left + n * cell, top), (left + n * cell, bottom)) for n in range(1, columns)]
    grid += [((left, top + n * cell), (right, top + n * cell)) for n in range(1, rows)]
    pen.lines([] if hexagons else grid, Style(theme.line, width=0.5))
    brush = Brush(pen, picture, sides, theme, cell, faint=faint)
    if stacks:
        for pieces, (x, y) in zip(stacks, middles, strict=True):
            for mark, height in stacked(pieces):
                brush.draw(mark, [(x, y - cell * height)])
    else:
        order = {mark: place for place, mark in enumerate(sides)}
        for mark in sorted(set(marks), key=lambda mark: (order.get(mark, -1), mark)):
            brush.draw(mark, [middle for middle, there in zip(middles, marks, strict=True) if there == mark])
    draw_walls(pen, picture, walls, theme, left, top, cell)


STACK_STEP, MAX_STACK = 0.15, 0.44
"""Height of a piece in a stack, and of a stack without its lowest piece, in widths of a cell."""


def stacked(pieces: str) -> list[tuple[str, float]]:
    """Return each piece of a stack from the bottom up, and its height above the middle of the cell in widths of a
    cell.
    """
    count = len(pieces)
    step = min(STACK_STEP, MAX_STACK / max(count - 1, 1))
    return [(mark, (place - (count - 1) / 2) * step) for place, mark in enumerate(pieces)]


class Brush:
    """Draws pieces and numbers of a game in the colours of a theme."""

    def __init__(
        self, pen: Pen, picture: Any, sides: Sequence[str], theme: Theme, cell: float, *, faint: bool = False
    ) -> None:
        self._pen, self._picture, self._sides, self._theme, self._cell = pen, picture, sides, theme, cell
        self._ink = theme.faint if faint else theme.ink
        colours = theme.max, theme.min, theme.chance, theme.ink
        self._colours = [theme.faint if faint else colours[min(side, 3)] for side in range(len(sides))]

    def draw(self, mark: str, centres: Sequence[Point]) -> None:
        """Draw a mark at these points."""
        pen, cell = self._pen, self._cell
        kind = kinds(self._picture).get(mark)
        if mark in (FREE, NO_CELL):
            return
        if kind is not None:
            own = self._colours[kind.side]
            pen.circles(centres, cell * 0.42, Style(own, self._theme.ground, cell * 0.06))
            for x, y in centres:
                pen.text(x, y + cell * 0.17, kind.glyph if kind.shape == "stack" else mark.upper(), cell * 0.5, own)
        elif mark.isnumeric():
            pen.circles(centres, cell * 0.42, Style(self._ink, None, 0.5))
            for x, y in centres:
                pen.text(x, y + cell * 0.17, said(mark), cell * 0.45, self._ink)
        elif mark in self._sides:
            self._draw_side(self._sides.index(mark), centres)
        else:
            pen.circles(centres, cell * 0.3, Style(self._ink, self._ink, 0.5))

    def _draw_side(self, side: int, centres: Sequence[Point]) -> None:
        """Draw stones of a side, or its signs."""
        pen, cell, own, stones = self._pen, self._cell, self._colours[side], self._picture.stones
        size = cell * 0.3
        if side == 0 and stones:
            pen.circles(centres, cell * 0.38, Style(own, own, 0.5))
        elif side == 1 and stones:
            pen.circles(centres, cell * 0.34, Style(own, self._theme.ground, cell * 0.12))
        elif side == 0:
            crosses = [
                ((x - size, y + sign * size), (x + size, y - sign * size)) for x, y in centres for sign in (1, -1)
            ]
            pen.lines(crosses, Style(own, width=cell * 0.12))
        elif side == 1:
            pen.circles(centres, size, Style(own, width=cell * 0.12))
        else:  # a triangle, a square, a pentagon, ...
            for x, y in centres:
                turns = [2 * pi * (corner / (side + 1) - 0.25) for corner in range(side + 1)]
                corners = [(x + 1.1 * size * cos(turn), y + 1.1 * size * sin(turn)) for turn in turns]
                pen.shape(corners, Style(own, self._theme.ground, cell * 0.12))


def draw_walls(
    pen: Pen, picture: Any, walls: Sequence[tuple[int, int]], theme: Theme, left: float, top: float, cell: float
) -> None:
    """Draw the walls between pairs of neighbouring cells."""
    lines = []
    for one, other in walls:
        (x1, y1), (x2, y2) = middle(picture, one), middle(picture, other)
        x, y, across, down = (x1 + x2) / 2, (y1 + y2) / 2, (y2 - y1) / 2, (x1 - x2) / 2
        lines.append(((left + cell * (x - across), top + cell * (y - down)), (left + cell * (x + across), top + cell * (y + down))))  # fmt: skip
    pen.lines(lines, Style(theme.ink, width=cell * 0.12))


def _hexagon(x: float, y: float, width: float) -> list[Point]:
    """Return the corners of a hexagon around a point, with tips above and below."""
    reach = width / 2 / ROW_OF_HEXAGONS
    return [(x + reach * sin(turn * pi / 3), y - reach * cos(turn * pi / 3)) for turn in range(6)]


def _strokes(x1: float, y1: float, x2: float, y2: float, along_it: float) -> list[Line]:
    """Return two short strokes across a cut edge, at the part ``along_it`` of its length."""
    length = hypot(x2 - x1, y2 - y1)
    along, down = (x2 - x1) / length, (y2 - y1) / length
    middle = min(0.5, along_it / length)
    made = []
    for shift in (-2.5, 2.5):
        x, y = x1 + (x2 - x1) * middle + along * shift, y1 + (y2 - y1) * middle + down * shift
        made.append(((x - down * STROKE, y + along * STROKE), (x + down * STROKE, y - along * STROKE)))
    return made


def _wrapped(line: str, room: float) -> list[str]:
    """Return a line, wrapped to the width ``room``."""
    lines = [""]
    for word in line.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, SMALL + 1) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
