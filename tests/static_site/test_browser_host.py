"""The host of the application in a browser, with a small application: its cookies, its paths and its sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from plyground.static_site.browser_host import BrowserHost, CookieJar

PAGE = '<!doctype html><html><meta charset="utf-8"><a href="/play/chess">Chess</a><img src="/picture/x"></html>'


def hello(request: Request) -> Response:
    answer = HTMLResponse(PAGE)
    answer.set_cookie("visitor", "somebody", max_age=60)
    return answer


async def asked(request: Request) -> Response:
    told = [request.method, request.url.path, request.url.query, request.cookies.get("visitor", ""), (await request.body()).decode()]  # fmt: skip
    return Response("|".join(told))


def away(request: Request) -> Response:
    answer = RedirectResponse("/play?game=chess")
    answer.delete_cookie("visitor")
    return answer


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    async for text in socket.iter_text():
        await socket.send_text(f'<a href="/learn">{text}</a>')
        await socket.send_text('[1,0,[["open","/play/hex"],["attribute","e5","href","/mine"],["inside","e1","/"]]]')
        await socket.send_bytes(text.encode())


APP = Starlette(
    routes=[
        Route("/", hello),
        Route("/asked", asked, methods=["GET", "POST"]),
        Route("/away", away),
        WebSocketRoute("/line", echo),
    ]
)


def host(folder: Path, prefix: str = "/") -> BrowserHost:
    return BrowserHost(APP, prefix, CookieJar(folder / "cookies.json"))


def test_cookies_are_kept_for_the_next_start(tmp_path: Path) -> None:
    async def scene() -> None:
        first = host(tmp_path)
        await first.begin()
        status, headers, _body = await first.request("GET", "/", "", [], b"")
        assert status == 200 and "set-cookie" not in dict(headers)
        again = await host(tmp_path).request("POST", "/asked", "x=1", [("Cookie", "visitor=other")], b"words")
        assert again[2] == b"POST|/asked|x=1|somebody|words"
        await first.request("GET", "/away", "", [], b"")
        assert (await host(tmp_path).request("GET", "/asked", "", [], b""))[2] == b"GET|/asked|||"

    asyncio.run(scene())


@pytest.mark.parametrize(("prefix", "place"), [("/", "/"), ("/name/", "/name/")])
def test_links_lead_below_the_sites_own_path(tmp_path: Path, prefix: str, place: str) -> None:
    async def scene() -> None:
        served = host(tmp_path, prefix)
        page = (await served.request("GET", "/", "", [], b""))[2].decode()
        assert f'href="{place}play/chess"' in page and f'src="{place}picture/x"' in page
        assert page.index(f'<script src="{place}static/site/page_socket.js">') < page.index("<a ")
        status, headers, _body = await served.request("GET", "/away", "", [], b"")
        assert (status, dict(headers)["location"]) == (307, f"{place}play?game=chess")

    asyncio.run(scene())


def test_sockets_are_messages(tmp_path: Path) -> None:
    async def scene() -> None:
        heard: asyncio.Queue[tuple[str, str | bytes]] = asyncio.Queue()
        socket = host(tmp_path, "/name/").connect("/line", "", lambda event, data: heard.put_nowait((event, data)))
        assert await heard.get() == ("open", "")
        socket.send("hello")
        assert await heard.get() == ("message", '<a href="/name/learn">hello</a>')
        changes = '[1,0,[["open","/name/play/hex"],["attribute","e5","href","/name/mine"],["inside","e1","/"]]]'
        assert await heard.get() == ("message", changes)
        assert await heard.get() == ("message", b"hello")
        socket.close()
        assert await heard.get() == ("close", "1000")

    asyncio.run(scene())
