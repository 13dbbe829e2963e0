"""Options of commands that record a search: its drawings, tables and sentences."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from plyground.cli.commands._parameters import one_of
from plyground.drawing.painter import SHAPES
from plyground.drawing.plan import MERGES
from plyground.drawing.step_table import FORMATS
from plyground.drawing.themes import THEMES
from plyground.i18n import _

FILE = "FILE|-"

Svg: TypeAlias = Annotated[
    str | None, typer.Option("--svg", metavar=FILE, help=str(_("Draw it as SVG (-: to standard output).")))
]
Png: TypeAlias = Annotated[
    str | None, typer.Option("--png", metavar=FILE, help=str(_("Draw it as PNG; needs the package resvg-py.")))
]
Tikz: TypeAlias = Annotated[
    str | None, typer.Option("--tikz", metavar=FILE, help=str(_("Draw it as a LaTeX document with TikZ.")))
]
Html: TypeAlias = Annotated[
    str | None,
    typer.Option("--html", metavar=FILE, help=str(_("Write a standalone HTML page that steps through it."))),
]
Text: TypeAlias = Annotated[bool, typer.Option("--text", help=str(_("Draw it as lines of text.")))]
Table: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--table",
        metavar="FORMAT",
        help=str(_("Print the trace table; one of: {names}.", names=", ".join(FORMATS))),
        autocompletion=one_of(FORMATS),
    ),
]
Steps: TypeAlias = Annotated[bool, typer.Option("--steps", help=str(_("Tell each step in a sentence.")))]
Record: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--record", metavar=FILE, help=str(_("Write the record of all steps, as JSON that can be read again."))
    ),
]
Step: TypeAlias = Annotated[
    int | None,
    typer.Option("--step", metavar="K", help=str(_("Draw it after step K (default: after the last step)."))),
]
ThemeName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--theme",
        metavar="NAME",
        help=str(_("Colours of drawings; one of: {names}.", names=", ".join(THEMES))),
        autocompletion=one_of(THEMES),
    ),
]
Shapes: TypeAlias = Annotated[
    str,
    typer.Option(
        "--shapes",
        metavar="NAME",
        help=str(_("Shapes of MAX and MIN; one of: {names}.", names=", ".join(SHAPES))),
        autocompletion=one_of(SHAPES),
    ),
]
Merge: TypeAlias = Annotated[
    str,
    typer.Option(
        "--merge",
        metavar="NAME",
        help=str(_("Draw equal positions as one; one of: {names}.", names=", ".join(("no", *MERGES)))),
        autocompletion=one_of(("no", *MERGES)),
    ),
]
