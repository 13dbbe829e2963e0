"""Pictures: the protocol of every game's picture, and the default pictures."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple, Protocol, TypedDict

from plyground.core.checked_arguments import short_repr
from plyground.core.position import Move
from plyground.errors import RulesError
from plyground.i18n import Sentence, _

NOBODY = "*"
"""The mark of a stone that belongs to neither side."""
MATERIALS = {
    "wood": _("wood with painted marks, or with round pieces"),
    "squares": _("light and dark squares, as for chess"),
    "felt": _("black and white stones on green"),
    "points": _("wood with lines that cross under each stone"),
    "rack": _("a rack that stones fall into"),
    "heaps": _("pebbles in the sand; a number is a heap"),
    "pits": _("seeds in wood, with a store in cells with a side in the goals"),
    "dominoes": _("dominoes: those of the first side stand, those of the second lie"),
    "road": _("streets with cars, which leave over the goals of their side"),
    "tiles": _("tiles with six sides"),
    "track": _("a die, and a track of points for each side"),
    "backgammon": _("a board of backgammon"),
    "paper": _("lines and signs on paper"),
}
"""Looks of boards by the word that chooses them."""
MAX_COUNTED = 50
"""Largest number in a circle that Unicode has."""
MAX_TRIED_MOVES = 1000
"""First moves that are tried to see if pieces move."""


def counted(number: int) -> str:
    """Return the mark of a cell that holds ``number`` things, at most :data:`MAX_COUNTED`; "." for an empty cell."""
    if number == 0:
        return "."
    if number <= 20:
        return chr(ord("①") + number - 1)
    return chr(ord("㉑") + number - 21) if number <= 35 else chr(ord("㊱") + number - 36)


def said(mark: str) -> str:
    """Return the text of a mark: for a number in a circle, the number."""
    return unicodedata.normalize("NFKC", mark)


class Kind(NamedTuple):
    """A kind of piece, in a game where a side has more than one."""

    side: int  # number of the side that owns it
    name: Sentence  # name for people, such as "king"
    shape: str  # name of the drawing: stone, man, crowned, pawn, knight, bishop, rook, queen, king
    tone: Literal["light", "dark"]
    glyph: str  # Unicode character, used if no shape is drawn


class PieceKind(TypedDict):
    """A :class:`Kind` as plain data for the browser."""

    side: int
    shape: str
    tone: Literal["light", "dark"]
    glyph: str


class Picture(Protocol):
    """The drawing of a game on a grid of cells, for any interface. Cells are numbered row by row from 0.

    An optional field ``shear`` makes them hexagons (:func:`shear`), a field ``material`` chooses the look of the board
    (:func:`material`), a field ``kinds`` names pieces of several kinds (:func:`kinds`), a field ``regions``
    names sets of cells (:func:`regions`), and a field ``side_names`` says
    what players call the sides (:func:`side_names`).
    """

    width: int
    height: int
    pieces: bool  # True if a move takes a piece from one cell to another; False if it fills a cell
    stones: bool  # True if the marks are round stones, not signs
    columns: tuple[str, ...]  # name above each column; empty if every cell has a number
    rows: tuple[str, ...]  # name beside each row, from the top; empty if cells have numbers or a move names a column
    goals: str  # mark of the side whose pieces must reach each cell; "" = the game has no goals

    def marks(self, position: Any) -> str:
        """Return one character a cell, row by row: a side's mark, :data:`NOBODY`'s, ``.``, or a number
        (:func:`counted`).
        """

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return the cells that decided the game, such as a winning line; empty if there are none."""

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """Return the cells of a legal move: the one that it fills, or the ones that a piece leaves and enters.

        Empty for a move without cells, such as a pass.
        """

    def word(self, cell: int) -> str:
        """Return the name of the cell in the text of a move; two of them are joined by a hyphen."""


def kinds(picture: Picture) -> Mapping[str, Kind]:
    """Return the kinds of pieces by their marks, from the picture's field ``kinds``; empty if each side has only one
    mark.
    """
    return getattr(picture, "kinds", {})


def regions(picture: Picture) -> Mapping[Sentence, tuple[int, ...]]:
    """Return the cells of each region with a name, such as "a corner", from the picture's field ``regions``; empty if
    there are none.
    """
    return getattr(picture, "regions", {})


