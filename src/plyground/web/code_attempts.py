"""The one counter of wrong codes: the code of a class, students' codes to sign in, and teachers' tokens.

A browser with wrong codes has to wait longer and longer. Cookies are free, so a network with many wrong codes is slowed
down, too: its codes are then checked one after the other, by turns among its browsers. Both delays have a bound, and a
right code is heard in its turn. So guessing is slow, and nobody is locked out.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from enum import Enum, auto
from typing import NamedTuple

from plyground.errors import SearchError
from plyground.web.workers.fair_queue import FairQueue

MEMORY_S = 600.0
"""Seconds for which a wrong code counts."""
FREE_OF_BROWSER, FIRST_WAIT_S, MAX_WAIT_S = 5, 1.0, 60.0
"""Wrong codes of one browser without a delay, and the least and the greatest delay after a further one, which doubles."""
FREE_OF_NETWORK, NETWORK_STEP, FIRST_PAUSE_S, MAX_PAUSE_S = 60, 60, 0.1, 1.0
"""Wrong codes of one network without a delay, those after which its delay doubles, and the least and greatest delay."""
MAX_NETWORKS, MAX_WAITING = 16, 1024
"""Networks whose codes are checked slowly at the same time, and browsers that wait for that."""
PATIENCE_S = 120.0


class CodeCheck(Enum):
    """The result of checking a code."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()  # the code was not checked


class Checked(NamedTuple):
    """The result of checking a code, and the seconds until the browser's next code is checked."""

    result: CodeCheck
    wait_s: float = 0.0


class WrongCodes(NamedTuple):
    """The wrong codes of the last minutes: their number, and the network from which most of them came."""

    total: int
    network: str


class CodeAttempts:
    """The wrong codes of the last minutes, by network and browser. Only the event loop uses it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._of_browser: dict[tuple[str, str], deque[float]] = defaultdict(deque)
        self._of_network: Counter[str] = Counter()
        self._order: deque[tuple[float, tuple[str, str]]] = deque()  # all wrong codes, the oldest first
        self._slow = FairQueue(places=MAX_NETWORKS, share=1, most=2, room=MAX_WAITING)
        self._turns: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def check(self, network: str, browser: str, is_right: Callable[[], bool]) -> Checked:
        """Check a code by ``is_right``, which is not called for a browser that has to wait."""
        if wait_s := self._wait_s(network, browser):
            return Checked(CodeCheck.TOO_MANY, wait_s)
        if not (pause := self.pause_s(network)):
            return self._judged(network, browser, is_right)
        try:
            ticket = self._slow.join(f"{network} {browser}", network)
        except SearchError:  # too many codes are waiting
            return Checked(CodeCheck.TOO_MANY, FIRST_WAIT_S)
        try:
            await ticket.wait(PATIENCE_S)
            async with self._turns[network]:
                if wait_s := self._wait_s(network, browser):
                    return Checked(CodeCheck.TOO_MANY, wait_s)
                checked = self._judged(network, browser, is_right)
                if checked.result is not CodeCheck.RIGHT:
                    await asyncio.sleep(pause)
                return checked
        finally:
            self._slow.leave(ticket)

    def pause_s(self, network: str) -> float:
        """Return the seconds between two codes of a network."""
        self._forget_old()
        steps = (self._of_network[network] - FREE_OF_NETWORK) // NETWORK_STEP
        return 0.0 if steps < 0 else min(MAX_PAUSE_S, FIRST_PAUSE_S * 2.0 ** min(steps, 10))

    @property
    def wrong(self) -> WrongCodes:
        """The wrong codes of the last minutes."""
        self._forget_old()
        [(network, _count)] = self._of_network.most_common(1) or [("", 0)]
        return WrongCodes(len(self._order), network)

    def _judged(self, network: str, browser: str, is_right: Callable[[], bool]) -> Checked:
        if is_right():
            return Checked(CodeCheck.RIGHT)
        moment = self._now()
        self._of_browser[network, browser].append(moment)
        self._of_network[network] += 1
        self._order.append((moment, (network, browser)))
        return Checked(CodeCheck.WRONG, self._wait_s(network, browser))

    def _wait_s(self, network: str, browser: str) -> float:
        """Return the seconds for which a browser has to wait; 0 if its next code is checked now."""
        self._forget_old()
        times = self._of_browser.get((network, browser), ())
        beyond = len(times) - FREE_OF_BROWSER
        if not times or beyond < 0:
            return 0.0
        return max(0.0, times[-1] + min(MAX_WAIT_S, FIRST_WAIT_S * 2.0 ** min(beyond, 10)) - self._now())

    def _forget_old(self) -> None:
        while self._order and self._order[0][0] <= self._now() - MEMORY_S:
            _moment, client = self._order.popleft()
            self._of_browser[client].popleft()
            if not self._of_browser[client]:
                del self._of_browser[client]
            self._of_network[client[0]] -= 1
            if not self._of_network[client[0]]:
                del self._of_network[client[0]]
                if client[0] in self._turns and not self._turns[client[0]].locked():
                    del self._turns[client[0]]
