"""A fair queue: networks and visitors take turns, so that only visitors with many jobs wait for them."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Collection
from contextlib import suppress

from plyground.errors import SearchError
from plyground.i18n import _, _n

RESERVED_FOR_S = 60.0
"""Seconds after its last job for which a network keeps a reserved place."""
LITTLE_S, HALF_LIFE_S = 2.0, 30.0
"""Seconds of work that count as little, and seconds after which half of a visitor's work is forgotten."""


class QueueFull(SearchError):
    """No ticket is available now. A later attempt may succeed."""


class QueueTicket:
    """A place in the queue, for a coroutine of the current event loop."""

    def __init__(self, visitor: str, network: str, account: str) -> None:
        self.visitor = visitor
        self.network = network
        self.account = account  # name under which the work is counted
        self.called = False
        self.called_at = 0.0
        self._loop = asyncio.get_running_loop()
        self._awake = asyncio.Event()

    def call(self) -> None:
        """Let the holder of the ticket continue. Any thread may call this."""
        self.called = True
        with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._awake.set)

    async def wait(self, seconds: float) -> None:
        """Wait until the ticket is called, for at most ``seconds`` seconds."""
        with suppress(TimeoutError):  # wait_for of Python 3.11 would lose a cancellation that comes with the call
            async with asyncio.timeout(seconds):
                await self._awake.wait()


