"""Common parts of games with two kinds of marks: parse them, and explain why a position cannot occur."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from plyground.i18n import Sentence, _, _n

LETTERS = "xo."


def misread(text: str, cells: int) -> list[Sentence]:
    """Return errors if ``text`` does not have one of x, o and . for each of ``cells``."""
    reasons: list[Sentence] = []
    if len(text) != cells:
        reasons.append(
            _n(
                "it has {count} character where {cells} are needed",
                "it has {count} characters where {cells} are needed",
                len(text),
                cells=cells,
            )
        )
    reasons += [
        _("character {place} is “{letter}” where only x, o and . are allowed", place=place, letter=letter)
        for place, letter in enumerate(text)
        if letter not in LETTERS
    ]
    return reasons


def cells_of(text: str, mark: str) -> set[int]:
    """Return the cells of one mark."""
    return {place for place, letter in enumerate(text) if letter == mark}


def unreached(x: int, o: int, won: Callable[[int], bool], last: Callable[[int], Iterable[int]]) -> list[Sentence]:
    """Return reasons why these sets of marks cannot occur in play that begins with x and ends at the first line.

    ``won`` returns True for a set with a line. ``last`` returns the sets before each possible last move.
    """
    reasons = []
    xs, os = x.bit_count(), o.bit_count()
    if not 0 <= xs - os <= 1:
        reasons.append(_("it has {xs} x and {os} o, but x moves first and they take turns", xs=xs, os=os))
    x_won, o_won = won(x), won(o)
    if x_won and o_won:
        reasons.append(_("both sides have a winning line"))
    elif x_won and xs == os:
        reasons.append(_("o has moved after x had won"))
    elif o_won and xs > os:
        reasons.append(_("x has moved after o had won"))
    elif (x_won or o_won) and all(map(won, last(x if x_won else o))):
        reasons.append(_("one move cannot have completed all of these winning lines"))
    return reasons
