"""Links, visitors, and the server behind the page."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from browser import Server
from program import PATIENCE
from web_page import Visit, board, cell, detail, expect, more, move, my_turn_or_end, press, status

pytestmark = pytest.mark.browser


def test_a_shared_link_shows_the_same_position(visit: Visit) -> None:
    page = visit("play/tictactoe?o=minimax")
    cell(page, 4).click()
    page.wait_for_url("**moves=4-0")
    other = visit(page.url.partition("/play/")[2].join(("play/", "")))
    assert board(other) == board(page) == "o...x...."
    expect(status(other)).to_have_text("Your move: you play X")


@pytest.mark.proof
def test_back_and_forward_bring_games_back(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    move(page, 4)
    move(page, 0)
    page.wait_for_url("**moves=4-0")
    more(page, "Another game or size")
    page.get_by_role("dialog").get_by_label("Game").select_option("connect-four")
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    page.wait_for_url("**/play/connect_four*")
    cell(page, 0).click()
    page.wait_for_url("**moves=1*")  # the engine, which may have to be compiled first, is not waited for
    page.go_back()
    expect(page.get_by_role("gridcell")).to_have_count(9)
    assert board(page) == "o...x...."
    move(page, 8)
    page.wait_for_url("**moves=4-0-8")
    page.go_forward()
    expect(page.get_by_role("gridcell")).to_have_count(42)
    expect(cell(page, 35)).to_have_attribute("aria-label", "column 1, row 1 from below, Red")


def test_back_shows_who_plays_although_a_field_was_added_meanwhile(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=minimax&moves=4-0")
    press(page, "Search tree")
    page.get_by_label("Searched by").wait_for()
    page.get_by_role("link", name="Puzzles").click()
    page.wait_for_url("**/puzzles*")
    page.go_back()
    expect(page.get_by_label("O is played by")).to_have_value("minimax")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("play/shogi", "There is no game “shogi”"),
        ("play/tictactoe?o=stockfish", "There is no bot “stockfish”"),
        ("play/tictactoe?moves=4-4", "Move 2: Cell 4 is taken by X."),
        ("play/tictactoe?moves=<b>4</b>", "“<b>4</b>” is not a cell"),
        ("play/mnk:width=4,height=3,k=3?o=expert", "rules are for tic-tac-toe"),
        ("nothing", "No page has the address /nothing."),
    ],
)
def test_a_damaged_link_is_answered_with_a_sentence_and_the_list_of_games(
    visit: Visit, path: str, sentence: str
) -> None:
    page = visit(path, ready=".notice")
    expect(page.get_by_role("main")).to_contain_text(sentence)
    expect(page.get_by_role("link", name="All games")).to_have_attribute("href", "/")


def test_two_visitors_have_their_own_games(visit: Visit) -> None:
    one, other = visit("play/tictactoe"), visit("play/tictactoe?x=human&o=human")
    move(one, 4)
    move(other, 8)
    my_turn_or_end(one)
    expect(status(other)).to_have_text("O to move")
    assert board(one) == "o...x...."
    assert board(other) == "........x"


@pytest.mark.proof
def test_searches_end_with_their_page(visit: Visit) -> None:
    """Endless searches on every worker would keep a later visitor waiting for a minute, were they not cancelled."""
    busy = []
    for _worker in range(max(2, os.cpu_count() or 1)):
        page = visit("play/mnk:width=5,height=5,k=4?o=minimax&moves=12")
        expect(detail(page)).to_have_text(re.compile("^[1-9].*positions"))
        busy.append(page)
    waiting = visit("play/tictactoe?o=random&moves=4")
    for page in busy:
        page.goto("about:blank")
    expect(status(waiting)).to_contain_text("Your move")


@pytest.mark.nightly
def test_only_the_teacher_stops_the_server_and_only_while_nobody_else_is_there(visit_of: Any) -> None:
    with Server() as own:
        guest = visit_of(own, "solved", ready="h1")  # a plain room, which has no socket
        guest.reload()
        guest.locator(".settings summary").click()
        expect(guest.get_by_role("link", name="Stop plyground")).to_have_count(0)
        assert guest.request.get(own.url + "stop").status == 403
        assert guest.request.post(own.url + "stop").status == 403
        teacher = visit_of(own, "play")
        expect(teacher.get_by_text("Quit")).to_have_count(0)
        teacher.context.add_cookies([own.teacher_cookie])
        teacher.reload()
        teacher.wait_for_selector("[data-cell]")
        teacher.locator(".settings summary").click()
        teacher.get_by_role("link", name="Stop plyground").click()
        expect(teacher.get_by_role("status")).to_contain_text("1 other visitor is here.")
        assert teacher.request.post(own.url + "stop", headers={"Origin": own.url.rstrip("/")}).status == 409
        assert own.process.poll() is None
    with Server() as own:
        teacher = visit_of(own, "play")
        teacher.context.add_cookies([own.teacher_cookie])
        teacher.goto(own.url + "stop")
        teacher.get_by_role("button", name="Stop plyground").click()
        expect(teacher.get_by_text("plyground has stopped")).to_be_visible()
        assert own.process.wait(PATIENCE) == 0


def test_a_setting_leaves_no_second_entry_in_the_history(visit: Visit) -> None:
    for room, ready in (("solved", "h1"), ("play/tictactoe", "[data-cell]")):
        page = visit(room, ready=ready)
        entries = page.evaluate("history.length")
        page.locator(".settings summary").click()
        page.get_by_role("button", name="dark", exact=True).click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        assert page.evaluate("history.length") == entries


def test_a_browser_without_scripts_is_told_so(visit: Visit) -> None:
    page = visit("play/tictactoe", ready="noscript", java_script_enabled=False)
    expect(page.locator("noscript .notice")).to_be_visible()
    expect(page.locator("noscript .notice")).to_have_text("The board needs JavaScript: allow it for this page.")