class FairQueue:
    """A queue that calls at most ``places`` tickets at once, at most ``share`` of one visitor.

    Networks are called in turn, in each network its visitors in turn, and each visitor's tickets in their order (round
    robin). So a browser without cookies, which looks like a new visitor each time, has no advantage over other
    networks. Inside a network, visitors with little work in the last minute come first, and half of the places stay free
    for them. So cheap jobs do not wait for dear ones. If several networks ask for places, none of them can have all: one
    place stays free for the others. At most ``room`` tickets exist, three quarters of them for one network, and ``most``
    for one visitor. Any thread may return tickets.
    """

    def __init__(
        self, places: int, share: int, most: int, room: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._places = self._free = places
        self._share = share
        self._most = most
        self._room = room
        self._now = now
        self._waiting: dict[str, dict[str, deque[QueueTicket]]] = {}  # queues in order of service
        self._called: Counter[str] = Counter()  # called tickets by visitor
        self._called_from: Counter[str] = Counter()  # called tickets by network
        self._there: Counter[str] = Counter()  # tickets by network, called or not
        self._left: dict[str, float] = {}  # time of each network's last returned ticket
        self._spent: dict[str, tuple[float, float]] = {}  # (seconds of work, time of the last change) by account
        self._lock = threading.Lock()

    def resize(self, places: int, share: int) -> None:
        """Change the number of places, in all and for one visitor. Any thread may call this."""
        with self._lock:
            self._free += places - self._places
            self._places, self._share = places, share
            self._call()

    def join(self, visitor: str, network: str = "", account: str = "") -> QueueTicket:
        """Return a ticket for a visitor in a network. Raise :class:`QueueFull` if there are too many.

        The work is counted under the name ``account``, if there is one, else under the visitor's.
        """
        with self._lock:
            if self._there.total() >= self._room or self._there[network] >= self._room * 3 // 4:
                raise QueueFull(_("Too many computations are waiting: try again in a moment."))
            if self._called[visitor] + len(self._waiting.get(network, {}).get(visitor, ())) >= self._most:
                raise QueueFull(
                    _n(
                        "You have {count} computation running or waiting: stop it first, or close its page.",
                        "You have {count} computations running or waiting: stop one first, or close its page.",
                        self._most,
                    )
                )
            ticket = QueueTicket(visitor, network, account or visitor)
            self._waiting.setdefault(network, {}).setdefault(visitor, deque()).append(ticket)
            self._there[network] += 1
            self._call()
            return ticket

    def leave(self, ticket: QueueTicket) -> None:
        """Return a ticket, called or not. Call this once for each ticket."""
        with self._lock:
            now = self._now()
            if ticket.called:
                self._spent[ticket.account] = self._spent_s(ticket.account) + now - ticket.called_at, now
                self._free += 1
                self._called[ticket.visitor] -= 1
                self._called_from[ticket.network] -= 1
            else:
                self._remove(ticket)
            self._there[ticket.network] -= 1
            for counts in (self._called, self._called_from, self._there):
                counts += Counter()  # removes zeros
            self._spent = {who: told for who, told in self._spent.items() if told[1] > now - 4 * HALF_LIFE_S}
            self._left = {network: at for network, at in self._left.items() if at > now - RESERVED_FOR_S}
            self._left[ticket.network] = now
            self._call()

    def before(self, ticket: QueueTicket) -> int:
        """Return the number of tickets that will be called before this one, as far as known. O(visitors)."""
        with self._lock:
            if ticket.called:
                return 0
            here = self._waiting[ticket.network]
            place = here[ticket.visitor].index(ticket)
            place = _sooner([len(theirs) for theirs in here.values()], list(here).index(ticket.visitor), place)
            sizes = [sum(map(len, there.values())) for there in self._waiting.values()]
            return _sooner(sizes, list(self._waiting).index(ticket.network), place)

    def is_waited_for(self, ticket: QueueTicket) -> bool:
        """Return True if another visitor waits for a place while this ticket holds one."""
        with self._lock:
            waiting = {visitor for here in self._waiting.values() for visitor in here}
            return bool(waiting - {ticket.visitor})

    def _call(self) -> None:
        while self._free > 0:  # negative while more tickets are called than there are places
            ticket = next((theirs[0] for theirs in self._heads() if self._may_run(theirs[0])), None)
            if ticket is None:
                return
            here = self._waiting[ticket.network]
            self._remove(ticket)
            if ticket.visitor in here:
                here[ticket.visitor] = here.pop(ticket.visitor)  # move the visitor behind all others
            if here:
                self._waiting[ticket.network] = self._waiting.pop(ticket.network)
            self._free -= 1
            self._called[ticket.visitor] += 1
            self._called_from[ticket.network] += 1
            ticket.called_at = self._now()
            ticket.call()

    def _heads(self) -> list[deque[QueueTicket]]:
        """Return the visitors' queues in the order of service."""
        return [
            theirs
            for here in self._waiting.values()
            for theirs in sorted(here.values(), key=lambda theirs: self._level(theirs[0].account))  # stable
        ]

    def _spent_s(self, account: str) -> float:
        spent, at = self._spent.get(account, (0.0, 0.0))
        return spent * math.exp2((at - self._now()) / HALF_LIFE_S)

    def _level(self, account: str) -> int:
        """Return 0 for little work in the last minute, and one more for each doubling of it."""
        return max(0, math.ceil(math.log2(max(self._spent_s(account), LITTLE_S) / LITTLE_S)))

    def _may_run(self, ticket: QueueTicket) -> bool:
        """Return True if neither the visitor nor the network would have too many places."""
        if self._called[ticket.visitor] >= self._share:
            return False
        if self._free <= (self._places + 1) // 2 < self._places and self._level(ticket.account) and self._has_modest():
            return False
        since = self._now() - RESERVED_FOR_S
        others = (self._there.keys() | {network for network, at in self._left.items() if at > since}) - {ticket.network}
        return not others or self._called_from[ticket.network] < max(1, self._places - 1)

    def _has_modest(self) -> bool:
        """Return True if somebody with little work waits, or has worked in the last moments."""
        since = self._now() - RESERVED_FOR_S
        there = {account for account, (_spent, at) in self._spent.items() if at > since}
        there |= {theirs[0].account for here in self._waiting.values() for theirs in here.values()}
        return not all(map(self._level, there))

    def _remove(self, ticket: QueueTicket) -> None:
        """Remove a waiting ticket."""
        here = self._waiting[ticket.network]
        here[ticket.visitor].remove(ticket)
        if not here[ticket.visitor]:
            del here[ticket.visitor]
        if not here:
            del self._waiting[ticket.network]


def _sooner(sizes: Collection[int], mine: int, place: int) -> int:
    """Return how many tickets are called before a ticket, given its ``place`` in queue ``mine`` and the ``sizes`` of
    all queues (round robin).
    """
    return place + sum(min(size, place + (number < mine)) for number, size in enumerate(sizes) if number != mine)