def region(picture: Picture, cell: int) -> Sentence | None:
    """Return the name of the first region that contains a cell; None if there is none."""
    return next((name for name, cells in regions(picture).items() if cell in cells), None)


def areas(picture: Picture, position: Any) -> str:
    """Return the mark of the side that owns each free cell after the game, from the picture's method
    ``areas(position)``.

    Return an empty text for a game without such areas.
    """
    told: str = picture.areas(position) if hasattr(picture, "areas") else ""
    return told


def piece_kinds(picture: Picture) -> dict[str, PieceKind]:
    """Return the kinds of pieces by their marks, for a drawing in the browser."""
    return {
        mark: {"side": kind.side, "shape": kind.shape, "tone": kind.tone, "glyph": kind.glyph}
        for mark, kind in kinds(picture).items()
    }


def owner(picture: Picture, sides: Sequence[str], mark: str) -> int | None:
    """Return the side of a mark; None for free cells, numbers and neutral pieces."""
    known = kinds(picture).get(mark)
    if known:
        return known.side
    return sides.index(mark) if mark in sides else None


ROW_OF_HEXAGONS = 0.866
"""Distance of two rows of regular hexagons, in widths of a cell: half the square root of 3."""


def shear(picture: Picture) -> float:
    """Return the shift of each row to the right of the row above, in cells: 0.5 for hexagons, 0 for squares."""
    return getattr(picture, "shear", 0.0)


def cell_height(picture: Picture) -> float:
    """Return the height of a drawn cell divided by its width: the picture's field ``tall``, else 1."""
    return getattr(picture, "tall", 1.0)


def material(picture: Picture) -> str:
    """Return the look of the board: the picture's field ``material``, or a default.

    :data:`MATERIALS` tells what each is. The default is a rack if moves name a column, tiles for hexagons, else wood.
    Any other word is paper: lines and signs.
    """
    drops = bool(picture.columns) and not picture.rows
    made: str = getattr(picture, "material", "") or ("rack" if drops else "tiles" if shear(picture) else "wood")
    return made


def side_names(picture: Picture, sides: Sequence[str]) -> Sequence[Sentence | str]:
    """Return what players call the sides, such as Black and White: the picture's field ``side_names``, else their
    marks.
    """
    names: Sequence[Sentence | str] = getattr(picture, "side_names", ())
    return names if len(names) == len(sides) else sides


def side_tone(picture: Picture, side: int) -> str:
    """Return ``light`` or ``dark`` for a side with light or dark pieces; empty for a side with a colour."""
    return next((kind.tone for kind in kinds(picture).values() if kind.side == side), "")


