"""A board as lines of text, with the numbers of its cells."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from typing import Any

from plyground.game import Game
from plyground.interfaces.terminal import Span
from plyground.notation import FieldsNotation
from plyground.picture import Picture, shear

STYLES = ("bold deep_sky_blue1", "bold dark_orange", "bold spring_green3", "bold orchid", "bold yellow3", "bold")
"""One colour a side, as on the page, told apart by everybody (Okabe & Ito); the marks differ anyway."""

GAP = "      "
EMPTY, NOTHING = ",", "–"
"""How a notation of fields writes a row of nothing, and how people do."""


def by_column(picture: Picture) -> bool:
    """Whether a move names a column rather than a cell."""
    return bool(picture.columns) and not picture.rows


def draw(game: Game, position: Any) -> list[list[Span]]:
    """The lines of the board, with what names its cells.

    Numbers of cells stand beside it, or below it where the window is narrow; those of columns, or letters and
    numbers of columns and rows, at its edge. A game without a picture shows its position as it is written.
    """
    picture = game.picture
    if not picture.width:
        return [[line] for line in written(game, position).split("\n")]
    if shear(picture):
        return list(_slanted(game, position))
    cells = range(picture.width * picture.height)
    decided = picture.highlight(position)
    marks: list[Span] = [
        "" if mark == "." else (mark, _style(game, mark) + " reverse" * (cell in decided))
        for cell, mark in enumerate(picture.marks(position))
    ]
    window = shutil.get_terminal_size().columns
    board = _grid(marks, picture.width, 1, window)
    if by_column(picture):
        return [*board, _edge(picture.columns, board)]
    if picture.rows:
        return [["  ", *_edge(picture.columns, board)]] + [
            [("  " if place % 2 else f"{picture.rows[place // 2]} ", "dim"), *line] for place, line in enumerate(board)
        ]
    numbers: list[Span] = [(picture.word(cell), "dim") for cell in cells]
    numbering = _grid(numbers, picture.width, len(str(cells[-1])), window)
    if _length(board[0]) + len(GAP) + _length(numbering[0]) < window:
        return [[*left, GAP, *right] for left, right in zip(board, numbering, strict=True)]
    return [*board, [""], *numbering]


def written(game: Game, position: Any) -> str:
    """A position in words, where nothing draws it: as it draws itself, though on no grid, or as its notation has it.

    The fields with their names where that writes fields.
    """
    if hasattr(position, "picture"):
        return str(position.picture()).strip("\n")
    text = game.notation.format(position)
    if not isinstance(game.notation, FieldsNotation):
        return text
    return ", ".join(
        f"{name} {NOTHING if word == EMPTY else word}"
        for name, word in zip(position._fields, text.split(), strict=True)
    )


def _slanted(game: Game, position: Any) -> Iterator[list[Span]]:
    """Hexagons: each row a character, half a cell, to the right of the one above."""
    picture = game.picture
    marks, decided = picture.marks(position), picture.highlight(position)
    yield [("   " + " ".join(picture.columns), "dim")]
    for row, name in enumerate(picture.rows):
        line: list[Span] = [" " * row, (f"{name:>2} ", "dim")]
        for cell in range(picture.width * row, picture.width * (row + 1)):
            mark = marks[cell]
            look = "dim" if mark == "." else _style(game, mark) + " reverse" * (cell in decided)
            line += [("·" if mark == "." else mark, look), " "]
        yield line


def _edge(words: Sequence[str], board: list[list[Span]]) -> list[Span]:
    """A line with one character for each column of the board."""
    stride = (_length(board[0]) + 1) // len(words)
    return [(" ".join(f"{word:^{stride - 1}}" for word in words), "dim")]


def _style(game: Game, mark: str) -> str:
    return STYLES[min(game.sides.index(mark), len(STYLES) - 1)] if mark in game.sides else "bold"


def _grid(cells: list[Span], columns: int, width: int, window: int) -> list[list[Span]]:
    """Rows of cells ``width`` wide, with lines between them; blanks beside each cell where the window has room."""
    blank = " " if columns * (width + 3) <= window else ""
    lines: list[list[Span]] = []
    for start in range(0, len(cells), columns):
        if lines:
            lines.append(["+".join(["-" * (width + 2 * len(blank))] * columns)])
        line: list[Span] = []
        for cell in cells[start : start + columns]:
            line += ["|"] * bool(line) + [blank, " " * (width - _length([cell])), cell, blank]
        lines.append(line)
    return lines


def _length(line: list[Span]) -> int:
    return sum(len(span[0] if isinstance(span, tuple) else str(span)) for span in line)
