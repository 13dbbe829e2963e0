"""Iterative deepening: a search to one ply, to two, to three ..., until a limit or a proof ends it.

Each search fills the table and the move ordering, which make the next one fast. So the whole costs little more than its
last search, and can be stopped at any time (Slate & Atkin 1977, Chess 4.5: The Northwestern University chess program;
Korf 1985).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from plyground.core.contract import blaming_rules, demand_contract
from plyground.core.evaluation import NoEvaluation
from plyground.core.position import MAX, AnyPosition, MarkedPosition, Move
from plyground.errors import SearchError, SearchStopped, SearchTooDeep
from plyground.i18n import _
from plyground.searches.algorithms.aspiration import aspire
from plyground.searches.engine_setting import Engine, engine, sharing
from plyground.searches.limit import ASKED, Limit, deadline
from plyground.searches.progress import Progress
from plyground.searches.registry import Algorithm, AnySearch
from plyground.searches.registry import algorithm as named
from plyground.searches.result import Bound, Result, RootMove
from plyground.searches.run_search import (
    NOT_WHOLE,
    is_proven,
    own,
    read,
    refuse_what_cannot_be,
    root_move,
    root_moves,
    to_its_end,
)
from plyground.searches.scores import INFINITY, MAX_DEPTH, scores, usual_scores
from plyground.searches.search_setting import Setting
from plyground.searches.tally import (
    ALPHA_CUTOFFS,
    BETA_CUTOFFS,
    DEEPEST,
    GUESSED,
    GUESSES,
    HITS,
    LEAVES,
    NODES,
    STOP,
    Tally,
    best_line,
    new_tally,
    of_any_numbers,
    of_utilities,
    root_replies,
    with_room,
)
from plyground.searches.threadless import usable_threads
from plyground.searches.transposition_table import fill_of
from plyground.searches.twin import native as twin_of

WINDOWS_PER_WIN = 30
"""Divisor of a win: the first window reaches this part of a win below and above the expected value."""


def deepen(
    position: AnyPosition,
    limit: Limit,
    setting: Setting | Engine | None = None,
    *,
    algorithm: AnySearch = "pvs",
    past: Iterable[AnyPosition] = (),
    tally: Tally | None = None,
    native: bool = False,
    threads: int = 1,
    lines: int = 1,
    on_progress: Callable[[Progress], object] | None = None,
) -> Result:
    """Search ``position`` deeper and deeper with an ``algorithm`` until ``limit`` or a proof.

    The answer is that of the search alone. The bot ``engine`` and ``plyground search --seconds`` also ask the exact
    solver and the tables of solved games.

    :func:`plyground.deepen` explains the arguments. The plain text runs unless ``native`` is True.

    Raise :class:`SearchTooDeep`, :class:`SearchError` (for impossible combinations), :class:`SpecError` (for an unknown
    algorithm) and :class:`RulesError` as :func:`plyground.searches.run_search` does.
    """
    known = named(algorithm)
    if lines > 1 and (not known.windowed or known.for_each):
        raise SearchError(_("{name} finds only the best move: ask for one line.", name=known.name))
    limit.check()
    tally = tally or new_tally()
    with blaming_rules():
        setting = setting or usual_setting(position)
        refuse_what_cannot_be(position, known, setting, traced=False, native=native)
    setting = known.equipped(position, setting)
    tally = with_room(tally, position)
    root: Any = known.seen(position)
    if native and known.for_each:
        tally = of_utilities(tally, root.players())
    elif known.for_each or root.demands() & NOT_WHOLE:
        tally = of_any_numbers(tally)
    if isinstance(setting, Engine):
        setting = setting._replace(repetition=setting.repetition.after(past))
        setting.ordering.fade()
    if native:
        window = (0, 0) if known.windowed else ()
        text = known.text_under(setting.convention)
        known = known.with_text(twin_of(text, tally.counts, root, 0, *window, MAX, setting, tally))
    helpers = [
        _Deepening(root, known, sharing(setting), with_room(new_tally(), position), None, native=native)
        for _thread in range(usable_threads(threads) - 1)
        if native and isinstance(setting, Engine)
    ]
    running: _Deepening = (
        _Deepening(root, known, setting, tally, on_progress, helpers, native=native)
        if lines == 1
        else _SeveralLines(root, known, setting, tally, on_progress, helpers, native=native, count=lines)
    )
    with blaming_rules(), _helped_by(helpers, limit.depth):
        return running.run(limit)


def usual_setting(position: Any) -> Engine:
    """Return the engine with which a position is searched to a limit without a setting. Raise :class:`RulesError`."""
    demand_contract(position)
    return engine(position, scores=scores(usual_scores(position.demands()), NoEvaluation()))


@contextmanager
def _helped_by(helpers: list[_Deepening], depth: int | None) -> Iterator[None]:
    """Let the helpers deepen during this context, each in a thread of its own."""
    from concurrent.futures import ThreadPoolExecutor  # imported here because it is slow to import

    with ThreadPoolExecutor(max(1, len(helpers))) as threads:
        try:  # Ctrl-C may come before all helpers have started
            for place, helper in enumerate(helpers):
                threads.submit(helper.run, Limit(depth=depth), 2 + (place + 1) % 2)
            yield
        finally:
            for helper in helpers:
                helper.tally.counts[STOP] = ASKED


class _Deepening:
    """One call of :func:`deepen`: its arguments, and the best answer so far."""

    def __init__(
        self,
        position: MarkedPosition,
        known: Algorithm,
        setting: Any,
        tally: Tally,
        on_progress: Callable[[Progress], object] | None,
        helpers: Iterable[_Deepening] = (),
        *,
        native: bool,
    ) -> None:
        self.position = position
        self.native = native
        self.known = known
        self.setting = setting
        self.tally = tally
        self.on_progress = on_progress
        self.helpers = helpers
        self.started = time.perf_counter()
        self.before = list(tally.counts)
        self.depth = 0
        self.score: Any = 0
        self.answer: Any = 0  # score, or tuple of the players' scores
        self.proven = False
        self.settled = False  # True if a deeper search would give the same result
        self.line: tuple[Move, ...] = ()
        self.roots: list[RootMove] = []
        self.alpha = -INFINITY  # alpha of the running search

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
                stop = stop or max(ASKED + 1, self.before[NODES] + min(limit.nodes, INFINITY))
            counts[STOP] = counts[STOP] or stop
            try:
                for depth in range(second, 1 + (limit.depth or MAX_DEPTH)):
                    if self.settled:
                        break
                    self.search_to(depth)
            except SearchStopped:
                self.keep_better()
        if counts[STOP] != ASKED:
            counts[STOP] = 0
        return self.result()

    def search_to(self, depth: int) -> None:
        """Search to ``depth`` plies, and keep the result."""
        self.setting = self.setting._replace(depth=depth)
        aspires = self.depth > 0 and self.known.windowed and not self.known.for_each
        width = max(1, self.setting.evaluation.win // WINDOWS_PER_WIN) if aspires else 0
        try:
            self.score = aspire(self.search, self.score, width)
        except RecursionError:
            raise SearchTooDeep from None
        self.depth = depth
        guesses = self.tally.counts[GUESSES] - self.tally.counts[GUESSED]
        self.proven = is_proven(self.position, self.score, guesses, self.setting)
        distance = read(self.score, self.setting, self.position)[
            1
        ]  # a certain win from the table may not be the fastest
        self.settled = guesses == 0 or (self.proven and (distance or 0) <= depth)
        self.line = self.best_line()
        self.roots = self.root_moves()
        if self.on_progress:
            self.on_progress(self.progress())

    def search(self, alpha: int, beta: int) -> Any:
        """Return the value of the root for its side to move, within a window."""
        self.tally.deepen(self.setting.depth)
        self.alpha = alpha
        self.answer = self.known.value(
            self.position, 0, alpha, beta, self.position.root_side(), self.setting, self.tally
        )
        return own(self.answer, self.position)

    def root_moves(self) -> list[RootMove]:
        return root_moves(self.position, self.known, self.setting, self.tally, self.tally.counts[GUESSED], self.alpha)

    def keep_better(self) -> None:
        """Keep the result of a stopped search if it compared the best move of the previous depth with others."""
        replies = root_replies(self.tally)
        if not self.line or self.line[0] not in {move for move, _reply, _guesses in replies}:
            return
        best = max((reply for _move, reply, _guesses in replies), key=lambda reply: own(reply, self.position))
        if own(best, self.position) > self.alpha:
            self.answer, self.score = best, own(best, self.position)
            self.line = self.best_line()
            self.roots = self.root_moves()

    def best_line(self) -> tuple[Move, ...]:
        return to_its_end(best_line(self.tally), self.position, self.score, self.known, self.setting, self.tally)

    def nodes(self) -> int:
        """Positions visited, including the helpers' positions."""
        own = self.tally.counts[NODES] - self.before[NODES]
        return own + sum(helper.nodes() for helper in self.helpers)

    def progress(self) -> Progress:
        value, distance = read(self.score, self.setting, self.position)
        return Progress(
            self.depth, value, self.score, distance, self.proven, self.line, self.nodes(), self.seconds(),
            deepest=self.deepest(), table_fill=self.table_fill(),
        )  # fmt: skip

    def deepest(self) -> int:
        """Plies to the deepest position, beyond the horizon or at it."""
        return max(self.depth, self.tally.counts[DEEPEST] + 1)

    def table_fill(self) -> float | None:
        return fill_of(self.setting.table) if isinstance(self.setting, Engine) else None

    def seconds(self) -> float:
        """Seconds so far."""
        return time.perf_counter() - self.started

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
            nodes=self.nodes(),
            leaves=spent[LEAVES],
            alpha_cutoffs=spent[ALPHA_CUTOFFS],
            beta_cutoffs=spent[BETA_CUTOFFS],
            table_hits=spent[HITS],
            seconds=self.seconds(),
            utilities=tuple(read(each, self.setting, self.position)[0] for each in self.answer)
            if self.known.for_each
            else (),
            native=self.native,
        )


