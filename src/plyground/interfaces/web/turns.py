"""A fair queue: visitors take turns, so that who asks for much waits for it and not the others."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, deque
from contextlib import suppress

from plyground.errors import SearchError
from plyground.language import _n


class Ticket:
    """One who waits, in the loop that it was drawn in."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.called = False
        self._loop = asyncio.get_running_loop()
        self._awake = asyncio.Event()

    def call(self) -> None:
        """Its turn has come; safe from any thread."""
        self.called = True
        with suppress(RuntimeError):  # its loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._awake.set)

    async def wait(self, seconds: float) -> None:
        """Wait for the turn, so long at most."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._awake.wait(), seconds)


class Turns:
    """At most ``places`` are called at once, of one visitor at most ``share``; ``most`` of one may be there at all.

    Visitors are called in turn, each of them in the order of coming (round robin). Tickets are left from any thread.
    """

    def __init__(self, places: int, share: int, most: int) -> None:
        self._free = places
        self._share = share
        self._most = most
        self._waiting: dict[str, deque[Ticket]] = {}  # whose turn is next comes first
        self._called: Counter[str] = Counter()
        self._lock = threading.Lock()

    def join(self, visitor: str) -> Ticket:
        """A ticket for a visitor; raises :class:`SearchError` for one who has too many."""
        with self._lock:
            if self._called[visitor] + len(self._waiting.get(visitor, ())) >= self._most:
                raise SearchError(
                    _n(
                        "You have {count} computation under way or waiting: stop it first, or close its page.",
                        "You have {count} computations under way or waiting: stop one first, or close its page.",
                        self._most,
                    )
                )
            ticket = Ticket(visitor)
            self._waiting.setdefault(visitor, deque()).append(ticket)
            self._call()
            return ticket

    def leave(self, ticket: Ticket) -> None:
        """Give a ticket back, called or not; once."""
        with self._lock:
            if ticket.called:
                self._free += 1
                self._called[ticket.visitor] -= 1
                self._called += Counter()  # forgets who has none
            else:
                self._waiting[ticket.visitor].remove(ticket)
                if not self._waiting[ticket.visitor]:
                    del self._waiting[ticket.visitor]
            self._call()

    def before(self, ticket: Ticket) -> int:
        """How many are called before this one, as far as can be known now; O(visitors)."""
        with self._lock:
            if ticket.called:
                return 0
            rounds = self._waiting[ticket.visitor].index(ticket)
            visitors = list(self._waiting)
            mine = visitors.index(ticket.visitor)
            return rounds + sum(
                min(len(self._waiting[other]), rounds + (place < mine))
                for place, other in enumerate(visitors)
                if place != mine
            )

    def _call(self) -> None:
        while self._free:
            visitor = next((each for each in self._waiting if self._called[each] < self._share), None)
            if visitor is None:
                return
            theirs = self._waiting.pop(visitor)
            ticket = theirs.popleft()
            if theirs:
                self._waiting[visitor] = theirs  # behind all others
            self._free -= 1
            self._called[visitor] += 1
            ticket.call()
