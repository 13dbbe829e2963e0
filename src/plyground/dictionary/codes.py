"""Keys of dictionaries: a code for each 3 × 3 position, or its cells as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.core.spec import canonical
from plyground.dictionary.lookup import HashTable, SortedTable, Table
from plyground.errors import SpecError
from plyground.games.mnk import MarksNotation
from plyground.i18n import _


class Form(Protocol):
    """A way to write the positions of one game as keys."""

    name: str

    def key(self, position: MarkedPosition) -> Any:
        """Return the key of ``position``; entries are sorted by their keys."""

    def parse(self, text: str) -> Any | None:
        """Return the key that is written as ``text``; None if it is not a valid key."""

    def table(self, entries: Mapping[Any, int]) -> Table:
        """Return the table of keys and moves from which a bot plays."""


class Code:
    """Digiampietri's number of a 3 × 3 position.

    With cells a[0..8] in {+1, 0, −1} and v[i] = (a[3i] + 1)·9 + (a[3i+1] + 1)·3 + (a[3i+2] + 1) + 1 for
    row i, the code is v[0] + 27·(v[1] + 27·v[2]) − 1. The marks of the side to move are −1, its opponent's
    +1, as in the published entries (the C function printed beside them has the signs the other way).
    """

    name = "code"

    def __init__(self, game: Game) -> None:
        """Make the form for a game. Raise :class:`SpecError` unless the game is played with two kinds of marks on 3 × 3
        cells.
        """
        if not _has_code(game):
            raise SpecError(
                _("{game}: the form code is for boards of 3 × 3 cells; choose the form cells.", game=game.name)
            )

    def key(self, position: Any) -> int:
        """Return the code of ``position``."""
        cells = [1 + (position.other >> cell & 1) - (position.own >> cell & 1) for cell in range(9)]
        rows = [9 * left + 3 * middle + right + 1 for left, middle, right in zip(*[iter(cells)] * 3, strict=True)]
        code: int = rows[0] + 27 * (rows[1] + 27 * rows[2]) - 1
        return code

    def parse(self, text: str) -> int | None:
        """Return the code that is written as ``text``; None if it is not a number."""
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 5 else None

    def table(self, entries: Mapping[int, int]) -> Table:
        """Return a table of the codes, sorted."""
        return SortedTable(entries)


class Cells:
    """Keys that are the board as text: ``x``, ``o`` and blanks row by row if the game has such marks, else the game's
    notation.
    """

    name = "cells"

    def __init__(self, game: Game) -> None:
        self.notation = game.notation

    def key(self, position: MarkedPosition) -> str:
        """Return the text of ``position``."""
        text = self.notation.format(position)
        return text.replace(".", " ") if isinstance(self.notation, MarksNotation) else text

    def parse(self, text: str) -> str | None:
        """Return the text itself."""
        return text

    def table(self, entries: Mapping[str, int]) -> Table:
        """Return a hash table of the texts."""
        return HashTable(entries)


FORMS: dict[str, Callable[[Game], Form]] = {"code": Code, "cells": Cells}
"""The forms by name."""


def form_of(game: Game, name: str | None = None) -> Form:
    """Return the named form for a game; without a name, the first form that can write the game's positions. Raise
    :class:`SpecError`.
    """
    if name is None:
        return Code(game) if _has_code(game) else Cells(game)
    try:
        return FORMS[canonical(name)](game)
    except KeyError:
        raise SpecError(
            _("There is no form “{name}”; the forms are: {names}.", name=name, names=", ".join(FORMS))
        ) from None


def _has_code(game: Game) -> bool:
    return isinstance(game.notation, MarksNotation) and (game.picture.width, game.picture.height) == (3, 3)
