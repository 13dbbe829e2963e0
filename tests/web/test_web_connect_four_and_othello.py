"""Connect Four and Othello on the page."""

from __future__ import annotations

import re

import pytest
from samples import sample
from web_page import Visit, cell, detail, expect, fits, more, my_turn_or_end, press, seat_player, status, stone

pytestmark = pytest.mark.browser


def test_connect_four_by_mouse_and_keyboard(visit: Visit) -> None:
    page = visit("play/connect_four?o=random:seed=1")
    expect(page.get_by_role("gridcell", name="column 1, row 6 from below, free")).to_be_attached()
    expect(page.locator(".head")).to_have_text(list("1234567"))
    expect(detail(page)).to_have_text("Choose a column.")
    cell(page, 6).hover()  # the top of the last column
    expect(cell(page, 41)).to_have_class(re.compile("aimed"))  # its foot
    expect(cell(page, 41).locator(".ghost")).to_be_attached()
    cell(page, 6).click()
    stone(page, 41, "Red")
    my_turn_or_end(page)
    page.wait_for_url("**moves=7-*")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(cell(page, page.evaluate("+document.activeElement.dataset.cell"))).to_have_attribute(
        "aria-label", re.compile("^column 2, ")
    )
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"moves=7-\d-2"))


def test_connect_four_to_its_end(visit: Visit) -> None:
    page = visit("play/connect_four?x=human&o=human&moves=1-1-2-2-3-3")
    cell(page, 3).click()
    expect(status(page)).to_have_text("Red wins: four in a row.")
    expect(page.locator(".strike")).to_have_count(1)
    page = visit("play/connect_four?x=human&o=human&moves=1-1-1-1-1-1")
    cell(page, 0).click()
    expect(page.locator(".foot .trouble")).to_have_text("Column 1 is full.")


@pytest.mark.proof
def test_values_stand_where_the_stones_would_come_to_rest(visit: Visit) -> None:
    page = visit("play/connect_four:width=4,height=4?x=human&o=human&moves=1-1-2-2-3-3")
    press(page, "All values")
    expect(cell(page, 15).locator(".value text")).to_have_text("+1")  # 4 wins at once, at the foot
    expect(cell(page, 4).locator(".value")).to_be_attached()
    expect(page.locator(".value")).to_have_count(4)
    expect(cell(page, 15)).to_have_attribute(
        "aria-label", re.compile("^column 4, row 1 from below, free. A certain win")
    )


@pytest.mark.proof
def test_othello_by_mouse_and_keyboard(visit: Visit) -> None:
    page = visit("play/othello?o=random:seed=1")
    expect(page.locator("circle.hint")).to_have_count(4)  # d3, c4, f5, e6
    assert [cell(page, number).locator(".hint").count() for number in (19, 26, 37, 44)] == [1] * 4
    cell(page, 0).click()
    expect(page.locator(".foot .trouble")).to_have_text("A stone on a1 would enclose nothing.")
    cell(page, 19).click()
    stone(page, 19, "Black")
    my_turn_or_end(page)
    page.wait_for_url("**moves=d3-*")
    target = int(page.locator(".cell.free").first.get_attribute("data-cell"))
    here = int(page.evaluate("document.activeElement.dataset.cell"))
    for key, steps in (
        ("ArrowUp", here // 8 - target // 8),
        ("ArrowDown", target // 8 - here // 8),
        ("ArrowLeft", here % 8 - target % 8),
        ("ArrowRight", target % 8 - here % 8),
    ):
        for _again in range(steps):
            page.keyboard.press(key)
    expect(cell(page, target).locator(".ghost")).to_have_css("opacity", "0.35")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"moves=d3-\w\d-\w\d"))
    my_turn_or_end(page)
    press(page, "All values")
    expect(page.locator(".value").first).to_be_attached()
    expect(page.locator(".value")).to_have_count(page.locator(".cell.free").count())


