"""State of the board on the page and in a notebook: its cells, their labels, the moves from each cell and their
values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NotRequired, TypedDict

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.picture import (
    NOBODY,
    PieceKind,
    areas,
    by_column,
    cell_height,
    cell_words,
    extent,
    indents,
    kinds,
    material,
    owner,
    path,
    piece_kinds,
    presses,
    promotion,
    shear,
    stacks,
    walls,
    ways,
)
from plyground.core.picture import said as text_of
from plyground.core.position import Move
from plyground.errors import MoveError
from plyground.i18n import Number, Sentence, _
from plyground.presentation.move_values import ValueLabel, Worths
from plyground.presentation.score_text import points
from plyground.presentation.side_title import side_title, side_titles

PLACES = (
    _("top left"), _("top"), _("top right"),
    _("left"), _("centre"), _("right"),
    _("bottom left"), _("bottom"), _("bottom right"),
)  # fmt: skip
"""Names of the cells of a 3 × 3 board."""

SHORTCUTS = {
    "u": "undo",
    "r": "redo",
    "n": "new",
    "h": "hint",
    "w": "why",
    "e": "explore",
    "m": "hurry",
    "escape": "stop",
}
"""Commands by the keys that give them on the board."""


MAX_WORD_CHARS = 80
"""Most characters of the name of a move."""
MAX_STEP_CELLS = 8
"""Cells where the steps of a move start and end, in a game whose moves are entered in steps."""


class MoveValue(TypedDict):
    """The value of a move, as its cell shows it."""

    kind: str  # "win", "draw", "loss" or "guess"
    text: str
    best: bool


class Promotion(TypedDict):
    """A piece that a person can choose at the end of a move."""

    mark: str
    label: str  # move and piece, for screen readers


class BoardMove(TypedDict):
    """A move that begins with a press on a cell."""

    to: int  # cell that the move takes
    label: str  # label of that cell while the piece is in hand
    value: MoveValue | None
    promotions: NotRequired[list[Promotion]]  # pieces to choose from; the choice is sent after the cells


class Ghost(TypedDict):
    """A piece of a line that the board shows without playing it."""

    cell: int  # cell where the piece lands
    start: int  # cell that it leaves; -1 if it is put on the board
    mark: str  # mark of the piece
    number: int  # number of its move


class NotebookControlsState(TypedDict):
    """State of the texts and buttons around the board in a notebook."""

    status: str
    detail: str
    reason: str
    hint: str
    trouble: str
    written: str  # text of the position; "" if a board shows it
    list: str  # label of the list of moves
    moves: list[str]  # moves that are not on the board, such as a pass
    more: str  # number of moves that are not listed, in words
    buttons: list[tuple[str, str, bool, bool]]  # (command, label, shown, enabled) of each button
    side: int  # side that the person plays
    sideLabel: str  # label of the choice of a side; "" = no choice
    keys: str  # description of the keys


class MoveTrail(TypedDict):
    """The cells to press for a move, and its name."""

    cells: tuple[int, ...]
    word: str


class BoardLook(TypedDict):
    """The look of the boards of a game, the same in every position."""

    width: int
    height: int
    goals: str  # mark of the side whose pieces must reach each cell; "" = no goals
    sides: tuple[str, ...]  # mark or name of each side
    names: list[str]  # name of each side for people, in the reader's language
    kinds: dict[str, PieceKind]  # kinds of pieces by mark, if a side has several kinds
    columns: tuple[str, ...]  # labels above the columns; without ``rows``, stones fall down the columns
    rows: tuple[str, ...]  # labels beside the rows
    pieces: bool  # True if a move takes a piece from one cell to another
    shear: float  # cells by which each row stands to the right of the row above: a half for hexagons
    indents: tuple[float, ...]  # cells by which each row stands to the right
    across: float  # width of the whole board in cells
    material: str  # material of the board (plyground.core.picture.material); "" = paper
    tall: float  # height of a cell divided by its width
    stones: bool  # True if marks are round stones
    begun: str  # marks at the start of the game


def board_look(game: Game) -> BoardLook:
    """Return the look of the boards of a game."""
    picture = game.picture
    return {
        "width": picture.width,
        "height": picture.height,
        "goals": picture.goals,
        "sides": game.sides,
        "names": [str(title) for title in side_titles(game)],
        "kinds": piece_kinds(picture),
        "columns": picture.columns,
        "rows": picture.rows,
        "pieces": picture.pieces,
        "shear": shear(picture),
        "indents": indents(picture),
        "across": extent(picture)[0],
        "material": material(picture),
        "tall": cell_height(picture),
        "stones": picture.stones,
        "begun": picture.marks(game.start),
    }


class BoardState(BoardLook):
    """The state of the board's widget.

    Its messages are ``{play: [cell] or [from, to, or null off the board], turn}`` and ``{command}``; with controls also
    ``{choose: place in moves, turn}`` and ``{side}``. The mark of a promoted piece follows its cells in ``play``.
    """

    marks: str  # one character for each cell; a blank where the grid has no cell
    stacks: tuple[str, ...]  # marks of the pieces in each cell, from the bottom up; empty if no cell has more than one
    walls: tuple[tuple[int, int], ...]  # pairs of neighbouring cells with a wall between them
    areas: str  # owner of each free cell at the end of the game; "" before the end
    words: list[str]  # names of the cells, shown in them if there are no columns
    dice: list[int]  # faces of the last roll of this turn
    cube: list[int]  # [value of the doubling cube, side that owns it or -1]; empty without a cube
    moves: list[list[BoardMove]]  # moves that begin on each cell, the best first
    trails: list[MoveTrail]  # cells to press for each move, if ``moves`` does not tell
    ways: list[list[int]]  # moves entered in steps: cells where each step starts and ends
    takeBack: str  # label of the button that undoes the last step
    picks: list[str]  # announcement when the piece of a cell is picked up
    returned: str  # announcement when the piece is put back
    labels: list[str]  # labels of the cells for screen readers
    label: str  # label of the board for screen readers
    announce: str  # announcement when the board changes
    playable: bool
    turned: bool  # True if the board is seen from the other side
    ahead: str  # mark of the person who may move before their turn; "" = nobody
    kept: str  # announcement after a premove
    mark: str  # mark of the side to move
    turn: int  # number sent back with each move, so that a late press does nothing
    round: int  # number of the game; in a new game the keyboard focus goes to the centre
    focus: bool  # True if the board has the keyboard focus from the start
    last: tuple[int, ...]  # cells of the last move
    line: list[int]  # cells that decided the game
    hinted: tuple[int, ...]  # cells at which a hint says to look
    advised: tuple[int, ...]  # cells of the move that a hint recommends
    annotation: str  # annotation of the last move: "", "?!", "?" or "??"
    ghosts: list[Ghost]  # pieces of a line, shown one after another
    dotted: list[int]  # cells that decide the game at the end of that line
    shortcuts: dict[str, str]  # commands by key
    controls: NotRequired[NotebookControlsState]


@dataclass(frozen=True)
class BoardView:
    """The match on the board, and the hints and values that are shown there."""

    match: Match
    worths: Worths | None = None  # values of the moves; None if unknown or hidden
    area: tuple[int, ...] = ()  # cells at which a hint says to look
    advised: tuple[int, ...] = ()  # cells of the moves that a hint recommends
    annotation: str = ""  # annotation of the last move, such as "??"
    ghosts: tuple[Ghost, ...] = ()  # pieces of a line that is shown on the board
    dotted: tuple[int, ...] = ()  # cells that decide the game at the end of that line

    def state(
        self,
        announce: str,
        round: int,
        shortcuts: Mapping[str, str],
        *,
        playable: bool,
        focus: bool,
        turned: bool = False,
        ahead: str = "",
    ) -> BoardState:
        """Return the state for ``board.js``. ``announce`` is read aloud, and ``round`` is a number for each game.

        ``shortcuts`` maps keys on the board to commands. ``focus`` says if the keyboard focus goes to the board at
        once.
        """
        match, game = self.match, self.match.game
        picture = game.picture
        marks = picture.marks(match.position)
        moves, words, all_ways, promotions = self._moves, self._words, self._ways, self._promotions
        mover, free = str(match.mover), self._free_words(marks, moves)
        names = {mark: str(self._piece_name(mark)) for mark in set(marks)}
        return {
            **board_look(game),  # type: ignore[typeddict-item]  # mypy fears another value of ``controls``
            "marks": marks,
            "stacks": stacks(picture, match.position),
            "walls": walls(picture, match.position),
            "areas": areas(picture, match.position),
            "words": list(words),
            "dice": self._dice(),
            "cube": list(picture.cube(match.position)) if hasattr(picture, "cube") else [],
            "moves": [[self._drawn(move, promotions) for move in beginning] for beginning in moves],
            "trails": self._trails(),
            "ways": all_ways,
            "takeBack": str(_("Take back the last step")),
            "picks": [
                self._picked(cell, beginning, words, all_ways) if picture.pieces and self._is_movers(mark) else ""
                for cell, (mark, beginning) in enumerate(zip(marks, moves, strict=True))
            ],
            "returned": str(_("The piece is back where it stood.")),
            "labels": [
                str(self._cell_label(cell, names[mark], moves[cell], words[cell], free.get(bool(moves[cell])) if mark == "." else None))
                for cell, mark in enumerate(marks)
            ],
            "label": self._label(),
            "announce": announce,
            "playable": playable,
            "turned": turned,
            "ahead": self._mark_of(ahead) if ahead else "",
            "kept": str(_("This move is kept for your turn.")),
            "mark": self._mark_of(mover),
            "turn": match.ply,
            "round": round,
            "focus": focus,
            "last": self._cells_of_move(match.ply - 1) if match.ply else (),
            "line": list(picture.highlight(match.position)),
            "hinted": self.area,
            "advised": self.advised,
            "annotation": self.annotation,
            "ghosts": list(self.ghosts),
            "dotted": list(self.dotted),
            "shortcuts": dict(shortcuts),
        }  # fmt: skip

    @cached_property
    def _words(self) -> tuple[str, ...]:
        """The names of all cells for the side to move."""
        return cell_words(self.match.game.picture, self.match.position)

    def pressed(self, cells: object) -> Move | None:
        """Return the move that presses on these cells mean, or the move with a name of :class:`MoveTrail`. They come from
        a browser: return None for anything else.

        Raise :class:`MoveError` for cells that make no legal move.
        """
        game, picture = self.match.game, self.match.game.picture
        if isinstance(cells, list) and len(cells) == 3 and isinstance(cells[2], str):
            return next((move for move, told in self._promotions.items() if [*told[0], told[1]] == cells), None)
        if isinstance(cells, str) and len(cells) <= MAX_WORD_CHARS and presses(picture, self.match.position):
            return game.notation.parse_move(self.match.position, cells)
        if not isinstance(cells, list) or len(cells) > (MAX_STEP_CELLS if self._is_stepwise else 2):
            return None
        known = [cell for cell in cells if type(cell) is int and 0 <= cell < picture.width * picture.height]
        if known and cells == [*known, None]:
            raise MoveError(_("That is off the board: the piece stays on {cell}.", cell=self._words[known[0]]))
        return game.pressed(self.match.position, known) if known and cells == known else None

    @cached_property
    def unseen(self) -> list[Move]:
        """The moves that have no place on the board, the best first if their values are known."""
        position = self.match.position
        trails = presses(self.match.game.picture, position)
        seen = (
            {move for move, cells in trails.items() if cells}
            if trails
            else {move for each in self._moves for move in each}
        )
        seen |= self._promotions.keys()
        return [move for move in self.worths or self._legal if move not in seen]

    @cached_property
    def _legal(self) -> list[Move]:
        return list(self.match.position.moves())

    @cached_property
    def _promotions(self) -> dict[Move, tuple[tuple[int, int], str]]:
        """Return the moves that promote a piece, with their cells and the mark of the new piece."""
        picture, position = self.match.game.picture, self.match.position
        if not hasattr(picture, "promotion"):
            return {}
        told = {move: promotion(picture, position, move) for move in position.moves()}
        return {move: known for move, known in told.items() if known}

    @property
    def _is_stepwise(self) -> bool:
        """Return True if a move is entered in several steps."""
        return hasattr(self.match.game.picture, "ways")

    @cached_property
    def _ways(self) -> list[list[int]]:
        """The cells of each move's steps, in each order in which they can be made; empty if moves have no steps."""
        position = self.match.position
        if not self._is_stepwise:
            return []
        return [list(way) for move in position.moves() for way in ways(self.match.game.picture, position, move) if way]

    @cached_property
    def _moves(self) -> list[list[Move]]:
        """Return the moves that begin with a press on each cell, the best first if their values are known."""
        picture, position = self.match.game.picture, self.match.position
        if trails := presses(picture, position):
            return self._best_of_trails(trails)
        beginning: dict[str, list[Move]] = {}
        known = self.worths or {}  # values are sorted, the best first
        for move in known or self._legal:
            for cell in picture.cells(position, move)[:1]:
                beginning.setdefault(self._words[cell], []).append(move)
        return [beginning.get(word, []) for word in self._words]

    def _best_of_trails(self, trails: Mapping[Move, tuple[int, ...]]) -> list[list[Move]]:
        """Return the best move that begins on each cell, if values are known."""
        picture = self.match.game.picture
        best: list[list[Move]] = [[] for _cell in range(picture.width * picture.height)]
        for move in self.worths or ():
            if (cells := trails.get(move)) and not best[cells[0]]:
                best[cells[0]].append(move)
        return best

    def _trails(self) -> list[MoveTrail]:
        """Return the cells to press for each move, if a move has more cells than usual or the same as another."""
        game, position = self.match.game, self.match.position
        return [
            {"cells": cells, "word": game.notation.format_move(position, move)}
            for move, cells in presses(game.picture, position).items()
        ]

    def worth(self, move: Move) -> ValueLabel | None:
        """Return the value of a move on the board if it is known and shown; else None."""
        return self.worths.get(move) if self.worths else None

    def _is_movers(self, mark: str) -> bool:
        """Return True if a mark belongs to the side to move."""
        return owner(self.match.game.picture, self.match.game.sides, mark) == self.match.side

    def _drawn(self, move: Move, promotions: Mapping[Move, tuple[tuple[int, int], str]]) -> BoardMove:
        """Return a move in the form that the board's script reads. ``promotions`` are those of the position."""
        game, position = self.match.game, self.match.position
        worth = self.worths.get(move) if self.worths else None
        label: Sentence | str = ""
        if game.picture.pieces:
            word = game.notation.format_move(position, move)
            if worth:
                label = _("put it down: {move}. {worth}.", move=word, worth=worth.words)
            else:
                label = _("put it down: {move}", move=word)
        value: MoveValue | None = None
        if worth:
            value = {"kind": worth.kind, "text": worth.sign, "best": worth.best}
        drawn: BoardMove = {"to": path(game.picture, position, move)[-1], "label": str(label), "value": value}
        cells = tuple(game.picture.cells(position, move)) if promotions else ()
        choices = [(each, mark) for each, (taken, mark) in promotions.items() if taken == cells] if promotions else []
        if choices:
            format_move = game.notation.format_move
            drawn["promotions"] = [
                {"mark": mark, "label": f"{format_move(position, each)}: {kinds(game.picture)[mark].name}"}
                for each, mark in choices
            ]
        return drawn

    def _picked(self, cell: int, moves: list[Move], words: Sequence[str], all_ways: list[list[int]]) -> str:
        """Return the sentence for a person who picks up a piece that has these moves. ``words`` are the names of all
        cells, ``all_ways`` the steps of all moves.
        """
        picture, position = self.match.game.picture, self.match.position
        targets = sorted(words[path(picture, position, move)[-1]] for move in moves)
        if self._is_stepwise:
            steps = {step for way in all_ways for step in zip(way[::2], way[1::2], strict=True)}
            targets = [words[end] for start, end in sorted(steps) if start == cell]
        if not targets:
            return str(_("The piece on {cell} is picked up, but it can go nowhere.", cell=words[cell]))
        return str(
            _("The piece on {cell} is picked up; it can go to {targets}.", cell=words[cell], targets=", ".join(targets))
        )

    def _label(self) -> str:
        """Return the label of the whole board, with the stake of the game if there is one."""
        game = self.match.game
        picture = game.picture
        size = _("{game}: the board, {columns} × {rows}", game=game.title, columns=picture.width, rows=picture.height)
        stake = picture.stake(self.match.position) if hasattr(picture, "stake") else ""
        return f"{size}; {stake}" if stake else str(size)

    def _mark_of(self, mover: str) -> str:
        """Return the mark that a move puts on the board: the mover's own, or of its only kind of piece."""
        picture = self.match.game.picture
        own = [mark for mark, kind in kinds(picture).items() if kind.side == self.match.side]
        return own[0] if len(own) == 1 and not picture.pieces else mover

    def _dice(self) -> list[int]:
        """Return the faces of the dice that fell last, if the game has dice."""
        match = self.match
        if hasattr(match.game.picture, "dice"):
            return list(match.game.picture.dice(match.position))
        if material(match.game.picture) != "track":
            return []
        faces = [
            move for move, before in zip(match.moves[: match.ply], match.positions, strict=False) if before.is_chance()
        ]
        return faces[-1:] if match.ply else []

    def _cells_of_move(self, ply: int) -> tuple[int, ...]:
        """Return the cells in which the move of a ply is shown."""
        match = self.match
        return path(match.game.picture, match.positions[ply], match.moves[ply])

    def _piece_name(self, mark: str) -> Sentence | str:
        """Return the name that people use for the piece of a mark."""
        kind = kinds(self.match.game.picture).get(mark)
        if kind:
            return _("{side}: {piece}", side=side_title(self.match.game, kind.side), piece=kind.name)
        if mark in ".* " or mark.isnumeric():
            return _("free") if mark == "." else _("stone") if mark == NOBODY else text_of(mark)
        side = owner(self.match.game.picture, self.match.game.sides, mark)
        return mark if side is None else side_title(self.match.game, side)

    def _free_words(self, marks: str, moves: list[list[Move]]) -> dict[bool, Sentence]:
        """Return the words for free cells with moves, or without: for the rarer kind. Empty if all are of one kind."""
        picture = self.match.game.picture
        free = [bool(own) for mark, own in zip(marks, moves, strict=True) if mark == "."]
        if picture.pieces or by_column(picture) or all(free) or not any(free):
            return {}
        is_rarer = sum(free) * 2 < len(free)
        return {True: _("free, a possible move")} if is_rarer else {False: _("free, no move now")}

    def _cell_label(
        self, cell: int, said: Sentence | str, moves: list[Move], word: str, free: Sentence | None
    ) -> Sentence:
        """Return the label of a cell, named ``word``, in which these moves begin. ``said`` names its piece, ``free`` a
        free cell of a rarer kind.
        """
        game, match = self.match.game, self.match
        picture = game.picture
        if picture.pieces:
            best = self.worth(moves[0]) if moves else None
            if best:
                return _("cell {cell}, {mark}. Its best move, {move}: {worth}.", cell=word, mark=said, worth=best.words, move=game.notation.format_move(match.position, moves[0]))  # fmt: skip
            goal = picture.goals[cell] if picture.goals else "."
            if goal != ".":
                return _("cell {cell}, {mark}, goal of {side}", cell=word, mark=said, side=self._piece_name(goal))
            return _("cell {cell}, {mark}", cell=word, mark=said)
        store = owner(picture, game.sides, picture.goals[cell]) if material(picture) == "pits" else None
        if store is not None and (seeds := points(game, match.position)):  # each cell of a store tells its seeds
            return _("store of {side}: {count}", side=side_title(game, store), count=Number(seeds[store]))
        said = free or said
        worth = None
        if self.worths:
            worth = next((self.worth(move) for move in moves if picture.cells(match.position, move) == (cell,)), None)
        if picture.columns and not picture.rows:
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
