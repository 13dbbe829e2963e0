"""A position is set up by hand, played from, explored, and refused where the rules do not allow it."""

from __future__ import annotations

import re

import pytest
from web_page import Visit, cell, expect, fits, more, press

pytestmark = pytest.mark.browser


@pytest.mark.proof
def test_a_position_is_set_up_and_explored(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=4")
    more(page, "Set up a position")
    expect(page.get_by_role("heading", level=1)).to_have_text("Set up a position: Tic-tac-toe")
    expect(cell(page, 4)).to_have_attribute("aria-label", "4: X")
    cell(page, 0).click()
    expect(cell(page, 0)).to_have_attribute("aria-label", "0: X")
    page.get_by_role("button", name="Play from here").first.click()
    expect(page.get_by_role("alert")).to_contain_text("it has 2 x and 0 o, but x moves first and they take turns")
    expect(cell(page, 0)).to_have_attribute("aria-label", "0: X")  # nothing is lost
    page.get_by_role("radio", name="O", exact=True).check()
    cell(page, 1).click()
    cell(page, 8).click()
    cell(page, 8).click()  # a second press frees it
    expect(cell(page, 8)).to_have_attribute("aria-label", "8: Free")
    press(page, "Explore from here")
    expect(page).to_have_url(re.compile(re.escape("/play/tictactoe:position=xo..x....")))
    expect(page.locator(".ranking .row")).to_have_count(6)
    cell(page, 8).click()
    expect(page).to_have_url(re.compile("moves=8"))
    expect(cell(page, 8)).to_have_attribute("aria-label", re.compile("O$"))


@pytest.mark.proof
def test_the_turn_is_chosen_and_text_is_read(visit: Visit) -> None:
    page = visit("setup/othello", width=390)
    fits(page)
    page.get_by_role("group", name="Whose turn?").get_by_role("radio", name="White").check()
    page.get_by_role("button", name="Play from here").first.click()
    expect(page).to_have_url(re.compile("/play/othello:position=.*_O"))
    expect(cell(page, 0)).to_be_attached()
    page.goto(page.url.split("/play/")[0] + "/setup/english_draughts")
    text = page.get_by_role("textbox", name="The position in the game's notation")
    text.fill("W:W9:B1")
    page.get_by_role("button", name="Play from here").last.click()
    expect(page).to_have_url(re.compile("/play/english_draughts:position="))
    expect(page.locator("[data-cell]").first).to_be_attached()


def test_heaps_are_set_up_by_their_stones(visit: Visit) -> None:
    page = visit("setup/nim")
    cell(page, 2).click()  # of three stones in the first heap
    expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("Free$"))
    page.get_by_role("button", name="Play from here").first.click()
    expect(page).to_have_url(re.compile("/play/nim:position=2-4-5_X"))


@pytest.mark.proof
def test_pits_are_set_up_by_their_seeds(visit: Visit) -> None:
    page = visit("setup/kalah")
    board, seeds = page.locator("output"), page.get_by_label("Seeds")
    expect(board).to_have_text("48")
    seeds.fill("0")
    cell(page, 9).click()  # South's first pit
    expect(board).to_have_text("44")
    page.get_by_role("button", name="Play from here").first.click()
    expect(page.get_by_role("alert").first).to_contain_text("it has 44 seeds where the game has 48")
    expect(cell(page, 9)).to_have_attribute("aria-label", "a: 0")  # the board is as it was left
    page.get_by_label("Seeds").fill("4")
    cell(page, 7).click()  # South's store is two cells high, and the lower one holds its number
    expect(cell(page, 15)).to_have_attribute("aria-label", "store of South: 4")
    page.get_by_role("group", name="Whose turn?").get_by_role("radio", name="North").check()
    page.get_by_role("button", name="Play from here").first.click()
    expect(page).to_have_url(re.compile("/play/kalah:position=0-4-4-4-4-4-4(!|%21)4-4-4-4-4-4-0_O"))
    expect(page.get_by_text(re.compile("^North (to move|played)")).first).to_be_visible()  # its bot moves at once


def test_bad_links_are_refused_with_a_sentence(visit: Visit) -> None:
    page = visit("setup/tictactoe", ready="[data-cell]")
    site = page.url.split("/setup/")[0]
    for path, words in (
        ("/play/tictactoe:position=xxxx", "it has 4 characters where 9 are needed"),
        ("/setup/nothing", "There is no game “nothing”"),
        ("/setup/kuhn", "hidden information"),
        ("/setup/tictactoe?go=play&text=<b>", "&lt;b&gt;"),
        ("/setup/tictactoe?go=play&marks=QQQ&turn=x", "the board needs 9 cells"),
        (f"/setup/tictactoe?go=play&text={'x' * 3000}", "too long"),
    ):
        refused = page.request.get(site + path)
        assert refused.status == 400
        assert words in refused.text()


def test_no_ring_is_shown_before_a_key_is_pressed(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    expect(cell(page, 4)).to_be_focused()
    ring = page.locator(".cell:focus .ring").first
    expect(ring).to_have_css("visibility", "hidden")
    page.keyboard.press("ArrowLeft")
    expect(cell(page, 3)).to_be_focused()
    expect(ring).to_have_css("visibility", "visible")
