"""Settings that all tests share."""

from __future__ import annotations

import asyncio
import math
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from browser import CODE, FLAGS, Server, Tabs, chromium
from hypothesis import settings

os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="plyground-")  # nobody's own work is touched
os.environ["LANGUAGE"] = "en"  # what tests read is English, wherever they run

PATIENCE = 120_000
"""Milliseconds that a test waits for what the page is to do: a machine busy with other tests may take its time."""

settings.register_profile("plyground", deadline=None)
settings.load_profile("plyground")


STARTED = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--within", type=float, default=math.inf, metavar="SECONDS", help="skip what has not begun by then"
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    if time.monotonic() - STARTED > item.config.getoption("--within"):
        pytest.skip("the time for all tests is over")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """First what needs the page's server and the browser: one process of pytest-xdist takes it all, and starts each once."""
    items.sort(
        key=lambda item: "server" not in getattr(item, "fixturenames", ()) and not item.get_closest_marker("browser")
    )


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


@pytest.fixture(scope="session")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has a class, which other computers reach as well; this computer is its teacher's."""
    work = tmp_path_factory.mktemp("school") / "work.sqlite"
    with Server("--host", "0.0.0.0", "--class-code", CODE, "--work", str(work)) as running:
        yield running
    assert running.said == ""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright_api = pytest.importorskip("playwright.sync_api")
    playwright_api.expect.set_options(timeout=PATIENCE)
    with playwright_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def tabs(browser: Any) -> Tabs:
    return Tabs(browser, PATIENCE)


@pytest.fixture(autouse=True)
def a_loop_of_its_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """Between its calls, too, playwright's event loop counts as running; who drives no browser may run another."""
    loop = None if "browser" in request.fixturenames else asyncio._get_running_loop()
    if loop:
        asyncio._set_running_loop(None)
    yield
    if loop:
        asyncio._set_running_loop(loop)


@pytest.fixture
def visit_of(tabs: Tabs) -> Iterator[Any]:
    """Open a page of a server as a new visitor; whatever is asked of another host, or fails, fails the test."""
    visits, foreign, errors = [], [], []

    def asked(request: Any) -> None:
        if not request.url.startswith(("data:", "about:", "blob:", *(url for _page, _options, url in visits))):
            foreign.append(request.url)

    def failed(error: Any) -> None:
        errors.append(str(error))

    def open_page(
        server: Server,
        path: str,
        width: int = 1280,
        ready: str = "[data-cell]",
        color_scheme: str = "light",
        **options: Any,
    ) -> Any:
        page = tabs.take(width, options, color_scheme)
        visits.append((page, options, server.url))
        page.context.on("request", asked)
        page.on("pageerror", failed)
        page.goto(server.url + path)
        page.wait_for_selector(ready)
        return page

    yield open_page
    for page, options, url in visits:
        tabs.give_back(page, options, url)
        page.context.remove_listener("request", asked)
        page.remove_listener("pageerror", failed)
    assert foreign == []
    assert errors == []


@pytest.fixture
def visit(server: Server, visit_of: Any) -> Any:
    """As ``visit_of``, of the server that most tests share."""
    return partial(visit_of, server)
