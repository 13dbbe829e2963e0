"""Budgets of the page: bytes to load, the work from a press to its picture, and parts that jump."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from browser import Server
from samples import sample
from slow_line import SlowLine
from web_page import Visit, cell, expect, press, shift

pytestmark = pytest.mark.browser

MAX_SHIFT = 0.02
"""Cumulative layout shift that nobody notices."""
MAX_WORK_MS = 50
"""Milliseconds of a processor from a press to its picture: other work of the machine does not count."""
SLOW_LINE_S = 0.4
"""Seconds until an answer of the server is here; the press must not wait for it."""
DRAWN_GAME = (0, 1, 2, 4, 3, 5, 7, 6, 8)
"""Cells of tic-tac-toe in an order without three in a row."""
NOTE_PRESSES = """() => {
    window.early = [];
    const board = document.querySelector(".board");
    board.addEventListener("click", () => {
        const address = location.href;
        const drawn = new MutationObserver(() => {
            drawn.disconnect();
            early.push(location.href === address);
        });
        drawn.observe(board, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-label"] });
    }, true);
}"""
"""Note for each press if the board changes before the address, which the server's answer changes."""


def weight(page: Any, path: str) -> int:
    """Load a page. Return the bytes that the network brought for it."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    loaded: list[int] = []
    tools.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    page.goto(path, wait_until="networkidle")
    tools.detach()
    return int(sum(loaded))


def work_ms(tools: Any) -> float:
    """Return the milliseconds of a processor that the page's main thread has worked so far."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


@pytest.mark.proof
def test_pages_are_light(visit_of: Any) -> None:
    with Server() as fresh:  # a port that no browser has been to: nothing is in its cache
        page = visit_of(fresh, "first-board", ready="body")
        assert weight(page, f"{fresh.url}") <= 150_000
        assert weight(page, f"{fresh.url}learn") <= 60_000
        assert shift(page) < 0.02
        assert weight(page, f"{fresh.url}") <= 60_000
        assert weight(page, f"{fresh.url}play/othello?x=human&o=human") <= 120_000
        assert weight(page, f"{fresh.url}play/tictactoe?x=human&o=human") <= 60_000


@pytest.mark.proof
def test_a_press_is_seen_at_once_on_a_slow_line(server: Server, visit_of: Any) -> None:
    slow = SimpleNamespace(url=SlowLine(server.url, SLOW_LINE_S).url)
    page = visit_of(slow, "play/tictactoe?x=human&o=human")
    page.evaluate(NOTE_PRESSES)
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    works_ms = []
    for number, pressed in enumerate(DRAWN_GAME, 1):
        before_ms = work_ms(tools)
        cell(page, pressed).click()
        page.wait_for_function("number => early.length === number", arg=number)
        works_ms.append(work_ms(tools) - before_ms)
        page.wait_for_url(lambda url, number=number: url.count("-") == number - 1 and "moves=" in url)
    tools.detach()
    assert page.evaluate("early") == [True] * len(DRAWN_GAME)
    assert 0 < min(works_ms) <= MAX_WORK_MS


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    "path",
    sample(
        ["", "learn", "learn/alpha-beta", "puzzles", "exercises", "trees", "setup/kalah", "play/dame", "play/kalah"],
        every=8,
    ),
)
def test_nothing_jumps_while_a_room_opens(visit: Visit, path: str, width: int) -> None:
    page = visit(path, width=width, ready="main, .page")
    page.wait_for_load_state("networkidle")
    assert shift(page) < MAX_SHIFT


@pytest.mark.parametrize("width", sample([390, 1280], every=2))
def test_nothing_jumps_while_a_game_is_played(visit: Visit, width: int) -> None:
    page = visit("play/tictactoe?x=human&o=expert", width=width)
    for pressed in (4, 8):
        before = page.url.count("-")
        cell(page, pressed).click()
        page.wait_for_function("before => location.href.split('-').length - 1 >= before + 1", arg=before)
        expect(page.get_by_text("Your move: you play X").first).to_be_visible()
    press(page, "Why?")
    below = page.locator(".gamepanel").bounding_box()
    expect(page.locator(".coach.why:not(.waits) .headline")).to_be_visible()
    assert page.locator(".gamepanel").bounding_box() == below  # the press itself makes room for the answer
    assert shift(page) < MAX_SHIFT
