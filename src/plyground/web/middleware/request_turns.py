"""The middleware that lets requests take turns, so that a visitor with few requests does not wait for one with many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from plyground.web.access import network_of, peer_of
from plyground.web.visitor_accounts import VisitorAccounts
from plyground.web.workers.fair_queue import FairQueue, QueueFull

PLACES = 2
"""Requests that are answered at the same time. Python answers one after the other anyway, so a cheap request waits for one
dear request at most.
"""
MAX_VISITOR_REQUESTS, MAX_REQUESTS = 64, 2048
"""Requests that may wait, of one visitor and of all."""
HOLD_S = 1.0
"""Seconds after which a request gives its place to another: it waits for something other than the processor."""
QUEUE_TIMEOUT_S = 60.0
"""Seconds after which a request that has had no turn is refused."""


class RequestTurnsMiddleware:
    """Let requests take turns by a :class:`FairQueue`. Files of the page need no turn.

    It sets ``request.state.end_turn``, a function for a request that begins to wait for a worker.
    :class:`VisitorCookieMiddleware` must be outside of this one.
    """

    def __init__(self, app: ASGIApp, accounts: VisitorAccounts, queue: Callable[[], FairQueue] | None = None) -> None:
        """Wrap an application. ``queue`` makes the queue."""
        self.app = app
        self._accounts = accounts
        self._queue = queue() if queue else FairQueue(PLACES, PLACES, MAX_VISITOR_REQUESTS, MAX_REQUESTS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on when it has its turn. Raise :class:`HTTPException` if too many requests wait."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        visitor, network = scope["state"]["visitor"], network_of(peer_of(HTTPConnection(scope)))
        try:
            ticket = self._queue.join(visitor, network, self._accounts.account(visitor, network))
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
            scope["state"]["end_turn"] = release
            timer = asyncio.get_running_loop().call_later(HOLD_S, release)
            try:
                await self.app(scope, receive, send)
            finally:
                timer.cancel()
        finally:
            release()
