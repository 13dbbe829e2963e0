"""The engine: it searches deeper and deeper until its limit, and plays a proven move or else the best one found."""

from __future__ import annotations

import math
import time
from collections.abc import MutableSequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plyground.bots.bot_protocol import UNFOLLOWED, WARM_UP_NODES, Card, Choice, Thought, only_move
from plyground.bots.decision_tree import DecisionTree, from_engine, from_result
from plyground.bots.prover import PROOF, Prover
from plyground.bots.reasons import because, outcome, outlook
from plyground.bots.searcher import evaluation_named
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.i18n import _
from plyground.searches import ALGORITHMS, Result, Tally, new_tally
from plyground.searches.chance_moves import turns_of_a_game
from plyground.searches.deepening import deepen
from plyground.searches.demands import refuse_demands
from plyground.searches.engine_setting import Engine as Memory
from plyground.searches.engine_setting import engine as new_memory
from plyground.searches.limit import ASKED, OUT_OF_TIME, Limit, deadline, passing_on_stop
from plyground.searches.plain_or_native import Pace
from plyground.searches.progress import Progress
from plyground.searches.scores import INFINITY
from plyground.searches.tally import NODES, STOP
from plyground.searches.threadless import HAS_THREADS
from plyground.searches.threads import REPORT_INTERVAL_S

if TYPE_CHECKING:
    from concurrent.futures import Future

CARD = Card(
    title=_("Engine"),
    summary=_(
        "Alpha-beta made strong: it looks one ply deeper each time, remembers positions, takes the best moves first, and plays the best move found when its time is up."
    ),
    plans_ahead=True,
    deterministic=False,
    anytime=True,
    source="AIMA, 4th global ed., 6.2.4, 6.3; T. A. Marsland (1986)",
)


MAX_PLAIN_NODES = 5000
"""Positions that plain Python visits first. If they are enough, nothing is compiled."""
MAX_PLAIN_S = 1.0
"""Seconds that plain Python may take.

If a bot's moves need more, the next ones are compiled, however few their nodes.
"""
NODE_BYTES = 256
"""Bytes of the table for each node of a move's limit: a larger table is no help, and takes time to be made."""
EXPECTED_PROOF_PART, LIKELY_PROOF_PART = 0.75, 0.25
"""Parts of a move's time for a proof that comes before the search, because there are no threads."""
LEAST_SEARCH_S = 0.05
"""Seconds of a search after a proof that took its time."""
SEARCH_PART = 8
"""Part of a move's time, as a divisor, after which a search ends if the proof beside it is expected in time."""


