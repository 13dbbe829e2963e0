"""Hints on the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from web_page import Visit, cell, expect, move, press

pytestmark = pytest.mark.browser


def shown(page: Any, state: str, *cells: int) -> None:
    """These cells, and no others, are drawn as ``state``."""
    expect(page.locator(f".cell.{state}")).to_have_count(len(cells))
    for number in cells:
        expect(cell(page, number)).to_have_class(re.compile(rf"\b{state}\b"))


def places(page: Any) -> Any:
    """Return the distance of each part of the page from its top."""
    return page.evaluate("[...document.querySelectorAll('.board, .actions, .seats')].map(part => part.offsetTop)")


def test_a_hint_comes_in_three_steps_and_goes_with_the_move(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-3-1-4", width=390)
    hint, before = page.locator("p.advice"), places(page)
    cell(page, 4).focus()
    page.keyboard.press("h")
    expect(hint).to_have_text("Hint 1 of 3. Look at these cells: 1, 2, 5.")
    expect(page.locator("[aria-live]")).to_have_text(re.compile("Hint 1 of 3"))
    shown(page, "hinted", 1, 2, 5)
    shown(page, "advised")
    press(page, "Hint")
    expect(hint).to_have_text("Hint 2 of 3. A move here wins at once. These are exact values.")
    press(page, "Hint")
    expect(hint).to_have_text("Hint 3 of 3. Play 2.")
    shown(page, "advised", 2)
    assert places(page) == before  # nothing has moved
    move(page, 2)
    expect(hint).to_have_text("")
    expect(page.locator(".cell.hinted")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_have_attribute("aria-disabled", "true")


def test_a_hint_stands_under_its_button_however_long_the_game(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=4-1-0-8-2-6")
    press(page, "Hint")
    expect(page.locator("p.advice")).to_have_text(re.compile("Hint 1 of 3"))
    expect(page.locator("p.advice")).to_be_in_viewport(ratio=1)


def test_hints_wait_for_the_first_roll(visit: Visit) -> None:
    page = visit("play/pig?seed=1", ready=".status")
    expect(page.get_by_role("button", name="Hint")).to_have_attribute("aria-disabled", "true")


@pytest.mark.proof
def test_a_hint_in_backgammon_is_an_average_over_the_dice(visit: Visit) -> None:
    page = visit("play/backgammon?black=human&seed=5&moves=31", width=390)
    hint = page.locator("p.advice")
    press(page, "Hint")
    expect(hint).to_have_text(re.compile(r"Hint 1 of 3\. Look at these cells: \d"))
    press(page, "Hint")
    expect(hint).to_have_text(re.compile(r"Hint 2 of 3\. After \d pl(y|ies) it is judged at .* on average"))
    press(page, "Hint")
    expect(hint).to_have_text(re.compile(r"Hint 3 of 3\. Play \d+/\d"))
    expect(page.locator(".cell.advised")).not_to_have_count(0)
