"""Pages in the frames of other sites: a named site shows them, others do not, and links lead out of the frame."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from browser import Server, Tabs
from playwright.sync_api import expect


class Course(BaseHTTPRequestHandler):
    """A page of another site, with a frame for the address after its ``?``."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<iframe src="{self.path.partition("?")[2]}" width="900" height="700"></iframe>'.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Course) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="module")
def embedded(site: str) -> Iterator[Server]:
    with Server("--embed", site) as running:
        yield running


@pytest.fixture
def page(tabs: Tabs, embedded: Server) -> Iterator[Any]:
    tab = tabs.take(1280, {})
    yield tab
    tabs.give_back(tab, {}, embedded.url)


@pytest.mark.proof
def test_a_named_site_shows_a_board(page: Any, site: str, embedded: Server) -> None:
    page.goto(f"{site}/?{embedded.url}play/tictactoe")
    frame = page.frame_locator("iframe")
    frame.locator('[data-cell="4"]').click()
    expect(frame.locator(".history input").nth(1)).to_be_attached()
    expect(frame.locator(".top nav")).to_have_count(0)
    with page.context.expect_page() as opened:
        frame.get_by_role("button", name="More", exact=True).click()
        frame.locator('a[href^="/friend?"]').click()
    opened.value.close()


def test_another_site_shows_nothing(page: Any, site: str, embedded: Server) -> None:
    page.goto(f"{site.replace('127.0.0.1', 'localhost')}/?{embedded.url}play/tictactoe")
    page.frames[1].wait_for_load_state()
    expect(page.frame_locator("iframe").locator("#main")).to_have_count(0)


@pytest.mark.proof
def test_the_snippet_shows_the_page_that_is_seen(page: Any, embedded: Server) -> None:
    page.goto(f"{embedded.url}trees?step=3")
    page.get_by_text("Settings").click()
    page.locator(".embed summary").click()
    snippet = re.compile(re.escape(f'<iframe src="{embedded.url}trees?step=3"'))
    expect(page.locator(".embed textarea")).to_have_value(snippet)
