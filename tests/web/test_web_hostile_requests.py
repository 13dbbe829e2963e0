"""Hostile requests to every address: no answer is a server error, each has security headers, and none has sent text as markup."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest
from browser import Server
from program import PATIENCE
from samples import sample
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from web_page import Visit, move, my_turn_or_end

from plyground.errors import SpecError
from plyground.i18n import Sentence, use
from plyground.store.saved_work import write_work
from plyground.web.middleware.error_guard import ErrorGuardMiddleware
from plyground.web.middleware.security_headers import (
    LARGE_BODIES,
    MAX_BODY_BYTES,
    SECURITY_HEADERS,
    SecurityHeadersMiddleware,
)
from plyground.web.pages.error_pages import failed, foreign
from plyground.web.server import application
from plyground.web.server.serve import serve

ROUTES = [
    (method, route.path)
    for router in application.routers()
    for route in router.routes
    if isinstance(route, Route)
    for method in sorted(route.methods or ())
]
PAGES = [route for method, route in ROUTES if method == "GET"]
VALUES = ("", "1", "x")
MARKUP = '"><script>alert(1)</script>'
HOSTILE = (MARKUP, "../../../../etc/passwd", "\x00\r\nSet-Cookie: a=b", "9" * 600, "[" * 600, "\ud83d\ude00é%%{name}")
NAMES = (
    "moves", "x", "o", "A", "start", "tree", "game", "random", "step", "algorithm", "order", "depth", "saved", "kind", "number",
    "student", "seed", "answered", "item.C2", "answer", "position", "nodes", "code", "key", "loops", "language", "explore",
)  # fmt: skip


def ask(
    server: Server, method: str, path: str, body: bytes | None = None, /, **headers: Any
) -> tuple[HTTPResponse, bytes]:
    where = urlsplit(server.url)
    connection = HTTPConnection(str(where.hostname), where.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize(("method", "route"), sample(ROUTES, every=9))
def test_nothing_that_is_sent_does_harm(server: Server, method: str, route: str) -> None:
    """Unknown fields, missing fields, and known fields with hostile values."""
    ours = {"Origin": server.url.rstrip("/"), "Content_Type": "application/x-www-form-urlencoded"}
    for text in HOSTILE:
        encoded = text.encode("utf-8", "surrogatepass")
        path = re.sub(r"\{\w+\}", quote(encoded, safe=""), route)
        fields = urlencode([(name, encoded) for name in NAMES])
        odd = {
            "Referer": "http://[" + quote(encoded),
            "Cookie": f"{server.visitor_cookie(quote(encoded))}; language=<b>",
        }
        for sent in (fields, ""):
            if method == "POST":
                answer, body = ask(server, method, path, sent.encode(), **odd, **ours)
            else:
                answer, body = ask(server, method, f"{path}?{sent}", **odd)
            assert answer.status < 500, (path, sent[:200])
            assert MARKUP.encode() not in body
            assert b"root:x:0:" not in body
            assert answer.headers.get("server") is None
            assert {name: answer.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
            assert not re.search(r"\ba=b", str(answer.headers))  # our cookie's own name may end in a


@pytest.mark.parametrize("route", PAGES[::4])
def test_each_single_field_is_answered(server: Server, route: str) -> None:
    """A field alone, such as in an old link to a lesson that has changed since."""
    first = PAGES.index(route)
    is_answered(server, route, {name: [VALUES[(first + place) % len(VALUES)]] for place, name in enumerate(NAMES)})


@pytest.mark.proof
@pytest.mark.parametrize("route", PAGES)
def test_each_single_field_is_answered_with_each_value(server: Server, route: str) -> None:
    is_answered(server, route, dict.fromkeys(NAMES, VALUES))


def is_answered(server: Server, route: str, fields: Mapping[str, Sequence[str]]) -> None:
    """Ask for a page with each value of each field alone."""
    path = route.replace("{game}", "tictactoe").replace("{name}", "alpha-beta")
    for name, values in fields.items():
        for value in values:
            answer, _body = ask(server, "GET", f"{path}?{urlencode({name: value})}")
            assert answer.status < 500, (path, name, value)


def test_large_bodies_are_refused(server: Server) -> None:
    for path in ("/mine/delete", "/enter", "/socket"):
        answer, _body = ask(server, "POST", path, b"code=" + b"x" * 1000, Origin=server.url.rstrip("/"))
        assert answer.status < 500
    ours = {"Origin": server.url.rstrip("/"), "Content_Type": "application/x-www-form-urlencoded"}
    answer, _body = ask(server, "POST", "/enter", b"code=" + b"x" * MAX_BODY_BYTES, **ours)
    assert answer.status == 413


def test_a_large_file_of_saved_work_is_loaded(server: Server) -> None:
    page = {"room": "play", "title": "Tic-tac-toe", "changed": "2026-01-02T03:04:05+00:00", "comments": ["x" * 2000]}
    pages = [page | {"address": f"/play/tictactoe?moves={number}"} for number in range(700)]
    lists: dict[str, Any] = {"pages": pages, "answers": [], "puzzles": [], "friend_games": []}
    content = write_work({"version": 1} | lists).encode()
    assert MAX_BODY_BYTES < len(content) < LARGE_BODIES["/mine/load"]
    head = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="work.json"\r\n\r\n'
    ours = {"Origin": server.url.rstrip("/"), "Content_Type": "multipart/form-data; boundary=edge"}
    answer, told = ask(server, "POST", "/mine/load", head + content + b"\r\n--edge--\r\n", **ours)
    assert (answer.status, b"700 entries were added to your work." in told) == (200, True)
    answer, _page = ask(server, "POST", "/mine/load", head + b"x" * LARGE_BODIES["/mine/load"], **ours)
    assert answer.status == 413


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://[", "ftp://{host}", "//{host}", "https://{host}", "http://{host}/", "http://evil.example@{host}", "http://{host}0", "{host}", "ws://{host}"],
)  # fmt: skip
def test_a_page_of_another_origin_changes_nothing(server: Server, origin: str) -> None:
    origin = origin.format(host=urlsplit(server.url).netloc)
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
    socket = "/socket?page=x&seen=0"
    key = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert ask(server, "POST", "/mine/delete", Origin=origin)[0].status == 403
    assert ask(server, "GET", socket, Origin=origin, **upgrade, **key)[0].status == 403
    assert ask(server, "POST", "/mine/delete")[0].status == 403  # browsers say where a form comes from
    assert ask(server, "POST", "/mine/delete", Origin=server.url.rstrip("/"))[0].status == 303


SITE = "play.example.org"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that trusts a proxy on this computer."""
    work = tmp_path_factory.mktemp("proxied") / "work.sqlite"
    with Server("--class-code", "dama-7", "--behind", "127.0.0.1", "--work", str(work)) as running:
        yield running
    assert running.said == ""


