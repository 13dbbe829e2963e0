"""The coach card, hints, all values, the graph and the search tree of a game's page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from reference_tictactoe import worth
from web_page import Visit, cell, expect, fits, followed, more, move, my_turn_or_end, press, status

pytestmark = pytest.mark.browser

LOST = "play/connect_four?x=human&o=level:number=2&moves=1-1-1-5-1-7-7-4-1-6"


def headline(page: Any) -> Any:
    return page.locator(".coach .headline")


def shown(page: Any, state: str, *cells: int) -> None:
    """These cells, and no others, are drawn as ``state``."""
    expect(page.locator(f".cell.{state}")).to_have_count(len(cells))
    for number in cells:
        expect(cell(page, number)).to_have_class(re.compile(rf"\b{state}\b"))


def test_a_lost_game_tells_why_shows_it_and_lets_the_move_be_tried_again(visit: Visit) -> None:
    page = visit(LOST)
    expect(page.locator(".coach .topic")).to_have_text("Why did you lose?")
    expect(headline(page)).to_have_text("Move 9 left column 6 open.")
    expect(page.locator(".coach .because")).to_contain_text("Yellow needed only column 6")
    expect(page.locator(".coach .because")).to_contain_text("With best play the game was lost since move 7.")
    expect(page.get_by_role("button", name="Try move 9 again")).to_be_visible()
    expect(page.locator(".plies .blunder")).not_to_have_count(0)
    press(page, "Show me on the board")
    expect(page.locator(".ghost-move")).not_to_have_count(0)
    press(page, "Take it off the board")
    expect(page.locator(".ghost-move")).to_have_count(0)
    expect(page.locator(".coach .topic")).to_have_text("Why did you lose?")
    expect(page.locator(".cell .mark")).to_have_count(10)  # the end of the game again
    press(page, "Try move 9 again")
    expect(status(page)).to_have_text("Your move: you play Red")
    expect(page).to_have_url(re.compile("moves=1-1-1-5-1-7-7-4$"))
    expect(page.locator(".coach")).to_be_hidden()


@pytest.mark.proof
def test_a_game_that_others_played_tells_why_and_offers_no_move_to_try_again(visit: Visit) -> None:
    page = visit(LOST.replace("level:number=2", "human") + "&watched=1")
    expect(headline(page)).to_have_text("Move 9 left column 6 open.")
    expect(page.get_by_role("button", name="Show me on the board")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Try move|Learn from"))).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile("moves=1-1-1-5-1-7-7-4-1&watched=1$"))
    cell(page, 1).click()
    expect(page).to_have_url(re.compile("moves=1-1-1-5-1-7-7-4-1-2$"))


@pytest.mark.proof
def test_a_queen_given_away_is_marked_and_the_bar_tells_it(visit: Visit) -> None:
    page = visit("play/chess?white=human&black=human&moves=e4-e5-Nf3-Qg5", width=390)
    expect(page.locator(".evaluation.known")).to_have_count(0)
    press(page, "Show mistakes")
    expect(page.locator(".history p").first).to_have_text("1 move has a mark.")
    expect(page.locator(".ply:has(.blunder) .word")).to_have_text(["Qg5"])
    expect(page.locator(".evaluation")).to_have_attribute(
        "aria-label", re.compile(r"Expected score of White, from −100 to 100: [89]\d")
    )
    expect(page.locator(".graph")).to_have_attribute("aria-label", "The graph of the game. 1 move has a mark.")
    fits(page)
    press(page, "Show mistakes")
    expect(page.locator(".graph")).to_be_hidden()
    expect(page.locator(".evaluation.known")).to_have_count(0)


def test_why_tells_the_threat_and_the_good_move_until_the_next_move(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-8-2")
    expect(page.locator(".coach")).to_be_hidden()
    press(page, "Why?")
    expect(headline(page)).to_have_text("X threatens cell 1, which completes 3 in a row.")
    expect(page.locator(".coach .because")).to_contain_text("Only cell 1 stops X, who would win there.")
    press(page, "Why?")
    expect(page.locator(".coach")).to_be_hidden()
    press(page, "Why?")
    move(page, 1)
    expect(page.locator(".coach")).to_be_hidden()


def test_a_rule_of_a_bot_is_told_with_its_move(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=expert&moves=0-4-8-6")
    move(page, 2)  # waits for the stone: before the press is heard, it is still “your move”
    my_turn_or_end(page)
    press(page, "Why?")
    expect(page.locator(".coach .because")).to_contain_text("Rule 2, block")


def test_a_hint_comes_in_three_steps_and_goes_with_the_move(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-3-1-4", width=390)
    cell(page, 4).focus()
    page.keyboard.press("h")
    expect(headline(page)).to_have_text("Look at these cells: 1, 2, 5.")
    shown(page, "hinted", 1, 2, 5)
    shown(page, "advised")
    press(page, "Hint")
    expect(page.locator(".coach .topic")).to_have_text("Hint 2 of 3")
    expect(headline(page)).to_have_text("A move here wins at once.")
    expect(page.locator(".coach .truth")).to_have_text("These are exact values.")
    press(page, "Hint")
    expect(headline(page)).to_have_text("Play cell 2.")
    shown(page, "advised", 2)
    move(page, 2)
    expect(page.locator(".cell.hinted")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_be_hidden()  # the game is over
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_hints_wait_for_the_first_roll(visit: Visit) -> None:
    page = visit("play/pig?seed=1", ready=".status")
    expect(page.get_by_role("button", name="Hint")).to_have_attribute("aria-disabled", "true")


def test_all_values_stand_on_the_board_and_in_a_list_that_leads_on(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-1")
    press(page, "All values")
    for number in (2, 3, 4, 5, 6, 7, 8):
        result, plies = worth("xo.......", number)
        expect(cell(page, number).locator(".value text")).to_have_text(f"{'+' if result > 0 else '−'}{(abs(plies) + 1) // 2}" if result else "=")  # fmt: skip
    rows = page.locator(".ranking button")
    expect(rows).to_have_count(7)
    expect(rows.first).to_contain_text("A certain win in 3 moves")
    expect(rows.first).to_contain_text("best")
    expect(page.locator(".verdict")).to_have_text("X wins in 3 moves with best play.")
    page.locator(".line button").nth(1).click()  # two moves on
    expect(page.locator(".verdict")).to_contain_text("X wins in 2 moves with best play.")
    expect(page.locator(".verdict")).to_be_focused()
    page.locator(".cell.free").first.click()
    expect(status(page)).to_have_text("Side line: O to move")
    press(page, "Undo")
    press(page, "Back to the game")
    expect(status(page)).to_have_text("X to move")
    press(page, "All values")
    expect(page.locator(".cell .value")).to_have_count(0)
    expect(page.locator(".explorer")).to_be_hidden()


def test_values_of_a_small_game_are_exact_at_once(visit: Visit) -> None:
    page = visit("play/nim?x=human&o=human", ready=".status")
    press(page, "All values")
    expect(page.locator(".explorer .source").first).to_have_text(re.compile("Bouton|exact"))
    expect(page.locator(".ranking .chip.guess")).to_have_count(0)
    expect(page.locator(".ranking .chip")).not_to_have_count(0)


def test_the_start_of_connect_four_is_known(visit: Visit) -> None:
    page = visit("play/connect_four?x=human&o=human")
    press(page, "All values")
    expect(page.locator(".explorer .source").first).to_contain_text("Known: won for the first player")
    expect(page.locator(".row:has(.note) .word")).to_have_text(["column 4"])  # Allis 1988: only the middle column wins


def test_the_graph_of_a_game_leads_to_its_positions(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-1-4", width=390)
    expect(page.locator(".graph")).to_be_hidden()
    page.locator(".ply").nth(1).click()  # the moves are there without it
    expect(status(page)).to_have_text("Side line: O to move")
    press(page, "Show mistakes")
    expect(page.locator(".history p").first).to_have_text("1 move has a mark.")
    expect(page.locator(".plot .slip")).to_have_count(1)
    expect(page.locator(".cell .value")).to_have_count(0)  # nothing is told of the moves
    page.locator('[data-ply="2"]').click()
    expect(status(page)).to_have_text("Side line: X to move")
    expect(page.locator(".ply input:checked")).to_have_value("2")
    expect(page.locator(".ply input:checked")).to_have_attribute("aria-label", "Move 2, O 1: a blunder.")
    press(page, "Back to the game")
    followed(page, "O to move")
    page.locator(".ply input:checked").focus()
    page.keyboard.press("ArrowLeft")
    expect(status(page)).to_have_text("Side line: X to move")


@pytest.mark.proof
def test_a_game_for_three_has_no_graph_and_the_page_says_why(visit: Visit) -> None:
    page = visit("play/three?a=human&b=human&c=human", ready=".status")
    page.locator("[data-cell], .move-list button").first.click()
    press(page, "Show mistakes")
    expect(page.locator(".history p").first).not_to_be_empty()
    expect(page.locator(".graph")).to_be_hidden()


def test_mistakes_are_set_again_until_they_are_right(visit: Visit) -> None:
    page = visit("play/tictactoe?o=minimax&moves=0-4-1-2-8-6")
    press(page, "Learn from mistakes")
    expect(status(page)).to_have_text("Move 5: you played cell 8. Find a better move.")
    cell(page, 3).click()
    expect(status(page)).to_have_text(re.compile(r"^Not this one\. .*6.* Try again\."))
    cell(page, 6).click()
    expect(status(page)).to_have_text("Right. That was the only mistake.")
    press(page, "Back to the game")
    expect(status(page)).to_contain_text("O wins")


def test_the_bar_is_shown_in_a_running_game_only_if_it_is_wanted(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-1")
    expect(page.locator(".evaluation.known")).to_have_count(0)
    more(page, "Evaluation bar")
    expect(page.locator(".evaluation")).to_have_attribute("aria-label", "X wins with best play.")


@pytest.mark.proof
def test_the_tree_of_a_decision_opens_below_the_moves(visit: Visit) -> None:
    page = visit("play/tictactoe?o=alphabeta&moves=4-0-8")
    my_turn_or_end(page)
    press(page, "Search tree")
    moves = page.locator('.node[aria-level="2"]')
    expect(moves).to_have_count(6)
    expect(page.get_by_text(re.compile(r"How O \(Alpha-beta\) decided on \d"))).to_be_visible()
    expect(page.locator(".ply-decision .node.line")).to_have_count(4)  # three plies of the best line
    page.get_by_role("treeitem").first.focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator(".node:focus")).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".node.cut").first).to_be_attached()
    page.get_by_label("Searched by").select_option("Minimax")
    expect(page.locator(".node.cut")).to_have_count(0)  # alpha-beta's tree has them until minimax's comes
    expect(page.get_by_text(re.compile(r"went to the end of the game and visited [\d,]+ positions"))).to_be_visible()
    values = sorted(str(worth("o...x...x", number)[0]).replace("-", "−") for number in (1, 2, 3, 5, 6, 7))
    assert sorted(value.replace("+", "") for value in moves.locator(".value").all_text_contents()) == values
    page.get_by_role("link", name="Step through it").click()
    expect(page.locator(".said")).to_have_text("The search begins with MAX at A, in the window [−∞, +∞].")
