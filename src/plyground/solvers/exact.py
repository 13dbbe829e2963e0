"""The exact solver. It proves the score of a position by null-window searches to the end of the game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, MutableSequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from plyground.core.checked_arguments import checked
from plyground.core.contract import blaming_rules, demand_contract
from plyground.core.game import Game
from plyground.core.position import MAX, AnyPosition, Demand, MarkedPosition, Move
from plyground.errors import RulesError, SearchError, SearchStopped, SearchTooDeep
from plyground.games.loading import game as game_named
from plyground.i18n import _
from plyground.searches.algorithms.endgame import Endgame, NodeCounter, endgame, new_settings
from plyground.searches.demands import refuse_demands
from plyground.searches.interrupts import interruptible
from plyground.searches.plain_or_native import Pace, warn
from plyground.searches.scores import INFINITY
from plyground.searches.symmetry import symmetry_from
from plyground.searches.tally import NODES, STOP, Tally, new_tally
from plyground.searches.threadless import usable_threads
from plyground.searches.threads import together
from plyground.searches.twin import twin

MEGABYTES = 8
"""Default size of the table, in megabytes: it fits a processor's cache. Proofs that take hours need more."""
BRIEF_NODES = 50_000
"""Nodes of a search that runs in the main thread, which Ctrl-C cannot interrupt: some milliseconds. A longer search
runs in a second thread.
"""


class Step(NamedTuple):
    """Bounds of the score that are proven so far."""

    least: int
    most: int
    nodes: int  # positions visited
    seconds: float  # seconds since the proof began


class ScoredMove(NamedTuple):
    """One legal move and the proven score after it, for the player who makes it."""

    move: Move
    value: int


@dataclass(frozen=True)
class Exact:
    """The proven answer for the side to move."""

    value: int  # score by the game's ``score()``; of a weak answer only its sign: 1, 0 or -1
    move: Move | None  # a best move; None when the game is over
    line: tuple[Move, ...]  # best play of both sides to the end
    moves: tuple[ScoredMove, ...]  # (move, score after it) for each legal move, if every move was asked for
    nodes: int  # positions visited, some more than once
    seconds: float
    native: bool = field(default=False, compare=False)  # compiled code ran
    position: Any = field(default=None, compare=False, repr=False)  # the position solved


def exact(
    position: Game | AnyPosition,
    *,
    weak: bool = False,
    every_move: bool = False,
    threads: int = 1,
    memory_mb: int = MEGABYTES,
    tally: Tally | None = None,
    native: bool = False,
    on_progress: Callable[[Step], object] | None = None,
) -> Exact:
    """Prove the score of ``position`` (of a game: of its start) under best play of both sides.

    :func:`plyground.exact` explains the arguments. The plain text runs unless ``native`` is True.

    Raise :class:`SearchStopped`, :class:`SearchTooDeep` for games too long or without end, and
    :class:`RulesError`.
    """
    start: Any = position.start if isinstance(position, Game) else position
    solver = Solver(start, threads=threads, memory_mb=memory_mb, tally=tally, native=native)
    return solver.exact(start, weak=weak, every_move=every_move, on_progress=on_progress)


