"""Workers of a browser for tests: threads of this process instead of workers of JavaScript."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from plyground.web.workers.browser_thinker import work


class Threads:
    """The workers: one thread for each job."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(2)
        self.stops: list[Event] = []

    def begin(
        self, letter: bytes, told: Callable[[int, bytes | None], object], done: Callable[[bytes | None], object]
    ) -> int:
        loop, stop = asyncio.get_running_loop(), Event()

        def tell(*news: Any) -> None:
            loop.call_soon_threadsafe(told, *news)

        def run() -> None:
            try:
                answer = work(letter, tell, stop.is_set)
            except BaseException:  # the worker has broken down
                answer = None
            loop.call_soon_threadsafe(done, answer)

        self.pool.submit(run)
        self.stops.append(stop)
        return len(self.stops) - 1

    def stop(self, number: int) -> None:
        self.stops[number].set()

    def end(self, number: int) -> None:
        pytest.fail("no job of these tests has to be ended")


@pytest.fixture
def threads() -> Iterator[Threads]:
    made = Threads()
    yield made
    made.pool.shutdown()
