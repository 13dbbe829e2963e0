"""Pictures: the protocol of every game's picture, and the default pictures."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple, Protocol, TypedDict

from plyground.core.authoring.board_drawing import NO_CELL, BoardDrawing, read_drawing
from plyground.core.authoring.move_parts import demand_number, named_parts
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

    An optional field ``shear`` makes them hexagons (:func:`shear`) and a field ``indents`` sets each row apart
    (:func:`indents`). Methods tell the walls between cells (:func:`walls`), the pieces in a cell (:func:`stacks`) and the
    cells to press for a move (:func:`presses`). A field ``material`` chooses the look of the board
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
        """Return one character a cell, row by row: a side's mark, :data:`NOBODY`'s, ``.``, a number (:func:`counted`),
        or a blank where the grid has no cell.
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


def indents(picture: Picture) -> tuple[float, ...]:
    """Return how far each row stands to the right, in cells: the picture's field ``indents``, else by its shear."""
    return getattr(picture, "indents", ()) or tuple(shear(picture) * row for row in range(picture.height))


def walls(picture: Picture, position: Any) -> tuple[tuple[int, int], ...]:
    """Return the pairs of neighbouring cells with a wall between them, from the picture's method ``walls``."""
    told: tuple[tuple[int, int], ...] = picture.walls(position) if hasattr(picture, "walls") else ()
    return told


def stacks(picture: Picture, position: Any) -> tuple[str, ...]:
    """Return the marks of the pieces in each cell, from the bottom up, from the picture's method ``stacks``.

    The result is empty if no cell holds more than one. The mark of a cell is that of its uppermost piece.
    """
    told: tuple[str, ...] = picture.stacks(position) if hasattr(picture, "stacks") else ()
    return told if any(len(stack) > 1 for stack in told) else ()


class BoardContent(NamedTuple):
    """The things on a board in a position."""

    marks: str  # one character for each cell
    stacks: tuple[str, ...] = ()  # marks of the pieces in each cell, from the bottom up; empty without stacks
    walls: tuple[tuple[int, int], ...] = ()  # pairs of neighbouring cells with a wall between them
    last: tuple[int, ...] = ()  # cells of the last move


def board_content(picture: Picture, position: Any, last: tuple[int, ...] = ()) -> BoardContent:
    """Return the things on the board in a position, after a move with the cells ``last``."""
    return BoardContent(picture.marks(position), stacks(picture, position), walls(picture, position), last)


def presses(picture: Picture, position: Any) -> Mapping[Move, tuple[int, ...]]:
    """Return the cells to press for each move that has some, in order, from the picture's method ``presses(position)``.

    The result is empty for a picture whose moves all have one cell, or two where pieces move, and no other move has the
    same: then :meth:`Picture.cells` is enough. O(moves).
    """
    if not hasattr(picture, "presses"):
        return {}
    told: Mapping[Move, tuple[int, ...]] = picture.presses(position)
    lengths = {len(cells) for cells in told.values()}
    return told if lengths - {1 + picture.pieces} or len(set(told.values())) < len(told) else {}


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


def by_column(picture: Picture) -> bool:
    """Return True if a move names a column and not a cell."""
    return bool(picture.columns) and not picture.rows


def extent(picture: Picture) -> tuple[float, float]:
    """Return the width and height of the whole board, in widths of a cell."""
    if not shear(picture):
        return picture.width, picture.height
    across = max(_row_width(picture, row) + indent for row, indent in enumerate(indents(picture)))
    return across, ROW_OF_HEXAGONS * (picture.height - 1) + 1 / ROW_OF_HEXAGONS


def _row_width(picture: Picture, row: int) -> int:
    """Return the number of cells in a row, without what is missing at its end."""
    widths: tuple[int, ...] = getattr(picture, "row_widths", ())
    return widths[row] if widths else picture.width


