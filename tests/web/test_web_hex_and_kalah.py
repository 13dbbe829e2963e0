"""Hexagons and seeds on the page: Hex with the swap rule to its end, and Kalah, where a side moves again."""

from __future__ import annotations

import re

import pytest
from web_page import Visit, cell, expect

pytestmark = pytest.mark.browser


def test_a_game_of_hex_with_a_swap(visit: Visit) -> None:
    page = visit("play/hex:size=3,swap=yes?x=human&o=human", width=390)
    first, below, middle, beside = (cell(page, number).bounding_box()["x"] for number in (0, 3, 4, 5))
    assert below - first == pytest.approx((beside - middle) / 2, rel=0.1)  # each row half a cell to the right
    cell(page, 2).click()
    page.wait_for_url("**moves=c1")
    cell(page, 2).click()  # the second side takes the stone over
    page.wait_for_url("**moves=c1-swap")
    for number in (4, 3, 1, 7, 8, 5):
        cell(page, number).click()
        expect(cell(page, number)).not_to_have_attribute("aria-label", re.compile("free"))
    expect(page.get_by_text("O wins: a chain connects its edges").first).to_be_visible()


def test_seeds_are_sown_and_a_side_moves_again(visit: Visit) -> None:
    page = visit("play/kalah?x=human&o=human")
    expect(cell(page, 11)).to_have_attribute("aria-label", re.compile("cell c, .* 4$"))
    cell(page, 11).click()
    page.wait_for_url("**moves=c")
    expect(cell(page, 15)).to_have_attribute("aria-label", re.compile(" 1$"))
    expect(page.get_by_text("South to move").first).to_be_visible()
    cell(page, 14).click()
    page.wait_for_url("**moves=c-f")
    expect(page.get_by_text("North to move").first).to_be_visible()
