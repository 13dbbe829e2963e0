"""Exploring and the history of a game, on the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from reference_tictactoe import worth
from web_page import Visit, cell, detail, expect, fits, followed, press, status, tab

pytestmark = pytest.mark.browser

SLIP = re.compile(r"Move 2, O 1: gave away a draw and loses now\. Best was 4\.")


def one_slip(page: Any, *worths: str) -> None:
    """The strip of the game has one slip, and tells what each of its positions is worth."""
    expect(page.locator(".history p").first).to_have_text("1 move has given value away.")
    expect(page.locator(".graph")).to_have_attribute(
        "aria-label", "The graph of the game. 1 move has given value away."
    )
    expect(page.locator(".plies .chip:not(.gift)")).to_have_text(worths)


@pytest.mark.proof
def test_a_lost_game_is_explored_by_mouse_to_its_mistake(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=minimax&moves=0-1-4-2-3-5-6")
    press(page, "Explore")
    expect(page.locator(".verdict")).to_have_text("The game is over: there is nothing left to choose.")
    one_slip(page, "=", "=", "X5", "X4", "X1", "X2", "X1", "X")
    expect(page.locator(".plies .gift")).to_have_text(["−1"])
    expect(page.locator(".ply:has(.gift) .word")).to_have_text(["O 1"])
    tab(page, "Moves")
    page.locator(".ply").nth(2).click()
    expect(status(page)).to_have_text("Side line: X to move")
    press(page, "Explore")
    expect(page.locator(".explorer .judgement")).to_have_text(SLIP)
    for number in (2, 3, 4, 5, 6, 7, 8):
        result, plies = worth("xo.......", number)
        shown = f"{'+' if result > 0 else '−'}{abs(plies)}" if result else "="
        expect(cell(page, number).locator(".value text")).to_have_text(shown)
    rows = page.locator(".ranking button")
    expect(rows).to_have_count(7)
    expect(rows.first).to_contain_text("A certain win in 5 plies")
    expect(rows.first).to_contain_text("best")
    page.locator(".line button").nth(1).click()  # two moves on, and one more on the board
    expect(detail(page)).to_have_text("The game itself does not change.")
    expect(page.locator(".ply input:checked")).to_have_count(0)
    expect(page.locator(".verdict")).to_contain_text("X to move. A certain win in 3 plies.")
    page.locator(".cell.free").first.click()
    expect(status(page)).to_have_text("Side line: O to move")
    press(page, "Undo")
    expect(status(page)).to_have_text("Side line: X to move")
    press(page, "Back to the game")
    expect(status(page)).to_contain_text("X wins")
    tab(page, "Moves")
    page.locator(".ply").nth(1).click()
    press(page, "Explore")
    rows.first.click()  # the centre, which holds the draw
    press(page, "Play from here")  # and minimax plays on
    expect(cell(page, 4)).to_have_attribute("aria-label", re.compile("O$"))
    expect(status(page)).to_have_text("Your move: you play X")
    expect(page).to_have_url(re.compile("moves=0-4$"))
    expect(page.locator(".history p").first).to_have_text("No move has given value away.")
    press(page, "Why?")
    expect(page.locator(".graph")).to_be_hidden()
    expect(page.locator(".explorer")).to_be_hidden()


@pytest.mark.proof
def test_exploring_by_keyboard_on_a_narrow_page(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-1-4", width=390)
    expect(page.locator("[data-cell]:focus")).to_be_attached()
    page.keyboard.press("e")
    one_slip(page, "=", "=", "X5", "X4")
    fits(page)
    tab(page, "Explore")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # to the moves
    press(page, "Show mistakes")
    chosen = page.locator(".ply input:checked")
    chosen.focus()
    page.keyboard.press("ArrowLeft")
    label = "Move 2, O 1: gave away a draw and loses now. X to move: A certain win in 5 plies."
    expect(page.locator(".ply input:focus")).to_have_attribute("aria-label", label)
    tab(page, "Explore")
    expect(page.locator(".explorer .judgement")).to_have_text(SLIP)
    tab(page, "Moves")
    page.locator(".ply input:checked").focus()
    page.keyboard.press("ArrowRight")
    expect(status(page)).to_have_text("O to move")
    tab(page, "Explore")
    expect(page.locator(".verdict")).to_have_text("O to move. Loses in 4 plies against best play.")
    page.locator(".ranking button").first.focus()
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text("Side line: X to move")
    expect(page.locator(".verdict")).to_be_focused()
    press(page, "Back to the game")
    expect(status(page)).to_have_text("O to move")
    tab(page, "Moves")
    expect(page.locator(".ply input").last).to_be_checked()
    page.locator(".ply input").last.focus()
    page.keyboard.press("ArrowRight")  # round to the start
    expect(status(page)).to_have_text("Side line: X to move")
    tab(page, "Explore")
    expect(page.locator(".verdict")).to_have_text("X to move. A draw with best play.")


@pytest.mark.proof
def test_positions_that_are_too_large_are_said_to_be(visit: Visit) -> None:
    page = visit("play/dame:size=5?o=human&c=human&moves=a1a2")
    press(page, "Explore")
    expect(page.locator(".verdict")).to_contain_text("too many to solve now")
    expect(page.locator(".ranking button")).to_have_count(0)
    expect(page.locator(".cell .value")).to_have_count(0)
    expect(page.locator(".plies .chip.guess")).to_have_text([re.compile(r"^≈\d+$")] * 2)
    expect(page.locator(".plot .hollow")).to_have_count(2)


def test_the_graph_of_a_game_leads_to_its_positions(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-1-4", width=390)
    expect(page.locator(".graph")).to_be_hidden()
    page.locator(".ply").nth(1).click()  # the moves are there without it
    expect(status(page)).to_have_text("Side line: O to move")
    press(page, "Show mistakes")
    one_slip(page, "=", "=", "X5", "X4")
    expect(page.locator(".plot .dot")).to_have_count(4)
    expect(page.locator(".plot .slip")).to_have_count(1)
    expect(page.locator(".cell .value")).to_have_count(0)  # of the moves it tells nothing
    page.locator('[data-ply="2"]').click()
    expect(status(page)).to_have_text("Side line: X to move")
    expect(page.locator(".ply input:checked")).to_have_value("2")
    press(page, "Back to the game")
    followed(page, "O to move")
    cell(page, 8).click()
    expect(page.locator(".plot .dot")).to_have_count(5)
    press(page, "Show mistakes")
    expect(page.locator(".graph")).to_be_hidden()


def test_the_page_says_why_a_game_has_no_graph(visit: Visit) -> None:
    page = visit("play/pig?x=human&o=human&seed=7", ready=".status")
    press(page, "Begin")
    page.locator(".move-list button").first.click()
    press(page, "Show mistakes")
    expect(page.locator(".history p").first).to_have_text(re.compile("^No graph here: in a game of chance"))
    expect(page.locator(".graph")).to_be_hidden()


STOP_AT_ONCE = """() => {
    const watch = new MutationObserver(() => {
        const stop = [...document.querySelectorAll(".explorer button")].find((each) => each.textContent.trim() === "Stop");
        if (!stop?.checkVisibility()) return;
        watch.disconnect();
        window.seen = document.querySelector(".verdict").textContent;
        stop.click();
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Press "Stop" as soon as it is there: a busy machine would come to it after the ten seconds that the page solves."""


def test_solving_can_be_stopped(visit: Visit) -> None:
    page = visit("play/connect_four?x=human&o=human")
    page.evaluate(STOP_AT_ONCE)
    press(page, "Explore")
    page.wait_for_function("window.seen")
    assert re.search("Solving|Compiling", page.evaluate("seen"))
    expect(page.locator(".verdict")).to_contain_text("This position is not solved")
    expect(page.locator(".ranking button")).to_have_count(0)
    expect(page.locator(".plies .chip:not(.gift)")).to_have_text(["?"])
    expect(page.get_by_role("button", name="Search longer")).to_be_visible()
