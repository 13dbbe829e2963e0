"""What the board shows, on the page and in a notebook: the cells of a picture, their words, the moves that begin on each, and what those are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.errors import MoveError
from plyground.interfaces.board import by_column
from plyground.interfaces.worth import Worth, Worths
from plyground.language import Sentence, _
from plyground.picture import NOBODY, shear
from plyground.picture import said as text_of
from plyground.position import Move

PLACES = (
    _("top left"), _("top"), _("top right"),
    _("left"), _("centre"), _("right"),
    _("bottom left"), _("bottom"), _("bottom right"),
)  # fmt: skip
"""What the cells of a 3 × 3 board are called."""


class BoardView(NamedTuple):
    """What is on the board, and what is said about it there."""

    match: Match
    worths: Worths | None = None  # what the moves are worth, where that is known and shown
    area: tuple[int, ...] = ()  # where a hint says to look
    advised: tuple[int, ...] = ()  # the cells of the moves that it tells

    def state(
        self, announce: str, round: int, shortcuts: Mapping[str, str], *, playable: bool, focus: bool
    ) -> dict[str, Any]:
        """The state of ``board.js``; ``announce`` is said aloud, ``round`` is a number for each game.

        ``shortcuts`` says what keys on the board ask for, ``focus`` whether the keyboard goes there at once.
        """
        match, game = self.match, self.match.game
        picture = game.picture
        marks = picture.marks(match.position)
        moves = self._moves()
        mover = str(match.mover)
        return {
            "width": picture.width,
            "height": picture.height,
            "marks": marks,
            "goals": picture.goals,
            "sides": game.sides,
            "columns": picture.columns,
            "rows": picture.rows,
            "words": list(map(picture.word, range(len(marks)))),
            "pieces": picture.pieces,
            "shear": shear(picture),
            "stones": picture.stones,
            "moves": [[self._drawn(move) for move in beginning] for beginning in moves],
            "picks": [
                self._picked(cell, beginning) if picture.pieces and mark == mover else ""
                for cell, (mark, beginning) in enumerate(zip(marks, moves, strict=True))
            ],
            "returned": str(_("The piece is back where it stood.")),
            "labels": [str(self._cell_label(cell, mark, moves[cell])) for cell, mark in enumerate(marks)],
            "label": str(_("{game}: the board, {columns} × {rows}", game=game.title, columns=picture.width, rows=picture.height)),
            "announce": announce,
            "playable": playable,
            "mark": mover,
            "turn": match.ply,
            "round": round,
            "focus": focus,
            "last": self._cells_of_move(match.ply - 1) if match.ply else (),
            "line": list(picture.highlight(match.position)),
            "hinted": self.area,
            "advised": self.advised,
            "shortcuts": dict(shortcuts),
        }  # fmt: skip

    def pressed(self, cells: object) -> Move | None:
        """The move that presses on these cells mean; they come from a browser and may be anything: then none.

        Raises :class:`MoveError` where they are cells and no move.
        """
        game, picture = self.match.game, self.match.game.picture
        if not isinstance(cells, list) or len(cells) > 2:
            return None
        known = [cell for cell in cells if type(cell) is int and 0 <= cell < picture.width * picture.height]
        if known and cells == [*known, None]:
            raise MoveError(_("That is off the board: the piece stays on {cell}.", cell=picture.word(known[0])))
        return game.pressed(self.match.position, known) if known and cells == known else None

    @property
    def unseen(self) -> list[Move]:
        """The moves that have no place on the board, the best first where that is known."""
        picture, position = self.match.game.picture, self.match.position
        return [move for move in (self.worths or position.moves()) if not picture.cells(position, move)]

    def _moves(self) -> list[list[Move]]:
        """For each cell the moves that begin with a press on it, the best first where that is known."""
        picture, position = self.match.game.picture, self.match.position
        beginning: dict[str, list[Move]] = {}
        known = self.worths or {}  # the best first
        for move in [*known] or position.moves():
            for cell in picture.cells(position, move)[:1]:
                beginning.setdefault(picture.word(cell), []).append(move)
        return [beginning.get(picture.word(cell), []) for cell in range(picture.width * picture.height)]

    def worth(self, move: Move) -> Worth | None:
        """What a move on the board is worth, where that is known and shown."""
        return self.worths.get(move) if self.worths else None

    def _drawn(self, move: Move) -> dict[str, Any]:
        """A move as the board knows it."""
        game, position = self.match.game, self.match.position
        worth = self.worth(move)
        label: Sentence | str = ""
        if game.picture.pieces:
            word = game.notation.format_move(position, move)
            if worth:
                label = _("put it down: {move}. {worth}.", move=word, worth=worth.words)
            else:
                label = _("put it down: {move}", move=word)
        return {
            "to": game.picture.cells(position, move)[-1],
            "label": str(label),
            "value": {"kind": worth.kind, "text": worth.sign, "best": worth.best} if worth else None,
        }

    def _picked(self, cell: int, moves: list[Move]) -> str:
        """What is said when a person picks up a piece that has these moves."""
        picture, position = self.match.game.picture, self.match.position
        targets = sorted(picture.word(picture.cells(position, move)[-1]) for move in moves)
        words = {"cell": picture.word(cell), "targets": ", ".join(targets)}
        if not targets:
            return str(_("The piece on {cell} is picked up, but it can go nowhere.", **words))
        return str(_("The piece on {cell} is picked up; it can go to {targets}.", **words))

    def _cells_of_move(self, ply: int) -> tuple[int, ...]:
        """Where the move made at a ply is shown."""
        match = self.match
        return match.game.picture.cells(match.positions[ply], match.moves[ply])

    def _cell_label(self, cell: int, mark: str, moves: list[Move]) -> Sentence:
        """What is said of a cell where these moves begin."""
        game, match = self.match.game, self.match
        picture = game.picture
        word = picture.word(cell)
        if picture.pieces:
            said = mark if mark != "." else _("free")
            worth = self.worth(moves[0]) if moves else None
            if worth:
                return _("cell {cell}, {mark}. Its best move, {move}: {worth}.", cell=word, mark=said, worth=worth.words, move=game.notation.format_move(match.position, moves[0]))  # fmt: skip
            goal = picture.goals[cell]
            if goal != ".":
                return _("cell {cell}, {mark}, goal of {side}", cell=word, mark=said, side=goal)
            return _("cell {cell}, {mark}", cell=word, mark=said)
        said = mark if mark != "." else _("free") if moves or match.outcome else _("empty")
        said = _("stone") if mark == NOBODY else text_of(mark) if mark.isnumeric() else said
        worth = next((self.worth(move) for move in moves if picture.cells(match.position, move) == (cell,)), None)
        if by_column(picture):
            row = picture.height - cell // picture.width
            if worth:
                return _(
                    "column {column}, row {row} from below, free. {worth}.", column=word, row=row, worth=worth.words
                )
            return _("column {column}, row {row} from below, {mark}", column=word, row=row, mark=said)
        if (picture.width, picture.height) == (3, 3):
            place = PLACES[cell]
        else:
            row, column = divmod(cell, picture.width)
            place = _("row {row}, column {column}", row=row + 1, column=column + 1)
        if worth:
            return _("cell {cell}, {place}, {mark}. {worth}.", cell=word, place=place, mark=said, worth=worth.words)
        return _("cell {cell}, {place}, {mark}", cell=word, place=place, mark=said)
