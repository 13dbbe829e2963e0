"""The bridge between JavaScript and the program in Pyodide: bytes go over it as ``Uint8Array``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.static_site.browser_host import BrowserHost, Socket
from plyground.static_site.pyodide_ffi import ffi


class Bridge:
    """The application as JavaScript calls it."""

    def __init__(self, host: BrowserHost) -> None:
        self._host = host

    async def request(self, method: str, path: str, query: str, headers: Any, body: Any) -> Any:
        """Return [status, headers, body] of the answer to a request."""
        found = await self._host.request(method, path, query, headers.to_py(), body.to_bytes())
        return ffi().to_js(found)

    def connect(self, path: str, query: str, hear: Any) -> SocketBridge:
        """Open a socket, whose events ``hear`` gets."""
        own = hear.copy() if hasattr(hear, "copy") else hear
        return SocketBridge(self._host.connect(path, query, lambda event, data: own(event, ffi().to_js(data))))


class SocketBridge:
    """A socket as JavaScript uses it."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket

    def send(self, data: Any) -> None:
        """Hand over a text or an ``Uint8Array``."""
        self._socket.send(data if isinstance(data, str) else data.to_bytes())

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


class ThinkersBridge:
    """The thinkers of ``thinkers.js`` as Python calls them."""

    def __init__(self, thinkers: Any) -> None:
        self._thinkers = thinkers

    def begin(
        self, letter: bytes, told: Callable[[int, bytes | None], object], done: Callable[[bytes | None], object]
    ) -> int:
        """Start a job. See :class:`plyground.web.workers.browser_workers.Thinkers`."""
        on_news = ffi().create_proxy(lambda nodes, news: told(nodes, None if news is None else news.to_bytes()))
        on_end = ffi().create_proxy(lambda answer: done(None if answer is None else answer.to_bytes()))
        return int(self._thinkers.begin(ffi().to_js(letter), on_news, on_end))

    def stop(self, number: int) -> None:
        """Tell a job to stop."""
        self._thinkers.stop(number)

    def end(self, number: int) -> None:
        """End the worker of a job."""
        self._thinkers.end(number)
