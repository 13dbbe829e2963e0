"""Names of points as Go players use them, A1 to T19 without I, and positions as one line of text."""

from __future__ import annotations

import re
from typing import Any

from plyground.core.bits import count, mix
from plyground.core.position import MarkedPosition
from plyground.errors import GameOver, MoveError, PositionError
from plyground.games.go.go_board import board
from plyground.i18n import Sentence, _

LETTERS = "ABCDEFGHJKLMNOPQRST"
"""Letters of the columns: I is left out, as it looks like J."""
STONES = "XO"
"""Marks of Black's and White's stones, as Go programs print boards."""
SIDE_LETTERS = "BW"
PASS_WORD = "pass"


class GoNotation:
    """Moves are a column's letter and a row's number from below, ``C3``, or ``pass``.

    A position is its rows from the top with ``/`` between them, ``X`` for Black, ``O`` for White and ``.`` for an empty
    point, then the side to move, ``B`` or ``W``. Then may follow: ``passes 1``, ``taken 2`` (stones that Black has
    captured minus those that White has) and ``ko C3 D4`` (empty points where the ko rule forbids a stone).
    """

    def __init__(self, rules: type[Any], width: int, height: int, is_simple: bool) -> None:
        """Set up the notation; ``is_simple`` means the simple ko rule, which forbids only the board before the last
        one.
        """
        self.rules = rules
        self.width, self.height = width, height
        self._board = board(width, height)
        self._is_simple = is_simple

    def place(self, row: int, column: int) -> int:
        """Return the bit index of a point, both numbers from 0 and the row counted from below."""
        return self._board.step * row + column

    def word(self, place: int) -> str:
        """Return the name of a point, from its bit index."""
        row, column = divmod(place, self._board.step)
        return f"{LETTERS[column]}{row + 1}"

    def point(self, text: str) -> int:
        """Return the bit index of a point's name. Raise :class:`MoveError`."""
        named = re.fullmatch(r"([A-HJ-T])([1-9]\d?)", text.strip().upper(), re.ASCII)
        column, row = (LETTERS.index(named[1]), int(named[2]) - 1) if named else (self.width, 0)
        if column >= self.width or row >= self.height:
            last = self.word(self.place(self.height - 1, self.width - 1))
            raise MoveError(_("“{text}” is not a point: points go from A1 to {last}, without the letter I. Or write pass.", text=text, last=last))  # fmt: skip
        return self.place(row, column)

    def by_colour(self, position: Any) -> tuple[int, int]:
        """Return the black stones and the white ones."""
        return (position.other, position.own) if position.second else (position.own, position.other)

    def marks(self, position: MarkedPosition) -> str:
        """Return ``X``, ``O`` or ``.`` for each point, row by row from the top."""
        black, white = self.by_colour(position)
        places = [self.place(row, column) for row in reversed(range(self.height)) for column in range(self.width)]
        return "".join("X" if black >> place & 1 else "O" if white >> place & 1 else "." for place in places)

    def format(self, position: Any) -> str:
        """Return the rows, the side to move, and the passes, captures and ko points if any."""
        marks = self.marks(position)
        rows = [marks[start : start + self.width] for start in range(0, len(marks), self.width)]
        words = ["/".join(rows), SIDE_LETTERS[position.second]]
        alone = position.recurring()
        if alone.passes:
            words += ["passes", str(alone.passes)]
        if position.prisoners:
            words += ["taken", str(-position.prisoners if position.second else position.prisoners)]
        if not position.is_over():
            allowed = set(position.moves())
            forbidden = [move for move in alone._replace(passes=0).moves() if move not in allowed]
            words += ["ko"] * bool(forbidden) + [self.word(move) for move in forbidden]
        return " ".join(words)

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``. Raise :class:`PositionError` with every reason."""
        rows, side, *more = [*text.strip().upper().split(), "", ""][: max(2, len(text.split()))]
        reasons = list(self._faults(rows, side))
        counts, points = {"PASSES": 0, "TAKEN": 0}, 0
        while more:
            name = more.pop(0)
            if name in counts and more and re.fullmatch(r"-?\d{1,3}", more[0], re.ASCII):
                counts[name] = int(more.pop(0))
            elif name == "KO":
                while more and more[0] not in counts:
                    word = more.pop(0)
                    try:
                        points |= 1 << self.point(word)
                    except MoveError as error:
                        reasons.append(error.sentence)
            else:
                reasons.append(
                    _("after the side to move it can have passes, taken and ko, such as: passes 1 taken 2 ko C3")
                )
                break
        if not 0 <= counts["PASSES"] <= 2:
            reasons.append(_("there are 0 to 2 passes in a row, not {count}", count=counts["PASSES"]))
        if self._is_simple and count(points) > 1:
            reasons.append(_("simple ko forbids one point at most"))
        if reasons:
            raise PositionError(text, reasons)
        second = SIDE_LETTERS.index(side)
        black, white = self.stones(rows.replace("/", ""))
        own, other = (white, black) if second else (black, white)
        if points & (own | other):
            raise PositionError(text, [_("a point of ko is empty")])
        taken = -counts["TAKEN"] if second else counts["TAKEN"]
        position = self.rules(own, other, second, counts["PASSES"]).recurring()._replace(prisoners=taken)
        return forbidding(position, points, self._is_simple)

    def stones(self, marks: str) -> tuple[int, int]:
        """Return (black stones, white stones) from a board's marks, row by row from the top."""
        found = {"X": 0, "O": 0, ".": 0}
        for number, mark in enumerate(marks):
            row, column = divmod(number, self.width)
            found[mark] |= 1 << self.place(self.height - 1 - row, column)
        return found["X"], found["O"]

    def _faults(self, rows: str, side: str) -> list[Sentence]:
        faults: list[Sentence] = []
        if [len(row) for row in rows.split("/")] != [self.width] * self.height:
            faults.append(
                _("it needs {height} rows of {width} points, with / between them", height=self.height, width=self.width)
            )
        wrong = sorted(set(rows) - {*STONES, ".", "/"})
        if wrong:
            faults.append(_("its points can only be X, O and ., not {letters}", letters=" ".join(wrong)))
        if side not in ("B", "W"):
            faults.append(_("after the board and a blank it needs the side to move, B or W"))
        if not faults:
            for stones in self.without_liberty(*self.stones(rows.replace("/", ""))):
                point = self.word((stones & -stones).bit_length() - 1)
                faults.append(
                    _("the stones connected with {point} have no liberty: they would have been taken", point=point)
                )
        return faults

    def without_liberty(self, black: int, white: int) -> list[int]:
        """Return the chains of both colours that have no liberty."""
        full, beside, chain = self._board.full, self._board.beside, self._board.chain
        empty, found = full & ~(black | white), []
        for stones in (black, white):
            while stones:
                connected = chain(stones, stones & -stones)
                if not beside(connected) & empty:
                    found.append(connected)
                stones &= ~connected
        return found

    def format_move(self, position: MarkedPosition, move: int) -> str:
        """Return the name of the point, or ``pass``."""
        return PASS_WORD if move == self._board.end else self.word(move)

    def parse_move(self, position: Any, text: str) -> int:
        """Return the legal move that ``text`` names. Raise :class:`MoveError`."""
        move = self._board.end if text.strip().lower() == PASS_WORD else self.point(text)
        self.refuse_illegal(position, move)
        return move

    def refuse_illegal(self, position: Any, move: int) -> None:
        """Raise :class:`MoveError` with the reason if a move is not legal."""
        if position.is_over():
            raise GameOver
        if move == self._board.end:
            return
        name, stone = self.word(move), 1 << move
        if (position.own | position.other) & stone:
            raise MoveError(_("There is already a stone on {point}.", point=name))
        if not position.is_legal(stone):
            if position.after(stone)[0] & stone:
                raise MoveError(
                    _("{point} is forbidden by the ko rule: the board would be as it was before.", point=name)
                )
            raise MoveError(_("{point} is suicide: the stone would have no liberty.", point=name))

    def side(self, position: Any) -> int:
        """Return the side to move."""
        side: int = position.second
        return side


def forbidding(position: Any, points: int, is_simple: bool) -> Any:
    """Return a position with an invented past that makes the ko rule forbid a stone on each of these ``points``."""
    keys = []
    while points:
        keys.append(position.key_after(*position.after(points & -points)))
        points &= points - 1
    known = [*keys, position.past[0]]
    seen = position.seen
    for key in keys:
        seen = key if is_simple else seen ^ mix(0, key)
    past = (*known, *position.past[len(known) :])
    crowded = max([position.crowded, *(position.crowded + 1 for _key in keys)])
    return position._replace(boards=len(known), crowded=crowded, seen=seen, past=past)
