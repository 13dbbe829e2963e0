"""Iterative deepening: a search to one ply, to two, to three ..., until a limit or a proof ends it.

Each search leaves in the table and in the order of the moves what makes the next one fast, so that the whole
costs little more than its last search, and may be stopped at any time (Slate & Atkin 1977, Chess 4.5: The
Northwestern University chess program; Korf 1985).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from plyground.errors import SearchError, SearchStopped, SearchTooDeep
from plyground.language import _
from plyground.position import MAX, MarkedPosition, Move
from plyground.search.algorithms import Algorithm
from plyground.search.algorithms import algorithm as named
from plyground.search.aspiration import aspire
from plyground.search.driver import NOT_WHOLE, is_proven, read, refuse_what_cannot_be, root_moves, to_its_end
from plyground.search.engine import Engine, engine, sharing
from plyground.search.limit import ASKED, Limit, deadline
from plyground.search.native import native as twin_of
from plyground.search.progress import Progress
from plyground.search.result import Result, RootMove
from plyground.search.scores import INFINITY, LONGEST
from plyground.search.setting import Setting
from plyground.search.tally import (
    ALPHA_CUTOFFS,
    BETA_CUTOFFS,
    GUESSED,
    GUESSES,
    HITS,
    LEAVES,
    STOP,
    VISITS,
    Tally,
    best_line,
    new_tally,
    of_any_numbers,
    root_replies,
)

ASPIRATIONS = 30
"""The first window reaches this part of a win to either side of the value expected."""


def deepen(
    position: MarkedPosition,
    limit: Limit,
    setting: Setting | Engine | None = None,
    *,
    algorithm: str = "pvs",
    past: Iterable[MarkedPosition] = (),
    tally: Tally | None = None,
    native: bool = False,
    threads: int = 1,
    tell: Callable[[Progress], object] | None = None,
) -> Result:
    """Search ``position`` deeper and deeper with an ``algorithm`` that takes a window, until ``limit`` or a proof.

    ``setting`` is mostly an :func:`plyground.search.engine.engine`, whose memory serves the next search too,
    such as that of the next move of a game; its horizon is set here. ``past`` are the positions of the game
    before this one, for games that can go round in circles. ``tell`` hears of each depth that is complete.

    Who sets ``tally.counts[STOP]`` to 1 gets the best answer so far. The first ply is searched to its end in any
    case, so that there always is one. A depth that was stopped counts where it found a better move.

    With ``native`` and more ``threads``, others search the same position a little ahead or behind on the same table,
    so that this one finds there what it would search (lazy SMP). A
    limit in nodes is this thread's, and what it finds then depends on the others.

    Raises :class:`SearchTooDeep`, :class:`SearchError` (what cannot be combined), :class:`SpecError` (the
    algorithm's name) and :class:`RulesError` as :func:`plyground.search.search` does.
    """
    known = named(algorithm)
    if not known.windowed or known.for_each:
        raise SearchError(_("{name} takes no window, so it cannot be deepened step by step.", name=known.name))
    limit.check()
    setting = setting or engine(position)
    tally = tally or new_tally()
    refuse_what_cannot_be(position, known, setting, traced=False, native=native)
    setting = known.equipped(position, setting)
    position = known.seen(position)
    if position.demands() & NOT_WHOLE:
        tally = of_any_numbers(tally)
    if isinstance(setting, Engine):
        setting = setting._replace(repetition=setting.repetition.after(past))
        setting.ordering.fade()
    if native:
        known = replace(known, text=twin_of(known.text, tally.counts, position, 0, 0, 0, MAX, setting, tally))
    helpers = [
        _Deepening(position, known, sharing(setting), new_tally(), None)
        for _thread in range(threads - 1)
        if native and isinstance(setting, Engine)
    ]
    running = _Deepening(position, known, setting, tally, tell, helpers)
    with _helped_by(helpers, limit.depth):
        return running.run(limit)


@contextmanager
def _helped_by(helpers: list[_Deepening], depth: int | None) -> Iterator[None]:
    """While it lasts, the helpers deepen, too, each in a thread of its own."""
    from concurrent.futures import ThreadPoolExecutor  # late, as it brings much

    with ThreadPoolExecutor(max(1, len(helpers))) as threads:
        try:  # Ctrl-C may come before all of them have begun
            for place, helper in enumerate(helpers):
                threads.submit(helper.run, Limit(depth=depth), 2 + (place + 1) % 2)
            yield
        finally:
            for helper in helpers:
                helper.tally.counts[STOP] = ASKED


class _Deepening:
    """One call of :func:`deepen`: what it was given, and the best answer so far."""

    def __init__(
        self,
        position: Any,
        known: Algorithm,
        setting: Any,
        tally: Tally,
        tell: Callable[[Progress], object] | None,
        helpers: Iterable[_Deepening] = (),
    ) -> None:
        self.position = position
        self.known = known
        self.setting = setting
        self.tally = tally
        self.tell = tell
        self.helpers = helpers
        self.started = time.perf_counter()
        self.before = list(tally.counts)
        self.depth = 0
        self.score = 0
        self.proven = False
        self.settled = False  # a deeper search would say the same
        self.line: tuple[Move, ...] = ()
        self.roots: list[RootMove] = []
        self.alpha = -INFINITY  # of the search that is running

    def run(self, limit: Limit, second: int = 2) -> Result:
        """Search to one ply, then to the ``second`` depth and on from there."""
        counts = self.tally.counts
        with deadline(limit.seconds, counts):
            stop, counts[STOP] = counts[STOP], 0
            while self.depth == 0:
                try:
                    self.search_to(1)
                except SearchStopped:
                    stop, counts[STOP] = counts[STOP], 0
            if limit.nodes is not None:
                stop = stop or max(ASKED + 1, self.before[VISITS] + min(limit.nodes, INFINITY))
            counts[STOP] = counts[STOP] or stop
            try:
                for depth in range(second, 1 + (limit.depth or LONGEST)):
                    if self.settled:
                        break
                    self.search_to(depth)
            except SearchStopped:
                self.keep_better()
        if counts[STOP] != ASKED:
            counts[STOP] = 0
        return self.result()

    def search_to(self, depth: int) -> None:
        """Search to ``depth`` plies, and keep what was found."""
        self.setting = self.setting._replace(horizon=depth)
        width = max(1, self.setting.evaluation.win // ASPIRATIONS) if self.depth else 0
        try:
            self.score = aspire(self.search, self.score, width)
        except RecursionError:
            raise SearchTooDeep from None
        self.depth = depth
        guesses = self.tally.counts[GUESSES] - self.tally.counts[GUESSED]
        self.proven = is_proven(self.position, self.score, guesses, self.setting)
        distance = read(self.score, self.setting, self.position)[
            1
        ]  # a sure win that the table knew may not be the fastest
        self.settled = guesses == 0 or (self.proven and (distance or 0) <= depth)
        self.line = self.best_line()
        self.roots = self.root_moves()
        if self.tell:
            self.tell(self.progress())

    def search(self, alpha: int, beta: int) -> int:
        """The value of the root within a window."""
        self.tally.deepen(self.setting.horizon)
        self.alpha = alpha
        value: int = self.known.value(
            self.position, 0, alpha, beta, self.position.root_side(), self.setting, self.tally
        )
        return value

    def root_moves(self) -> list[RootMove]:
        return root_moves(self.position, self.known, self.setting, self.tally, self.tally.counts[GUESSED], self.alpha)

    def keep_better(self) -> None:
        """Keep what a search that was stopped found, if the moves that it was through with beat its alpha."""
        best = max((reply for _move, reply, _guesses in root_replies(self.tally)), default=-INFINITY)
        if best > self.alpha:
            self.score = best
            self.line = self.best_line()
            self.roots = self.root_moves()

    def best_line(self) -> tuple[Move, ...]:
        return to_its_end(best_line(self.tally), self.position, self.score, self.known, self.setting, self.tally)

    def visits(self) -> int:
        """Positions visited, by the helpers, too."""
        own = self.tally.counts[VISITS] - self.before[VISITS]
        return own + sum(helper.visits() for helper in self.helpers)

    def progress(self) -> Progress:
        value, distance = read(self.score, self.setting, self.position)
        seconds = time.perf_counter() - self.started
        return Progress(self.depth, value, self.score, distance, self.proven, self.line, self.visits(), seconds)

    def result(self) -> Result:
        value, distance = read(self.score, self.setting, self.position)
        spent = [now - then for now, then in zip(self.tally.counts, self.before, strict=True)]
        return Result(
            algorithm=self.known.name,
            move=self.line[0] if self.line else None,
            value=value,
            score=self.score,
            distance=distance,
            exact=True,
            proven=self.proven,
            line=self.line,
            moves=tuple(self.roots),
            depth=self.depth,
            visits=self.visits(),
            leaves=spent[LEAVES],
            alpha_cutoffs=spent[ALPHA_CUTOFFS],
            beta_cutoffs=spent[BETA_CUTOFFS],
            table_hits=spent[HITS],
            seconds=time.perf_counter() - self.started,
        )