@pytest.mark.proof
def test_a_side_that_cannot_move_passes(visit: Visit) -> None:
    before = "d3-c3-e6-d2-d1-e1-b2"
    page = visit(f"play/othello?x=human&o=human&moves={before}")
    expect(page.get_by_role("button", name="Pass")).to_be_hidden()
    cell(page, 2).click()  # c1, after which X cannot move
    expect(detail(page)).to_have_text("No other move is possible: pass.")
    expect(page.locator("circle.hint")).to_have_count(0)
    press(page, "Pass")
    expect(status(page)).to_have_text("White to move")
    expect(detail(page)).to_have_text("Black had to pass.")
    page.wait_for_url(f"**moves={before}-c1-pass")
    expect(page.get_by_role("button", name="Pass")).to_be_hidden()
    seat_player(page, "Black", "Random")
    press(page, "Undo")  # to O's turn before X's pass
    page.wait_for_url(f"**moves={before}")
    cell(page, 2).click()
    expect(detail(page)).to_have_text("Black had to pass.")


@pytest.mark.proof
def test_othello_counts_its_stones(visit: Visit) -> None:
    moves = "c4-c5-f6-c3-b5-g7-e3-e6-c2-f3-g3-a5-h8-b3-f4-f2-b4-f5-f7-h3-a3-d2-e2-e1-a6-e7-d7-c1-c6-g8-f1-g4-d1-b6-b1-d3-g6-b7-f8-a7-c7-h6-a8-b2-g5-g2-a1-d6-h2-h5-a4-d8-c8-h7-e8-a2-h4-b8-pass-h1-g1"
    page = visit(f"play/othello?x=human&o=human&moves={moves}")
    expect(status(page)).to_have_text("Black wins: more stones.")
    labels = [cell(page, number).get_attribute("aria-label").split(", ")[-1] for number in range(64)]
    first, second = labels.count("Black"), labels.count("White")
    assert first > second
    assert first + second == 64
    expect(detail(page)).to_have_text(f"Black has {first} stones, White has {second}.")


@pytest.mark.proof
@pytest.mark.parametrize("name", ["connect_four", "othello"])
def test_stones_fit_a_phone(visit: Visit, name: str) -> None:
    page = visit(f"play/{name}?o=depth-limited:depth=2", width=390)
    page.locator(".cell.free").first.click()
    page.wait_for_url("**moves=*-*")
    press(page, "All values")
    expect(page.locator(".value").first).to_be_attached()
    press(page, "Search tree")
    expect(page.get_by_role("treeitem").nth(1)).to_be_attached()
    fits(page)


@pytest.mark.proof
def test_an_othello_board_of_five_is_refused(visit: Visit) -> None:
    page = visit("play/othello")
    more(page, "Another game or size")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("columns and rows").fill("5")
    dialog.get_by_label("columns and rows").press("Tab")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("4, 6 or 8 columns and rows, not 5")
    dialog.get_by_label("columns and rows").fill("6")
    dialog.get_by_label("columns and rows").press("Tab")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/play/othello:size=6*")
    expect(page.get_by_role("gridcell")).to_have_count(36)


@pytest.mark.parametrize("width", sample([1280, 390], every=2))
def test_the_decision_of_the_default_opponent_opens_as_a_tree(visit: Visit, width: int) -> None:
    page = visit("play/connect_four?o=engine:nodes=3000&moves=4", width=width)
    page.wait_for_url("**moves=4-*")
    my_turn_or_end(page)
    press(page, "Search tree")
    moves = page.locator('.node[aria-level="2"]')
    expect(moves).to_have_count(7)
    expect(page.get_by_text(re.compile(r"The last search of the bot, \d+ plies deep"))).to_be_visible()
    expect(page.locator(".ply-decision .value").first).to_have_text(re.compile(r"^[+−]?\d"))
    expect(page.locator(".ply-decision .ply-board.rack").first).to_be_attached()  # the board's own material
    place = moves.first.bounding_box()
    assert place["x"] >= 0 and place["x"] + place["width"] <= width  # the expected move is never cut
    expect(page.locator(".ply-decision .node.line")).to_have_count(4)
    fits(page)
