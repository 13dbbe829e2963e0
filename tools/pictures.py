"""Take the pictures of the page that README.md and docs/ show: ``make pictures``, on a machine with Chromium."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from browser import FLAGS, Server, chromium  # noqa: E402  the tests' own server and browser
from site_folder import program_in, served_site  # noqa: E402

IMAGES = ROOT / "docs" / "images"
TIMEOUT_MS = 240_000
"""Milliseconds that a step on a page may take."""


def home(page: Any) -> None:
    """Show where each cell leads after the first move."""
    page.locator(".games").wait_for()
    page.locator('[data-cell="0"]').first.click()
    page.locator(".legend").first.wait_for()


def demonstrated(page: Any) -> None:
    """Show the mistake that lost a game of Connect Four, with the line on the board."""
    page.locator(".coach .because").wait_for()
    page.locator(".history p").filter(has_text="have a mark").wait_for()
    page.get_by_role("button", name="Show me on the board").click()
    page.locator(".ghost-move").first.wait_for()
    page.evaluate("scrollTo(0, 0)")


def levels(page: Any) -> None:
    """Open the ladder of levels."""
    page.get_by_role("button", name="Black: ").click()
    page.locator(".rungs:visible").wait_for()


def engine(page: Any) -> None:
    """Othello, while the engine thinks."""
    page.locator('[data-cell="26"]').click()
    page.locator(".thoughts").get_by_text("Judged at").wait_for()


def values(page: Any) -> None:
    """Show the value of every move."""
    page.get_by_role("button", name="All values").click()
    page.get_by_text("These are exact values.").wait_for()
    page.locator(".ranking").wait_for()


def decision(page: Any) -> Any:
    """Show a decision of the engine as a tree. Return the tree alone."""
    page.wait_for_url("**moves=4-*")
    page.get_by_role("button", name="Search tree").click()
    page.locator("[role=treeitem][aria-level='4']").nth(1).wait_for()
    return page.locator("section.tree")


def refuted(page: Any) -> None:
    """Show a wrong answer to a puzzle, and the reply that refutes it."""
    page.locator('[data-cell="10"]').click()
    page.get_by_role("button", name="Try again").wait_for()


def compared(page: Any) -> None:
    page.get_by_text("Done: ").wait_for()


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


def ladder(page: Any) -> None:
    page.get_by_text("Games to replay").wait_for()


def board(page: Any) -> None:
    page.locator("[data-cell]").first.wait_for()


LOST = "play/connect_four?x=human&o=level:number=2&moves=1-1-1-5-1-7-7-4-1-6"

PICTURES: dict[str, tuple[str, Callable[[Any], Any], int, int]] = {
    "page-coach": (LOST, demonstrated, 1280, 920),
    "page-phone": (LOST, demonstrated, 390, 844),
    "page-home": ("", home, 1280, 840),
    "page-levels": ("play/chess", levels, 1280, 800),
    "page-engine": ("play/othello?o=engine:seconds=6&moves=f5-d6-c3-d3", engine, 1280, 800),
    "page-values": ("play/connect_four?x=human&o=human&moves=4-4-4-4-2-5-3-3", values, 1280, 960),
    "page-tree": ("play/connect_four?o=engine:nodes=200000&moves=4", decision, 1600, 900),
    "page-puzzle": ("puzzles?game=connect_four&level=3", refuted, 1280, 740),
    "page-arena": ("arena", ladder, 1280, 860),
    "page-compare": ("compare?game=tictactoe", compared, 1280, 1100),
    "page-setup": ("setup/chess", board, 1280, 740),
    "page-steps": ("trees?step=18", steps, 1280, 890),
    "page-lesson": ("learn/alpha-beta", lesson, 1280, 1080),
    "page-exercise": ("exercises?kind=cs188-tied-root&number=2", marked, 1280, 1000),
}
"""(address, action, width, height) by name. The picture shows the element that the action returns, or else the whole page."""

SITE = "page-site"
SITE_PATH = "/play/chess?white=human&black=human&moves=e4-e5-Qh5-Nf6"


def site(browser: Any) -> None:
    """Show a site without a server on a telephone without a network: chess, and the reason of a mistake."""
    with served_site() as address:
        page = browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        page.set_default_timeout(TIMEOUT_MS)
        program = program_in(page, address, SITE_PATH)
        program.locator("[data-cell]").first.wait_for()
        page.wait_for_function(
            "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).length > 60)"
        )
        page.context.set_offline(True)
        program.get_by_role("button", name="Why?").click()
        program.locator(".coach .truth:visible").wait_for()
        page.wait_for_timeout(1000)
        page.screenshot(path=IMAGES / f"{SITE}.png")
        print(f"{SITE}.png")
        page.close()


def main() -> None:
    """Take those that are named, or all, in daylight."""
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, (path, act, width, height) in PICTURES.items():
            if sys.argv[1:] and name not in sys.argv[1:]:
                continue
            page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
            page.set_default_timeout(TIMEOUT_MS)
            page.goto(server.url + path)
            shown = act(page) or page
            page.mouse.move(0, 0)
            shown.screenshot(path=IMAGES / f"{name}.png")
            print(f"{name}.png")
            page.close()
        if not sys.argv[1:] or SITE in sys.argv[1:]:
            site(browser)


if __name__ == "__main__":
    main()
