"""The searches by the names that people choose them by, behind one way to call them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.errors import SpecError
from plyground.language import Sentence, _
from plyground.position import MAX
from plyground.search.alphabeta import alphabeta
from plyground.search.book import max_value, max_value_alphabeta, min_value, min_value_alphabeta
from plyground.search.minimax import minimax
from plyground.search.setting import Setting
from plyground.search.static_cutoff import static_cutoff
from plyground.spec import canonical

Value = Callable[[Any, int, int, int, int, Setting, Any], int]
"""``value(position, depth, alpha, beta, side, setting, trace)``, for the side to move."""


@dataclass(frozen=True)
class Algorithm:
    """One search."""

    name: str
    title: Sentence
    value: Value
    windowed: bool  # it hands alpha and beta down, so that what comes back may be a bound
    convention: bool  # the choices of a Convention mean something to it


def _minimax(p: Any, depth: int, alpha: int, beta: int, side: int, setting: Setting, trace: Any) -> int:
    return minimax(p, depth, side, setting, trace)


def _static_cutoff(p: Any, depth: int, alpha: int, beta: int, side: int, setting: Setting, trace: Any) -> int:
    return static_cutoff(p, depth, side, setting, trace)


def _book_minimax(p: Any, depth: int, alpha: int, beta: int, side: int, setting: Setting, trace: Any) -> int:
    if side == MAX:
        return max_value(p, depth, setting, trace)
    return -min_value(p, depth, setting, trace)


def _book_alphabeta(p: Any, depth: int, alpha: int, beta: int, side: int, setting: Setting, trace: Any) -> int:
    if side == MAX:
        return max_value_alphabeta(p, depth, alpha, beta, setting, trace)
    return -min_value_alphabeta(p, depth, -beta, -alpha, setting, trace)


ALGORITHMS = {
    known.name: known
    for known in (
        Algorithm("minimax", _("minimax"), _minimax, windowed=False, convention=False),
        Algorithm("alphabeta", _("alpha-beta"), alphabeta, windowed=True, convention=True),
        Algorithm("static-cutoff", _("static cut-off"), _static_cutoff, windowed=False, convention=False),
        Algorithm("book-minimax", _("minimax as in the book"), _book_minimax, windowed=False, convention=False),
        Algorithm("book-alphabeta", _("alpha-beta as in the book"), _book_alphabeta, windowed=True, convention=False),
    )
}


def algorithm(name: str) -> Algorithm:
    """The algorithm of this name; raises :class:`SpecError`."""
    try:
        return ALGORITHMS[canonical(name)]
    except KeyError:
        raise SpecError(
            _("There is no algorithm “{name}”; the algorithms are: {names}.", name=name, names=", ".join(ALGORITHMS))
        ) from None
