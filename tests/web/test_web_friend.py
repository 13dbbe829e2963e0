"""Two people in two browsers play each other by a link, and others watch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser import CODE, Server
from web_page import Visit, board, cell, detail, expect, press, send, status, stone

pytestmark = pytest.mark.browser


def path(url: str) -> str:
    """The path on the server: the test's own browsers may know the server by another name."""
    return urlsplit(url).path.lstrip("/")


def invited(visit: Visit, side: str = "first", game: str = "tictactoe") -> tuple[Any, str, str]:
    """Make a game. Return the page of who made it, and the paths for the friend and for spectators."""
    page = visit(f"friend?game={game}", ready=".friend-form")
    page.locator(f'input[value="{side}"]').check()
    press(page, "Make a link")
    link = page.get_by_label("Link for your friend")
    expect(link).to_be_visible()
    return page, path(link.input_value()), path(page.get_by_label("Link for spectators").input_value())


def joined(visit: Visit, link: str, ready: str = "[data-cell]") -> Any:
    page = visit(link, ready="main button")
    press(page, "Join the game")
    page.wait_for_selector(ready)
    return page


def play_in_turns(players: list[Any], cells: list[int]) -> None:
    for ply, number in enumerate(cells):
        player, mark = players[ply % 2], "XO"[ply % 2]
        expect(status(player)).to_have_text(re.compile("Your move"))
        cell(player, number).click()
        for page in players:
            expect(cell(page, number)).to_have_attribute("aria-label", re.compile(f"{mark}$"))


def test_two_people_play_to_the_end_while_another_watches(visit: Visit) -> None:
    ana, link, watching = invited(visit)
    expect(status(ana)).to_have_text("Waiting for your friend")
    bob = joined(visit, link)
    expect(ana.get_by_label("Link for your friend")).to_be_hidden()
    eve = visit(watching)
    play_in_turns([ana, bob], [4, 0, 2, 6, 5])
    cell(bob, 8).click()  # another cell first: X has not won yet
    expect(cell(ana, 8)).to_have_attribute("aria-label", re.compile("O$"))
    cell(ana, 3).click()
    for page in (ana, bob, eve):
        expect(status(page)).to_contain_text("X wins")
        stone(page, 3, "X")  # the board comes beside the status, not with it
        assert board(page) == board(ana)
    press(bob, "Rematch")
    expect(detail(ana)).to_have_text("Your friend asks for a rematch.")
    press(ana, "Agree")
    expect(status(bob)).to_have_text("Your move: you play X")
    expect(status(ana)).to_have_text("X to move")


@pytest.mark.proof
def test_nobody_moves_out_of_turn_or_for_another(visit: Visit) -> None:
    ana, link, watching = invited(visit)
    bob = joined(visit, link)
    eve = visit(watching)
    for page in (bob, eve):
        cell(page, 4).click()
        send(page, {"play": [4], "turn": 0})
    expect(bob.locator(".trouble")).to_have_text("It is not your turn.")
    expect(eve.locator(".trouble")).to_have_text("Only the two players can do this.")
    assert board(ana) == board(bob) == board(eve) == "." * 9
    key = path(ana.url)
    stranger = visit(key, ready=".notice")
    expect(stranger.get_by_role("heading")).to_have_text("Only its two players can open this game")
    late = visit(link, ready=".notice")
    expect(late.get_by_role("main")).to_contain_text("This invitation was used already.")
    bob.goto(bob.url.replace(key, link))  # the friend finds the link in a chat again
    expect(status(bob)).to_have_text("X to move")


@pytest.mark.proof
def test_a_move_is_taken_back_by_consent_and_a_game_resigned(visit: Visit) -> None:
    ana, link, _watching = invited(visit, "second")
    bob = joined(visit, link)
    play_in_turns([bob, ana], [4])
    press(bob, "Take back")
    expect(detail(ana)).to_have_text("Your friend asks to take a move back.")
    press(ana, "Refuse")
    expect(ana.get_by_role("button", name="Agree")).to_be_hidden()
    press(bob, "Take back")
    press(ana, "Agree")
    expect(status(bob)).to_have_text("Your move: you play X")
    assert board(ana) == "." * 9
    press(ana, "Resign")
    press(ana, "Yes, resign")
    expect(status(bob)).to_have_text("O resigned: X wins.")


@pytest.mark.proof
def test_a_hidden_card_is_shown_to_its_player_alone(visit: Visit) -> None:
    page = visit("friend?game=kuhn", ready=".friend-form")
    press(page, "Make a link")
    expect(page.get_by_label("Link for your friend")).to_be_visible()
    link, watching = (page.get_by_label(f"Link for {who}").input_value() for who in ("your friend", "spectators"))
    friend = joined(visit, path(link), ready=".written")
    spectator = visit(path(watching), ready=".written")
    lines = [each.locator(".written").inner_text().splitlines() for each in (page, friend, spectator)]
    assert sorted(sum("?" in line for line in seen) for seen in lines) == [1, 1, 2]
    assert lines[2] not in lines[:2]


@pytest.mark.nightly
def test_a_game_goes_on_after_a_reload_and_after_a_restart_of_the_server(visit_of: Any, tmp_path: Path) -> None:
    work = str(tmp_path / "work.sqlite")
    with Server("--work", work, "--port", "0") as server:  # the address itself, which the second takes again
        port = str(urlsplit(server.url).port)

        def visit(address: str, **options: Any) -> Any:
            return visit_of(server, address, **options)

        ana, link, _watching = invited(visit)
        bob = joined(visit, link)
        play_in_turns([ana, bob], [4, 0])
        ana.reload()
        expect(status(ana)).to_have_text("Your move: you play X")
        assert board(ana) == "o...x...."
        expect(bob.locator(".seatbar.far")).not_to_contain_text("not connected")
        for page in (ana, bob):
            page.evaluate("window.before = true")
    with Server("--work", work, "--port", port):
        for page in (ana, bob):  # a page whose server has gone comes back by itself; until then a press is lost
            page.wait_for_function("!window.before && document.querySelector('[data-cell]')")
        play_in_turns([ana, bob], [2, 6])
        home = visit("friend", ready=".friend-form")
        expect(home.locator(".kept")).to_have_count(0)
        ana.goto(ana.url.partition("/friend")[0] + "/friend")
        expect(ana.locator(".kept a")).to_have_text(["Tic-tac-toe"])


@pytest.mark.proof
def test_a_class_lets_in_an_invited_stranger_and_pairs_neighbours(visit_of: Any, school: Server) -> None:
    def student(address: str) -> Any:
        page = visit_of(school, address, ready='input[name="code"]')
        page.locator('input[name="code"]').fill(CODE)
        press(page, "Come in")
        return page

    def visit(address: str, ready: str = "") -> Any:
        page = student(address)
        page.wait_for_selector(ready)
        return page

    ana, link, _watching = invited(visit)
    bob = joined(visit, link)
    play_in_turns([ana, bob], [4, 0])
    eve, dan = (visit("friend?game=tictactoe", ".friend-form") for _each in range(2))
    press(eve, "Play the next player who waits")
    expect(status(eve)).to_have_text("Waiting for your friend")
    press(dan, "Play the next player who waits")
    expect(status(eve)).to_have_text(re.compile("move"))
    expect(status(dan)).to_have_text(re.compile("move"))