@pytest.mark.parametrize(
    ("origin", "host", "proto", "status"),
    [
        (f"https://{SITE}", SITE, "https", 303),
        (f"https://{SITE}", f"{SITE}:443", "https", 303),
        (f"https://{SITE}:8443", f"{SITE}:8443", "https", 303),
        (f"https://{SITE}", SITE, "", 303),  # the proxy does not tell that it encrypts
        (f"http://{SITE}", SITE, "", 303),
        (f"http://{SITE}", SITE, "https", 403),
        (f"https://{SITE}", SITE, "http", 403),
        (f"https://{SITE}", f"{SITE}:8443", "https", 403),
        (f"ftp://{SITE}", SITE, "ftp", 403),
    ],
)
def test_behind_a_proxy_the_origin_is_the_address_in_the_browser(
    proxied: Server, origin: str, host: str, proto: str, status: int
) -> None:
    headers = {"Origin": origin, "Host": host, "Content_Type": "application/x-www-form-urlencoded"}
    headers |= {"X_Forwarded_Proto": proto} if proto else {}
    assert ask(proxied, "POST", "/enter", b"code=dama-7", **headers)[0].status == status


@pytest.mark.parametrize(
    ("public_url", "origin", "status"),
    [
        (f"https://{SITE}/", f"https://{SITE}", "200"),
        (f"https://{SITE}:443/", f"https://{SITE}", "200"),
        (f"https://{SITE}:8443/", f"https://{SITE}:8443", "200"),
        (f"https://{SITE}/", "http://127.0.0.1:8080", "200"),
        ("", f"https://{SITE}", "403"),
        (f"https://{SITE}/", f"http://{SITE}", "403"),
        (f"https://{SITE}/", f"https://{SITE}:8443", "403"),
        (f"https://{SITE}/", f"https://{SITE}.evil.example", "403"),
        (f"https://{SITE}/", "null", "403"),
    ],
)
def test_pages_of_the_public_address_are_ours_without_a_named_proxy(public_url: str, origin: str, status: str) -> None:
    """The proxy passes on neither the name of the site nor the scheme."""

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("page")(scope, receive, send)

    app = SecurityHeadersMiddleware(page, foreign, public_url=public_url)
    headers, _body = asyncio.run(answered(app, Origin=origin, Host="127.0.0.1:8080"))
    assert headers["status"] == status


