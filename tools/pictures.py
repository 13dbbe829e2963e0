"""Take the pictures of the page that README.md and docs/ show: ``make pictures``, on a machine with Chromium."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser import FLAGS, Server, chromium  # noqa: E402  the tests' own server and browser

IMAGES = ROOT / "docs" / "images"
SHORT = 60_000
"""Milliseconds that anything on a page may take."""


def games(page: Any) -> None:
    page.wait_for_selector(".games")


def why(page: Any) -> None:
    """A move against the expert, and what each of the next ones is worth."""
    page.locator('[data-cell="8"]').click()
    page.wait_for_url("**moves=0-4-8-*")
    page.get_by_role("button", name="Why?").click()
    page.locator(".costs tbody tr").nth(3).wait_for()


def four(page: Any) -> None:
    """A position of Connect Four that is too large to see through."""
    page.locator('[data-cell="2"]').click()
    page.wait_for_url("**moves=4-4-4-4-2-5-3-*")
    page.get_by_role("button", name="Why?").click()
    page.get_by_text("stopped after 2 s").nth(3).wait_for()


def engine(page: Any) -> None:
    """Othello, while the engine thinks."""
    page.locator('[data-cell="26"]').click()
    page.locator(".thoughts").get_by_text("Judged at").wait_for()


def steps(page: Any) -> None:
    page.locator(".ply-steps").wait_for()


PICTURES: dict[str, tuple[str, Callable[[Any], None], int]] = {
    "page-games": ("", games, 900),
    "page-why": ("play/tictactoe?o=expert&moves=0-4", why, 800),
    "page-connect-four": ("play/connect_four?o=depth-limited&moves=4-4-4-4-2-5", four, 900),
    "page-engine": ("play/othello?o=engine:seconds=6&moves=f5-d6-c3-d3", engine, 940),
    "page-steps": ("trees?step=18", steps, 1210),
}
"""By name: the address, what is done there, and the height of the window."""


def main() -> None:
    """Take them all, in daylight."""
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, (path, act, height) in PICTURES.items():
            page = browser.new_page(viewport={"width": 1280, "height": height}, reduced_motion="reduce")
            page.set_default_timeout(SHORT)
            page.goto(server.url + path)
            act(page)
            page.screenshot(path=IMAGES / f"{name}.png")
            print(f"{name}.png")
            page.close()


if __name__ == "__main__":
    main()