class Engine:
    """Iterative deepening, compiled for this machine if it takes long, together with a proof of the result.

    A proven move is preferred to the move of the search. The proof comes from the table of the whole game, if it can be
    solved within the limit, or from the exact solver. The solver has the same limit as the search. With a limit of
    nodes it runs first, also if a proof is unlikely: the nodes that a proof takes differ by a factor of thousands from
    one position to the next. With a limit of seconds a likely proof runs beside the search. If it is expected in time,
    the search ends early: on a busy machine the two would share a processor, and the proof would be late. Without threads
    the proof comes first, for a part of the time.
    """

    def __init__(
        self,
        game: Game,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        threads: int = 1,
        memory: int = 64,
        evaluation: str = "best",
        lines: int = 1,
        pace: Pace | None = None,
    ) -> None:
        """Set up the engine. Without ``seconds``, ``nodes`` or ``depth`` it searches until its time is up.

        If it has no clock either, it searches for one second a move.

        With more ``lines`` the engine reports the values of that many moves, and the exact solver is not used. ``pace``
        chooses between plain and compiled searches (default: the faster).

        Raise :class:`SpecError` for an unknown evaluation, and :class:`SearchError` for a game that its search does not
        support.
        """
        refuse_demands(game.start, ALGORITHMS["pvs"].masters, "engine")
        self.game = game
        most = None if nodes is None else min(nodes, INFINITY)
        self.limit = Limit(seconds, most, depth)
        self.threads = threads
        self.memory_mb = memory
        self.lines = lines
        self.evaluation = evaluation_named(game, evaluation)
        self.card = CARD._replace(deterministic=self.limit.under(None).seconds is None and threads == 1)
        self._memory: Memory | None = None
        self._prover = Prover(game, memory)
        self._pace = pace or Pace()
        self._plain_s = 0.0  # seconds taken so far by moves in plain Python; inf: they were stopped too early

    def warm_up(self, thought: Thought = UNFOLLOWED) -> None:
        """Compile the search and the solver, and solve the whole game if that is soon done."""
        tally = thought.tally or new_tally()

        def prepare(native: bool) -> None:
            for position in turns_of_a_game(self.game.start) if native else ():
                self._deepen(position, Thought(), tally, Limit(nodes=WARM_UP_NODES), native=True)
                self._prover.warm_up(position, self.limit.under(None), tally, thought.on_progress)

        if thought.native is not False:
            self._pace.run(lambda: None, prepare, at_once=True)

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return a proven move, or the best one found until a limit is reached or the search is stopped."""
        forced = only_move(position)
        if forced:
            return forced
        found = self.search(position, thought)
        assert found.move is not None  # an unfinished position has a move
        if self.lines == 1:
            thought.on_progress(outlook(self.game, position, found))
        reason = because(self.game, position, outcome(self.game, found), found.line)
        tree = self._tree(position, found) if thought.keeps_tree else None
        return Choice(found.move, reason, found.value, found, tree=tree)

    def _tree(self, position: MarkedPosition, found: Result) -> DecisionTree:
        """Return the tree of a result: from the table of the search, unless the result is a proof."""
        if found.algorithm == PROOF or self._memory is None:
            return from_result(position, found)
        return from_engine(position, found, self._memory)

    def search(self, position: MarkedPosition, thought: Thought = UNFOLLOWED) -> Result:
        """Return the proven result of a position, or else the result of the search when the limit or the thought stops
        it.
        """
        tally = thought.tally or new_tally()
        limit = self.limit.under(thought.clock.budget_s if thought.clock else None)
        if position.is_over():
            return self._deepen(position, thought, tally, limit, native=False)
        few = limit._replace(
            nodes=min(MAX_PLAIN_NODES, limit.nodes or MAX_PLAIN_NODES),
            seconds=min(MAX_PLAIN_S, limit.seconds or MAX_PLAIN_S),
        )

        def little() -> Result | None:
            if self._plain_s >= MAX_PLAIN_S:
                return None
            began, before = time.perf_counter(), tally.counts[NODES]
            found = little_search()
            self._plain_s += time.perf_counter() - began
            if found is None:  # search all again, compiled, with all nodes counted
                tally.counts[NODES] = before
            return found

        def little_search() -> Result | None:
            if not limit.seconds and self.lines == 1:
                proof = self._proof(position, tally, limit._replace(nodes=few.nodes), native=False)
                if proof:
                    return proof
            told: list[Any] = []  # reports of a search that is too short to follow
            own = new_tally()
            with passing_on_stop(tally.counts, own.counts):
                found = self._deepen(position, Thought(thought.past, on_progress=told.append), own, few, native=False)
            proven = found.proven and all(root.proven for root in found.moves[1 : self.lines])
            tally.counts[NODES] += own.counts[NODES]
            is_whole = found.depth == limit.depth or own.counts[NODES] >= (limit.nodes or math.inf)
            if not (proven or is_whole):
                self._plain_s = math.inf
                if not tally.counts[STOP]:
                    return None
            for news in told[-self.lines :] if self.lines > 1 else ():
                thought.on_progress(news)
            return found

        def search(native: bool) -> Result:
            if self.lines > 1:
                return self._deepen(position, thought, tally, limit, native=native)
            known = self._prover.by_table(position, limit, tally, thought.on_progress, may_solve=thought.clock is None)
            if known:
                return known if known.value else self._liveliest(position, thought, tally, limit, known, native=native)
            if limit.seconds and self._prover.is_likely(position, limit, native=native):
                combine = self._beside_a_proof if HAS_THREADS else self._after_a_proof
                return combine(position, thought, tally, limit, native=native)
            proof = None if limit.seconds else self._proof(position, tally, limit, native=native)
            return proof or self._deepen(position, thought, tally, limit, native=native)

        if thought.native is False:  # a proof in plain Python would come too late
            return self._deepen(position, thought, tally, limit, native=False)
        return self._pace.run(little, search, at_once=thought.compiles_at_once)

    def _liveliest(
        self, position: MarkedPosition, thought: Thought, tally: Tally, limit: Limit, draw: Result, *, native: bool
    ) -> Result:
        """Return the search's own move in a drawn position if it keeps the draw, because it makes play harder for the
        opponent.
        """
        found = self._deepen(position, thought, tally, limit, native=native)
        if found.move is None or not self._prover.is_drawn_after(position, found.move):
            return draw
        return replace(draw, move=found.move, line=found.line, nodes=found.nodes, seconds=found.seconds)

    def _proof(self, position: MarkedPosition, tally: Tally, limit: Limit, *, native: bool) -> Result | None:
        """Return the solver's result within the nodes of ``limit``; None without a proof."""
        if not self._prover.is_possible(position, limit) or tally.counts[STOP]:
            return None
        proving = new_tally()
        proving.counts[STOP] = limit.nodes or 0
        self._prover.prepare(position, limit, native=native)
        proof = self._prover.by_solver(position, proving)
        tally.counts[NODES] += proving.counts[NODES]
        return proof

    def _beside_a_proof(
        self, position: MarkedPosition, thought: Thought, tally: Tally, limit: Limit, *, native: bool
    ) -> Result:
        """Return the solver's result if it is proven in time, else the search's result."""
        from concurrent.futures import ThreadPoolExecutor, wait  # imported here because it is slow to import

        proving = new_tally()
        proving.counts[STOP] = limit.nodes or 0
        self._prover.prepare(position, limit, native=native)

        def prove() -> Result | None:
            proof = self._prover.by_solver(position, proving)
            if proof and tally.counts[STOP] != ASKED:
                tally.counts[STOP] = OUT_OF_TIME  # the search is no longer needed
            return proof

        began = time.perf_counter()
        ends = began + (limit.seconds or 0)
        with ThreadPoolExecutor(1) as thread:
            proof = thread.submit(prove)
            try:
                found = self._deepen(
                    position, thought, tally, self._beside(position, limit, native=native), native=native
                )
                if not found.proven:
                    await_proof(proof, ends, tally.counts)
            finally:
                while not proof.done():  # repeat, because the solver may set a stop of its own at the same moment
                    proving.counts[STOP] = ASKED
                    wait([proof], REPORT_INTERVAL_S)
        if tally.counts[STOP] == OUT_OF_TIME:
            tally.counts[STOP] = 0
        tally.counts[NODES] += proving.counts[NODES]
        proven = proof.result()
        if proven is None or found.proven:
            return found
        return replace(proven, nodes=proven.nodes + found.nodes, seconds=time.perf_counter() - began)

    def _after_a_proof(
        self, position: MarkedPosition, thought: Thought, tally: Tally, limit: Limit, *, native: bool
    ) -> Result:
        """Return the solver's result if it is proven in its part of the time, else the search's result."""
        is_expected = self._prover.is_expected(position, limit, native=native)
        seconds = (limit.seconds or 0) * (EXPECTED_PROOF_PART if is_expected else LIKELY_PROOF_PART)
        proving = new_tally()
        proving.counts[STOP] = limit.nodes or 0
        self._prover.prepare(position, limit, native=native)
        began = time.perf_counter()
        with deadline(seconds, proving.counts, ASKED), passing_on_stop(tally.counts, proving.counts):
            proof = self._prover.by_solver(position, proving)
        tally.counts[NODES] += proving.counts[NODES]
        left = max(LEAST_SEARCH_S, (limit.seconds or 0) - (time.perf_counter() - began))
        return proof or self._deepen(position, thought, tally, limit._replace(seconds=left), native=native)

    def _beside(self, position: MarkedPosition, limit: Limit, *, native: bool) -> Limit:
        """Return the limit of the search beside a proof."""
        if limit.seconds is None or not self._prover.is_expected(position, limit, native=native):
            return limit
        return limit._replace(seconds=limit.seconds / SEARCH_PART)

    def _deepen(
        self, position: MarkedPosition, thought: Thought, tally: Tally, limit: Limit, *, native: bool
    ) -> Result:
        def on_progress(progress: Progress) -> None:
            thought.on_progress(outlook(self.game, position, progress))

        return deepen(
            position, limit, self._remembered(position), past=thought.past, tally=tally, native=native,
            threads=self.threads, lines=self.lines, on_progress=on_progress,
        )  # fmt: skip

    def _remembered(self, position: MarkedPosition) -> Memory:
        """Return the memory of earlier moves. It is new for each move if equal positions must get equal moves."""
        if self._memory is None or self.card.deterministic:
            memory_mb = min(self.memory_mb, self._useful_memory_mb())
            self._memory = new_memory(position, self.evaluation, memory_mb=memory_mb, loops=self.game.facts.loops)
        return self._memory

    def _useful_memory_mb(self) -> int:
        """Return the size of the table in megabytes. A table that serves only one move with a limit of nodes is no
        larger than is useful.
        """
        nodes = self.limit.nodes if self.card.deterministic else None
        return self.memory_mb if nodes is None else -(-nodes * NODE_BYTES >> 20)


def await_proof(proof: Future[Any], ends: float, counts: MutableSequence[int]) -> None:
    """Wait until a proof is done, ``time.perf_counter`` is at ``ends``, or another thread asks to stop."""
    from concurrent.futures import wait  # imported here because it is slow to import

    while not proof.done() and counts[STOP] != ASKED:
        left = ends - time.perf_counter()
        if left <= 0:
            return
        wait([proof], min(left, REPORT_INTERVAL_S))
