"""A fair queue: visitors take turns, so that who asks for much waits for it and not the others."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, deque
from collections.abc import Collection
from contextlib import suppress

from plyground.errors import SearchError
from plyground.language import _, _n


class Ticket:
    """One who waits, in the loop that it was drawn in."""

    def __init__(self, visitor: str, address: str) -> None:
        self.visitor = visitor
        self.address = address
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
        with suppress(
            TimeoutError
        ):  # wait_for would, in Python 3.11, forget to be cancelled where the turn comes just then
            async with asyncio.timeout(seconds):
                await self._awake.wait()


class Turns:
    """At most ``places`` are called at once, of one visitor at most ``share``; ``most`` of one may be there at all.

    Addresses are called in turn, at each its visitors in turn, each of them in the order of coming (round robin): a
    browser that says to be a new visitor each time gains nothing over others'. At most ``room`` tickets may be there, of
    one address half as many. Tickets are left from any thread.
    """

    def __init__(self, places: int, share: int, most: int, room: int) -> None:
        self._free = places
        self._share = share
        self._most = most
        self._room = room
        # By address and visitor; whose turn is next comes first.
        self._waiting: dict[str, dict[str, deque[Ticket]]] = {}
        self._called: Counter[str] = Counter()  # by visitor
        self._there: Counter[str] = Counter()  # by address
        self._lock = threading.Lock()

    def join(self, visitor: str, address: str = "") -> Ticket:
        """A ticket for a visitor at an address; raises :class:`SearchError` where there are too many."""
        with self._lock:
            if self._there.total() >= self._room or self._there[address] >= self._room // 2:
                raise SearchError(_("Too many computations are waiting: try again in a moment."))
            if self._called[visitor] + len(self._waiting.get(address, {}).get(visitor, ())) >= self._most:
                raise SearchError(
                    _n(
                        "You have {count} computation under way or waiting: stop it first, or close its page.",
                        "You have {count} computations under way or waiting: stop one first, or close its page.",
                        self._most,
                    )
                )
            ticket = Ticket(visitor, address)
            self._waiting.setdefault(address, {}).setdefault(visitor, deque()).append(ticket)
            self._there[address] += 1
            self._call()
            return ticket

    def leave(self, ticket: Ticket) -> None:
        """Give a ticket back, called or not; once."""
        with self._lock:
            if ticket.called:
                self._free += 1
                self._called[ticket.visitor] -= 1
            else:
                self._take(ticket)
            self._there[ticket.address] -= 1
            self._called += Counter()  # forgets who has none
            self._there += Counter()
            self._call()

    def before(self, ticket: Ticket) -> int:
        """How many are called before this one, as far as can be known now; O(visitors)."""
        with self._lock:
            if ticket.called:
                return 0
            here = self._waiting[ticket.address]
            place = here[ticket.visitor].index(ticket)
            place = _sooner([len(theirs) for theirs in here.values()], list(here).index(ticket.visitor), place)
            sizes = [sum(map(len, there.values())) for there in self._waiting.values()]
            return _sooner(sizes, list(self._waiting).index(ticket.address), place)

    def _call(self) -> None:
        while self._free:
            heads = (theirs[0] for here in self._waiting.values() for theirs in here.values())
            ticket = next((head for head in heads if self._called[head.visitor] < self._share), None)
            if ticket is None:
                return
            here = self._waiting[ticket.address]
            self._take(ticket)
            if ticket.visitor in here:
                here[ticket.visitor] = here.pop(ticket.visitor)  # behind all others
            if here:
                self._waiting[ticket.address] = self._waiting.pop(ticket.address)
            self._free -= 1
            self._called[ticket.visitor] += 1
            ticket.call()

    def _take(self, ticket: Ticket) -> None:
        """Take a ticket out of those that wait."""
        here = self._waiting[ticket.address]
        here[ticket.visitor].remove(ticket)
        if not here[ticket.visitor]:
            del here[ticket.visitor]
        if not here:
            del self._waiting[ticket.address]


def _sooner(sizes: Collection[int], mine: int, place: int) -> int:
    """How many come, in a round robin over queues of these sizes, before the one at a ``place`` of the queue ``mine``."""
    return place + sum(min(size, place + (number < mine)) for number, size in enumerate(sizes) if number != mine)
