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
"""Positions in a row that may fail to be solved in time before solving is given up."""


class ExactValues:
    """The results of best play from positions of a game, if they are found in time. Threads may share it."""

    def __init__(self, game: Game, seconds: float = PATIENCE_S) -> None:
        self._game = game
        self._seconds = seconds
        self._known: dict[Any, int | None] = {}
        self._lock = threading.Lock()
        self._failures = MAX_FAILURES if game.demands & (Demand.CHANCE | Demand.PLAYERS | Demand.HIDDEN) else 0

    @property
    def is_hopeless(self) -> bool:
        """True if no further position is tried because the game is too large or has no exact values."""
        return self._failures >= MAX_FAILURES

    def result(self, position: Any) -> int | None:
        """Return the utility of best play for the side to move; None if it is not found in time."""
        with self._lock:
            if position not in self._known and not self.is_hopeless:
                self._known[position] = self._solve(position)
                self._failures = self._failures + 1 if self._known[position] is None else 0
            return self._known.get(position)

    def _solve(self, position: Any) -> int | None:
        if position.is_over():
            return int(position.utility())
        tally = new_tally()
        try:
            with deadline(self._seconds, tally.counts):
                return int(oracle(self._game, tally)[position].utility)
        except PlygroundError:
            return None
