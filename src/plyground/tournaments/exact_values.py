"""Exact values of positions, used for openings, adjudication and counting moves that lose value.

All limits are numbers of positions. So a value depends on its position and ply alone: a busy machine finds the same
values as an idle one, and a resumed tournament the same as one that was never stopped.
"""

from __future__ import annotations

import random
import threading
from functools import cached_property
from typing import Any

from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition
from plyground.errors import PlygroundError, RulesError
from plyground.judge.opening_book import OpeningBook, book_of
from plyground.judge.solved_positions import solved_positions, solved_whole
from plyground.native.targets.target import can_compile
from plyground.searches import new_tally
from plyground.searches.tally import STOP
from plyground.solvers.exact import Solver
from plyground.solvers.retrograde import countable

MAX_NODES = 2_000_000
"""Positions that the solver visits for one value at most: about a second."""
MAX_PROOF_NODES = 60_000_000
"""Positions that the solver visits at most to prove the value of an opening: some seconds. A tournament has few openings,
and most positions of Connect Four need less where its opening book ends.
"""
HOPELESS = 16
"""Multiple of the limit: a proof is not tried if the game expects more visits than this."""
PLAIN_PART = 50
"""Divisor of the nodes for a solver in plain Python, which is this much slower."""
MAX_TABLE_POSITIONS = 1 << 24
"""Positions of the largest table that is solved for a value: some seconds."""
MEGABYTES = 4
"""Megabytes of the solver's table. It is new for each position, so a small one is faster."""
PROOF_MEGABYTES = 32
"""Megabytes of the solver's table in a proof of up to :data:`MAX_PROOF_NODES`."""
PROBES = 2
"""Number of random positions of a ply that must be solved before positions of that ply are tried."""


class ExactValues:
    """The results of best play from positions of a game, if they are found within the limits. Threads may share it.

    Later positions are easier to solve. So the solver tries positions of a ply only if it solves random positions of
    about that ply: a game that is too large costs little, and its endings still have values. With ``is_patient`` it
    tries every position with :data:`MAX_PROOF_NODES`, unless the game itself expects a much longer proof.
    """

    def __init__(self, game: Game, nodes: int = MAX_NODES, *, is_patient: bool = False) -> None:
        self._game = game
        self._is_patient = is_patient
        self._nodes = MAX_PROOF_NODES if is_patient else nodes
        self._memory_mb = PROOF_MEGABYTES if is_patient else MEGABYTES
        self._known: dict[Any, int | None] = {}
        self._tried: dict[int, bool] = {}  # True if all sample positions of the stage were solved
        self._lock = threading.Lock()
        self.can_be_exact = not game.demands & (Demand.CHANCE | Demand.PLAYERS | Demand.HIDDEN) and _is_solvable(game)
        self._is_native = can_compile()

    def result(self, position: MarkedPosition, ply: int) -> int | None:
        """Return the utility of best play for the side to move after ``ply`` plies; None if it is not found."""
        with self._lock:
            if not self.can_be_exact:
                return None
            if position.is_over():
                return int(position.utility())
            if self._book is not None and (known := self._book.result(position)) is not None:
                return known
            if not (self._is_hopeful(position) if self._is_patient else self._is_tried(ply)):
                return None
            if position not in self._known:
                self._known[position] = self._solve(position)
            return self._known[position]

    def _is_hopeful(self, position: Any) -> bool:
        """Return False if the game expects a proof far beyond the limit."""
        if self._has_table or not hasattr(position, "proof_nodes"):
            return True
        return bool(position.proof_nodes() <= HOPELESS * self._nodes)

    def _is_tried(self, ply: int) -> bool:
        """Return True if positions after ``ply`` plies are worth trying."""
        if self._has_table:
            return True
        stage = _stage(ply)
        if stage not in self._tried:
            probes = (self._random_position(stage, seed) for seed in range(PROBES))
            self._tried[stage] = all(each.is_over() or self._solve(each) is not None for each in probes)
        return self._tried[stage]

    @cached_property
    def is_win_or_draw(self) -> bool:
        """True for a game whose results are only a win, a draw or a loss, so that the sign of a score is enough."""
        start: Any = self._game.start
        return hasattr(start, "plies_to") or start.utmost() == 1

    @cached_property
    def _book(self) -> OpeningBook | None:
        """The results of the game's first positions, if they are shipped."""
        return book_of(self._game)

    @cached_property
    def _has_table(self) -> bool:
        """True for a game whose values are looked up in tables, which are solved once."""
        return self._game.solved_ending is not None or solved_whole(self._game)

    def _random_position(self, plies: int, seed: int) -> Any:
        """Return a position after this many random moves (``plies``), or the end of the game if it comes earlier."""
        chance, position = random.Random(f"{plies} {seed}"), self._game.start
        for _ply in range(plies):
            if position.is_over():
                break
            position = position.play(chance.choice(list(position.moves())))
        return position

    def _solve(self, position: MarkedPosition) -> int | None:
        try:
            return self._by_table(position) if self._has_table else self._by_solver(position)
        except PlygroundError:
            return None

    def _by_table(self, position: MarkedPosition) -> int | None:
        """Return the value in a table; None if there is none, or if it would be too large."""
        ending = self._game.solved_ending
        table = self._game.start if ending is None else ending(position)
        if table is None or table.period() > MAX_TABLE_POSITIONS:
            return None
        return int(solved_positions(self._game, new_tally())[position].utility)

    def _by_solver(self, position: MarkedPosition) -> int:
        """Return the proven value. The solver begins with an empty table, because its nodes must not depend on earlier
        positions.
        """
        tally = new_tally()
        start = self._game.start
        try:
            solver = Solver(start, tally=tally, native=self._is_native, memory_mb=self._memory_mb)
        except RulesError:  # a board of more than 64 cells, for example: the end of its games can still be proven
            self._is_native = False
            solver = Solver(start, tally=tally, native=False, memory_mb=self._memory_mb)
        tally.counts[STOP] = self._nodes if self._is_native else max(1, self._nodes // PLAIN_PART)
        return solver.score(position, weak=self.is_win_or_draw)


def _is_solvable(game: Game) -> bool:
    """Return False for a game with repetition and without numbered positions: it has no table, and its proofs may never
    end.
    """
    return game.solved_ending is not None or not game.facts.loops or countable(game.start)


def _stage(ply: int) -> int:
    """Return the greatest of the plies 0, 1, 2, 3, 4, 6, 8, 11, 14, 18, ... that is at most ``ply``."""
    stage = 0
    while (later := stage + 1 + stage // 4) <= ply:
        stage = later
    return stage
