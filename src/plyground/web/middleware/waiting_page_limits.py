"""The middleware that bounds the number of pages whose browsers have not opened a socket."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from plyground.web.access import network_of, peer_of
from plyground.web.middleware.message_limits import SOCKET_PATH
from plyground.web.middleware.visitor_cookie import token_in
from plyground.web.waiting_pages import WaitingPages


class WaitingPageMiddleware:
    """Add each page to the waiting pages when it has been sent, and note the visitors who open sockets.

    The layout of a page puts it into ``request.state.page``.
    """

    def __init__(self, app: ASGIApp, waiting: WaitingPages, cookie: str) -> None:
        """Wrap an application. ``cookie`` is the name of the cookie with a visitor's token."""
        self.app = app
        self.waiting = waiting
        self.cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        is_socket = scope["type"] == "websocket" and scope["path"] == SOCKET_PATH
        if is_socket and (visitor := token_in(Headers(scope=scope).get("cookie", ""), self.cookie)):
            self.waiting.know(visitor)
        await self.app(scope, receive, send)
        page = scope["state"].get("page") if scope["type"] == "http" else None
        if page is not None:
            self.waiting.add(page, network_of(peer_of(HTTPConnection(scope))), scope["state"]["visitor"])
