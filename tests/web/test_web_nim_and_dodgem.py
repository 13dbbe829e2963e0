"""Nim, Dodgem and Domineering on the page: stones of nobody's, cars that leave the board, and dominoes."""

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
    expect(cell(page, 2)).to_have_attribute("aria-label", "cell a3, row 1, column 3, free")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**moves=a2-b2")
    expect(page.locator(".pebble")).to_have_count(1 + 2 + 5)


def test_a_car_leaves_the_board_for_the_cell_beyond_its_edge(visit: Visit) -> None:
    page = visit("play/dodgem?x=human&o=human", width=390)
    for source, target in ((4, 5), (13, 9), (5, 6), (9, 5), (6, 7)):  # a3-b3, b1-b2, b3-c3, b2-b3, c3-d3
        cell(page, source).click()
        cell(page, target).click()
        expect(cell(page, source)).to_have_attribute("aria-label", re.compile("free"))
    expect(page.locator(".cell .stone:not(.ghost)")).to_have_count(3)


def test_each_domino_is_one_piece_of_two_cells(visit: Visit) -> None:
    page = visit("play/domineering?v=human&h=human&moves=a3-c2-a1-e2-a5")  # three stand in a column, two lie in a row
    for name, cells in (("a1", (0, 6)), ("a3", (12, 18)), ("a5", (24, 30)), ("c2", (8, 9)), ("e2", (10, 11))):
        (domino,) = [found for number in cells for found in cell(page, number).locator(".disc").all()]
        box, (first, last) = (
            domino.bounding_box(),
            (cell(page, number).locator(".pad").bounding_box() for number in cells),
        )
        near, size = ("y", "height") if name.startswith("a") else ("x", "width")
        length = last[near] + last[size] - first[near]
        assert 0.8 * length < box[size] < length, name  # both cells, and a gap to the next domino
        assert first[near] < box[near], name