def middle(picture: Picture, cell: int) -> tuple[float, float]:
    """Return the middle of a cell, from the upper left corner of the board, in widths of a cell."""
    row, column = divmod(cell, picture.width)
    if not shear(picture):
        return column + 0.5, row + 0.5
    return column + 0.5 + indents(picture)[row], row * ROW_OF_HEXAGONS + 0.5 / ROW_OF_HEXAGONS


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
    """The picture of a game whose position draws itself, or has a field ``cells``.

    The position's method ``picture()`` returns the drawing (:mod:`plyground.core.authoring.board_drawing`). A character is a side's
    mark, ``.`` for a free cell, a digit for a number of things, or any other character for something neutral.
    Without this method, the field ``cells`` is a row of numbers, drawn as a square if possible, or a row of rows. There
    0 is a free cell, 1 the first side's, 2 (in a game of two also −1) the second's, and so on.

    Cells are numbered row by row; only those that exist count. Columns are letters, rows numbers from the bottom.

    A move with parts is shown in the parts that are cells: their range has as many values as the board has cells, from
    0, or from −1 for no cell. Any other move is shown in the cells that it changes: the cell that it fills, or the two
    that a piece leaves and reaches. If it changes more cells, it is shown in the changed cell with its number. Moves with
    the same place are not shown, as a press there could mean any of them.

    The position's method ``highlight()`` returns the numbers of the cells that decided the game, and ``material()`` the
    word for the look of the board (:data:`MATERIALS`).
    """

    def __init__(self, start: Any, sides: Sequence[str]) -> None:
        self._sides = sides
        self._placed: tuple[Any, dict[Move, tuple[int, ...]]] = (None, {})
        self._known: tuple[Any, BoardDrawing] = (None, BoardDrawing(()))
        for move in islice(start.moves(), 1):
            demand_number(start, move)
        drawing = self._drawing(start)
        self._shape = self._shape_of(drawing)
        widths = [len(row) for row in drawing.rows]
        if not drawing.has_words and len(set(widths)) > 1:
            raise self._another_size(start, drawing)
        self.width, self.height = max(widths), len(widths)
        cells = [(row, place) for row, width in enumerate(widths) for place in range(width)]
        self._real = [row * self.width + place for row, place in cells if drawing.rows[row][place] != NO_CELL]
        is_even = len(self._real) == self.width * self.height
        if drawing.indents:
            self.shear = 0.5
            if not is_even or drawing.indents != tuple(row / 2 for row in range(self.height)):
                self.indents, self.row_widths = drawing.indents, tuple(widths)
        is_straight = not drawing.indents or not hasattr(self, "indents")
        self.columns = tuple(map(_letters, range(self.width))) if is_straight else ()
        self.rows = tuple(str(row) for row in range(self.height, 0, -1)) if is_straight else ()
        self.spaced = drawing.has_words
        self.goals = "." * self.width * self.height
        if hasattr(start, "material"):
            self.material = _known_material(start)
        every = range(self.width * self.height)
        self.parts_of_cells = tuple(
            place
            for place, (_name, values) in enumerate(named_parts(start))
            if values.stop == len(self._real) and values.start in (0, -1)
        )
        if self.parts_of_cells:
            self.path, self.presses = self._path, self._presses
        real = {*self._real}
        self._words = [
            _letters(cell % self.width) + str(self.height - cell // self.width) if cell in real else ""
            for cell in every
        ]
        self.pieces = self.stones = False
        self.pieces = self.stones = any(
            len(self._change(start, move)) == 2 for move in islice(start.moves(), MAX_TRIED_MOVES)
        )

    def marks(self, position: Any) -> str:
        """Return the mark of each cell. Raise :class:`RulesError` if the board changes its size."""
        drawing = self._drawing(position)
        if self._shape_of(drawing) != self._shape:
            raise self._another_size(position, drawing)
        return "".join("".join(map(_mark_of, row)) + NO_CELL * (self.width - len(row)) for row in drawing.rows)

    def _another_size(self, position: Any, drawing: BoardDrawing) -> RulesError:
        return RulesError(
            _(
                "{cls}.picture() returns rows of {lengths} characters, but the start has {height} rows of {width}.",
                cls=type(position).__name__, lengths=", ".join(str(len(row)) for row in drawing.rows),
                height=len(self._shape[0]), width=self._shape[0][0],
            )
        )  # fmt: skip

    def stacks(self, position: Any) -> tuple[str, ...]:
        """Return the marks of the pieces in each cell, from the bottom up."""
        rows = self._drawing(position).rows
        return tuple(_pieces(cell) for row in rows for cell in (*row, *[NO_CELL] * (self.width - len(row))))

    def walls(self, position: Any) -> tuple[tuple[int, int], ...]:
        """Return the pairs of neighbouring cells with a wall between them."""
        walls = self._drawing(position).walls
        return tuple((row * self.width + place, below * self.width + next) for (row, place), (below, next) in walls)

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return the cells of the position's method ``highlight``; no cells without one."""
        decided = position.highlight() if hasattr(position, "highlight") else ()
        return tuple(self._real[cell] if 0 <= cell < len(self._real) else cell for cell in decided)

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """Return the cells of the move, unless another move has the same."""
        known, places = self._placed
        if known != position:
            places = self._places(position)
            self._placed = position, places
        return places.get(move, ())

    def word(self, cell: int) -> str:
        """Return column and row, such as ``a1`` for the lower left cell."""
        return self._words[cell]

    def _presses(self, position: Any) -> dict[Move, tuple[int, ...]]:
        """Return the cells of each move that has some."""
        return {move: cells for move in position.moves() if (cells := self._path(position, move))}

    def _path(self, position: Any, move: Move) -> tuple[int, ...]:
        """Return the cells among the parts of a move."""
        parts = position.move_parts(move)
        cells = [parts[place] for place in self.parts_of_cells]
        return tuple(self._real[cell] for cell in cells if cell >= 0)

    def _places(self, position: Any) -> dict[Move, tuple[int, ...]]:
        """Return the cells of each move that has cells of its own."""
        if self.parts_of_cells:
            shown = self._presses(position)
            often = Counter(shown.values())
            return {move: cells for move, cells in shown.items() if often[cells] == 1}
        changes = {move: self._change(position, move) for move in position.moves()}
        often = Counter(changes.values())
        return {move: cells for move, cells in changes.items() if len(cells) == 1 + self.pieces and often[cells] == 1}

    def _drawing(self, position: Any) -> BoardDrawing:
        """Return the drawing of a position; the last drawing is cached."""
        known, drawing = self._known
        if known != position:
            drawing = (
                read_drawing(position) if hasattr(position, "picture") else BoardDrawing(self._rows(position.cells))
            )
            self._known = position, drawing
        return drawing

    def _rows(self, cells: Any) -> tuple[tuple[str, ...], ...]:
        if isinstance(cells[0], tuple):
            return tuple(tuple(map(self._mark, row)) for row in cells)
        across = round(len(cells) ** 0.5)
        across = across if across**2 == len(cells) else len(cells)
        marks = tuple(map(self._mark, cells))
        return tuple(marks[begin : begin + across] for begin in range(0, len(marks), across))

    @staticmethod
    def _shape_of(drawing: BoardDrawing) -> tuple[tuple[int, ...], tuple[float, ...]]:
        return tuple(map(len, drawing.rows)), drawing.indents

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


def _known_material(position: Any) -> str:
    """Return the word of the position's method ``material()``. Raise :class:`RulesError` for an unknown one."""
    word = position.material()
    if word in MATERIALS:
        return str(word)
    raise RulesError(
        _(
            "{cls}.material() returns {value}: return one of {words}.",
            cls=type(position).__name__, value=short_repr(word), words=", ".join(MATERIALS),
        )
    )  # fmt: skip


def _pieces(cell: str) -> str:
    """Return the marks for a cell of a drawing: a number of things is one mark."""
    if cell.isdecimal() and int(cell) <= MAX_COUNTED:
        return counted(int(cell))
    return cell


def _mark_of(cell: str) -> str:
    """Return the uppermost mark of a cell."""
    return _pieces(cell)[-1]


def _letters(column: int) -> str:
    """Return the letters of a column: ``a`` to ``z``, then ``aa``, ``ab``, ..."""
    more, last = divmod(column, 26)
    return (_letters(more - 1) if more else "") + chr(ord("a") + last)


def drawn(start: Any, sides: Sequence[str]) -> Picture:
    """Return the default picture of a game."""
    if hasattr(start, "picture") or (isinstance(getattr(start, "cells", None), tuple) and start.cells):
        return GridPicture(start, sides)
    return NoPicture()
