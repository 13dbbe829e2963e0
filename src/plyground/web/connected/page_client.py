"""A connected page on the server: its elements, and the messages between it and its browser.

Messages are JSON. Down come ``[number, heard, changes]``: the message's number, the number of the last press that was
handled, and the changes of ``page_changes.js``. Up come ``[number, id, kind, value]`` for an event of an element, and
``[0, seen]`` with the number of the last message that was applied. Both sides keep their messages until the other has
confirmed them, and send them again after a lost connection, so each is handled once and in order.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, ClassVar, Self, cast

from markupsafe import Markup
from starlette.requests import Request
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.web.connected.element import Element, Press, current_parent

CONNECT_TIMEOUT_S = 60.0
"""Seconds after which a page is deleted if its browser has not opened a socket."""
MAX_KEPT_MESSAGES = 1000
"""Most messages that are kept for a browser that does not confirm them."""
MAX_KEPT_CHARS = 8_000_000
"""Most characters of these messages together."""
UNKNOWN_PAGE = 4404
"""Code with which the socket of an unknown page is closed (RFC 6455, 7.4.2: 4000 to 4999 are free). The browser loads the
page anew.
"""

log = logging.getLogger(__name__)


class Client:
    """A page that was sent to one browser. It is deleted some seconds after its socket was closed."""

    instances: ClassVar[dict[str, Client]] = {}

    def __init__(self, request: Request, reconnect_timeout_s: float) -> None:
        self.request = request
        self.layout: Callable[[Markup], str] = str  # function that puts the content into a whole page
        self.has_been_connected = False
        self._key = secrets.token_urlsafe(16)
        self._reconnect_timeout_s = reconnect_timeout_s
        self._elements: dict[str, Element] = {}
        self._count = 0  # elements made so far
        self._noted: dict[Element, dict[str, None]] = {}  # changed parts of elements, in order
        self._calls: list[list[object]] = []
        self._due: asyncio.Handle | None = None
        self._is_drawn = False
        self._number = 0  # number of the last message to the browser
        self._heard = 0  # number of the last handled press
        self._kept: dict[int, str] = {}  # messages that the browser has not confirmed
        self._kept_chars = 0
        self._has_news = asyncio.Event()
        self._socket: WebSocket | None = None
        self._tasks: set[asyncio.Future[Any]] = set()
        self._on_connect: list[Callable[[Client], Any]] = []
        self._on_disconnect: list[Callable[[Client], Any]] = []
        self._on_delete: list[Callable[[], Any]] = []
        self.content = Element("main", client=self)
        self.instances[self._key] = self
        self._end = self._loop.call_later(CONNECT_TIMEOUT_S, self.delete)

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    def __enter__(self) -> Self:
        self.content.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.content.__exit__(kind, error, trace)

    @property
    def is_connected(self) -> bool:
        """True if the browser's socket is open."""
        return self._socket is not None

    def on_connect(self, handler: Callable[[Client], Any]) -> None:
        """Call a function whenever a socket is opened."""
        self._on_connect.append(handler)

    def on_disconnect(self, handler: Callable[[Client], Any]) -> None:
        """Call a function whenever the socket is closed."""
        self._on_disconnect.append(handler)

    def on_delete(self, handler: Callable[[], Any]) -> None:
        """Call a function when the page is removed from memory."""
        self._on_delete.append(handler)

    # Elements and changes

    def register(self, element: Element) -> str:
        """Return the id of a new element."""
        self._count += 1
        name = f"e{self._count}"
        self._elements[name] = element
        return name

    def unregister(self, name: str) -> None:
        """Forget an element that was removed."""
        self._elements.pop(name, None)

    def html(self) -> str:
        """Return the whole page as it is now."""
        self.content.props["data-page"] = self._key
        text = self.layout(Markup(self.content.html()))
        self._noted.clear()
        self._is_drawn = True
        if self._calls:
            self._plan()
        return text

    def note(self, element: Element, part: str) -> None:
        """Note that a part of an element has changed, so that it is sent soon."""
        if element.is_sent:
            self._noted.setdefault(element, {})[part] = None
            self._plan()

    def call(self, name: str, *values: object) -> None:
        """Call a function of ``page_changes.js`` with these JSON values, after the changes so far."""
        self._calls.append([name, *values])
        self._plan()

    def _plan(self) -> None:
        if self._due is None and self._is_drawn:
            self._due = self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Make one message of all changes."""
        self._due = None
        noted, self._noted = self._noted, {}
        changed = [(element, parts) for element, parts in noted.items() if element.is_sent]
        changes: list[object] = [element.change(part) for element, parts in changed for part in parts]
        changes += self._calls
        self._calls = []
        if not changes:
            return
        self._number += 1
        text = json.dumps([self._number, self._heard, changes], separators=(",", ":"))
        self._kept[self._number] = text
        self._kept_chars += len(text)
        if len(self._kept) > MAX_KEPT_MESSAGES or self._kept_chars > MAX_KEPT_CHARS:
            self.delete()
        self._has_news.set()

    # The connection

    async def connect(self, socket: WebSocket, seen: int) -> None:
        """Exchange messages through an open socket until it is closed. ``seen`` is the last message that was applied."""
        self._end.cancel()
        self._socket, self.has_been_connected = socket, True
        self._confirm(seen)
        self._has_news.set()  # wakes the sender of an earlier socket, which then ends
        if seen < self._number and seen + 1 not in self._kept:  # the browser is behind what it has confirmed
            self.delete()
            return
        sender = asyncio.create_task(self._send(socket, seen))
        receiver = asyncio.create_task(self._receive(socket))
        with self:
            self._tell(self._on_connect, self)
        await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        for task in (sender, receiver):
            task.cancel()
        await asyncio.gather(sender, receiver, return_exceptions=True)  # a lost line, or bytes instead of text
        if self._socket is not socket:  # the browser has opened another one, or the page was deleted
            return
        self._socket = None
        with self:
            self._tell(self._on_disconnect, self)
        self._end = self._loop.call_later(self._reconnect_timeout_s, self.delete)

    async def _send(self, socket: WebSocket, seen: int) -> None:
        """Send each message once, each at least after ``seen``, as fast as the browser takes them."""
        await socket.send_text(json.dumps([0, self._heard, []]))
        while self._socket is socket:
            while seen < self._number:
                seen += 1
                if seen in self._kept:
                    await socket.send_text(self._kept[seen])
            self._has_news.clear()
            await self._has_news.wait()

    async def _receive(self, socket: WebSocket) -> None:
        async for text in socket.iter_text():
            match _read(text):
                case [0, int(seen)]:
                    self._confirm(seen)
                    await socket.send_text(json.dumps([0, self._heard, []]))
                case [int(number), str(name), str(kind), value] if number == self._heard + 1:
                    self._heard = number
                    element = self._elements.get(name)
                    listener = element.listener(kind) if element else None
                    if listener is not None:
                        with self:
                            self._tell([listener], Press(value))

    def _confirm(self, seen: int) -> None:
        """Forget the messages that the browser has applied."""
        for number in [number for number in self._kept if number <= seen]:
            self._kept_chars -= len(self._kept.pop(number))

    def _tell(self, handlers: list[Callable[..., Any]], *values: object) -> None:
        """Call handlers. Log the errors that they raise."""
        for handler in handlers:
            try:
                result = handler(*values)
            except Exception:
                log.exception("A page has failed.")
                continue
            if inspect.isawaitable(result):
                task = asyncio.ensure_future(result)
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def delete(self) -> None:
        """Remove the page from memory. If its browser is connected, it loads the page anew."""
        if self.instances.pop(self._key, None) is None:
            return
        self._end.cancel()
        if self._due:
            self._due.cancel()
        self._socket = None
        self._is_drawn = False
        self._has_news.set()
        self._tell(self._on_delete)
        self.content.forget()
        for handlers in (self._on_connect, self._on_disconnect, self._on_delete):
            handlers.clear()


def current_client() -> Client:
    """Return the page whose elements are built or whose event is handled."""
    return cast(Client, current_parent().client)


def _read(text: str) -> object:
    """Return the content of a message; None if it cannot be read. A press with half a character is only counted."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    try:
        json.dumps(message, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return [*message[:1], "", "", None] if isinstance(message, list) else None
    return message


async def page_socket(socket: WebSocket) -> None:
    """Connect the browser of a page. ``page`` names it, ``seen`` is the number of the last message that was applied."""
    key, seen = socket.query_params.get("page", ""), socket.query_params.get("seen", "")
    await socket.accept()
    client = Client.instances.get(key)
    if client is not None and seen.isdecimal() and len(seen) < 10:
        await client.connect(socket, int(seen))
    with suppress(RuntimeError, WebSocketDisconnect, OSError):  # it is closed already
        await socket.close(1000 if key in Client.instances else UNKNOWN_PAGE)
