"""Values that a solver proves on request: for games without cycles that are too large for a table."""

from __future__ import annotations

from typing import Any

from plyground.core.position import MarkedPosition
from plyground.searches.tally import Tally, new_tally
from plyground.solvers.exact import MEGABYTES, Solver
from plyground.solvers.forward import Value


class Proven:
    """The exact values of positions, ``proven[position]``. The solver keeps its results from one position to the next.

    The utility is the score of the game, such as stones. If the position has a method ``plies_to``, which tells the
    plies that a score means, the utility is only −1, 0 or 1, and the distance is the number of these plies. Otherwise
    the distance of a win is unknown. Time and exceptions are those of :mod:`plyground.solvers.exact`.
    """

    def __init__(
        self, start: MarkedPosition, tally: Tally | None = None, *, native: bool = True, memory_mb: int = MEGABYTES
    ) -> None:
        """Make the values of a game; ``start`` is any of its positions.

        ``tally`` counts the proofs and may stop them.
        """
        self._solver = Solver(start, memory_mb=memory_mb, tally=tally or new_tally(), native=native)
        self._timed = hasattr(start, "plies_to")

    def count_in(self, tally: Tally) -> None:
        """Count the nodes of the proofs in another tally from now on. That tally can stop the proofs."""
        self._solver.count_in(tally)

    def __getitem__(self, position: Any) -> Value:
        """Return the value of ``position`` under best play. Raise :class:`SearchStopped` and :class:`SearchTooDeep`."""
        score = self._solver.score(position)
        if score and self._timed:
            return Value(1 if score > 0 else -1, position.plies_to(score))
        return Value(score, None)
