"""The middleware that lets requests take turns, so that a visitor with few requests does not wait for one with many."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from plyground.web.access import network_of, peer_of
from plyground.web.workers.fair_queue import FairQueue, QueueFull

PLACES = 4
"""Requests that are answered at the same time. Python answers one after the other anyway."""
MAX_VISITOR_REQUESTS, MAX_REQUESTS = 64, 2048
"""Requests that may wait, of one visitor and of all."""
HOLD_S = 1.0
"""Seconds after which a request gives its place to another: it waits for a worker then, which has a queue of its own."""
QUEUE_TIMEOUT_S = 60.0
"""Seconds after which a request that has had no turn is refused."""
MAX_KNOWN_VISITORS = 10_000
"""Browsers that count for themselves; those not seen for longest are forgotten."""


class RequestTurnsMiddleware:
    """Let requests take turns by a :class:`FairQueue`. Files of the page need no turn.

    Cookies are free, so the first requests of all browsers of a network count together. A browser that comes again
    counts for itself. :class:`VisitorCookieMiddleware` must be outside of this one.
    """

    def __init__(self, app: ASGIApp, queue: Callable[[], FairQueue] | None = None) -> None:
        """Wrap an application. ``queue`` makes the queue."""
        self.app = app
        self._queue = queue() if queue else FairQueue(PLACES, PLACES, MAX_VISITOR_REQUESTS, MAX_REQUESTS)
        self._known: OrderedDict[str, None] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on when it has its turn. Raise :class:`HTTPException` if too many requests wait."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        visitor, network = scope["state"]["visitor"], network_of(peer_of(HTTPConnection(scope)))
        try:
            ticket = self._queue.join(visitor, network, self._account(visitor, network))
        except QueueFull:
            raise HTTPException(429) from None
        is_held = True

        def release() -> None:
            nonlocal is_held
            if is_held:
                is_held = False
                self._queue.leave(ticket)

        try:
            await ticket.wait(QUEUE_TIMEOUT_S)
            if not ticket.called:
                raise HTTPException(429)
            timer = asyncio.get_running_loop().call_later(HOLD_S, release)
            try:
                await self.app(scope, receive, send)
            finally:
                timer.cancel()
        finally:
            release()

    def _account(self, visitor: str, network: str) -> str:
        """Return the name under which the work for a request is counted."""
        if visitor in self._known:
            self._known.move_to_end(visitor)
            return visitor
        self._known[visitor] = None
        if len(self._known) > MAX_KNOWN_VISITORS:
            self._known.popitem(last=False)
        return f"new from {network}"
