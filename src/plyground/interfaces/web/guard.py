"""What every answer says to browsers, and what no request may be."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 1_000_000
"""Bytes of the body of a request, and of a message through a socket; the forms of the pages need far fewer."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # our own pages need it: a preference leads back to where it was chosen
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
"""Browsers refuse what would come from another host, show no page inside another's, and tell nobody where a visitor was."""


class Guard:
    """Adds the headers, and refuses what is too large, or with ``refusing``'s page what a page of another host sends in a visitor's place."""

    def __init__(self, app: ASGIApp, refusing: Callable[[Request], Response]) -> None:
        self.app = app
        self.refusing = refusing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, or in its place."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        received = 0

        async def receive_little() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > LARGEST:
                raise HTTPException(413)
            return message

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        if _foreign(headers.get("origin", ""), headers.get("host", "")):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})  # a breach of policy (RFC 6455, 7.4.1)
            else:
                await self.refusing(Request(scope, receive))(scope, receive, send_guarded)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive_little, send_guarded)


def _foreign(origin: str, host: str) -> bool:
    """Whether a page of another host sends this; browsers say so with whatever could change something (RFC 6454)."""
    try:
        return bool(origin) and urlsplit(origin).netloc != host
    except ValueError:
        return True