MALFORMED = b"no form at all"


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/no-such-page", 404, "There is nothing here"),
        ("GET", "/static/0/page.css", 404, "There is nothing here"),
        ("PUT", "/learn", 405, "This address does not accept this kind of request"),
        ("POST", "/play/file", 400, "This file cannot be opened"),
        ("POST", "/enter", 400, "This was not understood"),
        ("POST", "/mine/delete", 403, "This is refused"),
        ("POST", "/enter", 413, "This is too large"),
    ],
)
def test_the_page_tells_every_failure(server: Server, method: str, path: str, status: int, sentence: str) -> None:
    headers = {"Accept_Language": "pt-BR", "Content_Type": "multipart/form-data; boundary=edge"}
    headers["Origin"] = server.url.rstrip("/")
    body = MALFORMED if method == "POST" else None
    if status == 413:
        body = b'--edge\r\nContent-Disposition: form-data; name="code"\r\n\r\n' + b"x" * MAX_BODY_BYTES
    if status == 403:
        headers["Origin"] = "http://evil.example"
    answer, page = ask(server, method, path, body, **headers)
    text = page.decode()
    assert (answer.status, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert text.startswith('<!doctype html>\n<html lang="pt-BR"')
    use("pt_BR")
    assert f"<h1>{Sentence(sentence, {})}</h1>" in text
    use(None)
    assert {name: answer.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS


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


async def answered(app: ASGIApp, path: str = "/learn", **headers: str) -> tuple[dict[str, str], bytes]:
    """Ask an application for a page. Return the headers of the answer, with its status, and its body."""
    sent: list[Message] = []
    scope: Scope = {
        "type": "http", "method": "GET", "path": path, "query_string": b"", "state": {},
        "headers": [(name.lower().replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip

    async def receive() -> Message:
        raise RuntimeError("Receive channel has not been made available.")

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    start, *rest = sent
    found = {name.decode(): value.decode() for name, value in start["headers"]} | {"status": str(start["status"])}
    return found, b"".join(message.get("body", b"") for message in rest)


def test_a_page_that_fails_is_styled_translated_and_logged_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async def fails(scope: Scope, receive: Receive, send: Send) -> None:
        raise KeyError("secret detail")

    app = SecurityHeadersMiddleware(ErrorGuardMiddleware(fails, failed), foreign)
    headers, page = asyncio.run(answered(app, Accept_Language="ro"))
    text = page.decode()
    assert headers["status"] == "500"
    assert {name: headers[name.lower()] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert text.startswith('<!doctype html>\n<html lang="ro"') and "page.css" in text
    assert "secret detail" not in text
    [line] = caplog.messages
    found = re.fullmatch(r"GET /learn failed \(reference (\w+)\): KeyError\('secret detail'\) in .*", line)
    assert found and f"Referință: {found[1]}" in text
    assert caplog.records[0].exc_info is None


def test_a_visitor_who_has_left_is_no_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def leaves(scope: Scope, receive: Receive, send: Send) -> None:
        raise ClientDisconnect

    with pytest.raises(ValueError, match="not enough values"):  # nothing is answered
        asyncio.run(answered(ErrorGuardMiddleware(leaves, failed)))
    assert caplog.messages == []


@pytest.mark.parametrize(
    "path", ["/play/tictactoe", "/puzzles", "/trees", "/exercises", "/mine", "/class", "/", "/played"]
)
def test_only_named_sites_embed_only_boards_puzzles_trees_and_exercises(path: str) -> None:
    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("page")(scope, receive, send)

    site = "https://moodle.example.org"
    policies = [
        asyncio.run(answered(SecurityHeadersMiddleware(page, foreign, embedders), path))[0]["content-security-policy"]
        for embedders in ((), (site,))
    ]
    assert policies[0].endswith("frame-ancestors 'none'")
    allowed = path.split("/")[1] in ("play", "puzzles", "trees", "exercises")
    assert policies[1].endswith(f"frame-ancestors 'self' {site}" if allowed else "frame-ancestors 'none'")


@pytest.mark.parametrize(
    "site", ["*", "moodle.example.org", "https://a.example/path", "https://a.example; script-src *", "http://"]
)
def test_a_site_that_is_no_origin_is_refused(site: str) -> None:
    with pytest.raises(SpecError, match=r"such as https://moodle\.example\.org"):
        serve("127.0.0.1", 0, False, lambda links: None, embedders=[site])
