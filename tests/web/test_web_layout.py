"""The layout of a game's page: the board has the room that the window leaves, and what a press opens is in sight."""

from __future__ import annotations

import re
from typing import Any

import pytest
from web_page import Visit, cell, press

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = pytest.mark.browser

OTHELLO = "play/othello?x=human&o=human"


def box(page: Any, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found
    return found


def resized(page: Any, width: int, height: int, address: str) -> None:
    """Load a page again in a window of another size."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(page.url.split("/play/")[0] + f"/{address}")
    expect(cell(page, 0)).to_be_attached()


@pytest.mark.proof
def test_all_rows_are_seen_on_a_phone_on_its_side_and_at_twice_the_size(visit: Visit) -> None:
    page = visit(OTHELLO)
    for width, height in ((844, 390), (640, 400)):
        resized(page, width, height, OTHELLO)
        page.wait_for_function("document.querySelector('.ply-board').getBoundingClientRect().bottom <= innerHeight")
        for corner in (0, 63):
            place = box(page, f'[data-cell="{corner}"]')
            assert place["y"] >= 0
            assert place["y"] + place["height"] <= height
            assert place["width"] >= 24


@pytest.mark.proof
def test_a_pass_below_the_board_pushes_nothing_out_and_takes_no_room_beside_a_low_one(visit: Visit) -> None:
    page = visit("play/go")
    resized(page, 1280, 800, "play/go")
    buttons = box(page, ".controls")
    assert buttons["y"] + buttons["height"] <= 800
    resized(page, 844, 390, "play/go")
    assert box(page, ".ply-board")["height"] >= 0.9 * 390


@pytest.mark.proof
def test_the_board_takes_most_of_the_height_of_the_window(visit: Visit) -> None:
    page = visit(OTHELLO)
    for width, height in ((1280, 800), (1920, 1080), (2560, 1440)):
        resized(page, width, height, OTHELLO)
        board = box(page, ".ply-board")
        assert board["height"] >= height - 23.5 * 16
        buttons = box(page, ".controls")
        assert buttons["y"] + buttons["height"] <= height


@pytest.mark.proof
def test_the_board_begins_in_the_upper_third_of_a_phone(visit: Visit) -> None:
    page = visit(OTHELLO, width=390)
    resized(page, 390, 844, OTHELLO)
    assert box(page, ".ply-board")["y"] < 290


@pytest.mark.proof
@pytest.mark.parametrize("height", [844, 667])
def test_opened_parts_scroll_into_view_on_a_phone(height: int, visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human", width=390)
    resized(page, 390, height, "play/tictactoe?x=human&o=human")
    for name, tab in (("Why?", "Why"), ("Explore", "Explore"), ("Tree", "Tree")):
        page.get_by_role("tab", name="Moves").click()
        page.evaluate("scrollTo(0, 0)")
        control = page.locator(".controls").get_by_role("button", name=name, exact=True)
        if height > 700:
            expect(control).to_be_in_viewport(ratio=1)
        control.click()
        expect(page.get_by_role("tab", name=tab)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("tabpanel")).to_be_in_viewport()
        expect(page.locator(".board")).to_be_in_viewport(ratio=1)


@pytest.mark.proof
def test_the_next_game_is_offered_in_view_when_a_game_ends_on_a_telephone(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-3-1-4", width=390)
    resized(page, 390, 844, "play/tictactoe?x=human&o=human&moves=0-3-1-4")
    page.locator('[data-cell="2"]').click()
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    expect(page.locator(".board")).to_be_in_viewport(ratio=0.7)


def test_parts_opened_beside_the_board_do_not_scroll_the_page(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    press(page, "Why?")
    expect(page.locator(".why")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def test_every_room_has_the_icon(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    icons = page.locator('link[rel="icon"]')
    expect(icons.last).to_have_attribute("href", re.compile(r"/static/\w+/icon\.svg$"))
    answer = page.request.get(page.url.split("/play/")[0] + icons.last.get_attribute("href"))
    assert answer.headers["content-type"].startswith("image/svg+xml")
