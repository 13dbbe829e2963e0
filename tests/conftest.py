"""Settings that all tests share."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from browser import CHROMIUM, CODE, FLAGS, NO_CHROMIUM, Server, Tabs, chromium, connected
from hypothesis import settings

from plyground.cli import isolation

pytest_plugins = ["proofs", "postgresql_server", "worker_threads"]

# Each program that a test starts, and each process of the tests, would compile all modules anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

DATA_HOME = os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="plyground-")  # nobody's own work is touched
os.environ["LANGUAGE"] = "en"  # tests read English sentences on every machine

PATIENCE = 120_000
"""Milliseconds that a test waits for what the page is to do: a machine busy with other tests may take its time."""

PROOF_TIMEOUT_S = 3600


def refuse_to_fork(path: str) -> None:
    """Fail a test that would fork the process of the tests: the copy would go on with all tests that follow."""
    pytest.fail(f"A command that runs {path} was called in the process of the tests: use program.run().")


isolation.isolate = refuse_to_fork  # set before any module imports the real function

settings.register_profile("quick", deadline=None, max_examples=40, derandomize=True)
settings.register_profile("proofs", deadline=None)
settings.register_profile("nightly", deadline=None, max_examples=1000)


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples Hypothesis draws: `make test` always the same, proofs others in each run, and the nightly
    run many.

    Hear Ctrl-C also in a run that was started in the background: the programs that tests start inherit this.
    """
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("proofs" if config.getoption("--proofs") else "quick")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_unconfigure() -> None:
    """Remove the folder of the work that tests saved."""
    shutil.rmtree(DATA_HOME, ignore_errors=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the trials of installations where none is asked for: they start every Python of this machine."""
    return True if collection_path.name == "installed" and config.option.markexpr != "installed" else None


def pytest_collection() -> None:
    """Let no garbage be looked for while the tests are collected: they all stay."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put first the tests that need the page's server and the browser, and give proofs an hour each.

    One process of pytest-xdist takes all tests of the page, and starts the server and the browser once.
    """
    items.sort(
        key=lambda item: "server" not in getattr(item, "fixturenames", ()) and not item.get_closest_marker("browser")
    )
    for item in items:
        if item.get_closest_marker("proof") or item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.timeout(PROOF_TIMEOUT_S))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line how many tests did not run for want of a browser, and what to install."""
    skipped = [each for each in terminalreporter.stats.get("skipped", []) if NO_CHROMIUM in str(each.longrepr)]
    if skipped:
        names = ", ".join(CHROMIUM)
        terminalreporter.write_line(
            f"{len(skipped)} tests of the page did not run: install one of {names}, or set PLYGROUND_CHROMIUM to a Chromium."
        )


@pytest.fixture(autouse=True)
def only_built_in_games() -> Iterator[None]:
    """Remove the games that a test has loaded before the next test."""
    yield
    games: Any = sys.modules.get("plyground.games")
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
    visits: list[tuple[Any, dict[str, Any], str]] = []
    foreign: list[str] = []
    errors: list[str] = []

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
        if options.get("java_script_enabled", True):
            connected(page)
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
