"""Who visits: a token that only the browser holds, and what is kept under it."""

from __future__ import annotations

import logging
from http.cookies import SimpleCookie

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.interfaces.web.preferences import A_YEAR
from plyground.store.kept import Answered
from plyground.store.store import Store

COOKIE = "visitor"

log = logging.getLogger(__name__)


class Visitors:
    """Gives each visitor a token; ``request.state.visitor`` has it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, with a token for whoever brings none."""
        if scope["type"] != "http" or scope["path"].startswith(("/static/", "/_nicegui")):
            await self.app(scope, receive, send)
            return
        brought = _cookie(Headers(scope=scope).get("cookie", ""))
        token = brought or Store.new_token()
        scope.setdefault("state", {})["visitor"] = token

        async def send_token(message: Message) -> None:
            if message["type"] == "http.response.start" and not brought:
                MutableHeaders(scope=message).append(
                    "set-cookie", f"{COOKIE}={token}; Max-Age={A_YEAR}; Path=/; HttpOnly; SameSite=Lax"
                )
            await send(message)

        await self.app(scope, receive, send_token)


class Keeper:
    """Keeps what one visitor does. What cannot be kept is logged: the page goes on all the same."""

    def __init__(self, store: Store, token: str) -> None:
        self.store = store
        self.token = token
        self.known: int | None = None

    def page(self, room: str, title: object, address: str, comments: tuple[str, ...] = ()) -> None:
        """Keep the page that is open, in the place of what it was before."""
        try:
            self.known = self.store.keep(self.token, room, str(title), address, self.known, comments)
        except SQLAlchemyError:
            log.exception("A page could not be kept.")

    def comments(self, room: str, address: str) -> tuple[str, ...]:
        """What was written on the moves of the page that was kept under an address."""
        try:
            return self.store.comments(self.token, room, address)
        except SQLAlchemyError:
            log.exception("Comments could not be read.")
            return ()

    def answer(self, answered: Answered) -> None:
        """Keep an answer to an exercise."""
        try:
            self.store.answer(self.token, answered)
        except SQLAlchemyError:
            log.exception("An answer could not be kept.")


def _cookie(header: str) -> str:
    """The token in a cookie header; nothing where it is none of ours."""
    try:
        found = SimpleCookie(header).get(COOKIE)
    except Exception:  # a browser may send whatever it likes
        return ""
    token = found.value if found else ""
    return token if len(token) == len(Store.new_token()) and token.isascii() and token.isprintable() else ""
