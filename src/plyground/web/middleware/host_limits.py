"""The middleware that says which rooms this host cannot offer."""

from __future__ import annotations

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from plyground.i18n import _
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.host import missing_for


class HostMiddleware:
    """Answer requests for rooms that need more than this host has with a page that says so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or say what is missing."""
        need = missing_for(scope["path"]) if scope["type"] == "http" else None
        if need is None:
            await self.app(scope, receive, send)
            return
        answer = notice(PageLayout.of(Request(scope, receive)), _("Not in the browser"), need.value, 404)
        await answer(scope, receive, send)
