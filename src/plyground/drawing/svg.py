"""A drawing of a run as SVG: one picture without scripts, fonts or other files; its texts are escaped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from plyground.core.game import Game
from plyground.core.gc_pause import uncollected
from plyground.core.picture import board_content, extent, middle, shear
from plyground.drawing.board_material import draw_material
from plyground.drawing.painter import Line, Picture, Point, Style, draw_cells
from plyground.drawing.plan import SMALL, TEXT, Plan, text_width
from plyground.drawing.themes import THEMES

CELL, EDGE = 34, 4
"""Side of a cell and width of the margin of a single board."""
FONTS = "Helvetica, Arial, DejaVu Sans, sans-serif"


@uncollected()
def svg(
    plan: Plan,
    step: int | None = None,
    *,
    theme: str = "color",
    shapes: str = "triangles",
    text: bool = True,
    least_type: float = 0,
) -> str:
    """Return the drawing after a step (default: at the end).

    ``theme`` is one of :data:`THEMES`, ``shapes`` of :data:`SHAPES`; ``text`` adds the sentence of the step, the
    convention and the counts below the tree. No type is smaller than ``least_type``. O(nodes).
    """
    picture = Picture(plan, step, THEMES[theme], shapes, text=text)
    pen = SvgPen(least_type)
    picture.draw(pen)
    return pen.document(picture.width, picture.height, picture.title)


def board(
    game: Game, position: Any, *, theme: str = "color", numbers: bool = False, real: bool = False
) -> str:  # fmt: skip
    """Return a picture of a position, with the names of columns and rows if the game has some.

    If it has none, ``numbers`` shows the names of free cells. With ``real`` the board looks like a real one.
    """
    picture, colours, pen = game.picture, THEMES[theme], SvgPen()
    left, top = CELL * 0.6 * bool(picture.rows), CELL * 0.6 * bool(picture.columns)
    across, down = (CELL * size for size in extent(picture))
    pen.box(0, 0, left + across + 2 * EDGE, top + down + 2 * EDGE, Style(None, colours.ground))
    left, top = left + EDGE, top + EDGE
    content = board_content(picture, position)
    is_real = real and draw_material(pen, picture, game.sides, colours, content, left, top, CELL)
    if not is_real:
        draw_cells(pen, picture, game.sides, colours, content, left, top, CELL)
    if not (is_real or shear(picture)):
        pen.box(left, top, across, down, Style(colours.line))
    for number, name in enumerate(picture.columns):
        pen.text(left + CELL * (number + 0.5), top - 6, name, TEXT, colours.faint)
    for number, name in enumerate(picture.rows):
        x, y = middle(picture, number * picture.width)
        pen.text(left + CELL * (x - 0.5) - 6, top + CELL * y + 5, name, TEXT, colours.faint, "end")
    if numbers and not (picture.columns or picture.rows or picture.stones):
        for cell in (cell for cell, mark in enumerate(content.marks) if mark == "."):
            x, y = left + CELL * (cell % picture.width + 0.5), top + CELL * (cell // picture.width + 0.5)
            pen.text(x, y + 4, picture.word(cell), SMALL, colours.faint)
    return pen.document(left + across + EDGE, top + down + EDGE, f"{game.title}: {game.notation.format(position)}")


class SvgPen:
    """A pen that collects the elements of an SVG."""

    def __init__(self, least_type: float = 0) -> None:
        self.pieces: list[str] = []
        self._least_type = least_type

    def document(self, across: float, down: float, title: str) -> str:
        """Return the whole picture of this size."""
        width, height = f"{across:.1f}", f"{down:.1f}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'role="img" font-family="{FONTS}">\n<title>{escape(title)}</title>\n'
            + "\n".join(self.pieces)
            + "\n</svg>\n"
        )

    def lines(self, lines: Sequence[Line], style: Style) -> None:
        self._path("".join([f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" for (a, b), (c, d) in lines]), style)

    def shape(self, points: Sequence[Point], style: Style) -> None:
        self._path(f"M{'L'.join([f'{x:.1f} {y:.1f}' for x, y in points])}z", style)

    def box(self, x: float, y: float, width: float, height: float, style: Style, radius: float = 0) -> None:
        rounded = f' rx="{radius:.1f}"' if radius else ""
        self.pieces.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{rounded}{_look(style)}/>'
        )

    def circles(self, centres: Sequence[Point], radius: float, style: Style) -> None:
        r, across = f"{radius:.1f}", f"{2 * radius:.1f}"
        arc = f"a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"
        self._path("".join(f"M{x - radius:.1f} {y:.1f}{arc}" for x, y in centres), style)

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "middle",
        *, bold: bool = False, ground: str | None = None,
    ) -> None:  # fmt: skip
        if not text:
            return
        size = max(size, self._least_type)
        if ground:
            width = text_width(text, size) * (1.08 if bold else 1) + 2
            left = x - (1 if anchor == "start" else width - 1 if anchor == "end" else width / 2)
            self.box(left, y - 0.82 * size, width, 1.06 * size, Style(None, ground))
        weight = ' font-weight="700"' if bold else ""
        start = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.pieces.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{colour}"{start}{weight}>{escape(text)}</text>'
        )

    def _path(self, path: str, style: Style) -> None:
        if path:
            self.pieces.append(f'<path d="{path}"{_look(style)}/>')


def _look(style: Style) -> str:
    """Write a style as attributes."""
    stroke = "" if style.stroke is None else f' stroke="{style.stroke}" stroke-width="{style.width:.1f}"'
    dashes = ' stroke-dasharray="4 3"' if style.dashed else ""
    return f' fill="{style.fill or "none"}"{stroke}{dashes}'
