"""Text for a terminal: with colours and boxes for a person, plain and aligned for a file or pipe.

Rich draws text for a person; it is imported only then. ``NO_COLOR`` is honoured (no-color.org).
"""

from __future__ import annotations

import codecs
import json
import os
import sys
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from plyground.i18n import Number, Sentence
from plyground.presentation.spans import Span

if TYPE_CHECKING:
    from rich.console import Console

UNKNOWN = "–"
"""Text for an unknown number in a table."""
SIGNS = str.maketrans(
    {"−": "-", "±": "+-", "–": "-", "×": "x", "≤": "<=", "≥": ">=", "→": "->", "„": '"', "“": '"', "”": '"'}
)
"""Substitutes for signs that the terminal's encoding lacks."""


@cache
def _screen() -> Console | None:
    if not sys.stdout.isatty():
        return None
    from rich.console import Console

    colours = None if os.environ.get("NO_COLOR") else "auto"
    return Console(highlight=False, markup=False, emoji=False, color_system=colours)  # type: ignore[arg-type]


def say(*spans: Span) -> None:
    """Print one line, or several if the text has line ends."""
    screen = _screen()
    parts = [span if isinstance(span, tuple) else str(span) for span in spans]
    if screen is None:
        print("".join(part if isinstance(part, str) else part[0] for part in parts).rstrip())
    else:
        from rich.text import Text

        screen.print(Text.assemble(*parts))


def say_table(headings: Sequence[Sentence], rows: Sequence[Sequence[object]]) -> None:
    """Print a table; columns of numbers are right-aligned."""
    columns = list(zip(*rows, strict=True))
    to_the_right = [
        all(isinstance(cell, int | float | Number) or cell == UNKNOWN for cell in column) for column in columns
    ]
    screen = _screen()
    if screen is None:
        lines = [[str(cell) for cell in row] for row in (headings, *rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            cells = zip(line, widths, to_the_right, strict=True)
            print("  ".join(f"{cell:{'>' if right else '<'}{width}}" for cell, width, right in cells).rstrip())
    else:
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
        for heading, right in zip(headings, to_the_right, strict=True):
            table.add_column(str(heading), justify="right" if right else "left", overflow="fold")
        table.columns[0].no_wrap = True  # do not break names, because people type them
        for row in rows:
            table.add_row(*map(str, row))
        screen.print(table)


def say_json(value: Any) -> None:
    """Print a value as JSON in ASCII, which any encoding preserves."""
    print(json.dumps(value, indent=2))


def say_json_line(value: Any) -> None:
    """Print a value as one line of JSON and flush it: one answer of a stream."""
    print(json.dumps(value), flush=True)


def tell(sentence: Sentence) -> None:
    """Print a sentence on standard error, with control characters of user texts removed."""
    print(shown(str(sentence)), file=sys.stderr)


def shown(text: str, most: int = 600) -> str:
    """Return a user's text, safe to print: one line, no control characters, a long one without its middle."""
    clean = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return clean if len(clean) <= most else f"{clean[: most // 2]} … {clean[-most // 2 :]}"


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Return (replacement, index behind it) for characters that an encoding lacks: letters without accents, signs in
    ASCII.
    """
    assert isinstance(error, UnicodeEncodeError)
    letters = unicodedata.normalize("NFKD", error.object[error.start : error.end].translate(SIGNS))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return bare.encode("ascii", "replace").decode(), error.end


PLAINLY = "plyground.plainly"
"""Name of an error handler (:mod:`codecs`) that replaces characters which the stream's encoding lacks."""
codecs.register_error(PLAINLY, _plainly)
