"""The middleware that answers when a route fails, inside the middleware that adds security headers."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class ErrorGuardMiddleware:
    """Answer with ``failed`` when a route raises an exception."""

    def __init__(self, app: ASGIApp, failed: Callable[[Request, Exception], Response]) -> None:
        self.app = app
        self.failed = failed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on. Answer it if the application fails."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_started = False

        async def send_noticed(message: Message) -> None:
            nonlocal is_started
            is_started = True
            await send(message)

        try:
            await self.app(scope, receive, send_noticed)
        except ClientDisconnect:
            pass  # nobody waits for the answer
        except Exception as error:
            answer = self.failed(Request(scope, receive), error)
            if not is_started:
                await answer(scope, receive, send)
