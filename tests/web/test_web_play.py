"""Playing on the page, in a real browser against the real server."""

from __future__ import annotations

import re

import pytest
from reference_tictactoe import best, winner, worth
from web_page import (
    Visit,
    board,
    by_keyboard,
    by_mouse,
    cell,
    detail,
    expect,
    followed,
    in_the_address,
    more,
    move,
    my_turn_or_end,
    play_out,
    players_of,
    press,
    seat_player,
    status,
    stone,
)

pytestmark = pytest.mark.browser


@pytest.mark.proof
def test_a_game_draws_with_minimax(visit: Visit) -> None:
    page = visit("", ready=".games")
    page.locator(".games").get_by_role("link", name=re.compile("^Tic-tac-toe Three")).click()
    page.wait_for_url("**/play/tictactoe")
    expect(cell(page, 4)).to_be_focused()
    end = play_out(page, best, by_mouse(page))
    assert winner(end) is None
    expect(status(page)).to_have_text("A draw: the board is full.")
    expect(page.locator(".ending h2")).to_have_text("A draw")
    press(page, "Rematch")
    followed(page, "Your move: you play X")
    assert board(page) == "." * 9


@pytest.mark.proof
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
    expect(page.locator(".ending h2")).to_have_text("You won")
    expect(page.locator(".strike")).to_have_count(1)
    page.keyboard.press("n")
    expect(status(page)).to_have_text("Your move: you play X")


@pytest.mark.proof
def test_expert_falls_to_two_corners(visit: Visit) -> None:
    page = visit("play/tictactoe?o=expert")

    def trap(position: str) -> int:
        winning = next((cell for cell in range(9) if position[cell] == "." and worth(position, cell) == (1, -1)), None)
        return winning if winning is not None else next(cell for cell in (0, 8, 6, 2) if position[cell] == ".")

    expect(cell(page, 4)).to_be_focused()
    assert winner(play_out(page, trap, by_keyboard(page))) == "x"
    expect(page.locator("[aria-live]")).to_contain_text("X wins")


@pytest.mark.proof
def test_a_person_may_play_second(visit: Visit) -> None:
    page = visit("play/tictactoe?x=minimax&o=human")
    end = play_out(page, best, by_mouse(page))
    assert winner(end) is None


