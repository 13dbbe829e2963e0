"""Parameters of a command that records a search: what is drawn, written and told of it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from plyground.interfaces.commands.parameters import one_of
from plyground.language import _
from plyground.trace.picture import SHAPES
from plyground.trace.plan import MERGES
from plyground.trace.table import FORMATS
from plyground.trace.themes import THEMES

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
    typer.Option(
        "--html", metavar=FILE, help=str(_("Write a page that steps through it, in one file that needs no network."))
    ),
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
    typer.Option("--step", metavar="K", help=str(_("Draw it as it is after step K; without it, at the end."))),
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
        help=str(_("How MAX and MIN are drawn; one of: {names}.", names=", ".join(SHAPES))),
        autocompletion=one_of(SHAPES),
    ),
]
Merge: TypeAlias = Annotated[
    str,
    typer.Option(
        "--merge",
        metavar="NAME",
        help=str(_("Which equal positions are drawn as one; one of: {names}.", names=", ".join(("no", *MERGES)))),
        autocompletion=one_of(("no", *MERGES)),
    ),
]
