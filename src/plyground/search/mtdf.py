"""MTD(f): the value found by null windows alone, each a question whether it is at least so much."""

from __future__ import annotations

from typing import Any

from plyground.search.table import UNKNOWN
from plyground.search.transposition import transposition


def mtdf(position: Any, depth: int, alpha: int, beta: int, side: int, setting: Any, trace: Any) -> int:
    """The value of ``position`` for its side to move, or a bound on it (fail-soft).

    Plaat, Schaeffer, Pijls & de Bruin (1996), Best-first fixed-depth minimax algorithms: alpha-beta with
    a table is asked with one null window after the other, from what the table remembers of an earlier search
    (else 0) to where the answers meet. The last one is always "at least", which names a best move. ``setting`` is an
    :class:`plyground.search.engine.Engine`. With a first guess of +∞ it would be SSS* (Stockman 1979).
    """
    known = setting.recall(position, depth)
    value = known.score if known.bound != UNKNOWN else 0
    least, most = alpha, beta
    while least < most:
        bound = min(max(value, least + 1), most)
        value = transposition(position, depth, bound - 1, bound, side, setting, trace)
        if value < bound:
            most = value
        else:
            least = value
    if alpha < value < bound:
        value = transposition(position, depth, value - 1, value, side, setting, trace)
    return value