class Solver:
    """A solver for the positions of one game. It keeps its proven bounds from one position to the next."""

    @checked
    def __init__(
        self,
        subject: Game | AnyPosition | str,
        *,
        threads: int = 1,
        memory_mb: int = MEGABYTES,
        tally: Tally | None = None,
        native: bool | None = None,
    ) -> None:
        """Prepare a solver; ``subject`` is the game, its text or any position of it.

        With ``native`` None, it is compiled, or plain after a warning if that is impossible. The other arguments are
        those of :func:`exact`.
        """
        known = game_named(subject) if isinstance(subject, str) else subject
        example: Any = known.start if isinstance(known, Game) else known
        with blaming_rules():
            demand_contract(example)
        refuse_demands(example, Demand.TURNS, "exact")
        self._kind = type(example)
        self._counts = (tally or new_tally()).counts
        self._settings = new_settings(example, memory_mb, usable_threads(threads))
        examples = (example, 0, 0, 1, MAX, self._settings[0], NodeCounter(self._counts))
        self._native, self._text = Pace(native, warn).run(
            lambda: None, lambda native: (native, twin(endgame, *examples) if native else endgame)
        )

    def count_in(self, tally: Tally) -> None:
        """Count nodes in another ``tally`` from now on. That tally can stop the solver."""
        self._counts = tally.counts

    def score(self, position: MarkedPosition, *, weak: bool = False) -> int:
        """Return the score alone, or its sign if ``weak``."""
        self._refuse_another_game(position)
        return self._score(position, weak)

    def best(self, position: MarkedPosition, *, weak: bool = False, plies: int = 1) -> tuple[int, tuple[Move, ...]]:
        """Return the score of a position, or its sign if ``weak``, and the first ``plies`` of best play."""
        score = self.score(position, weak=weak)
        return score, tuple(islice(self._line(position, score, weak), plies))

    def exact(
        self,
        position: MarkedPosition,
        *,
        weak: bool = False,
        every_move: bool = False,
        on_progress: Callable[[Step], object] | None = None,
    ) -> Exact:
        """Return the proven answer for one position; the options are those of the function :func:`exact`."""
        self._refuse_another_game(position)
        before, began = self._counts[NODES], time.perf_counter()

        def told(least: int, most: int) -> None:
            if on_progress is not None:
                on_progress(Step(least, most, self._counts[NODES] - before, time.perf_counter() - began))

        score = self._score(position, weak, told)
        line = tuple(self._line(position, score, weak))
        moves = tuple(self._after_each(position, weak)) if every_move else ()
        nodes, seconds = self._counts[NODES] - before, time.perf_counter() - began
        return Exact(score, line[0] if line else None, line, moves, nodes, seconds, self._native)

    def _refuse_another_game(self, position: MarkedPosition) -> None:
        if type(position) is not self._kind:
            raise SearchError(_("A solver is for the positions of one game. Make another solver for another game."))

    def _search(self, position: Any, alpha: int, beta: int) -> int:
        """Return the score or a bound on it, by one search."""

        def work(setting: Endgame) -> Callable[[MutableSequence[int]], int]:
            return lambda counts: self._text(position, 0, alpha, beta, MAX, setting, NodeCounter(counts))

        first, *others = map(work, self._settings)
        try:
            with blaming_rules():
                if others:
                    return together([first, *others], self._counts)
                found = self._briefly(first)
                if found is not None:
                    return found
                return interruptible(self._counts, first, self._counts) if self._native else first(self._counts)
        except RecursionError:
            raise SearchTooDeep from None

    def _briefly(self, work: Callable[[MutableSequence[int]], int]) -> int | None:
        """Return the result of ``work``, or None if it needs more than ``BRIEF_NODES``.

        The table keeps what an unfinished search found, so that a second search soon reaches the same point.
        """
        counts = self._counts
        stop, pause = counts[STOP], counts[NODES] + BRIEF_NODES
        if 0 < stop <= pause:
            return work(counts)
        counts[STOP] = pause
        try:
            return work(counts)
        except SearchStopped:
            if counts[STOP] != pause:  # another thread stopped the search
                raise
            return None
        finally:
            if counts[STOP] == pause:
                counts[STOP] = stop

    def _score(
        self, position: MarkedPosition, weak: bool, told: Callable[[int, int], object] = lambda least, most: None
    ) -> int:
        """Return the score of a position.

        The first two searches ask about scores half-way to each bound: they are quick, and separate large scores from
        small ones. Each later search asks about the bound that the search before returned (MTD(f): Plaat, Schaeffer,
        Pijls & de Bruin 1996, Best-first fixed-depth minimax algorithms).
        """
        if position.is_over():
            return _counted(position.score(), weak)
        symmetry = symmetry_from(position)
        self._settings = [setting._replace(symmetry=symmetry) for setting in self._settings]
        least, most = position.prospects(-INFINITY, INFINITY)
        if weak:
            least, most = max(least, -1), min(most, 1)
        questions = [-(-least // 2), most // 2, -1]
        asked = 0
        while least < most:
            asked = max(least, min(most - 1, questions.pop(0) if questions else asked))
            found = self._search(position, asked, asked + 1)
            if found > asked:
                least = asked = min(found, most)
            else:
                most = max(found, least)
                asked = most - 1
            told(least, most)
        return _counted(least, weak)

    def _line(self, position: MarkedPosition, score: int, weak: bool) -> Iterator[Move]:
        """Yield the moves of best play from a position of known score; a search proves that each move keeps the
        score.
        """
        while not position.is_over():
            first = self._settings[0].table.probe(position.key()).move  # usually the best move
            for move in sorted(position.moves(), key=lambda move: move != first):
                child = position.play(move)
                turn = position.turn(child)
                if self._reaches(child, turn, score, weak):
                    break
            else:
                raise RulesError(
                    _("{cls}: no move reaches the score that its prospects lead to.", cls=type(position).__name__)
                )
            yield move
            position, score = child, turn * score

    def _reaches(self, child: MarkedPosition, turn: int, score: int, weak: bool) -> bool:
        """Return True if the player who moved to ``child`` has at least ``score`` there."""
        if child.is_over():
            reply = turn * _counted(child.score(), weak)
        elif turn < 0:
            reply = -self._search(child, -score, 1 - score)
        else:
            reply = self._search(child, score - 1, score)
        return _counted(reply, weak) >= score

    def _after_each(self, position: MarkedPosition, weak: bool) -> Iterator[ScoredMove]:
        for move in position.moves():
            child = position.play(move)
            yield ScoredMove(move, position.turn(child) * self._score(child, weak))


def _counted(score: int, weak: bool) -> int:
    """Return the score, or its sign if the answer is ``weak``."""
    return (score > 0) - (score < 0) if weak else score
