"""A board as lines of text, with the numbers of its cells."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from typing import Any

from plyground.core.authoring.board_drawing import NO_CELL, drawn_text
from plyground.core.game import Game
from plyground.core.notation import FieldsNotation
from plyground.core.picture import by_column, cell_words, indents, owner, shear, stacks, walls
from plyground.presentation.spans import Span, plain

STYLES = ("bold deep_sky_blue1", "bold dark_orange", "bold spring_green3", "bold orchid", "bold yellow3", "bold")
"""A colour for each side, as on the page, distinguishable by everybody (Okabe & Ito); the marks differ anyway."""

GAP = "      "
EMPTY, NOTHING = ",", "–"
"""Signs of an empty row: in a notation of fields, and in texts for people."""


def draw(game: Game, position: Any) -> list[list[Span]]:
    """Return the lines of the board with the names of its cells.

    Cell numbers stand beside the board, or below it in a narrow window. Names of columns and rows stand at its edges. A
    game without a picture shows its position as text, and a picture with a method ``text`` draws itself.
    """
    picture = game.picture
    if not picture.width:
        return [[line] for line in written(game, position).split("\n")]
    if hasattr(picture, "text"):
        return [[line] for line in picture.text(position).split("\n")]
    if shear(picture) or getattr(picture, "spaced", False) or walls(picture, position) or stacks(picture, position):
        return list(_spaced(game, position))
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
    if len(plain([*board[0], GAP, *numbering[0]])) < window:
        return [[*left, GAP, *right] for left, right in zip(board, numbering, strict=True)]
    return [*board, [""], *numbering]


def plain_lines(game: Game, position: Any) -> list[str]:
    """Return the lines of the board as plain text."""
    return [plain(line).rstrip() for line in draw(game, position)]


def written(game: Game, position: Any) -> str:
    """Return a position without a board as text: its own drawing, else the text of its notation.

    If the notation writes fields, each field has its name.
    """
    if hasattr(position, "picture"):
        return drawn_text(position)
    text = game.notation.format(position)
    if not isinstance(game.notation, FieldsNotation):
        return text
    return ", ".join(
        f"{name} {NOTHING if word == EMPTY else word}"
        for name, word in zip(position._fields, text.split(), strict=True)
    )


def _spaced(game: Game, position: Any) -> Iterator[list[Span]]:
    """Yield rows of cells with blanks or walls between them; each row of hexagons stands half a cell aside.

    A cell is as wide as the highest stack, which is written from the bottom up. If columns and rows have no names, the
    first and the last cell of each row have.
    """
    picture = game.picture
    marks, decided, fences = picture.marks(position), picture.highlight(position), {*walls(picture, position)}
    pieces = stacks(picture, position) or marks
    wide = max(map(len, pieces))
    named = 2 if picture.rows else max(map(len, cell_words(picture, position)))
    if picture.columns:
        yield [(" " * (named + 1) + "".join(f"{name:<{wide + 1}}" for name in picture.columns).rstrip(), "dim")]
    for row, indent in enumerate(indents(picture)):
        present = [cell for cell in range(picture.width * row, picture.width * (row + 1)) if marks[cell] != NO_CELL]
        ends = [picture.rows[row], ""] if picture.rows else [picture.word(cell) for cell in (present[0], present[-1])]
        line: list[Span] = [" " * round(indent * (wide + 1)), (f"{ends[0]:>{named}} ", "dim")]
        below: list[Span] = [" " * len(plain(line))]
        for cell in range(picture.width * row, present[-1] + 1):
            look = "dim" if marks[cell] == "." else _style(game, marks[cell]) + " reverse" * (cell in decided)
            shown = "·" if pieces[cell] == "." else pieces[cell]
            line += [(shown, look), " " * (wide - len(shown)), "|" if (cell, cell + 1) in fences else " "]
            below += [("-" if (cell, cell + picture.width) in fences else " ") * wide, " "]
        yield [*line, (ends[1], "dim")]
        if fences and row < picture.height - 1:
            yield below


def _edge(words: Sequence[str], board: list[list[Span]]) -> list[Span]:
    """Return a line with one character for each column of the board."""
    stride = (len(plain(board[0])) + 1) // len(words)
    return [(" ".join(f"{word:^{stride - 1}}" for word in words), "dim")]


def _style(game: Game, mark: str) -> str:
    side = owner(game.picture, game.sides, mark)
    return "bold" if side is None else STYLES[min(side, len(STYLES) - 1)]


def _grid(cells: list[Span], columns: int, width: int, window: int) -> list[list[Span]]:
    """Return rows of cells, each cell ``width`` wide, with lines between them; in a wide window also with blanks beside
    the cells.
    """
    blank = " " if columns * (width + 3) <= window else ""
    lines: list[list[Span]] = []
    for start in range(0, len(cells), columns):
        if lines:
            lines.append(["+".join(["-" * (width + 2 * len(blank))] * columns)])
        line: list[Span] = []
        for cell in cells[start : start + columns]:
            line += ["|"] * bool(line) + [blank, " " * (width - len(plain([cell]))), cell, blank]
        lines.append(line)
    return lines
