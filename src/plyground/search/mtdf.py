"""MTD: the value found by null windows alone, each a question whether it is at least so much.

Plaat, Schaeffer, Pijls & de Bruin (1996), Best-first fixed-depth minimax algorithms: alpha-beta with a table is
asked one such question after the other, from a first guess to where the answers meet. The guess makes the
algorithm: SSS* with +∞, MTD(f) with the value of an earlier search.
"""

from __future__ import annotations

from typing import Any

from plyground.search.scores import INFINITY
from plyground.search.table import UNKNOWN
from plyground.search.transposition import transposition


def mtdf(position: Any, depth: int, alpha: int, beta: int, side: int, setting: Any, trace: Any) -> int:
    """The value of ``position`` for its side to move, or a bound on it (fail-soft).

    The first guess is what the table remembers of an earlier search, else 0. ``setting`` is an
    :class:`plyground.search.engine.Engine`.
    """
    known = setting.recall(position, depth)
    guess = known.score if known.bound != UNKNOWN else 0
    return converge(guess, position, depth, alpha, beta, side, setting, trace)


def sss_star(position: Any, depth: int, alpha: int, beta: int, side: int, setting: Any, trace: Any) -> int:
    """The same from above: the first guess is +∞.

    Stockman (1979), A minimax algorithm better than alpha-beta?, kept a list of states, the best first; this visits
    the same leaves in the same order (Plaat et al. 1996, theorem 1), and fewer where the table knows a position again.
    """
    return converge(INFINITY, position, depth, alpha, beta, side, setting, trace)


def converge(value: int, position: Any, depth: int, alpha: int, beta: int, side: int, setting: Any, trace: Any) -> int:
    """Ask from a first guess, ``value``, to where the answers meet; the last is "at least", which names a best move."""
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
