"""The layout of a game's page, the same for every game: the board and its actions are in sight in every window."""

from __future__ import annotations

import re
from typing import Any

import pytest
from samples import sample
from web_page import Visit, cell, expect, fits, more, press

pytestmark = pytest.mark.browser

OTHELLO = "play/othello?x=human&o=human"
WINDOWS = [(390, 667), (844, 390), (320, 568), (1280, 630), (390, 844), (1280, 800), (2560, 1440), (640, 400)]
"""Width and height of windows: phones upright and on their side, a low window, a screen, a wall, and twice the size."""
GAMES = ["tictactoe", "connect_four", "chess", "go", "hex", "kalah", "backgammon", "three"]


def box(page: Any, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found
    return found


def resized(page: Any, width: int, height: int, address: str) -> None:
    """Load a page in a window of another size."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(page.url.split("/play/")[0] + f"/{address}")
    expect(cell(page, 0)).to_be_attached()
    page.wait_for_function("document.querySelector('.ply-board').getBoundingClientRect().bottom <= innerHeight")


@pytest.mark.proof
@pytest.mark.parametrize("game", sample(GAMES, every=4))
def test_the_board_and_its_actions_are_in_sight_in_every_window(game: str, visit: Visit) -> None:
    page = visit(f"play/{game}")
    for width, height in WINDOWS:
        resized(page, width, height, f"play/{game}")
        board = box(page, ".ply-board")
        assert board["y"] >= -1
        assert board["y"] + board["height"] <= height + 1
        assert min(box(page, '[data-cell="0"]')["width"], box(page, '[data-cell="0"]')["height"]) >= 24
        for name in ("Undo", "Hint", "Why?", "More"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
        fits(page)


@pytest.mark.proof
def test_all_games_have_their_parts_in_one_place(visit: Visit) -> None:
    page = visit(OTHELLO)
    for width, height in ((1280, 800), (390, 844)):
        places = set()
        for game in ("connect_four", "chess", "go"):
            resized(page, width, height, f"play/{game}")
            strip, status = box(page, ".seatbar.far"), box(page, ".status")
            places.add((strip["x"], strip["y"], status["x"], round(box(page, ".ply-board")["y"] / 10)))
        assert len(places) == 1


@pytest.mark.proof
def test_the_board_takes_most_of_the_height_of_a_screen_and_the_width_of_a_phone(visit: Visit) -> None:
    page = visit(OTHELLO)
    for width, height in ((1280, 800), (1920, 1080), (2560, 1440)):
        resized(page, width, height, OTHELLO)
        assert box(page, ".ply-board")["height"] >= height - 16 * 16
    resized(page, 390, 844, OTHELLO)
    board = box(page, ".ply-board")
    assert board["width"] >= 350
    assert board["y"] <= 50
    resized(page, 844, 390, OTHELLO)
    assert box(page, ".ply-board")["height"] >= 0.9 * 390


@pytest.mark.proof
def test_text_beside_or_below_the_board_does_not_move_it(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-4")
    page.emulate_media(reduced_motion="reduce")  # a smooth scroll would still be on its way when the board is measured
    for width, height in ((390, 667), (844, 390), (1280, 630)):
        resized(page, width, height, "play/tictactoe?x=human&o=human&moves=0-4")
        before = box(page, ".ply-board")
        press(page, "Why?")
        expect(page.locator(".coach .headline")).not_to_be_empty()
        page.evaluate("scrollTo(0, 0)")
        assert box(page, ".ply-board") == before
        expect(page.get_by_role("button", name="Undo", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.proof
def test_a_press_on_the_opponent_opens_the_ladder_and_scrolls_nothing(visit: Visit) -> None:
    page = visit("play/connect_four?x=human&o=level:number=2")
    strip = page.locator(".seatbar.far")
    expect(strip).to_contain_text("Level 2 of 7. Sees one move ahead, and errs now and then.")
    for width, height in ((1280, 800), (390, 667)):
        resized(page, width, height, "play/connect_four?x=human&o=level:number=2")
        strip.get_by_role("button").click()
        ladder = page.get_by_role("dialog", name="Who plays Yellow?")
        expect(ladder.get_by_role("button")).to_have_count(8)  # a person and seven levels
        expect(ladder.get_by_role("button", pressed=True)).to_contain_text("Mia")
        assert page.evaluate("scrollY") == 0
        page.keyboard.press("Escape")
        expect(ladder).to_be_hidden()
        expect(strip.get_by_role("button")).to_be_focused()
    strip.get_by_role("button").click()
    ladder.get_by_role("button", name=re.compile("Nina")).click()
    expect(ladder).to_be_hidden()
    expect(strip).to_contain_text("Nina")
    page.wait_for_url("**o=level:number=4*")


def test_the_menu_has_everything_else(visit: Visit) -> None:
    page = visit("play/connect_four?x=human&o=level:number=2")
    more(page, "About this game")
    about = page.get_by_role("dialog", name="Connect Four")
    expect(about.get_by_text("Deterministic")).to_be_visible()
    about.get_by_role("button", name="Close").click()
    expect(about).to_be_hidden()
    more(page, "Watch two bots")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_url("**moves=**")


def test_the_next_opponent_follows_from_the_result(visit: Visit) -> None:
    page = visit("play/connect_four?x=human&o=level:number=3&moves=4-4-4-4")
    more(page, "Resign")
    press(page, "Yes, resign")
    expect(page.locator(".ending h2")).to_have_text("You lost")
    press(page, "Easier: Leo, level 1")  # a quick loss goes down three levels
    expect(page.locator(".seatbar.far")).to_contain_text("Leo")
    page.goto(page.url.split("/play/")[0] + "/play/connect_four")
    expect(page.locator(".seatbar.far")).to_contain_text("Leo")
    page.goto(page.url.split("/play/")[0] + "/play/othello")
    expect(page.locator(".seatbar.far")).to_contain_text("Mia")


def test_nobody_reads_a_spec_text_or_markup(visit: Visit) -> None:
    page = visit("play/connect_four?x=level:number=2&o=level:number=5")
    capture = "play/chess?white=human&black=human&moves=e4-d5-exd5"
    for path in ("play/connect_four?x=level:number=2&o=level:number=5", "arena", "arena?game=othello", capture):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + f"/{path}")
        expect(page.locator("h1")).to_be_attached()
        assert not re.search(r"\w+:\w+=|noise=|</", page.evaluate("document.body.innerText"))
    expect(page.locator(".captured")).to_contain_text("captured: pawn")


@pytest.mark.proof
def test_the_next_game_is_offered_in_view_when_a_game_ends_on_a_telephone(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-3-1-4", width=390)
    resized(page, 390, 844, "play/tictactoe?x=human&o=human&moves=0-3-1-4")
    page.locator('[data-cell="2"]').click()
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    expect(page.locator(".board")).to_be_in_viewport(ratio=0.7)


def test_four_places_lead_to_all_rooms_also_on_a_phone(visit: Visit) -> None:
    page = visit("solved", ready=".solved", width=390)
    rooms = page.get_by_role("navigation", name="Pages")
    expect(rooms.locator("> a")).to_have_text(["Play", "Puzzles", "Learn"])
    rooms.get_by_role("button", name="Lab").click()
    expect(rooms.locator(".popover a")).to_have_text(["Trees", "Compare", "Exercises", "Arena", "Solved"])
    expect(rooms.locator(".popover [aria-current=page]")).to_have_text("Solved")
    fits(page)
    page.keyboard.press("Escape")
    rooms.get_by_role("link", name="Play").click()
    page.locator(".games a").first.click()
    expect(rooms).to_be_hidden()  # a game has one slim bar
    expect(page.get_by_role("link", name="plyground")).to_be_visible()
    page.locator(".settings > summary").click()
    expect(page.get_by_role("navigation", name="More pages").get_by_role("link", name="Arena")).to_be_visible()


def test_every_room_has_the_icon(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    icons = page.locator('link[rel="icon"]')
    expect(icons.last).to_have_attribute("href", re.compile(r"/static/\w+/icon\.svg$"))
    answer = page.request.get(page.url.split("/play/")[0] + icons.last.get_attribute("href"))
    assert answer.headers["content-type"].startswith("image/svg+xml")
