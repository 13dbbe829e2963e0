"""Captured pieces: what each side has taken from the other, and by how much it leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from plyground.core.game import Game
from plyground.core.picture import kinds, owner
from plyground.core.position import MarkedPosition
from plyground.i18n import Sentence


class Captures(NamedTuple):
    """The pieces that one side has captured."""

    marks: str  # marks of the captured pieces, the most valuable first
    lead: int  # worth of the captured pieces, minus the worth of the other side's; at least 0


def captures(game: Game, position: MarkedPosition) -> tuple[Captures, ...]:
    """Return what each of two sides has captured; empty for a picture without ``worths``.

    ``worths`` is the worth of each mark. A promoted piece explains a missing one of the least worth. O(cells).
    """
    picture = game.picture
    worths: Mapping[str, int] = getattr(picture, "worths", {})
    if not worths or len(game.sides) != 2:
        return ()
    before, now = Counter(picture.marks(game.start)), Counter(picture.marks(position))
    taken = []
    for side in (1, 0):  # the first side captures the second's pieces
        own = [mark for mark in before | now if owner(picture, game.sides, mark) == side]
        own.sort(key=lambda mark: (-worths[mark], mark))
        missing = {mark: max(0, before[mark] - now[mark]) for mark in own}
        promoted = sum(max(0, now[mark] - before[mark]) for mark in own)
        for mark in reversed(own):
            fewer = min(promoted, missing[mark])
            missing[mark], promoted = missing[mark] - fewer, promoted - fewer
        taken.append("".join(mark * count for mark, count in missing.items()))
    first, second = (sum(worths[mark] for mark in marks) for marks in taken)
    return Captures(taken[0], max(0, first - second)), Captures(taken[1], max(0, second - first))


def glyphs(game: Game, marks: str) -> str:
    """Return the characters that draw captured pieces in a line of text."""
    known = kinds(game.picture)
    return "".join(known[mark].glyph if mark in known else "●" for mark in marks)


def names(game: Game, marks: str) -> tuple[tuple[Sentence | str, int], ...]:
    """Return the name and the number of each kind of captured piece, for screen readers."""
    known = kinds(game.picture)
    return tuple((known[mark].name if mark in known else mark, count) for mark, count in Counter(marks).items())
