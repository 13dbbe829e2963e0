"""Proofs for the engine: it uses the table of the game or the exact solver if a proof is likely in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plyground.bots.bot_protocol import warm_up_tally
from plyground.bots.ending_tables import ending_values
from plyground.bots.table_bot import is_solved, is_soon_solved, solution
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.errors import SearchStopped
from plyground.i18n import Sentence
from plyground.searches.limit import Limit
from plyground.searches.result import Result, RootMove
from plyground.searches.tally import NODES, STOP, Tally, new_tally
from plyground.searches.threadless import HAS_THREADS
from plyground.solvers.exact import Solver
from plyground.solvers.explore import perfect_line
from plyground.solvers.forward import Value, after_each
from plyground.solvers.retrograde import countable

NATIVE_NODES_PER_S, PLAIN_NODES_PER_S = 8_000_000, 40_000
"""Positions that the exact solver visits in a second."""
LUCKY_PART = 4
"""A proof is tried if the limit allows at least this part (1/4) of the expected nodes, because many proofs need
fewer.
"""
TABLE_POSITIONS_PER_S = 2_000_000
"""Positions of a table that are solved in a second."""
SOLVER_PART = 4
"""Divisor: the solver's table gets 1/4 of the engine's memory."""
LINE_PLIES = 8
"""Plies of best play that are reported with a proof."""


PROOF = "exact"
"""The name of the algorithm in results that are proven here."""


class Prover:
    """A prover of results for the positions of one game, within the limit of a move.

    If the limit has a depth, nothing is proven.
    """

    def __init__(self, game: Game, memory_mb: int) -> None:
        """Set up the prover, with a part of the engine's ``memory_mb`` for its table."""
        self.game = game
        self.memory_mb = max(1, memory_mb // SOLVER_PART)
        self._solver: Solver | None = None
        self._native = False  # True if the solver is compiled

    def is_possible(self, position: MarkedPosition, limit: Limit) -> bool:
        """Return True if the ``limit`` allows proofs, and the game has an exact solver for its middle game."""
        return limit.depth is None and hasattr(position, "proof_nodes")

    def is_likely(self, position: MarkedPosition, limit: Limit, *, native: bool) -> bool:
        """Return True if the solver is likely to prove the result of ``position`` within the limit."""
        return self._is_proven_by(position, limit, LUCKY_PART, native=native)

    def is_expected(self, position: MarkedPosition, limit: Limit, *, native: bool) -> bool:
        """Return True if an average proof of ``position`` ends within the limit."""
        return self._is_proven_by(position, limit, 1, native=native)

    def _is_proven_by(self, position: Any, limit: Limit, times: int, *, native: bool) -> bool:
        """Return True if an average proof of ``position`` takes at most ``times`` the limit of a move."""
        if not self.is_possible(position, limit):
            return False
        per_second = NATIVE_NODES_PER_S if native else PLAIN_NODES_PER_S
        nodes: int = position.proof_nodes()
        return nodes <= times * _positions_within(limit, per_second)

    def prepare(self, position: MarkedPosition, limit: Limit, *, native: bool) -> None:
        """Compile the solver now, so that this takes no time of the move.

        Without a limit in seconds the solver is new, because equal positions must get equal moves.
        """
        if self._solver is None or self._native != native or limit.seconds is None:
            self._solver = Solver(position, memory_mb=self.memory_mb, native=native)
            self._native = native

    def by_solver(self, position: MarkedPosition, tally: Tally) -> Result | None:
        """Return the proven result of the prepared solver; None if the ``tally`` stops it before a move can be chosen.

        It first proves win, draw or loss, then the score.
        """
        assert self._solver is not None
        solver, counts, began = self._solver, tally.counts, time.perf_counter()
        solver.count_in(tally)
        proven: Result | None = None
        try:
            sign, line = solver.best(position, weak=True)
            if sign >= 0:
                proven = _result(position, Value(sign, None), line, is_least=sign > 0 and _counts_points(position))
            score, line = solver.best(position)
            proven = _result(position, _value(position, score), line)
            proven = replace(proven, line=solver.best(position, plies=LINE_PLIES)[1])
        except SearchStopped:
            pass
        return proven and replace(proven, nodes=counts[NODES], seconds=time.perf_counter() - began)

    def warm_up(
        self, position: MarkedPosition, limit: Limit, tally: Tally, on_message: Callable[[Sentence], object]
    ) -> None:
        """Compile the solver, and solve the whole game if its table is used within the limit."""
        self.by_table(position, limit, tally, on_message)
        if self.is_possible(position, limit):
            self.prepare(position, limit, native=True)
            self.by_solver(position, warm_up_tally())

    def by_table(
        self,
        position: MarkedPosition,
        limit: Limit,
        tally: Tally,
        on_message: Callable[[Sentence], object],
        *,
        may_solve: bool = True,
    ) -> Result | None:
        """Return the result in the table of the whole game or of an ending; None if the game is too large.

        The whole game is solved at the first call if it ``may_solve``.
        """
        start: Any = self.game.start
        if self.game.solved_ending is not None:
            return self._by_ending(position, limit, tally)
        if limit.depth is not None or not countable(start) or not is_soon_solved(self.game) or tally.counts[STOP]:
            return None
        fits = start.period() <= _positions_within(limit, TABLE_POSITIONS_PER_S)
        is_ready = is_solved(self.game) and (fits or limit.nodes is None)  # a limit in nodes must be reproducible
        if not is_ready and not (fits and may_solve):
            return None
        before, began = tally.counts[NODES], time.perf_counter()
        try:
            values = solution(self.game, tally, on_message)
        except SearchStopped:
            return None
        found = _result(position, values[position], perfect_line(values, position, LINE_PLIES))
        exact = tuple(
            RootMove(move, value.utility, *value, "exact", proven=True)
            for move, value in after_each(values, position).items()
        )
        nodes = max(tally.counts[NODES] - before, 0)
        return replace(found, moves=exact, nodes=nodes, seconds=time.perf_counter() - began)

    def _by_ending(self, position: MarkedPosition, limit: Limit, tally: Tally) -> Result | None:
        """Return the result in the table of an ending; None if there is none, or as long as it is being solved.

        Best play is checked by the rules of the game, because a table does not contain the draw after many quiet moves.
        """
        within: int | None = limit.nodes or 0
        if limit.seconds is not None:
            within = None if HAS_THREADS else int(_positions_within(limit, TABLE_POSITIONS_PER_S))
        values = None if limit.depth is not None else ending_values(self.game, position, within)
        if values is None or tally.counts[STOP]:
            return None
        value = values[position]
        line = perfect_line(values, position, value.distance or LINE_PLIES)
        if value.utility:
            last = position
            for move in line:
                last = last.play(move)
            if not (last.is_over() and last.utility()):
                return None
        return _result(position, value, line[:LINE_PLIES])

    def is_drawn_after(self, position: MarkedPosition, move: Move) -> bool:
        """Return True if ``move`` leads to a draw, by the table."""
        if self.game.solved_ending is not None:
            values = ending_values(self.game, position, None)
            return values is not None and values[position.play(move)].utility == 0
        return solution(self.game, new_tally())[position.play(move)].utility == 0


def _positions_within(limit: Limit, per_second: int) -> float:
    """Return the number of positions within the limit of a move."""
    by_time = float("inf") if limit.seconds is None else limit.seconds * per_second
    return min(by_time, float("inf") if limit.nodes is None else limit.nodes)


def _counts_points(position: MarkedPosition) -> bool:
    """Return True if wins of the game differ in points."""
    return not hasattr(position, "plies_to") and position.utmost() > 1


def _value(position: Any, score: int) -> Value:
    """Return the value for a score: the result and its distance, or points."""
    if score and hasattr(position, "plies_to"):
        return Value(1 if score > 0 else -1, position.plies_to(score))
    return Value(score, None)


def _result(position: MarkedPosition, value: Value, line: tuple[Move, ...], *, is_least: bool = False) -> Result:
    """Return the result with the proven ``value`` of a position, or a bound if it is only the least value.

    No other move is better than the first of the ``line``.
    """
    utility, distance = value
    best = RootMove(line[0], utility, utility, distance, "lower" if is_least else "exact", proven=True)
    others = (
        RootMove(move, None, None, None, "unvisited", proven=False)
        if is_least
        else RootMove(move, utility, utility, None, "upper", proven=True)
        for move in position.moves()
        if move != line[0]
    )
    return Result(
        algorithm=PROOF,
        move=line[0],
        value=utility,
        score=utility,
        distance=distance,
        exact=not is_least,
        proven=True,
        line=line,
        moves=(best, *others),
        depth=None,
        nodes=0,
        leaves=0,
        alpha_cutoffs=0,
        beta_cutoffs=0,
        table_hits=0,
        seconds=0.0,
    )
