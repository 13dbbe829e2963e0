"""A drawing of a run in TikZ: a complete document for pdfLaTeX, or only the picture."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.drawing.painter import Line, Picture, Point, Style
from plyground.drawing.plan import Plan
from plyground.drawing.tex import escaped
from plyground.drawing.themes import THEMES
from plyground.errors import SearchError
from plyground.i18n import _

POINTS = 0.75
"""TeX's big points per pixel."""
MAX_POINTS = 16_000
"""Greatest length in points: TeX cannot compute with more than 16,383 points."""
ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def tikz(
    plan: Plan,
    step: int | None = None,
    *,
    theme: str = "color",
    shapes: str = "triangles",
    text: bool = True,
    document: bool = True,
) -> str:
    """Return the drawing after a step; without one, at the end. Raise :class:`SearchError` if it is too large for TeX.

    ``document`` makes a complete document of one page, else the text is a ``tikzpicture`` for a document with
    ``\\usepackage{tikz}``. O(nodes).
    """
    picture = Picture(plan, step, THEMES[theme], shapes, text=text)
    if max(picture.width, picture.height) * POINTS > MAX_POINTS:
        raise SearchError(_("The drawing is too large for TeX: draw it as SVG, or draw a smaller tree."))
    pen = TikzPen()
    picture.draw(pen)
    colours = [rf"\definecolor{{{name}}}{{HTML}}{{{name[3:].upper()}}}" for name in sorted(pen.colours)]
    body = [
        r"\begin{tikzpicture}[x=0.75bp,y=-0.75bp,line join=round,every node/.style={inner sep=1bp,outer sep=0bp}]",
        rf"\useasboundingbox (0,0) rectangle ({picture.width:.1f},{picture.height:.1f});",
        *colours,
        *pen.pieces,
        r"\end{tikzpicture}%",
    ]
    if document:
        width, height = picture.width * POINTS, picture.height * POINTS
        body = [
            r"\documentclass{article}",
            r"\usepackage{tikz}\renewcommand{\familydefault}{\sfdefault}",
            rf"\pdfpagewidth={width:.2f}bp \pdfpageheight={height:.2f}bp \paperwidth=\pdfpagewidth \paperheight=\pdfpageheight",
            r"\hoffset=-1in \voffset=-1in \topmargin=0bp \headheight=0bp \headsep=0bp \topskip=0bp \oddsidemargin=0bp",
            r"\textwidth=\paperwidth \textheight=\paperheight \advance\textheight 1bp \parindent=0bp \pagestyle{empty}",
            r"\begin{document}",
            *body,
            r"\end{document}",
        ]
    return "\n".join([*body, ""])


class TikzPen:
    """Draws paths and nodes of TikZ."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.colours: set[str] = set()

    def lines(self, lines: Sequence[Line], style: Style) -> None:
        for line in lines:  # one path for each line, because TeX's memory for a path is small
            self._path(" -- ".join(map(_point, line)), style)

    def shape(self, points: Sequence[Point], style: Style) -> None:
        self._path(" -- ".join(map(_point, points)) + " -- cycle", style)

    def box(self, x: float, y: float, width: float, height: float, style: Style, radius: float = 0) -> None:
        rounded = f"[rounded corners={radius * POINTS:.1f}bp] " if radius else ""
        self._path(f"{rounded}{_point((x, y))} rectangle {_point((x + width, y + height))}", style)

    def circles(self, centres: Sequence[Point], radius: float, style: Style) -> None:
        for centre in centres:
            self._path(f"{_point(centre)} circle[radius={radius * POINTS:.2f}bp]", style)

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "middle",
        *, bold: bool = False, ground: str | None = None,
    ) -> None:  # fmt: skip
        if text:
            fill = f",fill={self._colour(ground)}" if ground else ""
            letters = rf"\fontsize{{{size * POINTS:.1f}bp}}{{{size:.1f}bp}}\selectfont" + (r"\bfseries" if bold else "")
            self.pieces.append(
                rf"\node[anchor={ANCHORS[anchor]},text={self._colour(colour)}{fill}] at {_point((x, y))} {{{letters} {escaped(text)}}};"
            )

    def _path(self, path: str, style: Style) -> None:
        options = []
        if style.stroke:
            options.append(f"draw={self._colour(style.stroke)},line width={style.width * POINTS:.2f}bp")
        if style.fill:
            options.append(f"fill={self._colour(style.fill)}")
        if style.dashed:
            options.append("dash pattern=on 3bp off 2.2bp")
        self.pieces.append(rf"\path[{','.join(options)}] {path};")

    def _colour(self, colour: str) -> str:
        """Return the TikZ name of an SVG colour."""
        name = f"ply{colour.removeprefix('#')}"
        self.colours.add(name)
        return name


def _point(point: Point) -> str:
    return f"({point[0]:.1f},{point[1]:.1f})"
