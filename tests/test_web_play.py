"""Playing on the page, in a real browser against the real server."""

from __future__ import annotations

import re

import pytest
from noughts import best, winner, worth
from page import (
    Visit,
    board,
    by_keyboard,
    by_mouse,
    cell,
    detail,
    expect,
    followed,
    move,
    my_turn_or_end,
    play_out,
    press,
    status,
)

pytestmark = pytest.mark.browser


def test_a_game_draws_with_minimax(visit: Visit) -> None:
    page = visit("", ready=".games")
    page.get_by_role("link", name="Play Tic-tac-toe", exact=True).click()
    page.wait_for_url("**/play/tictactoe")
    expect(cell(page, 4)).to_be_focused()
    end = play_out(page, best, by_mouse(page))
    assert winner(end) is None
    expect(status(page)).to_have_text("A draw: the board is full.")
    expect(detail(page)).to_have_text("Play again?")
    press(page, "Yes, play again")
    followed(page, "Your move: you play X")
    assert board(page) == "." * 9


def test_games_by_keyboard_beat_random(visit: Visit) -> None:
    page = visit("play/tictactoe?o=random")
    expect(cell(page, 4)).to_be_focused()  # the cursor starts on the centre
    for _game in range(20):
        end = play_out(page, best, by_keyboard(page))
        if winner(end) == "x":
            break
        page.keyboard.press("n")
        followed(page, "Your move: you play X")
        expect(cell(page, 4)).to_be_focused()
    assert winner(end) == "x"
    expect(status(page)).to_have_text("X wins: 3 in a row.")
    expect(detail(page)).to_have_text("Play again?")
    expect(page.locator(".strike")).to_have_count(1)
    page.keyboard.press("n")
    expect(status(page)).to_have_text("Your move: you play X")


def test_expert_falls_to_two_corners(visit: Visit) -> None:
    page = visit("play/tictactoe?o=expert")

    def trap(position: str) -> int:
        winning = next((cell for cell in range(9) if position[cell] == "." and worth(position, cell) == (1, -1)), None)
        return winning if winning is not None else next(cell for cell in (0, 8, 6, 2) if position[cell] == ".")

    expect(cell(page, 4)).to_be_focused()
    assert winner(play_out(page, trap, by_keyboard(page))) == "x"
    expect(page.locator("[aria-live]")).to_contain_text("X wins")


def test_a_person_may_play_second(visit: Visit) -> None:
    page = visit("play/tictactoe?x=minimax&o=human")
    end = play_out(page, best, by_mouse(page))
    assert winner(end) is None


def test_two_persons_and_a_taken_cell(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    move(page, 0)
    cell(page, 0).click()
    expect(page.locator(".play .trouble")).to_have_text("Cell 0 is taken by X.")
    cell(page, 1).click()
    expect(status(page)).to_have_text("X to move")
    expect(page.locator(".play .trouble")).to_have_text("")


def test_bot_against_bot(visit: Visit) -> None:
    page = visit("play/tictactoe?x=expert&o=expert-complete")
    followed(page, "X to move")
    expect(detail(page)).to_have_text("“Go on” lets the bots begin.")
    press(page, "Step")
    followed(page, "O to move")
    press(page, "Step")
    followed(page, "X to move")
    assert len(board(page).replace(".", "")) == 2  # it waits between steps
    page.get_by_label("Speed").select_option("slow")
    press(page, "Go on")
    press(page, "Pause")
    expect(page.get_by_role("button", name="Go on", exact=True)).to_be_visible()
    followed(page, "X to move|O to move")
    made = len(board(page).replace(".", ""))
    press(page, "Step")
    expect(page.locator(".mark")).to_have_count(made + 1)
    page.get_by_label("Speed").select_option("fast")
    press(page, "Go on")
    expect(detail(page)).to_have_text("Play again?")


def test_undo_and_redo(visit: Visit) -> None:
    page = visit("play/tictactoe?o=expert")
    move(page, 4)
    my_turn_or_end(page)
    one = board(page)
    move(page, 8)
    my_turn_or_end(page)
    two = board(page)
    press(page, "Undo")
    expect(cell(page, 8)).to_have_attribute("aria-label", re.compile("free$"))
    assert board(page) == one
    page.keyboard.press("Tab")  # the pressed button keeps the focus: Tab goes to the next one
    expect(page.get_by_role("button", name="Redo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, 8)).to_have_attribute("aria-label", re.compile("X$"))
    assert board(page) == two
    press(page, "Undo")
    press(page, "Undo")
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    expect(cell(page, 4)).to_have_attribute("aria-label", re.compile("free$"))
    assert board(page) == "." * 9
    page.wait_for_url("**/play/tictactoe?x=human&o=expert")


def test_choosing_players_and_options(visit: Visit) -> None:
    page = visit("play/tictactoe")
    page.get_by_label("O is played by").select_option("Depth-limited")
    page.wait_for_url("**o=depth-limited")
    page.locator("summary:visible", has_text="Options").click()
    page.get_by_label(re.compile("^depth:")).fill("1")
    page.get_by_label(re.compile("^depth:")).press("Tab")
    page.wait_for_url("**o=depth-limited:depth=1")
    page.get_by_label(re.compile("^depth:")).fill("-3")
    page.get_by_label(re.compile("^depth:")).press("Tab")
    expect(page.get_by_text("must be a whole number")).to_be_visible()
    page.get_by_label("X is played by").select_option("Expert")
    expect(page.get_by_role("button", name="Step")).to_be_visible()
    expect(page.get_by_text("acts on the present position")).to_be_visible()


def test_another_game(visit: Visit) -> None:
    page = visit("play/tictactoe")
    press(page, "Games")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("mnk")
    dialog.get_by_label("columns").fill("5")
    dialog.get_by_label("marks in a row").fill("6")
    dialog.get_by_label("marks in a row").press("Tab")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("no line of 6 fits")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    press(page, "Games")
    dialog.get_by_label("marks in a row").fill("3")
    dialog.get_by_label("marks in a row").press("Tab")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/play/mnk:width=5,height=4,k=3*")
    expect(page.get_by_role("gridcell")).to_have_count(20)


def test_thinking_can_be_stopped(visit: Visit) -> None:
    page = visit("play/mnk:width=5,height=5,k=4?o=minimax")
    cell(page, 12).click()
    expect(status(page)).to_have_text("O (Minimax) is thinking")
    expect(detail(page)).to_have_text(re.compile(r"[1-9][0-9,]* positions, [0-9.]+ s"))
    press(page, "Stop")
    expect(status(page)).to_have_text("O to move")
    press(page, "Undo")
    expect(status(page)).to_have_text("Your move: you play X")