class _SearchedMove(NamedTuple):
    """A root move after its search to one depth."""

    is_exact: bool  # True if the score is not just a bound
    score: int
    root: RootMove
    line: tuple[Move, ...]  # line that begins with the move itself


class _SeveralLines(_Deepening):
    """A deepening that finds the values of several root moves at each depth.

    A move that is not among the best so far needs only a bound. The score of the worst of the best moves is the alpha
    of its search.
    """

    def __init__(self, *arguments: Any, native: bool, count: int) -> None:
        super().__init__(*arguments, native=native)
        self.count = count

    def search_to(self, depth: int) -> None:
        """Search each root move to ``depth`` plies, in the order of the last depth, and keep the results."""
        self.setting = self.setting._replace(depth=depth)
        self.setting.repetition.repeats(self.position, 0)  # the root is the first position on the path
        self.tally.deepen(depth)
        guesses = self.tally.counts[GUESSES]
        found: list[_SearchedMove] = []
        for move in [root.move for root in self.roots] or list(self.setting.order.moves(self.position)):
            best = sorted((each.score for each in found if each.is_exact), reverse=True)
            found.append(self._searched(move, best[self.count - 1] if len(best) >= self.count else -INFINITY))
        found.sort(key=lambda each: (each.is_exact, each.score), reverse=True)
        self.depth = depth
        self.settled = self.tally.counts[GUESSES] == guesses
        self.score, self.line, self.proven = found[0].score, found[0].line, found[0].root.proven
        self.roots = [each.root for each in found]
        if self.on_progress:
            deepest, fill = self.deepest(), self.table_fill()
            for rank, (_exact, score, root, line) in enumerate(found[: self.count], 1):
                value, distance = read(score, self.setting, self.position)
                news = Progress(depth, value, score, distance, root.proven, line, self.nodes(), self.seconds())
                self.on_progress(news._replace(rank=rank, deepest=deepest, table_fill=fill))

    def _searched(self, move: Move, alpha: int) -> _SearchedMove:
        """Search one root move. Its score is exact if it beats ``alpha``."""
        counts = self.tally.counts
        guesses = counts[GUESSES]
        child = self.position.play(move)
        turn = self.position.turn(child)
        window = (-INFINITY, -alpha) if turn < 0 else (alpha, INFINITY)
        side = turn * self.position.root_side()
        score = turn * self.known.value(child, 1, *window, side, self.setting, self.tally._replace(start=1))
        line = (move, *best_line(self.tally))
        if isinstance(self.setting, Engine):
            line = self.setting.line(self.position, line, score)
        bound: Bound = "exact" if score > alpha else "upper"
        root = root_move(self.position, move, score, bound, counts[GUESSES] - guesses, self.setting)
        return _SearchedMove(score > alpha, score, root, line)

    def keep_better(self) -> None:
        """Keep the results of the last complete depth."""
