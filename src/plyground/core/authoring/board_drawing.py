"""Drawings of boards as authors write them in ``picture()``: cells without anything between them, or with blanks.

Without blanks, each character is a cell. With blanks between them, a cell is a word with a character for each of its
pieces, from the bottom up; then walls and hexagons can be drawn, too::

    . . X . .          . . .         walls: | beside a cell, - below it
        - -           . X . .        hexagons: each row begins half a cell, one character, aside
    . . .|. .          . . .

The third form is a list of rows of one length, each a list with a text for each cell; an empty text is no cell.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, NamedTuple

from plyground.core.checked_arguments import short_repr
from plyground.errors import RulesError
from plyground.i18n import _

WORD = re.compile(r"[^\s|]+")
BETWEEN_ROWS = re.compile(r"[ |+-]*")
FREE, NO_CELL = ".", " "


class BoardDrawing(NamedTuple):
    """The cells of a drawing in rows, each as a text: its pieces from the bottom up, ``.`` if it is free."""

    rows: tuple[tuple[str, ...], ...]
    indents: tuple[float, ...] = ()  # widths of cells by which each row stands aside; empty for squares
    walls: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()  # pairs of (row, place in the row)
    has_words: bool = False  # True if a cell is a word, False if it is a character


def read_drawing(position: Any) -> BoardDrawing:
    """Return what the position's method ``picture()`` draws. Raise :class:`RulesError` for anything but a drawing."""
    drawing = position.picture()
    if _is_table(drawing):
        return BoardDrawing(tuple(tuple(cell.strip() or NO_CELL for cell in row) for row in drawing), has_words=True)
    lines = drawn_text(position).split("\n")
    return _with_blanks(lines) or BoardDrawing(tuple(tuple(line.replace(" ", FREE)) for line in lines))


def drawn_text(position: Any) -> str:
    """Return the drawing as one text, without empty lines around it. Raise :class:`RulesError`."""
    drawing = position.picture()
    if _is_table(drawing):
        return "\n".join(map(" ".join, drawing))
    lines = [drawing] if isinstance(drawing, str) else drawing
    is_text = _is_list(lines) and all(isinstance(line, str) for line in lines)
    if is_text and (text := "\n".join(lines).strip("\n")):
        return text
    raise RulesError(
        _(
            "{cls}.picture() returns {value}: return the lines of the drawing, as one text or as a list of texts.",
            cls=type(position).__name__, value=short_repr(drawing),
        )
    )  # fmt: skip


def _is_table(value: Any) -> bool:
    """Return True for rows of texts, all of one length."""
    if not _is_list(value) or not all(map(_is_list, value)) or len({len(row) for row in value}) != 1:
        return False
    return bool(value[0]) and all(isinstance(cell, str) for row in value for cell in row)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _with_blanks(lines: list[str]) -> BoardDrawing | None:
    """Return the drawing if it has blanks between its cells, else None."""
    is_between = [BETWEEN_ROWS.fullmatch(line) is not None for line in lines]
    words = [[] if between else [*WORD.finditer(line)] for line, between in zip(lines, is_between, strict=True)]
    rows = [found for found in words if found]
    if not any(len(row) > 1 for row in rows):
        return None
    begins = [row[0].start() for row in rows]
    is_hexagonal = len(set(begins)) > 1
    if not is_hexagonal and len({len(row) for row in rows}) > 1:
        return None
    walls: list[tuple[tuple[int, int], tuple[int, int]]] = []
    number = -1
    for line, found in zip(lines, words, strict=True):
        if found:
            number += 1
            for place, (one, other) in enumerate(pairwise(found)):
                if "|" in line[one.end() : other.start()]:
                    walls.append(((number, place), (number, place + 1)))
        elif 0 <= number < len(rows) - 1:
            for place, cell in enumerate(rows[number]):
                if "-" in line[cell.start() : cell.end()]:
                    walls.append(((number, place), (number + 1, place)))
    least = min(begins)
    indents = tuple((begin - least) / 2 for begin in begins) if is_hexagonal else ()
    return BoardDrawing(tuple(tuple(cell[0] for cell in row) for row in rows), indents, tuple(walls), True)
