"""Dame on the page: moves of two cells by mouse, by drag, by touch and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from web_page import Visit, cell, detail, expect, fits, followed, more, my_turn_or_end, press, seat_player, send, status

pytestmark = pytest.mark.browser

A1, B1, A2, B2, C2, B3, D4 = 12, 13, 8, 9, 10, 5, 3
"""Cells of 4 × 4 as they are drawn, row by row from the top."""
TWO_PERSONS = "o=human&c=human"


def trouble(page: Any) -> Any:
    return page.locator(".foot .trouble")


def middle(page: Any, number: int) -> tuple[float, float]:
    box = cell(page, number).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, number: int, to: tuple[float, float]) -> None:
    page.mouse.move(*middle(page, number))
    page.mouse.down()
    page.mouse.move(*to, steps=3)
    page.mouse.up()


def test_a_move_by_two_clicks(visit: Visit) -> None:
    page = visit(f"play/dame?{TWO_PERSONS}")
    expect(page.locator(".head")).to_have_text([*"abcd", *"4321"])
    expect(detail(page)).to_have_text("Choose a piece, then where it goes.")
    expect(page.locator(".goal")).to_have_count(8)
    cell(page, A1).click()
    expect(page.locator("[aria-live]")).to_have_text("The piece on a1 is picked up; it can go to a2, b2.")
    assert [cell(page, number).locator(".hint").count() for number in (A2, B2, C2)] == [1, 1, 0]
    cell(page, B1).click()  # another piece of one's own is taken instead
    expect(page.locator("circle.hint")).to_have_count(3)
    cell(page, B2).click()
    page.wait_for_url("**moves=b1b2")
    followed(page, "C to move")
    expect(page.locator("[aria-live]")).to_contain_text("O played b1-b2.")
    expect(page.locator(".last")).to_have_count(2)
    expect(cell(page, B2)).to_have_attribute("aria-label", "cell b2, O")
    press(page, "Undo")
    expect(cell(page, B1)).to_have_attribute("aria-label", "cell b1, O, goal of C")


@pytest.mark.proof
def test_an_illegal_move_is_explained_and_the_piece_returns(visit: Visit) -> None:
    page = visit(f"play/dame?{TWO_PERSONS}&moves=a1b2-a4b3")
    for pressed, reason in [
        ((C2,), "There is no piece on c2."),
        ((B3,), "The piece on b3 is not yours: O is to move."),
        ((B2, B2), "The piece already stands on b2: choose another cell."),
        ((B2, B3), "b3 is occupied."),
        ((B1, B3), "b3 is not next to b1."),
    ]:
        for number in pressed:
            cell(page, number).click()
        expect(trouble(page)).to_have_text(reason)
        expect(page.locator(".lifted")).to_have_count(0)
    for to, reason in [
        (middle(page, B1), "b1 is occupied."),
        (middle(page, D4), "d4 is not next to b2."),
        ((5, 500), "That is off the board: the piece stays on b2."),
    ]:
        drag(page, B2, to)
        expect(trouble(page)).to_have_text(reason)
        expect(page.locator(".lifted")).to_have_count(0)
        expect(page.locator(".carried *")).to_have_count(0)
    expect(status(page)).to_have_text("O to move")


def test_a_browser_may_send_anything(visit: Visit) -> None:
    """Invalid presses are ignored, and the server logs nothing (its fixture checks)."""
    page = visit(f"play/dame?{TWO_PERSONS}")
    plays = [
        None,
        12,
        "a1",
        [],
        [12],
        [12, 99],
        [-4, 0],
        [1.5, 2],
        [True, 8],
        [None, None],
        [[12], 8],
        {"0": 12},
        [12] * 99,
    ]
    messages = [{"play": play, "turn": 0} for play in plays] + [{"play": [12, 9]}, {"play": [12, 9], "turn": "0"}, {}]
    messages.append({"play": [12, 9], "turn": 0})  # this one is a move
    send(page, *messages)
    page.wait_for_url("**moves=a1b2")


def test_a_move_by_drag_and_the_end_of_a_game(visit: Visit) -> None:
    """Twice back and forth: the position comes for the third time."""
    page = visit(f"play/dame?{TWO_PERSONS}&moves=a1a2-d4d3-a2a1-d3d4-a1a2-d4d3-a2a1")
    expect(detail(page)).to_have_text("This position has occurred twice. At the third time the game is a draw.")
    drag(page, 7, middle(page, D4))
    expect(status(page)).to_have_text("A draw: the position has come for the third time.")
    more(page, "About this game")
    expect(page.get_by_role("dialog")).to_contain_text("drawn at the third repetition or after 100 moves")


@pytest.mark.proof
def test_by_keyboard_in_the_coordinates_of_the_laboratory(visit: Visit) -> None:
    page = visit(f"play/dame?{TWO_PERSONS}&moves=a1a2-d4d3")
    more(page, "About this game")
    page.get_by_label("Coordinates").select_option("numbers")
    page.wait_for_url("**/play/dame:coordinates=numbers?**moves=0001-3332")
    expect(page.locator(".head")).to_have_text([*"0123", *"3210"])
    expect(cell(page, B3)).to_be_focused()
    keys = page.keyboard
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Enter")
    said = page.locator("[aria-live]")
    expect(said).to_have_text("The piece on 10 is picked up; it can go to 00, 11, 21.")
    expect(cell(page, B1)).to_have_attribute("aria-selected", "true")
    keys.press("Escape")
    expect(said).to_have_text("The piece is back where it stood.")
    expect(page.locator(".lifted")).to_have_count(0)
    keys.press("Enter")
    keys.press("ArrowUp")
    expect(cell(page, B2)).to_have_attribute("aria-label", "put it down: 10-11")
    keys.press(" ")
    page.wait_for_url("**moves=0001-3332-1011")
    expect(said).to_have_text("O played 10-11. C to move")


@pytest.mark.proof
def test_on_a_phone_against_the_table(visit: Visit) -> None:
    """By tapping and by dragging a finger; the game is solved when the table is first asked."""
    page = visit("play/dame:size=3?c=table", width=390, has_touch=True, is_mobile=True)
    a1, b2 = 6, 4
    cell(page, a1).tap()
    cell(page, b2).tap()
    page.wait_for_url(re.compile(r"moves=a1b2-\w{4}$"))
    my_turn_or_end(page)
    fits(page)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    before = page.evaluate("scrollY")
    (x, y), (to_x, to_y) = middle(page, b2), middle(page, a1)
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
    touch("touchEnd")
    page.wait_for_url(re.compile(r"moves=a1b2-\w{4}-b2a1-\w{4}$"))
    my_turn_or_end(page)
    assert page.evaluate("scrollY") == before
    press(page, "Undo")
    page.wait_for_url(re.compile(r"moves=a1b2-\w{4}$"))


@pytest.mark.proof
def test_bots_and_values_and_the_tree(visit: Visit) -> None:
    page = visit("play/dame:size=3?o=engine:depth=3&c=greedy")
    press(page, "Step")
    followed(page, "C to move")
    press(page, "Step")
    followed(page, "O to move")
    page.wait_for_url(re.compile(r"moves=\w{4}-\w{4}$"))
    press(page, "All values")
    expect(page.locator(".value")).to_have_count(3)  # the best of each piece
    press(page, "Search tree")
    expect(page.get_by_role("treeitem").nth(1)).to_be_visible()
    expect(page.locator(".ply-decision .ply-board .kind, .ply-decision .ply-board .mark").first).to_be_attached()
    seat_player(page, "O", "minimax")  # minimax looks to the end, where there is one
    page.wait_for_url(re.compile(r"/play/dame:size=3\?o=minimax:depth=\d&c=greedy"))


@pytest.mark.proof
def test_the_board_of_another_size(visit: Visit) -> None:
    page = visit("play/tictactoe")
    more(page, "Another game or size")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("dame")
    dialog.get_by_label("pieces of each side").fill("5")
    dialog.get_by_label("directions").select_option("4")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/play/dame:size=5,directions=4*")
    expect(page.get_by_role("gridcell")).to_have_count(25)
    page.go_back()
    page.wait_for_url("**/play/tictactoe*")
    expect(page.get_by_role("gridcell")).to_have_count(9)
