"""Notations: the protocol of every game's notation, and the default notation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any, Protocol

from plyground.core.authoring.move_parts import named_parts
from plyground.core.checked_arguments import short_repr
from plyground.core.misspelling import written_as
from plyground.core.picture import Picture, path, places, pressed
from plyground.core.position import Move, Pos
from plyground.errors import GameOver, MoveError, PositionError, RulesError
from plyground.i18n import Sentence, _


class Notation(Protocol[Pos]):
    """The notation of positions and moves of a game; every ``parse`` reads the output of its ``format``.

    If the text of a position has the number of the move, which positions do not contain, the notation has two more
    methods: ``format_after(position, plies)`` and ``plies_before(text)``.
    """

    def format(self, position: Pos, /) -> str:
        """Return the position as one line of text."""

    def parse(self, text: str, /) -> Pos:
        """Return the position that is written as ``text``. Raise ``PositionError(text, reasons)`` with every reason."""

    def format_move(self, position: Pos, move: Move, /) -> str:
        """Return the name of ``move`` in ``position``; a hyphen in it may be left out, as links do."""

    def parse_move(self, position: Pos, text: str, /) -> Move:
        """Return the legal move that ``text`` names in ``position``. Raise :class:`MoveError`."""

    def side(self, position: Pos, /) -> int:
        """Return the side to move, from 0 (also when the game is over), or :data:`plyground.core.position.CHANCE`."""


MINUS_WORD = "minus"
"""Word before a negative number of a move, because links drop hyphens."""
MAX_NAMED_MOVES = 12
"""Moves that an error names as examples."""
MAX_READ_MOVES = 10_000
"""Most moves of a typed position; a position with more surely contains a wrong number."""


class FieldsNotation:
    """The default notation.

    A position is written as its fields, in their order and with blanks between them. A whole number is written as it
    is, a row of numbers as ``0,1,2`` (``7,`` for one number, ``,`` for none), rows of rows as ``0,1/2,0`` (``0,1/`` for
    one row).

    The name of a move comes from the position's method ``move_text(move)``. Without this method it is the cells of the
    move in the ``picture``, ``b2`` or ``a1-a2``, if no other move has the same cells; else its number. If moves have
    parts, it is the cells among them and, if these are not enough, the other parts: ``b2/1``. A move can always be read by its cells unless they are the name of another move. The position must have a method ``to_move()``.
    """

    def __init__(self, start: Any, picture: Picture) -> None:
        """Take the kinds of the fields from ``start``. Raise :class:`RulesError` if a field is not made of whole
        numbers, or if ``start`` does not tell the side to move.
        """
        if not hasattr(start, "to_move"):
            if written := written_as("to_move", type(start)):
                name = type(start).__name__
                raise RulesError(
                    _("class {name} lacks {methods}: is “{written}” a misspelling?", name=name, methods="to_move()", written=written)
                )  # fmt: skip
            raise RulesError(
                _(
                    "{cls} does not tell who is to move: give it a method to_move() that returns 0 or 1. It can use a field such as “player: int = 0” that play() changes, or count from the position.",
                    cls=type(start).__name__,
                )
            )  # fmt: skip
        for field, value in zip(start._fields, start, strict=True):
            if not _is_written(value):
                raise RulesError(
                    _(
                        "{cls} has {value} in the field {field}: use a whole number or a tuple of whole numbers, such as (0,) * 9 for nine cells.",
                        cls=type(start).__name__, value=short_repr(value), field=field,
                    )
                )  # fmt: skip
        self._start = start
        self._picture = picture
        self._named: tuple[Any, dict[Move, str]] = (None, {})
        self._readable: tuple[Any, dict[str, Move]] = (None, {})

    def format(self, position: Any) -> str:
        """Return the fields, such as ``1,2,0,0 1``."""
        return " ".join(map(_written, position))

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``. Raise :class:`PositionError` with every reason."""
        names, words = self._start._fields, text.split()
        reasons: list[Sentence] = []
        if len(words) != len(names):
            reasons.append(_("it needs {count} fields with blanks between them: {names}", count=len(names), names=", ".join(names)))  # fmt: skip
        values: list[Any] = []
        for name, example, word in zip(names, self._start, words, strict=False):
            value = _read(word)
            if value is None or isinstance(value, tuple) != isinstance(example, tuple):
                reasons.append(_("the field {name} is written as in {example}, not as “{text}”", name=name, example=_written(example), text=word))  # fmt: skip
            values.append(bool(value) if isinstance(example, bool) else value)
        if not reasons:
            position = type(self._start)(*values)
            if _makes_sense(position):
                return position
            reasons.append(_("the rules do not allow this position"))
        raise PositionError(text, reasons)

    def format_move(self, position: Any, move: Move) -> str:
        """Return the name of the move."""
        return self._names(position).get(move) or self._plain_name(position, move)

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move with this name or these cells. Raise :class:`MoveError`, which lists some names."""
        if position.is_over():
            raise GameOver
        move = self._moves(position).get(_folded(text))
        if move is not None:
            return move
        names = self._names(position)
        known = ", ".join(name for name, _turn in zip(names.values(), range(MAX_NAMED_MOVES), strict=False))
        raise MoveError(_("“{text}” is not a move here; moves are {names}.", text=text, names=known + ", …" * (len(names) > MAX_NAMED_MOVES)))  # fmt: skip

    def side(self, position: Any) -> int:
        """Return the side to move."""
        side: int = position.to_move()
        return side

    def _names(self, position: Any) -> dict[Move, str]:
        """Return the name of each legal move. The names of the last position are cached."""
        known, names = self._named
        if known != position:
            names = self._name(position)
            self._named = position, names
        return names

    def _moves(self, position: Any) -> dict[str, Move]:
        """Return the move that each text means, names before cells. The moves of the last position are cached."""
        known, moves = self._readable
        if known != position:
            moves = {}
            for words in (self._names(position), places(self._picture, position)):
                for move, word in words.items():
                    moves.setdefault(_folded(word), move)
            self._readable = position, moves
        return moves

    def _name(self, position: Any) -> dict[Move, str]:
        if hasattr(position, "move_text"):
            return {move: str(position.move_text(move)) for move in position.moves()}
        words = places(self._picture, position)
        return {move: words.get(move) or self._plain_name(position, move) for move in position.moves()}

    def _plain_name(self, position: Any, move: Move) -> str:
        """Return the parts of a move as numbers, with the cells among them first; for a move without parts its number."""
        parts = named_parts(position)
        if not parts:
            return _number(move)
        of_cells = getattr(self._picture, "parts_of_cells", ())
        cells = path(self._picture, position, move) if of_cells else ()
        others = [value for place, value in enumerate(position.move_parts(move)) if place not in of_cells]
        return "/".join([pressed(self._picture, cells)] * bool(cells) + list(map(_number, others)))


def _is_written(value: Any) -> bool:
    """Return True if a field can be written: a whole number, or a tuple of such fields."""
    return all(map(_is_written, value)) if isinstance(value, tuple) else isinstance(value, int)


def _written(value: Any) -> str:
    """Return a field as a word."""
    if not isinstance(value, tuple):
        return str(int(value))
    if value and isinstance(value[0], tuple):
        return "/".join(map(_written, value)) + "/" * (len(value) == 1)
    return ",".join(map(_written, value)) + "," * (len(value) < 2)


def _read(word: str) -> Any:
    """Return the number or the tuple that a word means; None for any other word."""
    if not re.fullmatch(r"[-0-9,/]{1,2000}", word, re.ASCII):
        return None
    if "/" in word:
        return _all(_read(part) if "," in part else None for part in word.removesuffix("/").split("/"))
    if "," in word:
        parts = word.removesuffix(",").split(",")
        return () if word == "," else _all(_read(part) for part in parts)
    return int(word) if re.fullmatch(r"-?\d{1,2000}", word) else None


def _all(values: Iterable[Any]) -> tuple[Any, ...] | None:
    read = tuple(values)
    return None if None in read else read


def _makes_sense(position: Any) -> bool:
    """Return True if the rules accept a position: they raise no error and do not call it invalid."""
    try:
        if callable(getattr(position, "valid", None)) and not position.valid():
            return False
        if position.is_over():
            position.utilities() if hasattr(position, "utilities") else position.utility()
        moves = list(islice(position.moves(), MAX_READ_MOVES + 1))
        for move in moves:
            position.play(move)
        side: int = position.to_move()
    except Exception:  # the rules may do anything in a position that play cannot reach
        return False
    return isinstance(side, int) and len(moves) <= MAX_READ_MOVES


def _number(move: Move) -> str:
    return str(move) if move >= 0 else f"{MINUS_WORD}{-move}"


def _folded(text: str) -> str:
    return text.replace("-", "").strip().casefold()
