"""The table of a game: its players above and below the board, the panel beside it, the end, and what a person can do."""

from __future__ import annotations

import re

import pytest
from web_page import (
    Visit,
    cell,
    expect,
    followed,
    lies,
    more,
    move,
    my_turn_or_end,
    press,
    status,
    stone,
    thinks_on,
)

pytestmark = pytest.mark.browser


def test_each_player_has_a_bar_with_turn_and_score(visit: Visit) -> None:
    page = visit("play/othello?x=human&o=random&moves=d3c5")
    near, far = page.locator(".seatbar.near"), page.locator(".seatbar.far")
    expect(near).to_contain_text("You")
    expect(near.locator(".state")).to_have_text("to move")
    expect(far).to_contain_text("Random")
    expect(page.locator(".seatbar .points")).to_have_text(["3", "3"])
    assert far.bounding_box()["y"] < cell(page, 0).bounding_box()["y"] < near.bounding_box()["y"]
    before = cell(page, 0).bounding_box()
    more(page, "Flip the board")
    expect(far).to_contain_text("You")
    lies(page, 63, before)
    page.keyboard.press("Tab")
    cell(page, 27).focus()
    page.keyboard.press("ArrowRight")
    expect(cell(page, 26)).to_be_focused()
    far.get_by_role("button").click()
    expect(page.get_by_role("dialog", name="Who plays Black?")).to_be_visible()


def test_the_search_tree_has_the_text_of_its_search(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-4")
    press(page, "Search tree")
    expect(page.get_by_role("treeitem").first).to_be_visible()
    expect(page.locator(".listing")).to_contain_text("if MAX is to move:")
    press(page, "Source text")
    expect(page.locator(".listing")).to_contain_text("def alphabeta")
    press(page, "Search tree")
    expect(page.locator(".tree")).to_be_hidden()


def test_a_game_is_resigned_after_a_question_and_that_is_taken_back(visit: Visit) -> None:
    page = visit("play/tictactoe?o=random")
    expect(page.locator(".menu .iconed").filter(has_text="Resign")).to_have_attribute("aria-disabled", "true")
    move(page, 4)
    my_turn_or_end(page)
    more(page, "Resign")
    press(page, "Play on")
    more(page, "Resign")
    press(page, "Yes, resign")
    expect(status(page)).to_have_text("X resigned: O wins.")
    expect(page.locator(".ending h2")).to_have_text("You lost")
    press(page, "Undo")
    expect(status(page)).to_have_text("Your move: you play X")
    expect(page.locator(".ending")).to_be_hidden()


def test_the_end_tells_the_mistake_and_offers_an_easier_game(visit: Visit) -> None:
    page = visit("play/tictactoe?o=minimax&moves=0-4-1-2-8-6")
    expect(page.locator(".ending h2")).to_have_text("You lost")
    expect(page.locator(".coach .headline")).to_have_text("Move 5 left cell 6 open.")
    page.get_by_role("button", name=re.compile("^Easier: ")).click()
    followed(page, "Your move: you play X")
    expect(page.locator(".seatbar.far")).to_contain_text("Level")


@pytest.mark.proof
def test_a_press_while_the_bot_thinks_is_kept(visit: Visit) -> None:
    page = visit("play/mnk:width=5,height=5,k=4?o=engine:seconds=60")
    cell(page, 12).click()
    thinks_on(page, cell(page, 12).click)
    expect(page.locator(".seatbar.far .dots")).to_be_visible()
    cell(page, 0).click()
    expect(page.locator(".cell.kept")).to_have_count(1)
    press(page, "Move now")
    stone(page, 0, "X")
    expect(page.locator(".cell.kept")).to_have_count(0)


def test_a_person_sees_their_own_pieces_before_them(visit: Visit) -> None:
    page = visit("play/english_draughts?black=human&white=random")
    expect(page.locator(".seatbar.near")).to_contain_text("Black")
    own, other = cell(page, 1).bounding_box(), cell(page, 62).bounding_box()
    assert own["y"] > other["y"]
    more(page, "Flip the board")
    expect(page.locator(".seatbar.near")).to_contain_text("White")
    lies(page, 1, other)
    lies(page, 62, own)
