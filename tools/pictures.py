"""Take the pictures of the page that README.md and docs/ show: ``make pictures``, on a machine with Chromium."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from browser import FLAGS, Server, chromium  # noqa: E402  the tests' own server and browser

IMAGES = ROOT / "docs" / "images"
SHORT = 60_000
"""Milliseconds that anything on a page may take."""


def games(page: Any) -> None:
    page.wait_for_selector(".games")


def why(page: Any) -> None:
    """Show a move against the expert, and the values of the next ones."""
    page.locator('[data-cell="8"]').click()
    page.wait_for_url("**moves=0-4-8-*")
    page.get_by_role("button", name="Why?").click()
    all_costs(page)


def all_costs(page: Any) -> None:
    """Wait until each of the compared searches has told its positions."""
    for row in range(4):
        page.locator(".costs tbody tr").nth(row).locator("td").filter(has_text=re.compile(r"\d")).first.wait_for()


def four(page: Any) -> None:
    """Show a position of Connect Four that is too large to be solved."""
    page.locator('[data-cell="2"]').click()
    page.wait_for_url("**moves=4-4-4-4-2-5-3-*")
    page.get_by_role("button", name="Why?").click()
    all_costs(page)


def engine(page: Any) -> None:
    """Othello, while the engine thinks."""
    page.locator('[data-cell="26"]').click()
    page.locator(".thoughts").get_by_text("Judged at").wait_for()


def dame(page: Any) -> None:
    """Show the values of the moves of the piece that is picked up."""
    page.get_by_role("button", name="Why?").click()
    page.locator(".chip:visible").first.wait_for()
    all_costs(page)
    page.locator('[data-cell="4"]').click()


def decision(page: Any) -> Any:
    """Show a decision of the engine as a tree: the panel alone."""
    page.wait_for_url("**moves=4-*")
    page.get_by_role("tab", name="Tree").click()
    page.locator("[role=treeitem][aria-level='4']").nth(1).wait_for()
    return page.locator(".gamepanel")


def thrown_away(page: Any) -> None:
    """Show a game of Connect Four, with what its moves gave away."""
    page.get_by_role("button", name="Explore").click()
    page.get_by_text("Perfect play from here").wait_for()
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("button", name="Show mistakes").click()
    page.locator(".history .slip[d]").nth(1).wait_for(state="attached")
    page.locator(".history").get_by_text("given value away").wait_for(timeout=4 * SHORT)


def compared(page: Any) -> None:
    page.get_by_text("Done: ").wait_for(timeout=4 * SHORT)


def steps(page: Any) -> None:
    page.locator(".ply-steps").wait_for()


def marked(page: Any) -> None:
    """Show an exercise that was answered under the course's other rule."""
    page.get_by_role("checkbox", name="C2").check()
    page.get_by_role("button", name="Mark my answer").click()
    page.locator("#mark").wait_for()


def lesson(page: Any) -> None:
    """Show a prediction, and what the search really does."""
    page.get_by_role("radio", name="D1").check()
    page.get_by_role("button", name="Check my prediction").click()
    page.locator("#verdict").wait_for()
    page.evaluate("scrollTo(0, 0)")


def refuted(page: Any) -> None:
    """Show a wrong answer to a puzzle, and the reply that refutes it."""
    page.locator('[data-cell="10"]').click()
    page.get_by_role("button", name="Try again").wait_for()


def editor(page: Any) -> None:
    page.locator('[data-cell="63"]').wait_for()


PICTURES: dict[str, tuple[str, Callable[[Any], Any], int]] = {
    "page-games": ("", games, 900),
    "page-why": ("play/tictactoe?o=expert&moves=0-4", why, 800),
    "page-connect-four": ("play/connect_four?o=depth-limited&moves=4-4-4-4-2-5", four, 900),
    "page-engine": ("play/othello?o=engine:seconds=6&moves=f5-d6-c3-d3", engine, 940),
    "page-dame": ("play/dame?o=human&c=human&moves=a1b2-c4c3-b2a3-c3c2-c1d2-d4d3", dame, 900),
    "page-tree": ("play/connect_four?o=engine:nodes=200000&moves=4", decision, 800),
    "page-explore": (
        "play/connect_four?x=human&o=human&moves=4-4-4-4-4-2-3-5-5-2-2-5-7-7-7-1-3-1-4", thrown_away, 1200,
    ),
    "page-compare": ("compare?game=tictactoe", compared, 1546),
    "page-puzzle": ("puzzles?game=connect_four&level=3", refuted, 800),
    "page-setup": ("setup/chess", editor, 980),
    "page-steps": ("trees?step=18", steps, 1210),
    "page-lesson": ("learn/alpha-beta", lesson, 1300),
    "page-exercise": ("exercises?kind=cs188-tied-root&number=2", marked, 1000),
}  # fmt: skip
"""(address, action, height) by name. The picture shows the element that the action returns, or else the whole page."""


def main() -> None:
    """Take those that are named, or all, in daylight."""
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, (path, act, height) in PICTURES.items():
            if sys.argv[1:] and name not in sys.argv[1:]:
                continue
            page = browser.new_page(viewport={"width": 1280, "height": height}, reduced_motion="reduce")
            page.set_default_timeout(SHORT)
            page.goto(server.url + path)
            (act(page) or page).screenshot(path=IMAGES / f"{name}.png")
            print(f"{name}.png")
            page.close()


if __name__ == "__main__":
    main()