def lower_side(picture: Picture, sides: Sequence[str], start: Any) -> int | None:
    """Return the side whose pieces begin at the lower edge opposite the other's; None for other start positions."""
    if not picture.pieces or len(sides) != 2:
        return None
    marks = picture.marks(start)
    rows = [
        [cell // picture.width for cell, mark in enumerate(marks) if owner(picture, sides, mark) == side]
        for side in range(2)
    ]
    if not all(rows):
        return None
    first, second = (sum(each) / len(each) for each in rows)
    if abs(first - second) < picture.height / 2:
        return None
    return 0 if first > second else 1


def can_turn(picture: Picture) -> bool:
    """Return True if a board can be seen from the other side: it has no falling pieces, stores or bars."""
    return picture.width > 0 and material(picture) not in ("rack", "pits", "track", "backgammon")


def path(picture: Picture, position: Any, move: Move) -> tuple[int, ...]:
    """Return the cells that the piece of a move visits in order, from the picture's method ``path``.

    A picture whose pieces move straight from one cell to another needs no such method.
    """
    cells: tuple[int, ...] = getattr(picture, "path", picture.cells)(position, move)
    return cells


def ways(picture: Picture, position: Any, move: Move) -> tuple[tuple[int, ...], ...]:
    """Return the ways to make a move of several steps. Each way lists the start and end cell of each step in turn.

    They come from the picture's method ``ways``, if moves are entered step by step. The result is empty for other
    pictures.
    """
    told: tuple[tuple[int, ...], ...] = picture.ways(position, move) if hasattr(picture, "ways") else ()
    return told


def promotion(picture: Picture, position: Any, move: Move) -> tuple[tuple[int, int], str] | None:
    """Return the two cells of a promotion and the mark of the new piece, from the picture's method ``promotion``.

    Return None for any other move, and for a picture without promotions.
    """
    told: tuple[tuple[int, int], str] | None = (
        picture.promotion(position, move) if hasattr(picture, "promotion") else None
    )
    return told


def cell_words(picture: Picture, position: Any) -> tuple[str, ...]:
    """Return the names of all cells in a position. A picture with ``words`` has other names for each side to move."""
    if hasattr(picture, "words"):
        words: tuple[str, ...] = picture.words(position)
        return words
    return tuple(map(picture.word, range(picture.width * picture.height)))


def extent(picture: Picture) -> tuple[float, float]:
    """Return the width and height of the whole board, in widths of a cell."""
    if not shear(picture):
        return picture.width, picture.height
    return picture.width + shear(picture) * (picture.height - 1), ROW_OF_HEXAGONS * (
        picture.height - 1
    ) + 1 / ROW_OF_HEXAGONS


def middle(picture: Picture, cell: int) -> tuple[float, float]:
    """Return the middle of a cell, from the upper left corner of the board, in widths of a cell."""
    row, column = divmod(cell, picture.width)
    if not shear(picture):
        return column + 0.5, row + 0.5
    return column + 0.5 + shear(picture) * row, row * ROW_OF_HEXAGONS + 0.5 / ROW_OF_HEXAGONS


def pressed(picture: Picture, cells: Iterable[int]) -> str:
    """Return the text for pressing these cells in this order, such as ``a2-a3``."""
    return "-".join(map(picture.word, cells))


def places(picture: Picture, position: Any) -> dict[Move, str]:
    """Return the text for pressing the cells of each move that has cells of its own. O(moves)."""
    shown = {move: picture.cells(position, move) for move in position.moves()}
    often = Counter(shown.values())
    return {move: pressed(picture, cells) for move, cells in shown.items() if cells and often[cells] == 1}


class NoPicture:
    """The picture of a game that cannot be drawn: no cell at all.

    Interfaces then show a position as its notation writes it, and list the moves.
    """

    width = height = 0
    pieces = stones = False
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    goals = ""

    def marks(self, position: Any) -> str:
        """Return an empty text: there are no cells."""
        return ""

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return no cells."""
        return ()

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """Return no cells."""
        return ()

    def word(self, cell: int) -> str:
        """Raise an error: there is no cell."""
        raise IndexError(cell)


class GridPicture:
    """The picture of a game whose position draws itself as rows of characters, or has a field ``cells``.

    The position's method ``picture()`` returns the rows (:func:`own_drawing`). A character is a side's mark, ``.`` or a
    blank for a free cell, a digit for a number of things, or any other character for something neutral.
    Without this method, the field ``cells`` is a row of numbers, drawn as a square if possible, or a row of rows. There
    0 is a free cell, 1 the first side's, 2 (in a game of two also −1) the second's, and so on.

    A move is shown in the cells that it changes: the cell that it fills, or the two that a piece leaves and reaches. If
    it changes more cells, it is shown in the changed cell with its number. Moves with the same place are not shown, as
    a press there could mean any of them. Columns are letters, rows numbers from the bottom.

    The position's method ``highlight()`` returns the cells that decided the game, numbered row by row from the top.
    """

    def __init__(self, start: Any, sides: Sequence[str]) -> None:
        self._sides = sides
        self._placed: tuple[Any, dict[Move, tuple[int, ...]]] = (None, {})
        rows = self._rows(start)
        self.width, self.height = len(rows[0]), len(rows)
        self.columns = tuple(map(_letters, range(self.width)))
        self.rows = tuple(str(row) for row in range(self.height, 0, -1))
        self.goals = "." * self.width * self.height
        self.pieces = self.stones = False
        self.pieces = self.stones = any(
            len(self._change(start, move)) == 2 for move in islice(start.moves(), MAX_TRIED_MOVES)
        )

    def marks(self, position: Any) -> str:
        """Return the characters of all rows. Raise :class:`RulesError` if the board changes its size."""
        rows = self._rows(position)
        if [len(row) for row in rows] != [self.width] * self.height:
            raise RulesError(
                _(
                    "{cls}.picture() returns rows of {lengths} characters, but the start has {height} rows of {width}.",
                    cls=type(position).__name__, lengths=", ".join(str(len(row)) for row in rows), height=self.height, width=self.width,
                )
            )  # fmt: skip
        return "".join(rows)

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return the result of the position's method ``highlight``; no cells without one."""
        return tuple(position.highlight()) if hasattr(position, "highlight") else ()

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """Return the cells that the move changes, unless another move has the same."""
        known, places = self._placed
        if known != position:
            places = self._places(position)
            self._placed = position, places
        return places.get(move, ())

    def word(self, cell: int) -> str:
        """Return column and row, such as ``a1`` for the lower left cell."""
        row, column = divmod(cell, self.width)
        return self.columns[column] + self.rows[row]

    def _places(self, position: Any) -> dict[Move, tuple[int, ...]]:
        """Return the cells of each move that has cells of its own."""
        changes = {move: self._change(position, move) for move in position.moves()}
        often = Counter(changes.values())
        return {move: cells for move, cells in changes.items() if len(cells) == 1 + self.pieces and often[cells] == 1}

    def _rows(self, position: Any) -> list[str]:
        if hasattr(position, "picture"):
            return ["".join(map(_drawn, line)) for line in own_drawing(position).split("\n")]
        cells = position.cells
        if isinstance(cells[0], tuple):
            return ["".join(map(self._mark, row)) for row in cells]
        across = round(len(cells) ** 0.5)
        across = across if across**2 == len(cells) else len(cells)
        marks = "".join(map(self._mark, cells))
        return [marks[begin : begin + across] for begin in range(0, len(marks), across)]

    def _mark(self, value: int) -> str:
        if value == 0:
            return "."
        owner = len(self._sides) if value < 0 else value
        return self._sides[owner - 1] if owner <= len(self._sides) else NOBODY

    def _change(self, position: Any, move: Move) -> tuple[int, ...]:
        """Return the cell that a move fills, or the two cells that a piece leaves and enters; an empty tuple for any
        other change.
        """
        before, after = self.marks(position), self.marks(position.play(move))
        left = [cell for cell, mark in enumerate(before) if mark != "." and after[cell] == "."]
        for mark in dict.fromkeys(before[cell] for cell in left):
            reached = [cell for cell, now in enumerate(after) if now == mark != before[cell]]
            begun = [cell for cell in left if before[cell] == mark]
            if len(begun) == len(reached) == 1:
                return begun[0], reached[0]
        filled = [cell for cell, mark in enumerate(before) if mark == "." != after[cell]]
        if len(filled) == 1 and not left:
            return (filled[0],)
        return (move,) if 0 <= move < len(before) and before[move] != after[move] else ()


def own_drawing(position: Any) -> str:
    """Return what the position's method ``picture()`` draws, as one text, without empty lines around it.

    The method returns one text, or a list or tuple with a text for each line. Raise :class:`RulesError` for anything
    else, and for a drawing without a character.
    """
    drawing = position.picture()
    lines = [drawing] if isinstance(drawing, str) else drawing
    is_text = isinstance(lines, list | tuple) and all(isinstance(line, str) for line in lines)
    if is_text and (text := "\n".join(lines).strip("\n")):
        return text
    raise RulesError(
        _(
            "{cls}.picture() returns {value}: return the lines of the drawing, as one text or as a list of texts.",
            cls=type(position).__name__, value=short_repr(drawing),
        )
    )  # fmt: skip


def _drawn(letter: str) -> str:
    """Return the mark for a character of a picture in a user's file."""
    if letter.isdecimal():
        return counted(int(letter))
    return "." if letter == " " else letter


def _letters(column: int) -> str:
    """Return the letters of a column: ``a`` to ``z``, then ``aa``, ``ab``, ..."""
    more, last = divmod(column, 26)
    return (_letters(more - 1) if more else "") + chr(ord("a") + last)


def drawn(start: Any, sides: Sequence[str]) -> Picture:
    """Return the default picture of a game."""
    if hasattr(start, "picture") or (isinstance(getattr(start, "cells", None), tuple) and start.cells):
        return GridPicture(start, sides)
    return NoPicture()
