"""Why? and the tree of a decision, on the page."""

from __future__ import annotations

import re

import pytest
from reference_tictactoe import positions_below, worth
from web_page import (
    Visit,
    cell,
    expect,
    move,
    my_turn_or_end,
    press,
)

pytestmark = pytest.mark.browser


def test_the_why_view_explains_the_last_move(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=expert&moves=0-4-8-6")
    press(page, "Why?")
    expect(page.locator(".reason")).to_contain_text("6 came with the link; O (Expert) would play it too. Rule 4")
    expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("free. A certain win in 3 plies"))
    for number in (1, 2, 3, 5, 7):
        result, plies = worth("x...o.o.x", number)
        shown = "=" if result == 0 else f"{'+' if result > 0 else '−'}{abs(plies)}"
        expect(cell(page, number).locator(".value text")).to_have_text(shown)
        expect(cell(page, number).locator(".value.best")).to_have_count(int(number == 2))
    shown = page.locator(".costs tbody td:nth-child(2)")
    expect(shown).to_have_text([re.compile(r"^\d[\d,]*$")] * 4)  # each search fills its own row when it ends
    visits = [int(text.replace(",", "")) for text in shown.all_text_contents()]
    assert visits[0] == positions_below("x...o.o.x")
    assert visits[0] > visits[2] > visits[1]
    compared = page.get_by_role("link", name="Compare searches from here")
    expect(compared).to_have_attribute("href", re.compile(r"positions=x\.\.\.o\.o\.x"))
    cell(page, 2).click()
    expect(page.locator(".reason")).to_contain_text("Rule 2, block")


@pytest.mark.nightly
def test_the_published_counts_of_the_empty_board(visit: Visit) -> None:
    page = visit("play/tictactoe")
    expect(cell(page, 4)).to_be_focused()
    page.keyboard.press("w")
    expect(page.locator(".costs tbody td:nth-child(2)")).to_have_text(["549,946", "18,297", "146,120", "94,978"])


def test_reasons_stay_with_who_gave_them(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=expert")
    move(page, 4)
    my_turn_or_end(page)
    page.get_by_label("O is played by").select_option("Minimax")
    page.wait_for_url("**o=minimax**")
    press(page, "Why?")
    expect(page.locator(".reason")).to_contain_text(re.compile(r"O \(Expert\) played \d\. Rule "))
    press(page, "Open as a tree")
    expect(page.get_by_text(re.compile(r"How O \(Expert\) decided on \d"))).to_be_visible()
    expect(page.locator(".tree .detail")).to_have_text(re.compile(r"^Rule \d"))
    expect(page.locator(".tree .node.line")).to_have_count(2)


def test_a_persons_move_is_no_bots(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    move(page, 4)
    move(page, 0)
    page.get_by_label("O is played by").select_option("Minimax")
    page.wait_for_url("**o=minimax**")
    press(page, "Why?")
    expect(page.locator(".reason")).to_have_text("No bot has moved yet.")


def test_the_tree_of_a_decision(visit: Visit) -> None:
    page = visit("play/tictactoe?o=alphabeta&moves=4-0-8")
    my_turn_or_end(page)
    press(page, "Why?")
    press(page, "Open as a tree")
    moves = page.locator('.node[aria-level="2"]')
    expect(moves).to_have_count(6)
    expect(page.get_by_text(re.compile(r"How O \(Alpha-beta\) decided on \d"))).to_be_visible()
    expect(page.locator(".ply-decision .node.line")).to_have_count(4)  # three plies of the best line
    page.get_by_role("treeitem").first.focus()
    page.keyboard.press("End")
    expect(page.locator(".node:focus")).to_have_attribute("aria-level", "2")
    page.keyboard.press("Enter")
    expect(page.locator(".node:focus")).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".node.cut").first).to_be_attached()
    expect(page.locator(".ply-decision .value", has_text=re.compile("^[≤≥]")).first).to_be_attached()
    expect(page.locator(".struck").first).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.locator(".node:focus")).to_have_attribute("aria-expanded", "false")
    for key in ("Home", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("treeitem")).to_have_count(7)
    page.get_by_label("Searched by").select_option("Minimax")
    expect(page.locator(".ply-decision .effort").first).to_have_text("")
    expect(page.get_by_text(re.compile(r"went to the end of the game and visited [\d,]+ positions"))).to_be_visible()
    values = sorted(str(worth("o...x...x", number)[0]).replace("-", "−") for number in (1, 2, 3, 5, 6, 7))
    assert sorted(value.replace("+", "") for value in moves.locator(".value").all_text_contents()) == values
    page.get_by_role("link", name="Step through it").click()
    expect(page.locator(".said")).to_have_text("The search begins with MAX at A, in the window [−∞, +∞].")


@pytest.mark.proof
def test_a_position_too_large_is_said_to_be(visit: Visit) -> None:
    page = visit("play/mnk:width=5,height=5,k=4?x=human&o=human")
    press(page, "Why?")
    expect(page.get_by_text("this position is too large")).to_be_visible()
    expect(cell(page, 12).locator(".value text")).to_contain_text("≈")


def test_why_opens_in_view_on_a_telephone(visit: Visit) -> None:
    page = visit("play/connect_four?x=human&o=human&moves=4", width=390)
    for name, panel in (("Why?", ".gamepanel"), ("Explore", ".gamepanel")):
        page.evaluate("scrollTo(0, 0)")
        press(page, name)
        page.wait_for_function(
            "panel => { const { top } = document.querySelector(panel).getBoundingClientRect(); return 0 < top && top < innerHeight - 150; }",
            arg=panel,
        )


def test_values_of_a_small_game_are_exact_at_once(visit: Visit) -> None:
    """Judged values stood here, while Explore had exact ones at the same time."""
    page = visit("play/nim?x=human&o=human", ready=".status")
    press(page, "Why?")
    expect(page.locator(".why p").nth(1)).to_have_text(re.compile("^The board shows the value of each move for X"))
    expect(page.locator(".why .chip.guess")).to_have_count(0)
