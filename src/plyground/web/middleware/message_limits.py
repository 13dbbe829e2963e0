"""The middleware that limits the messages from one browser through its socket."""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MESSAGES_PER_S, MAX_MESSAGES = 50.0, 500.0
"""Most messages of a browser: per second in the long run, and in one burst."""
BYTES_PER_S, MAX_BYTES = 100_000.0, 3_000_000.0
"""Most bytes of a browser: per second in the long run, and in one burst."""
SOCKET_PATH = "/socket"
"""The path of the sockets of all pages."""


class Budget:
    """An amount that refills at a rate, up to a maximum (token bucket)."""

    def __init__(self, rate: float, most: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._most = self._left = most
        self._now = now
        self._at = now()

    def spend(self, amount: float) -> bool:
        """Take an amount. Return False if there is too little left."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._at) * self._rate) - amount
        self._at = now
        return self._left >= 0


class MessageLimitMiddleware:
    """Close sockets that exceed their limits."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request or the socket on."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        messages, size = Budget(MESSAGES_PER_S, MAX_MESSAGES), Budget(BYTES_PER_S, MAX_BYTES)
        is_closed = False

        async def receive_limited() -> Message:
            nonlocal is_closed
            message = await receive()
            if message["type"] == "websocket.receive":
                length = len(message.get("text") or message.get("bytes") or "")
                if not (messages.spend(1) and size.spend(length)):
                    is_closed = True
                    await send({"type": "websocket.close", "code": 1008})  # policy violation (RFC 6455, 7.4.1)
                    return {"type": "websocket.disconnect", "code": 1008}
            return message

        async def send_unless_closed(message: Message) -> None:
            if not is_closed:
                await send(message)

        await self.app(scope, receive_limited, send_unless_closed)
