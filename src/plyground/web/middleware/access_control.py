"""The middleware that lets in only visitors whom the access rules allow."""

from __future__ import annotations

from collections.abc import Callable, Collection

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from plyground.web.access import AccessPolicy, Role, peer_of


class AccessMiddleware:
    """Answer strangers with ``entrance``, except on ``open_paths``; store the role of a request.

    ``request.state.role`` is the role. ``request.state.teaches`` is True for the teacher of a class,
    ``request.state.attends`` for its students, ``request.state.may_stop`` for the owner of a server without a class.
    """

    def __init__(
        self,
        app: ASGIApp,
        policy: AccessPolicy,
        open_paths: Collection[str],
        entrance: Callable[[Request], Response],
    ) -> None:
        self.app = app
        self.policy = policy
        self.open_paths = open_paths
        self.entrance = entrance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer a stranger."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asks = HTTPConnection(scope)
        role = self.policy.role(peer_of(asks), asks.headers, asks.cookies)
        is_teacher, has_class = role is Role.TEACHER, bool(self.policy.code)
        attends = role is Role.VISITOR and has_class
        state = {
            "role": role, "teaches": is_teacher and has_class, "may_stop": is_teacher and not has_class, "attends": attends,
        }  # fmt: skip
        scope.setdefault("state", {}).update(state)
        if role is not Role.STRANGER or scope["path"] in self.open_paths:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})  # policy violation (RFC 6455, 7.4.1)
        else:
            await self.entrance(Request(scope, receive))(scope, receive, send)
