"""The application in a browser: it gets requests and sockets as messages of JavaScript, instead of by a network.

The module has no part of Pyodide, so tests run it on a computer.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from plyground.core.files import write_text

Message = MutableMapping[str, Any]
"""A message of ASGI."""
ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]
"""An application: it gets a scope, a function that receives messages, and one that sends them."""
PEER = ("127.0.0.1", 1)
"""The only visitor. The access rules know an address of this computer."""
ORIGIN = "http://127.0.0.1"
DROPPED_HEADERS = {"accept-encoding", "cookie", "host", "origin", "sec-fetch-dest"}
"""Headers that a frame of the shell sends with values of its own."""
PATHS = re.compile(
    r"""((?:href|src|action|formaction)=\\?["']|"(?:href|src|action|formaction|open|replaceUrl)",")/(?!/)"""
)
"""The start of a path in HTML, also in HTML that stands in JSON, and in the changes of a connected page."""
SCRIPTS = ("static/site/page_socket.js", "static/site/page_downloads.js")
"""Scripts that each page needs in a browser."""
HEAD = re.compile(r"<head[^>]*>|<meta charset[^>]*>")


class CookieJar:
    """The visitor's cookies, in a file: a service worker cannot read or set cookies of its pages."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._cookies: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}

    def header(self) -> str:
        """Return the header Cookie."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def take(self, headers: Iterable[str]) -> None:
        """Keep the cookies of these headers Set-Cookie; those that are at their end are dropped."""
        before = dict(self._cookies)
        for header in headers:
            for name, morsel in SimpleCookie(header).items():
                if morsel["max-age"] == "0":
                    self._cookies.pop(name, None)
                else:
                    self._cookies[name] = morsel.coded_value
        if self._cookies != before:
            write_text(self._path, json.dumps(self._cookies))


class BrowserHost:
    """An ASGI application whose pages lie below ``prefix``, such as ``/name/``."""

    def __init__(self, app: ASGIApp, prefix: str, jar: CookieJar) -> None:
        self._app = app
        self._prefix = prefix
        self._jar = jar
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        self._life: asyncio.Future[None] | None = None

    async def begin(self) -> None:
        """Start the application. Raise :class:`RuntimeError` if it does not start."""
        answers: asyncio.Queue[Message] = asyncio.Queue()
        self._incoming.put_nowait({"type": "lifespan.startup"})
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._life = asyncio.ensure_future(self._run(scope, self._incoming.get, answers.put))
        answer = await answers.get()
        if answer["type"] != "lifespan.startup.complete":
            raise RuntimeError(answer.get("message", "the application did not start"))

    async def _run(self, *scene: Any) -> None:
        await self._app(*scene)

    async def request(
        self, method: str, path: str, query: str, headers: Iterable[tuple[str, str]], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Return (status, headers, body) of the answer to one request."""
        received: asyncio.Queue[Message] = asyncio.Queue()
        received.put_nowait({"type": "http.request", "body": body, "more_body": False})
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {**self._scope("http", path, query, headers), "method": method}
        await self._app(scope, received.get, send)
        answered = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in sent[0]["headers"]]
        self._jar.take(value for name, value in answered if name == "set-cookie")
        content = b"".join(message.get("body", b"") for message in sent[1:])
        kind = dict(answered).get("content-type", "")
        if kind.startswith("text/html"):
            content = self._as_frame(content.decode()).encode()
        found = [(name, self._located(name, value)) for name, value in answered if name not in LEFT_OUT]
        return sent[0]["status"], found, content

    def connect(self, path: str, query: str, hear: Callable[[str, str | bytes], object]) -> Socket:
        """Open a socket. ``hear`` gets its events: "open", "message" with a text or bytes, and "close" with
        a code (RFC 6455, 7.4).
        """
        own = [("upgrade", "websocket"), ("connection", "Upgrade")]
        return Socket(self._app, {**self._scope("websocket", path, query, own), "subprotocols": []}, self._hearer(hear))

    def _hearer(self, hear: Callable[[str, str | bytes], object]) -> Callable[[str, str | bytes], object]:
        return lambda event, data: hear(event, self._prefixed(data) if isinstance(data, str) else data)

    def _scope(self, kind: str, path: str, query: str, headers: Iterable[tuple[str, str]]) -> dict[str, Any]:
        given = [(name.lower(), value) for name, value in headers if name.lower() not in DROPPED_HEADERS]
        given += [("host", ORIGIN.partition("//")[2]), ("origin", ORIGIN)]
        if cookies := self._jar.header():
            given.append(("cookie", cookies))
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http" if kind == "http" else "ws",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in given],
            "client": PEER, "server": ("127.0.0.1", 80), "state": {},
        }  # fmt: skip

    def _as_frame(self, text: str) -> str:
        """Return a page whose sockets are messages to this application, and whose downloads come from it."""
        scripts = "".join(f'<script src="{self._prefix}{script}"></script>' for script in SCRIPTS)
        return HEAD.sub(lambda found: found[0] + scripts, self._prefixed(text), count=1)

    def _prefixed(self, text: str) -> str:
        """Return HTML whose links lead below the prefix."""
        return text if self._prefix == "/" else PATHS.sub(rf"\g<1>{self._prefix}", text)

    def _located(self, name: str, value: str) -> str:
        if name != "location":
            return value
        path = value.removeprefix(ORIGIN)
        return f"{self._prefix}{path[1:]}" if path.startswith("/") else path


LEFT_OUT = {"set-cookie", "content-length", "content-security-policy"}
"""Headers that do not hold for a page in the frame of the shell."""


class Socket:
    """A web socket of a page."""

    def __init__(self, app: ASGIApp, scope: dict[str, Any], hear: Callable[[str, str | bytes], object]) -> None:
        self._hear = hear
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.ensure_future(self._serve(app, scope))

    async def _serve(self, app: ASGIApp, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self._incoming.get, self._send)
        finally:
            self._hear("close", "1000")

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.accept":
            self._hear("open", "")
        elif message["type"] == "websocket.send":
            text = message.get("text")
            self._hear("message", message["bytes"] if text is None else text)
        else:
            self._hear("close", str(message.get("code", 1000)))

    def send(self, data: str | bytes) -> None:
        """Hand over a message of the page."""
        self._incoming.put_nowait({"type": "websocket.receive", "text" if isinstance(data, str) else "bytes": data})

    def close(self) -> None:
        """Tell the application that the page has closed the socket."""
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
