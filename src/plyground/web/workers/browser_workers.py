"""Workers of a browser: jobs go as messages to another Python, in a worker that JavaScript has started.

A browser has one visitor, so there is no queue of several. A pool runs one job at a time.
"""

from __future__ import annotations

import asyncio
import math
import pickle
import time
from collections.abc import Callable
from typing import Any, Protocol

from plyground.errors import SearchError, SearchStopped
from plyground.games.loading import sources
from plyground.i18n import _
from plyground.web.workers.pool import POLL_INTERVAL_S, Answer, JobStatus, Watch, Workers

KILL_AFTER_S = 10.0
"""Seconds after which a worker is ended if its job does not stop when told to."""


class Thinkers(Protocol):
    """The workers of JavaScript. Each has a Python with the searches."""

    def begin(
        self, letter: bytes, told: Callable[[int, bytes | None], object], done: Callable[[bytes | None], object]
    ) -> int:
        """Start a pickled job in a free worker. Return its number.

        ``told`` gets the nodes, and a pickled report if there is a new one; ``done`` gets the pickled answer, or None
        if the worker has broken down or was ended.
        """

    def stop(self, number: int) -> None:
        """Tell a job to stop."""

    def end(self, number: int) -> None:
        """End the worker of a job at once. Its answer is None."""


class BrowserWorkers(Workers):
    """A pool that runs one job at a time in a worker of the browser."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._turn = asyncio.Lock()
        self._closed = False

    def begin(self) -> None:
        """Do nothing: a worker starts with the first job, or when the browser has time."""

    async def run_again(
        self,
        who: tuple[str, str, str],
        job: Callable[..., Answer],
        seconds: float,
        watch: Watch,
        arguments: tuple[Any, ...],
        options: dict[str, Any],
    ) -> Answer:
        """Run a job after those that came before."""
        while self._turn.locked():
            if watch(JobStatus(0, None)):
                raise SearchStopped
            await asyncio.sleep(POLL_INTERVAL_S)
        async with self._turn:
            return await self._run(job, seconds, watch, arguments, options)

    async def _run(
        self,
        job: Callable[..., Answer],
        seconds: float,
        watch: Watch,
        arguments: tuple[Any, ...],
        options: dict[str, Any],
    ) -> Answer:
        done: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        nodes, report = 0, None
        stop_at = kill_at = math.inf

        def told(count: int, news: bytes | None) -> None:
            nonlocal nodes, report, stop_at
            nodes, report = count, news if news is not None else report
            stop_at = min(stop_at, time.monotonic() + seconds)

        def finish(answer: bytes | None) -> None:
            if not done.done():
                done.set_result(answer)

        number = self._thinkers.begin(pickle.dumps((sources(), job, arguments, options)), told, finish)
        try:
            while not done.done():
                await asyncio.wait({done}, timeout=POLL_INTERVAL_S)
                news, report = report, None
                enough = watch(JobStatus(nodes, news if news is None else pickle.loads(news)))
                now = time.monotonic()
                if (enough or self._closed or now > stop_at) and kill_at == math.inf:
                    self._thinkers.stop(number)
                    kill_at = now + KILL_AFTER_S
                if now > kill_at and not done.done():
                    self._thinkers.end(number)
                    raise SearchError(_("The computation did not stop, so it was ended."))
        except asyncio.CancelledError:
            self._thinkers.stop(number)
            asyncio.get_running_loop().call_later(KILL_AFTER_S, self._end_unless_done, done, number)
            raise
        if (letter := done.result()) is None:
            raise SearchError(_("The computation broke off: perhaps the memory was full. Try again, or ask for less."))
        answer, error = pickle.loads(letter)
        if error is not None:
            raise error
        return answer  # type: ignore[no-any-return]

    def _end_unless_done(self, done: asyncio.Future[bytes | None], number: int) -> None:
        if not done.done():
            self._thinkers.end(number)

    def close(self) -> None:
        """Stop the present job and all later ones."""
        self._closed = True


class CompiledBefore(Workers):
    """In place of the workers that compile: the twins of a site come with it, so nothing is left to be done."""

    def begin(self) -> None:
        """Do nothing."""

    async def run_again(
        self,
        who: tuple[str, str, str],
        job: Callable[..., Answer],
        seconds: float,
        watch: Watch,
        arguments: tuple[Any, ...],
        options: dict[str, Any],
    ) -> Answer:
        """Return at once."""
        return None  # type: ignore[return-value]

    def close(self) -> None:
        """Do nothing."""