def test_two_persons_and_a_taken_cell(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    move(page, 0)
    cell(page, 0).click()
    expect(page.locator(".foot .trouble")).to_have_text("Cell 0 is taken by X.")
    cell(page, 1).click()
    expect(status(page)).to_have_text("X to move")
    expect(page.locator(".foot .trouble")).to_have_text("")


@pytest.mark.proof
def test_two_bots_play_step_by_step_and_in_a_row(visit: Visit) -> None:
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
    expect(page.locator(".ending h2")).to_be_visible()


def test_undo_and_redo_go_through_the_game_and_keep_the_focus(visit: Visit) -> None:
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
    expect(page.get_by_role("button", name="Undo")).to_be_focused()  # the pressed button keeps the focus
    more(page, "Redo")
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
    players_of(page, "O").get_by_label("O is played by").select_option("Depth-limited")
    page.wait_for_url("**o=depth-limited")
    page.locator("summary:visible", has_text=re.compile("^Options$")).click()
    page.get_by_label(re.compile("^Moves looked ahead")).fill("1")
    page.get_by_label(re.compile("^Moves looked ahead")).press("Tab")
    page.wait_for_url("**o=depth-limited:depth=1")
    page.get_by_label(re.compile("^Moves looked ahead")).fill("-3")
    page.get_by_label(re.compile("^Moves looked ahead")).press("Tab")
    expect(page.get_by_text("must be a whole number")).to_be_visible()
    page.keyboard.press("Escape")
    seat_player(page, "X", "Expert")
    expect(page.get_by_role("button", name="Step")).to_be_visible()


@pytest.mark.proof
def test_another_game_with_options_is_chosen_in_the_dialog(visit: Visit) -> None:
    page = visit("play/tictactoe")
    more(page, "Another game or size")
    dialog = page.get_by_role("dialog", name="Choose a game")
    dialog.get_by_label("Game").select_option("mnk")
    dialog.get_by_label("columns").fill("5")
    dialog.get_by_label("marks in a row").fill("6")
    dialog.get_by_label("marks in a row").press("Tab")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("no line of 6 fits")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    more(page, "Another game or size")
    dialog.get_by_label("marks in a row").fill("3")
    dialog.get_by_label("marks in a row").press("Tab")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/play/mnk:width=5,height=4,k=3*")
    expect(page.get_by_role("gridcell")).to_have_count(20)


def test_only_bots_that_answer_in_time_are_offered(visit: Visit) -> None:
    page = visit("play/connect_four?o=human")
    offered = page.get_by_label("Yellow is played by").locator("option").all_text_contents()
    assert "Minimax" in offered
    assert not {"Table", "Dictionary"} & set(offered)
    seat_player(page, "Yellow", "Minimax")
    in_the_address(page, "o=minimax:depth=")


def test_the_dialog_begins_with_the_present_game(visit: Visit) -> None:
    page = visit("play/connect_four?o=human")
    more(page, "Another game or size")
    dialog = page.get_by_role("dialog", name="Choose a game")
    expect(dialog.get_by_label("Game")).to_have_value("connect-four")
    expect(dialog.get_by_label("columns")).to_have_value("7")


def test_a_refusal_moves_no_button(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0")
    before = page.get_by_role("button", name="Undo").bounding_box()
    cell(page, 0).click()
    expect(page.get_by_text("Cell 0 is taken by X.")).to_be_visible()
    assert page.get_by_role("button", name="Undo").bounding_box() == before


def test_sides_are_switched_in_one_press(visit: Visit) -> None:
    page = visit("play/tictactoe?o=expert")
    more(page, "Switch sides")
    my_turn_or_end(page)
    expect(status(page)).to_have_text("Your move: you play O")
    expect(page.get_by_label("X is played by")).to_have_value("expert")
    more(page, "Switch sides")
    expect(page.get_by_label("O is played by")).to_have_value("expert")
    followed(page, "Your move: you play X")  # the bot has answered for O
    assert len(board(page).replace(".", "")) == 2


@pytest.mark.proof
def test_a_finished_game_is_reviewed_and_played_from_the_other_side(visit: Visit) -> None:
    page = visit("play/tictactoe?o=expert&moves=0-3-1-4-2")
    expect(page.locator(".history p").first).not_to_be_empty()
    page.locator(".ending").get_by_role("button", name="Switch sides").click()
    followed(page, "Your move: you play O")
    assert len(board(page).replace(".", "")) == 1


def test_undo_after_a_new_game_brings_the_old_one_back(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-4")
    more(page, "New game")
    stone(page, 0, "free")
    press(page, "Undo")
    stone(page, 0, "X")
    stone(page, 4, "O")


def test_pig_begins_when_the_person_presses(visit: Visit) -> None:
    page = visit("play/pig?seed=1", ready=".status")
    expect(status(page)).to_have_text("A new game")
    expect(page.locator(".move-list button")).to_have_count(0)
    press(page, "Begin")
    expect(page.get_by_role("button", name="Begin")).to_be_hidden()
    expect(page.locator(".seatbar .points")).to_have_text(["0", "0"])


def test_the_other_card_is_hidden(visit: Visit) -> None:
    page = visit("play/kuhn?x=human&o=human&seed=1", ready=".status")
    press(page, "Begin")
    page.locator(".move-list .row").first.wait_for()
    first = page.locator(".written").first.text_content()
    assert len(re.findall("[JQK]", first)) == 1
    for name in ("Hint", "Why?"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_hidden()


@pytest.mark.proof
def test_thinking_can_be_stopped(visit: Visit) -> None:
    page = visit("play/mnk:width=5,height=5,k=4?o=minimax")
    cell(page, 12).click()
    expect(status(page)).to_have_text("O (Minimax) is thinking")
    expect(detail(page)).to_have_text(re.compile(r"[1-9][0-9,]* positions, [0-9.]+ s"))
    place = page.locator(".board").bounding_box()
    press(page, "Stop")
    expect(status(page)).to_have_text("O to move")
    expect(detail(page)).to_have_text("“Go on” continues the game.")
    expect(page.locator(".status").get_by_role("button", name="Go on")).to_be_visible()
    assert page.locator(".board").bounding_box() == place  # no button pushes it away
    press(page, "Undo")
    expect(status(page)).to_have_text("Your move: you play X")


def test_enter_presses_the_cell_that_a_screen_reader_has_focused(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    cell(page, 2).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("moves=2$"))
