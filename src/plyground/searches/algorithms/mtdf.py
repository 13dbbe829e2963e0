"""MTD: the value found only by null windows. Each asks "is it at least this much?".

Plaat, Schaeffer, Pijls & de Bruin (1996), Best-first fixed-depth minimax algorithms. Alpha-beta with a table answers
one such question after another, from a first guess until the bounds meet. The guess decides the algorithm: SSS* with
+∞, MTD(f) with the value of an earlier search.
"""

from __future__ import annotations

from plyground.core.position import MarkedPosition
from plyground.searches.algorithms.transposition import transposition
from plyground.searches.engine_setting import Engine
from plyground.searches.scores import INFINITY
from plyground.searches.tally import Trace
from plyground.searches.transposition_table import UNKNOWN


def mtdf(position: MarkedPosition, depth: int, alpha: int, beta: int, side: int, setting: Engine, trace: Trace) -> int:
    """Return the value of ``position`` for its side to move, or a bound on it (fail-soft).

    The first guess is the table's value of an earlier search, else 0. ``setting`` is an
    :class:`plyground.searches.engine_setting.Engine`.
    """
    known = setting.recall(position, depth)
    guess = known.score if known.bound != UNKNOWN else 0
    return converge(guess, position, depth, alpha, beta, side, setting, trace)


def sss_star(
    position: MarkedPosition, depth: int, alpha: int, beta: int, side: int, setting: Engine, trace: Trace
) -> int:
    """Return the value of ``position`` as :func:`mtdf` does, from a first guess of +∞.

    Stockman (1979), A minimax algorithm better than alpha-beta?, used a list of states, the best first. This function
    visits the same leaves in the same order (Plaat et al. 1996, theorem 1), and fewer if the table recognises a
    position.
    """
    return converge(INFINITY, position, depth, alpha, beta, side, setting, trace)


def converge(
    value: int, position: MarkedPosition, depth: int, alpha: int, beta: int, side: int, setting: Engine, trace: Trace
) -> int:
    """Ask null-window questions from a first guess, ``value``, until the bounds meet. The last answer gives a best
    move.
    """
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
