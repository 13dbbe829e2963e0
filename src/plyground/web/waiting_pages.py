"""The pages that browsers have requested but not yet connected to. Their number is limited, because each takes memory."""

from __future__ import annotations

import gc
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import NamedTuple, Protocol

MAX_PAGES = 256
"""Waiting pages of all networks together. A page of a game takes about one megabyte."""
MAX_NETWORK_PAGES = MAX_PAGES // 2
"""Waiting pages of one network."""
MAX_VISITOR_PAGES = 32
"""Waiting pages of one visitor."""
DELETIONS_PER_COLLECTION = 64
"""Deleted pages after which garbage is collected: pages have reference cycles, and the usual collection is a minute away."""
MAX_KNOWN_VISITORS = 10_000
"""Visitors whose browsers are known to open sockets."""


class Page(Protocol):
    """The parts of a connected page that are needed here."""

    @property
    def has_been_connected(self) -> bool:
        """True once the browser has opened the page's socket."""

    def on_delete(self, handler: Callable[[], None]) -> object:
        """Call a function when the page is removed from memory."""

    def delete(self) -> None:
        """Remove the page from memory."""


class _WaitingPage(NamedTuple):
    page: Page
    network: str
    visitor: str


class WaitingPages:
    """The pages without a socket, the oldest first.

    Beyond a limit the oldest page is deleted; pages of visitors whose browsers have never opened a socket come first.
    If such a browser opens its socket after all, it loads the page anew. By then the visitor is known, and the new
    page is kept. So requests that never open sockets cannot keep a slow browser out.
    """

    def __init__(self) -> None:
        self._waiting: list[_WaitingPage] = []
        self._known: OrderedDict[str, None] = OrderedDict()
        self._deletions = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, page: Page, network: str, visitor: str) -> None:
        """Add a page that was sent. Delete others beyond the bounds."""
        self._waiting = [each for each in self._waiting if not each.page.has_been_connected]
        sent = _WaitingPage(page, network, visitor)
        self._waiting.append(sent)
        page.on_delete(lambda: self._forget(sent))
        self._delete_beyond(MAX_VISITOR_PAGES, [each for each in self._waiting if each.visitor == visitor])
        self._delete_beyond(MAX_NETWORK_PAGES, [each for each in self._waiting if each.network == network])
        if len(self._waiting) > MAX_PAGES:
            largest, count = Counter(each.network for each in self._waiting).most_common(1)[0]
            self._delete_beyond(count - 1, [each for each in self._waiting if each.network == largest])

    def know(self, visitor: str) -> None:
        """Note that the browser of this visitor opens sockets."""
        self._known[visitor] = None
        self._known.move_to_end(visitor)
        if len(self._known) > MAX_KNOWN_VISITORS:
            self._known.popitem(last=False)

    def _forget(self, sent: _WaitingPage) -> None:
        self._waiting = [each for each in self._waiting if each is not sent]

    def _delete_beyond(self, most: int, pages: list[_WaitingPage]) -> None:
        """Delete one of these pages if there are more than ``most``. The last page is new and stays."""
        if len(pages) > most:
            unwanted = next((each for each in pages[:-1] if each.visitor not in self._known), pages[0])
            unwanted.page.delete()
            self._deletions += 1
            if self._deletions % DELETIONS_PER_COLLECTION == 0:
                gc.collect()
