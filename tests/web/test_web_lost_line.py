"""A press while the connection is lost: the move is made later, or the page tells that it is not."""

from __future__ import annotations

from typing import Any

import pytest
from web_page import Visit, board, cell, expect, press, stone

pytestmark = pytest.mark.browser

PEOPLE = "play/tictactoe?x=human&o=human"


def lose(page: Any) -> None:
    """Close the connection, as the end of the line does, without the attempts to open it anew."""
    page.evaluate("connection.close()")
    expect(page.locator(".lost")).to_be_visible()


def test_a_move_is_made_when_the_page_is_loaded_anew_in_the_same_position(visit: Visit) -> None:
    page = visit(PEOPLE)
    cell(page, 4).click()
    page.wait_for_url("**moves=4*")
    lose(page)
    cell(page, 0).click()
    expect(cell(page, 0)).to_have_class("cell last pending")
    page.reload()  # as the page does when the server has forgotten it
    page.wait_for_url("**moves=4-0*")
    assert board(page) == "o...x...."
    expect(page.locator(".unsent")).to_be_hidden()
    page.reload()
    stone(page, 0, "O")
    assert board(page) == "o...x...."


def test_the_page_tells_that_a_move_was_not_made_in_another_position(visit: Visit) -> None:
    page = visit(PEOPLE)
    lose(page)
    cell(page, 0).click()
    page.goto(page.url + "&moves=4")
    expect(page.locator(".unsent")).to_have_text(
        "Your last press was not carried out, because the connection was lost."
    )
    stone(page, 4, "X")
    assert board(page) == "....x...."
    page.keyboard.press("Shift")
    expect(page.locator(".unsent")).to_be_hidden()


def test_the_page_tells_that_a_button_was_not_heard(visit: Visit) -> None:
    page = visit(PEOPLE + "&moves=4")
    lose(page)
    press(page, "Undo")
    page.reload()
    expect(page.locator(".unsent")).to_be_visible()
    stone(page, 4, "X")


def test_a_move_is_sent_again_after_a_short_loss(visit: Visit) -> None:
    page = visit(PEOPLE)
    lose(page)
    cell(page, 0).click()
    page.evaluate("connection.open()")
    page.wait_for_url("**moves=0*")
    expect(page.locator(".lost")).to_be_hidden()
    assert board(page) == "x........"
