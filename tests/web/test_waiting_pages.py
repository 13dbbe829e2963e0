"""Pages whose browsers have not opened a socket: their number is bounded, and no real browser is kept out by it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser import Server, connected
from program import PATIENCE
from web_page import Visit, cell, stone

from plyground.web.waiting_pages import MAX_NETWORK_PAGES, MAX_PAGES, MAX_VISITOR_PAGES, WaitingPages

SCRIPT = "**/connected_page.js"
"""The script that opens a page's socket."""


@dataclass
class SentPage:
    """A page as :class:`WaitingPages` sees it."""

    network: str = ""
    visitor: str = ""
    has_been_connected: bool = False
    is_deleted: bool = False
    handlers: list[Callable[[], None]] = field(default_factory=list)

    def on_delete(self, handler: Callable[[], None]) -> None:
        self.handlers.append(handler)

    def delete(self) -> None:
        assert not self.is_deleted and not self.has_been_connected
        self.is_deleted = True
        for handler in self.handlers:
            handler()


@dataclass
class Sent:
    """All pages that were sent."""

    waiting: WaitingPages = field(default_factory=WaitingPages)
    pages: list[SentPage] = field(default_factory=list)

    def add(self, network: str, visitor: str) -> SentPage:
        page = SentPage(network, visitor)
        self.pages.append(page)
        self.waiting.add(page, network, visitor)
        assert not page.is_deleted
        return page

    def counts(self, name: str) -> Counter[str]:
        """Return the number of pages in memory without a socket, by network or visitor."""
        return Counter(
            getattr(page, name) for page in self.pages if not page.has_been_connected and not page.is_deleted
        )


@pytest.mark.proof
def test_the_bounds_hold_for_all_requests() -> None:
    chance = random.Random(36)
    sent = Sent()
    for _request in range(3000):
        network = f"network {min(chance.randrange(8), chance.randrange(8))}"
        page = sent.add(network, f"visitor {min(chance.randrange(60), chance.randrange(60))} of {network}")
        if chance.random() < 0.2:
            page.has_been_connected = True
        if chance.random() < 0.1:
            sent.waiting.know(page.visitor)
        assert sum(sent.counts("network").values()) <= MAX_PAGES
        assert max(sent.counts("network").values(), default=0) <= MAX_NETWORK_PAGES
        assert max(sent.counts("visitor").values(), default=0) <= MAX_VISITOR_PAGES
    assert len(sent.waiting) <= MAX_PAGES


def test_pages_with_a_socket_are_never_deleted() -> None:
    sent = Sent()
    connected = [sent.add("school", f"visitor {number}") for number in range(MAX_NETWORK_PAGES)]
    for page in connected:
        page.has_been_connected = True
    for number in range(2 * MAX_PAGES):
        sent.add("school", f"stranger {number}")
    assert not any(page.is_deleted for page in connected)


@pytest.mark.proof
def test_requests_without_sockets_delete_no_page_of_a_browser_that_opens_them() -> None:
    """The slow browser's page waits through any number of requests from its own network, with or without a cookie."""
    sent = Sent()
    first = sent.add("school", "slow")
    for number in range(MAX_NETWORK_PAGES):
        sent.add("school", f"flood {number}")
    assert first.is_deleted
    sent.waiting.know("slow")  # its socket comes, and the browser loads the page anew
    second = sent.add("school", "slow")
    for number in range(5 * MAX_PAGES):
        sent.add("school", f"flood {number}")
    assert not second.is_deleted


def test_another_network_is_not_touched() -> None:
    sent = Sent()
    page = sent.add("home", "visitor")
    for number in range(5 * MAX_PAGES):
        sent.add("school", f"flood {number}")
    assert not page.is_deleted


def flood(server: Server) -> None:
    """Ask for more pages than may wait, from this computer, and open no socket."""
    where = urlsplit(server.url)
    for _request in range(MAX_NETWORK_PAGES + 8):
        connection = HTTPConnection(str(where.hostname), where.port, timeout=PATIENCE)
        connection.request("GET", "/play/tictactoe")
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read()
        connection.close()


@pytest.mark.nightly
@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_a_slow_browser_plays_during_floods_of_requests(server: Server, visit: Visit, width: int) -> None:
    """Its script arrives only after a flood. The page is loaded anew once; after the second flood it is kept."""
    page = visit("learn", ready="h1", width=width)  # a page without a socket
    held: list[Any] = []
    page.route(SCRIPT, lambda route: held.append(route))  # playwright marks the function
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    page.goto(f"{server.url}play/tictactoe", wait_until="commit")
    for _flood in range(2):
        while not held:
            page.wait_for_timeout(50)
        flood(server)
        held.pop().continue_()
    connected(page)
    page.unroute(SCRIPT)
    cell(page, 4).click()
    stone(page, 4, "X")
    assert len(loads) == 2
