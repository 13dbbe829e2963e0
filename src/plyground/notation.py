"""How positions and moves are written: what any game offers, and the notation of a game that brings none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any, Protocol

from plyground.errors import GameOver, MoveError, PositionError, RulesError
from plyground.language import Sentence, _
from plyground.picture import Picture, places
from plyground.position import Move


class Notation(Protocol):
    """How positions and moves are written; every ``parse`` takes what its ``format`` gives."""

    def format(self, position: Any) -> str:
        """The position as one line of text."""

    def parse(self, text: str) -> Any:
        """The position that ``text`` stands for; raises :class:`PositionError` with every reason."""

    def format_move(self, position: Any, move: Move) -> str:
        """What people call ``move`` in ``position``; a hyphen in it may be left out, as links do."""

    def parse_move(self, position: Any, text: str) -> Move:
        """The legal move that ``text`` names in ``position``; raises :class:`MoveError`."""

    def side(self, position: Any) -> int:
        """Who is to move: a side, from 0 (also when the game is over), or :data:`plyground.position.CHANCE`."""


MINUS = "minus"
"""Stands before a negative number of a move: a hyphen would be lost in links."""
NAMED = 12
"""Moves that an error names as examples."""
MOST_MOVES = 10_000
"""A position that somebody has typed and that has more moves is taken for a slip: no number in it has a limit otherwise."""


class FieldsNotation:
    """The notation of a game that brings none of its own.

    A position is written as its fields, in their order and with blanks between them: a whole number as it is, a
    row of numbers as ``0,1,2`` (``7,`` when it has one, ``,`` when none), rows of rows as ``0,1/2,0`` (``0,1/`` when
    there is one).

    A move is called by the position's own method ``move_text(move)``; without it by the cells in which the
    ``picture`` shows it, ``b2`` or ``a1-a2``, where no other move has the same; else by its number. The cells name it
    in any case, where they are no other move's name. Who is to move tells the position's own method ``to_move()``,
    which such a game needs.
    """

    def __init__(self, start: Any, picture: Picture) -> None:
        """``start`` shows the kind of every field; raises :class:`RulesError` where one is no number, or nothing says who is to move."""
        if not hasattr(start, "to_move"):
            raise RulesError(
                _(
                    "{cls} does not tell who is to move: give it a method to_move() that returns 0 or 1, of a field such as “player: int = 0” that play() changes, or counted from the position.",
                    cls=type(start).__name__,
                )
            )  # fmt: skip
        for field, value in zip(start._fields, start, strict=True):
            if not _is_written(value):
                raise RulesError(
                    _(
                        "{cls} holds {value} in the field {field}: hold a whole number, or a tuple of them, such as (0,) * 9 for nine cells.",
                        cls=type(start).__name__, value=f"{value!r:.40}", field=field,
                    )
                )  # fmt: skip
        self._start = start
        self._picture = picture
        self._named: tuple[Any, dict[Move, str]] = (None, {})

    def format(self, position: Any) -> str:
        """The fields, such as ``1,2,0,0 1``."""
        return " ".join(map(_written, position))

    def parse(self, text: str) -> Any:
        """The position of such a text; raises :class:`PositionError` with every reason."""
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
            reasons.append(_("the rules of the game know no such position"))
        raise PositionError(text, reasons)

    def format_move(self, position: Any, move: Move) -> str:
        """What the move is called."""
        return self._names(position).get(move) or _number(move)

    def parse_move(self, position: Any, text: str) -> Move:
        """The legal move of this name, or in these cells, as a press says; raises :class:`MoveError` that tells some names."""
        if position.is_over():
            raise GameOver
        names = self._names(position)
        wanted = _folded(text)
        for words in (names, places(self._picture, position)):
            for move, word in words.items():
                if _folded(word) == wanted:
                    return move
        known = ", ".join(name for name, _turn in zip(names.values(), range(NAMED), strict=False))
        raise MoveError(_("“{text}” is not a move here; moves are {names}.", text=text, names=known + ", …" * (len(names) > NAMED)))  # fmt: skip

    def side(self, position: Any) -> int:
        """Who is to move."""
        side: int = position.to_move()
        return side

    def _names(self, position: Any) -> dict[Move, str]:
        """What each legal move is called; those of the last position asked for are kept."""
        known, names = self._named
        if known != position:
            names = self._name(position)
            self._named = position, names
        return names

    def _name(self, position: Any) -> dict[Move, str]:
        if hasattr(position, "move_text"):
            return {move: str(position.move_text(move)) for move in position.moves()}
        words = places(self._picture, position)
        return {move: words.get(move) or _number(move) for move in position.moves()}


def _is_written(value: Any) -> bool:
    """Whether a field is a whole number, or a tuple of what can be written."""
    return all(map(_is_written, value)) if isinstance(value, tuple) else isinstance(value, int)


def _written(value: Any) -> str:
    """A field as a word."""
    if not isinstance(value, tuple):
        return str(int(value))
    if value and isinstance(value[0], tuple):
        return "/".join(map(_written, value)) + "/" * (len(value) == 1)
    return ",".join(map(_written, value)) + "," * (len(value) < 2)


def _read(word: str) -> Any:
    """The number or the numbers of a word; ``None`` when it is none."""
    if not re.fullmatch(r"[-0-9,/]{1,2000}", word, re.ASCII):
        return None
    if "/" in word:
        return _all(_read(part) if "," in part else None for part in word.removesuffix("/").split("/"))
    if "," in word:
        parts = word.removesuffix(",").split(",")
        return () if word == "," else _all(_read(part) for part in parts)
    return int(word) if re.fullmatch(r"-?\d{1,19}", word) and abs(int(word)) < 1 << 63 else None


def _all(values: Iterable[Any]) -> tuple[Any, ...] | None:
    read = tuple(values)
    return None if None in read else read


def _makes_sense(position: Any) -> bool:
    """Whether the rules can be asked about a position, and do not call it impossible themselves."""
    try:
        if hasattr(position, "valid") and not position.valid():
            return False
        if position.is_over():
            position.utilities() if hasattr(position, "utilities") else position.utility()
        moves = list(islice(position.moves(), MOST_MOVES + 1))
        for move in moves:
            position.play(move)
        side: int = position.to_move()
    except Exception:  # rules are written for positions that play leads to, and may do anything on others
        return False
    return isinstance(side, int) and len(moves) <= MOST_MOVES


def _number(move: Move) -> str:
    return str(move) if move >= 0 else f"{MINUS}{-move}"


def _folded(text: str) -> str:
    return text.replace("-", "").strip().casefold()
