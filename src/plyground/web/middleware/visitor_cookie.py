"""The middleware that gives each browser a token, under which its work is kept."""

from __future__ import annotations

import secrets
from http.cookies import SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.web.preferences import COOKIE_AGE_S
from plyground.web.presence import Presence


class VisitorCookieMiddleware:
    """Set ``request.state.visitor`` to the browser's token; send a new token to a browser without one.

    ``presence`` stores when each token was last seen. ``cookie`` is the name of the cookie.
    """

    def __init__(self, app: ASGIApp, presence: Presence, cookie: str) -> None:
        self.app = app
        self.presence = presence
        self.cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its token."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        brought = token_in(Headers(scope=scope).get("cookie", ""), self.cookie)
        token = brought or _new_token()
        scope.setdefault("state", {}).update(visitor=token, is_new=not brought)
        if brought:
            self.presence.see(brought)

        async def send_token(message: Message) -> None:
            if message["type"] == "http.response.start" and not brought:
                MutableHeaders(scope=message).append(
                    "set-cookie", f"{self.cookie}={token}; Max-Age={COOKIE_AGE_S}; Path=/; HttpOnly; SameSite=Lax"
                )
            await send(message)

        await self.app(scope, receive, send_token)


def _new_token() -> str:
    """Return 128 random bits."""
    return secrets.token_urlsafe(16)


def token_in(header: str, cookie: str) -> str:
    """Return the token in the cookie of this name, from a cookie header; empty if there is none."""
    try:
        found = SimpleCookie(header).get(cookie)
    except Exception:  # a browser may send anything
        return ""
    token = found.value if found else ""
    return token if len(token) == len(_new_token()) and token.isascii() and token.isprintable() else ""
