"""Values proven one by one, for games without cycles that are too large for a table."""

from __future__ import annotations

from typing import Any

from plyground.search.tally import Tally, new_tally
from plyground.solve.exact import MEGABYTES, Solver
from plyground.solve.forward import Value


class Proven:
    """``proven[position]`` is what best play makes of it: found by a solver, which remembers what it has learnt.

    The utility is the score that the game counts, such as stones; where the position tells how many plies a
    score stands for (``plies_to``), it is the result alone, with them as the distance. Elsewhere the distance
    of a win is not known. It takes the time of :mod:`plyground.solve.exact`, and raises as that does.
    """

    def __init__(
        self, start: Any, tally: Tally | None = None, *, native: bool = True, megabytes: int = MEGABYTES
    ) -> None:
        """``start`` is any position of the game; ``tally`` counts and may stop the proofs."""
        self._solver = Solver(start, megabytes=megabytes, tally=tally or new_tally(), native=native)
        self._timed = hasattr(start, "plies_to")

    def count_in(self, tally: Tally) -> None:
        """From now on another tally counts and may stop the proofs."""
        self._solver.count_in(tally)

    def __getitem__(self, position: Any) -> Value:
        """What best play makes of ``position``; raises :class:`SearchStopped` and :class:`SearchTooDeep`."""
        score = self._solver.score(position)
        if score and self._timed:
            return Value(1 if score > 0 else -1, position.plies_to(score))
        return Value(score, None)
