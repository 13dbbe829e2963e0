"""Sounds are off until a visitor turns them on; then each move sounds once."""

from __future__ import annotations

import re

import pytest
from web_page import Visit, cell, expect

pytestmark = pytest.mark.browser

COUNT = """() => { window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...times) { window.tones += 1; return start.apply(this, times); }; }"""


def test_moves_sound_only_when_sounds_are_on(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    page.evaluate(COUNT)
    cell(page, 4).click()
    expect(page).to_have_url(re.compile("moves=4"))
    assert page.evaluate("window.tones") == 0
    page.get_by_text("Settings").click()
    page.get_by_role("group", name="Sounds").get_by_role("button", name="on", exact=True).click()
    page.wait_for_selector("[data-sound='on'] [data-cell]")
    page.evaluate(COUNT)
    cell(page, 0).click()
    expect(page).to_have_url(re.compile("moves=4-0"))
    cell(page, 8).click()
    expect(page).to_have_url(re.compile("moves=4-0-8"))
    page.wait_for_function("window.tones === 2")
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile("moves=4-0$"))
    assert page.evaluate("window.tones") == 2  # only a move sounds
