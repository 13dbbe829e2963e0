"""Every room, looked at by axe-core as people do who cannot see or cannot use a mouse, in light and dark."""

from __future__ import annotations

from typing import Any

import pytest
from page import Visit

Axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe

pytestmark = pytest.mark.browser

EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTRAST = {"type": "rule", "values": ["color-contrast"]}  # all that is another in the dark
ROOMS = [
    ("", ".games"),
    ("play/tictactoe?x=human&o=human&moves=0-4-8", "[data-cell]"),
    ("trees", ".ply-steps"),
    ("exercises?kind=best-move&number=3", ".show"),
    ("compare", "form"),
    ("solved", ".solved"),
    ("learn", "main"),
    ("mine", "main"),
]


def faults(page: Any, rules: object) -> list[str]:
    """What breaks WCAG 2.2 AA or a good practice, and where."""
    found = Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"]}).response["violations"]
    return [
        f"{page.url}: {each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def test_no_room_shuts_anybody_out(visit: Visit) -> None:
    found = []
    for path, ready in ROOMS:
        page = visit(path, ready=ready, color_scheme="light")
        if path.startswith("play"):
            for name in ("Hint", "Why?"):
                page.get_by_role("button", name=name, exact=True).click()
            page.locator(".cell.hinted").first.wait_for()
            page.locator(".chip").first.wait_for()
        found += faults(page, EVERYTHING)
        page.emulate_media(color_scheme="dark")
        found += faults(page, CONTRAST)
        page.close()
    assert not found, "\n".join(found)
