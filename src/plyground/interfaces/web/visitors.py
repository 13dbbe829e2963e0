"""Who visits: a token that only the browser holds, and what is kept under it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.errors import FileError
from plyground.interfaces.web.preferences import A_YEAR
from plyground.store.kept import Answered
from plyground.store.shelf import Shelf

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
        token = brought or _new_token()
        scope.setdefault("state", {}).update(visitor=token, is_new=not brought)

        async def send_token(message: Message) -> None:
            if message["type"] == "http.response.start" and not brought:
                MutableHeaders(scope=message).append(
                    "set-cookie", f"{COOKIE}={token}; Max-Age={A_YEAR}; Path=/; HttpOnly; SameSite=Lax"
                )
            await send(message)

        await self.app(scope, receive, send_token)


class Keeper:
    """Keeps what one visitor does. What cannot be kept is logged: the page goes on all the same."""

    def __init__(self, shelf: Shelf, token: str, *, is_new: bool = False) -> None:
        """``is_new``: nothing can have been kept of the visitor yet."""
        self.shelf = shelf
        self.token = token
        self.is_new = is_new
        self.known: int | None = None

    def page(self, room: str, title: object, address: str, comments: tuple[str, ...] = ()) -> None:
        """Keep the page that is open, in the place of what it was before."""
        with _logged("A page could not be kept."):
            self.known = self.shelf.take().keep(self.token, room, str(title), address, self.known, comments)

    def comments(self, room: str, address: str) -> tuple[str, ...]:
        """What was written on the moves of the page that was kept under an address."""
        if not self.is_new:
            with _logged("Comments could not be read."):
                return self.shelf.take().comments(self.token, room, address)
        return ()

    def answer(self, answered: Answered) -> None:
        """Keep an answer to an exercise."""
        with _logged("An answer could not be kept."):
            self.shelf.take().answer(self.token, answered)


@contextmanager
def _logged(trouble: str) -> Iterator[None]:
    """Log what goes wrong with the store, and go on."""
    from sqlalchemy.exc import SQLAlchemyError  # late: it is not needed to open the page

    try:
        yield
    except (SQLAlchemyError, FileError):
        log.exception(trouble)


def _new_token() -> str:
    """What a new visitor is known by from now on: 128 random bits."""
    return secrets.token_urlsafe(16)


def _cookie(header: str) -> str:
    """The token in a cookie header; nothing where it is none of ours."""
    try:
        found = SimpleCookie(header).get(COOKIE)
    except Exception:  # a browser may send whatever it likes
        return ""
    token = found.value if found else ""
    return token if len(token) == len(_new_token()) and token.isascii() and token.isprintable() else ""
