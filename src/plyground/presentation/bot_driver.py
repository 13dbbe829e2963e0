"""Bots in a game session: run their searches in another process, a thread, or the caller."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from plyground.bots import Choice
from plyground.errors import EngineResigned, PlygroundError, SearchStopped
from plyground.i18n import Sentence
from plyground.presentation.game_session import BotThought, GameSession, Seat
from plyground.presentation.match_status import too_large

OnEnd = Callable[[Choice | Exception], None]
"""Function called with the choice of a bot, or with the exception that it raised."""


class RunningThought(Protocol):
    """A running search of a bot."""

    def cancel(self) -> None:
        """End the search as soon as possible and ignore its choice."""

    def hurry(self) -> None:
        """Ask for the best move found so far."""


class Runner(Protocol):
    """A runner of bots' searches: it updates their progress and calls ``on_end`` once, now or later, unless
    cancelled.
    """

    def run(self, thought: BotThought, on_end: OnEnd) -> RunningThought:
        """Start the search. Return at once or, if it runs in the caller, at its end."""

    def explain(self, error: Exception) -> Sentence:
        """Return the sentence shown for an exception that is not a :class:`PlygroundError`."""


class BotDriver:
    """A driver that runs the due searches of a session one after another, and cancels those that are interrupted."""

    def __init__(
        self,
        session: GameSession,
        runner: Runner,
        *,
        lock: AbstractContextManager[Any] | None = None,
        rest: Callable[[Callable[[], None]], None] = lambda go_on: go_on(),
    ) -> None:
        """Set up the driver. ``lock`` guards the session if searches end in other threads. ``rest`` calls its argument
        after a pause.
        """
        self._session = session
        self._runner = runner
        self._lock = lock or nullcontext()
        self._rest = rest
        self._running: tuple[BotThought, RunningThought] | None = None
        self._is_driving = self._is_resting = False

    @property
    def running(self) -> RunningThought | None:
        """The running search; None if there is none."""
        return self._running[1] if self._running else None

    def drive(self, adviser: Seat | None = None) -> None:
        """Start a search that is due, and cancel one that is no longer wanted. An ``adviser`` also moves for a person."""
        with self._lock:
            if self._running and self._running[0] is not self._session.thinking:
                self._running[1].cancel()
                self._running = None
            if self._is_driving or self._is_resting:
                return
            self._is_driving = True
            try:
                while thought := self._session.begin_thought(adviser):
                    adviser = None
                    self._run(thought)
            finally:
                self._is_driving = False

    def hurry(self) -> None:
        """Tell the thinking bot to move now, if it is an anytime bot."""
        with self._lock:
            self._session.hurry()
            if self._running and self._running[0].is_hurried:
                self._running[1].hurry()

    def _run(self, thought: BotThought) -> None:
        def on_end(result: Choice | Exception) -> None:
            self._end(thought, result)

        try:
            running = self._runner.run(thought, on_end)
        except BaseException:
            self._session.stop()
            raise
        if self._session.thinking is thought:
            self._running = thought, running

    def _end(self, thought: BotThought, result: Choice | Exception) -> None:
        with self._lock:
            if self._session.thinking is not thought:
                return
            self._running, self._is_resting = None, True
            self._session.end_thought(thought, self._told(thought, result))
            if isinstance(result, EngineResigned):
                self._session.forfeit()
            self._rest(self._go_on)

    def _go_on(self) -> None:
        self._is_resting = False
        self.drive()

    def _told(self, thought: BotThought, result: Choice | Exception) -> Choice | Sentence:
        if isinstance(result, SearchStopped):
            return too_large(thought.player, thought.nodes, round(thought.seconds))
        if isinstance(result, PlygroundError):
            return result.sentence
        return self._runner.explain(result) if isinstance(result, Exception) else result
