"""Exact values of positions, used for openings, adjudication and counting moves that lose value."""

from __future__ import annotations

import threading
from typing import Any

from plyground.arena.game_review import oracle
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import PlygroundError
from plyground.searches import new_tally
from plyground.searches.limit import deadline

PATIENCE_S = 10.0
"""Seconds in which a position must be solved."""
MAX_FAILURES = 2
"""Positions in a row that may fail to be solved in time before only later positions of a game are tried."""


class ExactValues:
    """The results of best play from positions of a game, if they are found in time. Threads may share it.

    Later positions are easier to solve. So after failures only positions of a later ply are tried: a game that is too
    large costs some minutes in all, and its endings still have values.
    """

    def __init__(self, game: Game, seconds: float = PATIENCE_S) -> None:
        self._game = game
        self._seconds = seconds
        self._known: dict[Any, int | None] = {}
        self._lock = threading.Lock()
        self._has_values = not game.demands & (Demand.CHANCE | Demand.PLAYERS | Demand.HIDDEN)
        self._failures = 0  # in a row
        self._first_ply = 0  # of the positions that are tried

    def result(self, position: Any, ply: int) -> int | None:
        """Return the utility of best play for the side to move after ``ply`` plies; None if it is not found in time."""
        with self._lock:
            if position not in self._known and self._has_values and ply >= self._first_ply:
                self._known[position] = self._solve(position)
                self._learn(ply, is_solved=self._known[position] is not None)
            return self._known.get(position)

    def _learn(self, ply: int, *, is_solved: bool) -> None:
        """Decide from which ply on positions are tried."""
        if is_solved:
            self._failures = 0
            return
        self._failures += 1
        if self._failures == MAX_FAILURES:
            self._failures, self._first_ply = 0, ply + 1 + ply // 4

    def _solve(self, position: Any) -> int | None:
        if position.is_over():
            return int(position.utility())
        tally = new_tally()
        try:
            with deadline(self._seconds, tally.counts):
                return int(oracle(self._game, tally)[position].utility)
        except PlygroundError:
            return None
