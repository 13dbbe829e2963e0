"""The middleware that answers each visitor in their language."""

from __future__ import annotations

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from plyground.web.preferences import apply_preferences


class VisitorLanguageMiddleware:
    """Use the visitor's language while a request is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on in the visitor's language."""
        if scope["type"] == "http":
            apply_preferences(Request(scope))
        await self.app(scope, receive, send)
