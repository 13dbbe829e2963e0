"""A game of one's own on the page: played against a bot, which another process is, and never loaded by an address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browser import Server
from page import cell, expect

pytestmark = pytest.mark.browser

OWN = Path(__file__).parent / "own"


def test_a_file_is_played_but_no_link_loads_one(browser: Any) -> None:
    with Server(str(OWN / "noughts_and_crosses.py")) as server:
        page = browser.new_page()
        page.goto(f"{server.url}play/noughts_and_crosses?x=human&o=minimax")
        expect(page.get_by_role("heading", name="Noughts").first).to_be_visible()
        cell(page, 4).click()
        page.wait_for_url(re.compile("moves=b2-a3"))
        expect(cell(page, 0)).to_have_attribute("aria-label", "cell a3, top left, O")
        page.goto(f"{server.url}play/countdown.py")
        expect(page.get_by_text("There is no game “countdown.py”")).to_be_visible()
        page.close()
    assert server.said == ""
