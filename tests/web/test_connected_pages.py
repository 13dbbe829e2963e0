"""The messages of a connected page: each press is handled once and in order, and a lost message comes again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import urlopen

import pytest
from browser import Server
from program import PATIENCE
from samples import sample
from web_page import Visit, board, cell, expect, stone
from websockets.exceptions import ConnectionClosed, ConnectionClosedOK
from websockets.sync.client import ClientConnection, connect

from plyground.web.connected.page_client import UNKNOWN_PAGE
from plyground.web.middleware.security_headers import SECURITY_HEADERS

GAME = "play/tictactoe?x=human&o=human&moves=4-0-8-2"


class Page:
    """A page as a browser gets it: its key, and the id of the button that takes a move back."""

    def __init__(self, server: Server) -> None:
        self.server = server
        with urlopen(server.url + GAME) as answer:
            html = answer.read().decode()
        (self.key,) = re.findall(r'data-page="([^"]+)"', html)
        self.undo = re.findall(r'<button[^>]* id="(e\d+)"[^>]*><svg[^/]*/></svg><span>Undo</span>', html)[0]

    @contextmanager
    def socket(self, seen: int = 0) -> Iterator[ClientConnection]:
        address = self.server.url.replace("http", "ws", 1)
        with connect(f"{address}socket?page={self.key}&seen={seen}", open_timeout=PATIENCE) as socket:
            yield socket


def received(socket: ClientConnection, until: str) -> list[Any]:
    """Return the messages with changes up to the one that shows the address ``until``."""
    messages = list[Any]()
    while until not in str(messages):
        message = json.loads(socket.recv(PATIENCE))
        messages += [message] * bool(message[0])
    return messages


def test_a_press_that_comes_twice_is_handled_once(server: Server) -> None:
    page = Page(server)
    with page.socket() as socket:
        for number in (1, 1, 2, 1, 2):
            socket.send(json.dumps([number, page.undo, "click", None]))
        messages = received(socket, "moves=4-0'")
        assert "moves=4'" not in str(messages)
        socket.send(json.dumps([4, page.undo, "click", None]))  # the third press is missing
        socket.send(json.dumps([3, page.undo, "click", None]))
        received(socket, "moves=4'")
        socket.send(json.dumps([0, 0]))
        assert json.loads(socket.recv(PATIENCE)) == [0, 3, []]


def test_messages_come_again_until_they_are_confirmed(server: Server) -> None:
    page = Page(server)
    with page.socket() as socket:
        socket.send(json.dumps([1, page.undo, "click", None]))
        first = received(socket, "moves=4-0-8'")
    with page.socket() as socket:
        assert received(socket, "moves=4-0-8'") == first
    with page.socket(seen=first[-1][0]) as socket:
        socket.send(json.dumps([2, page.undo, "click", None]))
        assert received(socket, "moves=4-0'")[0][0] == first[-1][0] + 1
    with page.socket() as socket, pytest.raises(ConnectionClosed):  # its messages were confirmed and are gone
        while True:
            socket.recv(PATIENCE)


@pytest.mark.parametrize("message", ["", "{", "[]", "7", "[1]", "[1, 2, 3, 4]", "[" * 5000, '["1", "e1", "click", 0]'])
def test_a_message_that_cannot_be_read_is_ignored(server: Server, message: str) -> None:
    page = Page(server)
    with page.socket() as socket:
        socket.send(message)
        socket.send(json.dumps([1, page.undo, "click", "a\ud800"]))  # half a character: counted, and not handled
        socket.send(json.dumps([2, page.undo, "click", None]))
        assert "moves=4-0'" not in str(received(socket, "moves=4-0-8'"))


def test_a_line_on_which_bytes_come_is_closed_and_the_page_goes_on(server: Server) -> None:
    page = Page(server)
    with page.socket() as socket:
        socket.send(b"\0")
        with pytest.raises(ConnectionClosedOK):
            while True:
                socket.recv(PATIENCE)
    with page.socket() as socket:
        socket.send(json.dumps([1, page.undo, "click", None]))
        received(socket, "moves=4-0-8'")


def test_a_page_that_the_server_does_not_have_is_loaded_anew(server: Server) -> None:
    page = Page(server)
    page.key = "unknown"
    with page.socket() as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
        assert closed.value.rcvd and closed.value.rcvd.code == UNKNOWN_PAGE


@pytest.mark.browser
def test_presses_on_a_line_that_breaks_again_and_again_are_made_once_and_in_order(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    for number, side in zip((4, 0, 8, 2, 1, 7), "XOXOXO", strict=True):
        page.evaluate("connection.close()")
        cell(page, number).click()
        page.evaluate("connection.open()")
        stone(page, number, side)
    page.wait_for_url("**moves=4-0-8-2-1-7*")
    page.evaluate("connection.close()")
    undo = page.get_by_role("button", name="Undo", exact=True)
    for _press in range(3):
        undo.click()
    page.evaluate("connection.open()")
    page.wait_for_url("**moves=4-0-8")
    expect(page.locator(".lost")).to_be_hidden()
    assert board(page) == "o...x...x"


@pytest.mark.browser
def test_a_press_between_the_end_of_a_line_and_its_news_is_made(visit: Visit) -> None:
    """The page opens another line before the browser has told it the end of the first."""
    page = visit("play/tictactoe?x=human&o=human")
    page.evaluate("""
        connection.close();
        document.querySelector('[data-cell="4"]').dispatchEvent(new MouseEvent("click", {bubbles: true}));
        connection.open();
    """)
    stone(page, 4, "X")


@pytest.mark.browser
@pytest.mark.parametrize(
    "path",
    sample([
        "", "play/tictactoe?x=human&o=human&moves=0-3-1-4-2", "play/othello", "play/kuhn", "trees", "puzzles", "setup/dame",
        "compare?game=tictactoe&algorithm=minimax&depths=1-3", "exercises?kind=best-move&number=3", "learn/alpha-beta/1", "class",
        "friend?game=othello", "arena", "grading",
    ], every=7),
)  # fmt: skip
def test_pages_keep_to_their_content_security_policy(visit_of: Any, server: Server, path: str) -> None:
    """Neither the server nor a script writes a style into the page, and no script writes a script."""
    assert "unsafe" not in SECURITY_HEADERS["Content-Security-Policy"]
    told: list[str] = []
    page = visit_of(server, path, ready="h1, .stage", bypass_csp=False)
    page.on("console", lambda message: told.append(message.text))
    page.reload(wait_until="networkidle")
    assert [text for text in told if "Content Security Policy" in text] == []
