"""Settings that all tests share."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from browser import FLAGS, Server, chromium
from hypothesis import settings

os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="plyground-")  # nobody's own work is touched
os.environ["LANGUAGE"] = "en"  # what tests read is English, wherever they run

PATIENCE = 60_000
"""Milliseconds that a test waits for what the page is to do: a machine busy with other tests may take its time."""

settings.register_profile("plyground", deadline=None, max_examples=200)
settings.load_profile("plyground")


@pytest.fixture(autouse=True)
def only_built_in_games() -> Iterator[None]:
    """What a test has loaded is not there for the next one."""
    yield
    games = sys.modules.get("plyground.games")
    for entry in list(games.GAMES) if games else ():
        if entry.origin:
            games.GAMES.remove(entry.name)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running
    assert running.said == ""


@pytest.fixture(scope="module")  # while it runs, no test can use asyncio.run
def browser() -> Iterator[Any]:
    playwright_api = pytest.importorskip("playwright.sync_api")
    playwright_api.expect.set_options(timeout=PATIENCE)
    with playwright_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def visit(server: Server, browser: Any) -> Iterator[Any]:
    """Open a page of the server as a new visitor; whatever is asked of another host, or fails, fails the test."""
    contexts, foreign, errors = [], [], []

    def open_page(path: str, width: int = 1280, ready: str = "[data-cell]", **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce", **options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        host = server.url.removeprefix("http://")
        context.on("request", lambda request: foreign.append(request.url) if host not in request.url else None)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(server.url + path)
        page.wait_for_selector(ready)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [url for url in foreign if not url.startswith("data:")] == []
    assert errors == []
