"""Nim and Dodgem on the page: stones of nobody's, and cars that leave the board."""

from __future__ import annotations

import re

import pytest
from web_page import Visit, cell, expect

pytestmark = pytest.mark.browser


def test_stones_are_taken_up_to_the_one_that_is_pressed(visit: Visit) -> None:
    page = visit("play/nim?x=human&o=human")
    expect(page.locator(".head")).to_have_text([*"12345", *"abc"])
    expect(cell(page, 1)).to_have_attribute("aria-label", "cell a2, row 1, column 2, stone")
    cell(page, 1).click()
    page.wait_for_url("**moves=a2")
    expect(cell(page, 0)).to_have_attribute("aria-label", re.compile("^cell a1, .* stone$"))
    expect(cell(page, 2)).to_have_attribute("aria-label", "cell a3, row 1, column 3, empty")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**moves=a2-b2")
    expect(page.locator(".stone.nobody")).to_have_count(1 + 2 + 5)


def test_a_car_leaves_the_board_for_the_cell_beyond_its_edge(visit: Visit) -> None:
    page = visit("play/dodgem?x=human&o=human", width=390)
    for source, target in ((4, 5), (13, 9), (5, 6), (9, 5), (6, 7)):  # a3-b3, b1-b2, b3-c3, b2-b3, c3-d3
        cell(page, source).click()
        cell(page, target).click()
        expect(cell(page, source)).to_have_attribute("aria-label", re.compile("free"))
    expect(page.locator(".cell .stone:not(.ghost)")).to_have_count(3)
