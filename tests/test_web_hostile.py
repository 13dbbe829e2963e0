"""Whatever is sent to whichever address: an answer that is no fault of ours, guarded, and without what was sent as markup."""

from __future__ import annotations

import re
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

import pytest
from browser import Server
from page import Visit, move, my_turn_or_end
from program import PATIENCE

from plyground.interfaces.web import pages
from plyground.interfaces.web.guard import HEADERS, LARGEST
from plyground.language import Sentence, use

ROUTES = re.findall(r'(?:app\.get|ui\.page)\("(/[^"]*)"', Path(pages.__file__).read_text(encoding="utf-8"))
MARKUP = '"><script>alert(1)</script>'
HOSTILE = (MARKUP, "../../../../etc/passwd", "\x00\r\nSet-Cookie: a=b", "9" * 600, "[" * 600, "\ud83d\ude00é%%{name}")
NAMES = (
    "moves", "x", "o", "A", "start", "tree", "game", "random", "step", "algorithm", "order", "depth", "saved", "kind", "number",
    "student", "seed", "answered", "item.C2", "answer", "position", "nodes", "code", "key", "loops", "language", "explore",
)  # fmt: skip


def ask(
    server: Server, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[HTTPResponse, bytes]:
    where = urlsplit(server.url)
    connection = HTTPConnection(str(where.hostname), where.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize("route", ROUTES)
def test_nothing_that_is_sent_does_harm(server: Server, route: str) -> None:
    for text in HOSTILE:
        encoded = text.encode("utf-8", "surrogatepass")
        path = re.sub(r"\{\w+\}", quote(encoded, safe=""), route)
        query = urlencode([(name, encoded) for name in NAMES])
        odd = {"Referer": "http://[" + quote(encoded), "Cookie": f"visitor={quote(encoded)}; language=<b>"}
        for asked in {f"{path}?{query}", path}:
            answer, body = ask(server, "GET", asked, **odd)
            assert answer.status < 500, asked[:200]
            assert MARKUP.encode() not in body
            assert b"root:x:0:" not in body
            assert answer.headers.get("server") is None
            assert {name: answer.headers[name] for name in HEADERS} == HEADERS
            assert "a=b" not in str(answer.headers)


def test_no_body_is_too_large_to_be_refused(server: Server) -> None:
    for path in ("/mine/delete", "/enter", "/_nicegui_ws/socket.io/?EIO=4&transport=polling"):
        answer, _body = ask(server, "POST", path, b"code=" + b"x" * 1000)
        assert answer.status < 500
    answer, _body = ask(
        server, "POST", "/enter", b"code=" + b"x" * LARGEST, Content_Type="application/x-www-form-urlencoded"
    )
    assert answer.status == 413


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://["])
def test_a_page_of_another_host_changes_nothing(server: Server, origin: str) -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
    socket = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    key = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert ask(server, "POST", "/mine/delete", Origin=origin)[0].status == 403
    assert ask(server, "GET", socket, Origin=origin, **upgrade, **key)[0].status == 403
    assert ask(server, "POST", "/mine/delete", Origin=server.url.rstrip("/"))[0].status == 303


MALFORMED = b"no form at all"


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/no-such-page", 404, "There is nothing here"),
        ("GET", "/static/0/page.css", 404, "There is nothing here"),
        ("DELETE", "/learn", 405, "This address is asked in another way"),
        ("POST", "/play/file", 400, "This file cannot be opened"),
        ("POST", "/enter", 400, "This was not understood"),
        ("POST", "/mine/delete", 403, "This is refused"),
        ("POST", "/enter", 413, "This is too large"),
    ],
)
def test_whatever_goes_wrong_the_page_says_it(
    server: Server, method: str, path: str, status: int, sentence: str
) -> None:
    headers = {"Accept_Language": "pt-BR", "Content_Type": "multipart/form-data; boundary=edge"}
    body = MALFORMED if method == "POST" else None
    if status == 413:
        body = b'--edge\r\nContent-Disposition: form-data; name="code"\r\n\r\n' + b"x" * LARGEST
    if status == 403:
        headers["Origin"] = "http://evil.example"
    answer, page = ask(server, method, path, body, **headers)
    text = page.decode()
    assert (answer.status, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert text.startswith('<!doctype html>\n<html lang="pt-BR"')
    use("pt_BR")
    assert f"<h1>{Sentence(sentence, {})}</h1>" in text
    use(None)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.browser
def test_half_a_character_is_no_line_of_the_log(visit: Visit) -> None:
    """Typed anywhere, it is dropped, and the game goes on; what the server has said is looked at when it ends."""
    page = visit("play/tictactoe")
    my_turn_or_end(page)
    sent = page.evaluate(
        """() => [...document.querySelectorAll("input:not([type=radio], [type=file]), textarea")].map((field) => {
            field.value = "a\\ud800";
            return field.dispatchEvent(new Event("change", { bubbles: true }));
        }).length"""
    )
    assert sent > 1
    move(page, 4)
    my_turn_or_end(page)
