"""The mistakes that students make in the rules of a game, each recognised by all differences together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from plyground.bots.move_spelling import Cells, MoveReader, rows_of
from plyground.core.game import Game
from plyground.i18n import _
from plyground.teaching.grading.game_submission import GameFault
from plyground.teaching.grading.rules_grader import Difference, Tested

FREE = "."


class Found(NamedTuple):
    """A difference, its position, and everything that the tests showed about the legal moves."""

    difference: Difference
    tested: Tested
    board: list[list[str]]  # marks, row by row
    own: str  # mark of the side to move
    over: bool

    @property
    def cells(self) -> Cells:
        """The cells of the move."""
        return self.difference.cells

    def at(self, place: int) -> str:
        """Return the mark on the ``place``-th cell of the move; empty off the board."""
        row, column = self.cells[2 * place : 2 * place + 2]
        inside = 0 <= row < len(self.board) and 0 <= column < len(self.board[0])
        return self.board[row][column] if inside else ""


class Evidence(NamedTuple):
    """Everything that the tests of one submission have shown."""

    game: Game
    found: list[Found]
    tested: Sequence[Tested]

    def legal(self) -> Iterable[tuple[Tested, Cells]]:
        """Yield every legal move of the tested positions by its cells."""
        for each in self.tested:
            yield from ((each, cells) for cells in MoveReader(self.game, each.position).legal.values())

    def all_of(self, kind: str) -> bool:
        """Return True if all differences are of one kind."""
        return all(each.difference.kind == kind for each in self.found)

    def missing_exactly(self, chosen: Callable[[Tested, Cells], bool]) -> bool:
        """Return True if the missing moves are exactly the chosen legal moves."""
        if not self.all_of("missing"):
            return False
        missing = {(each.tested.line, each.cells) for each in self.found}
        wanted = {(each.line, cells) for each, cells in self.legal() if cells and chosen(each, cells)}
        return missing == wanted


def step(cells: Cells) -> tuple[int, int]:
    """Return the row and column steps of a piece, as −1, 0 or 1."""
    down, right = cells[2] - cells[0], cells[3] - cells[1]
    return (down > 0) - (down < 0), (right > 0) - (right < 0)


def _is_piece(cells: Cells) -> bool:
    return len(cells) == 4


def _length(cells: Cells) -> int:
    return max(abs(cells[2] - cells[0]), abs(cells[3] - cells[1]))


def _extra(evidence: Evidence, test: Callable[[Found], bool]) -> bool:
    return evidence.all_of("extra") and all(each.cells and not each.over and test(each) for each in evidence.found)


def _after_end(evidence: Evidence) -> bool:
    return evidence.all_of("extra") and all(each.over for each in evidence.found)


def _line_shape(found: Found, game: Game) -> str:
    """Return the direction of the line that ended the game: row, column or diagonal; empty if there is no line."""
    cells = [divmod(cell, game.picture.width) for cell in game.picture.highlight(found.tested.position)]
    if len(cells) < 2:
        return ""
    rows, columns = {row for row, _column in cells}, {column for _row, column in cells}
    return "row" if len(rows) == 1 else "column" if len(columns) == 1 else "diagonal"


def _ends_missed(evidence: Evidence, shape: str) -> bool:
    """Return True if all differences are ends that the submission misses, and all these games ended in the same way: by
    one kind of line, or without a line.
    """
    kinds = ("over", "extra", "result")
    return all(
        each.difference.kind in kinds
        and each.over
        and (each.difference.kind != "over" or each.difference.given is False)
        and _line_shape(each, evidence.game) == shape
        for each in evidence.found
    ) and any(each.difference.kind != "extra" for each in evidence.found)


def _at_edge(evidence: Evidence, last: bool, axis: int) -> bool:
    """Return True if exactly the moves to the last (or first) row or column, on this ``axis``, are missing."""
    size = (evidence.game.picture.height, evidence.game.picture.width)[axis]
    edge = size - 1 if last else 0
    return evidence.missing_exactly(lambda _tested, cells: cells[-2:][axis] == edge)


def _wraps(found: Found, game: Game) -> bool:
    width = game.picture.width
    return _is_piece(found.cells) and abs(found.cells[3] - found.cells[1]) == width - 1 and abs(found.cells[2] - found.cells[0]) <= 1  # fmt: skip


def _new_direction(found: Found, evidence: Evidence) -> bool:
    """Return True if no legal move of any tested position goes in the direction of this one."""
    known = {step(cells) for _tested, cells in evidence.legal() if _is_piece(cells)}
    return _is_piece(found.cells) and found.at(0) == found.own and step(found.cells) not in known


def _source_kept(found: Found) -> bool:
    """Return True if the board is wrong only because the moved piece also stands on its old cell."""
    difference = found.difference
    if difference.kind != "board" or not _is_piece(difference.cells):
        return False
    place = difference.cells[0] * len(found.board[0]) + difference.cells[1]
    expected, given = str(difference.expected), str(difference.given)
    return expected[:place] + found.own + expected[place + 1 :] == given


def _wrong_mark(found: Found, game: Game) -> bool:
    difference = found.difference
    if difference.kind != "board":
        return False
    row, column = difference.cells[-2:]
    place = row * len(found.board[0]) + column
    expected, given = str(difference.expected), str(difference.given)
    other = next((side for side in game.sides if side != found.own), "")
    return expected[:place] + other + expected[place + 1 :] == given


def _opposite(each: Found, game: Game) -> bool:
    given, expected = each.difference.given, each.difference.expected
    if isinstance(expected, str):
        return isinstance(given, str) and given in game.sides and given != expected
    return isinstance(given, int | float) and expected and given == -expected


def _forward(game: Game, each: Tested) -> int:
    """Return 1 if the pieces of the side to move go down the board, else −1."""
    return 1 if game.side(each.position) == _side_above(game) else -1


def _side_above(game: Game) -> int:
    """Return the side whose pieces begin on the top row."""
    marks = rows_of(game, game.start)[0]
    return next((side for side, mark in enumerate(game.sides) if mark in marks), 0)


TESTS: tuple[tuple[GameFault, Callable[[Evidence], Any]], ...] = (
    (GameFault("board-changed", _("It changes the board that it is given. Work on a copy.")), lambda e: e.all_of("changed")),
    (GameFault("moves-after-end", _("It lists moves in a finished game. There are none: test for the end first.")), _after_end),
    (GameFault("occupied", _("It moves to occupied cells. Test that the cell is free.")),
     lambda e: _extra(e, lambda f: f.at(len(f.cells) // 2 - 1) not in (FREE, "") and (not _is_piece(f.cells) or (f.at(0) == f.own and _length(f.cells) > 0)))),
    (GameFault("other-pieces", _("It moves pieces of the opponent. Only the side to move may move its own pieces.")),
     lambda e: _extra(e, lambda f: _is_piece(f.cells) and f.at(0) not in (FREE, "", f.own))),
    (GameFault("empty-source", _("It moves from cells without a piece of the side to move.")),
     lambda e: _extra(e, lambda f: _is_piece(f.cells) and f.at(0) != f.own) and any(f.at(0) == FREE for f in e.found)),
    (GameFault("off-board", _("It leaves the board. Test that row and column are on it.")),
     lambda e: _extra(e, lambda f: f.at(len(f.cells) // 2 - 1) == "")),
    (GameFault("wraps", _("It goes from one edge of the board to the opposite one. Test rows and columns one by one.")),
     lambda e: _extra(e, lambda f: _wraps(f, e.game))),
    (GameFault("stays", _("It lets a piece stay on its cell. A move goes to another cell.")),
     lambda e: _extra(e, lambda f: _is_piece(f.cells) and _length(f.cells) == 0)),
    (GameFault("too-far", _("It moves pieces too far. Test the distance in rows and in columns.")),
     lambda e: _extra(e, lambda f: _is_piece(f.cells) and f.at(0) == f.own and f.at(1) == FREE and _length(f.cells) > 1) and not all(_wraps(f, e.game) for f in e.found)),
    (GameFault("extra-direction", _("It moves in a direction that the rules do not allow.")),
     lambda e: _extra(e, lambda f: _new_direction(f, e) and _length(f.cells) == 1 and f.at(1) == FREE)),
    (GameFault("no-diagonals", _("The diagonal moves are missing.")), lambda e: e.missing_exactly(lambda t, c: _is_piece(c) and 0 not in step(c))),
    (GameFault("only-diagonals", _("Only the diagonal moves are there: the moves along rows and columns are missing.")),
     lambda e: e.missing_exactly(lambda t, c: _is_piece(c) and 0 in step(c))),
    (GameFault("no-sideways", _("The moves to the left and to the right are missing.")),
     lambda e: e.missing_exactly(lambda t, c: _is_piece(c) and step(c)[0] == 0)),
    (GameFault("no-backwards", _("The moves backwards are missing: here pieces may go back.")),
     lambda e: e.missing_exactly(lambda t, c: _is_piece(c) and step(c)[0] == -_forward(e.game, t))),
    (GameFault("only-forwards", _("Only the moves forwards are there: pieces may also go sideways and back.")),
     lambda e: e.missing_exactly(lambda t, c: _is_piece(c) and step(c)[0] != _forward(e.game, t))),
    (GameFault("last-row", _("The moves to the last row are missing: look at the end of the range.")), lambda e: _at_edge(e, True, 0)),
    (GameFault("last-column", _("The moves to the last column are missing: look at the end of the range.")), lambda e: _at_edge(e, True, 1)),
    (GameFault("first-row", _("The moves to the first row are missing: look at the beginning of the range.")), lambda e: _at_edge(e, False, 0)),
    (GameFault("first-column", _("The moves to the first column are missing: look at the beginning of the range.")), lambda e: _at_edge(e, False, 1)),
    (GameFault("rows-missed", _("A complete row does not end the game. Test all rows.")), lambda e: _ends_missed(e, "row")),
    (GameFault("columns-missed", _("A complete column does not end the game. Test all columns.")), lambda e: _ends_missed(e, "column")),
    (GameFault("diagonals-missed", _("A complete diagonal does not end the game. Test both diagonals.")), lambda e: _ends_missed(e, "diagonal")),
    (GameFault("draws-missed", _("A game without a winner does not end. It is over when no move is left.")), lambda e: _ends_missed(e, "")),
    (GameFault("opposite-result", _("The result has the wrong sign, or names the wrong side: look who moved last.")),
     lambda e: e.all_of("result") and all(_opposite(f, e.game) for f in e.found)),
    (GameFault("source-kept", _("The piece stays where it came from, too. Empty that cell.")), lambda e: all(map(_source_kept, e.found))),
    (GameFault("wrong-mark", _("It puts the mark of the other side.")), lambda e: all(_wrong_mark(f, e.game) for f in e.found)),
)  # fmt: skip
"""The mistakes that can be explained, each with a test: does it explain all differences?"""


def fault_of(game: Game, tested: Sequence[Tested]) -> GameFault | None:
    """Return the only mistake that explains every difference; None if there is none or more than one."""
    found = [
        Found(difference, each, rows_of(game, each.position) if game.picture.width else [], game.sides[game.side(each.position)], each.position.is_over())
        for each in tested
        for difference in each.differences
    ]  # fmt: skip
    if not found or any(each.problem is not None for each in tested):
        return None
    evidence = Evidence(game, found, tested)
    fitting = [fault for fault, explains in TESTS if explains(evidence)]
    return fitting[0] if len(fitting) == 1 else None
