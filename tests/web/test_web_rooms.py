"""Common parts of all rooms: the line at the top, the visitor's preferences, and the first page with every game."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import Any

import pytest
from samples import some
from web_page import Visit, drawn, expect, fits

from plyground.drawing.svg import board
from plyground.games import GAMES, game
from plyground.teaching.exercises.drawings import as_svg
from plyground.teaching.exercises.generator import new_exercise
from plyground.web.components.themed_svg import picture

pytestmark = pytest.mark.browser


def games(page: Any) -> Any:
    return page.locator(".games > li")


def prefer(page: Any, name: str) -> None:
    page.locator(".settings > summary").click()
    page.locator(".settings").get_by_role("button", name=name, exact=True).click()


@pytest.mark.proof
def test_every_game_is_shown_and_can_be_sorted_out(visit: Visit) -> None:
    page = visit("", ready=".games")
    count = len(list(GAMES))
    expect(games(page)).to_have_count(count)
    expect(page.get_by_role("status")).to_have_text(f"{count} games")
    page.get_by_text("Kinds of games").click()
    page.get_by_label("Positions can repeat").select_option("yes")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("loops=yes"))
    expect(page.get_by_role("link", name=re.compile("^Dame"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Connect Four"))).to_have_count(0)
    empty = visit("?loops=<b>perhaps</b>", ready=".found")
    expect(empty.get_by_text("There is no game of this kind.")).to_be_visible()


@pytest.mark.proof
def test_preferences_hold_in_every_room(visit: Visit) -> None:
    page = visit("exercises?kind=best-move&number=3", ready=".show")
    prefer(page, "Română")
    expect(page).to_have_url(re.compile(r"/exercises\?kind=best-move&number=3$"))  # where it was
    expect(page.locator("html")).to_have_attribute("lang", "ro")
    page.goto(page.url.replace("exercises", "play/tictactoe"))
    expect(page.locator("html")).to_have_attribute("lang", "ro")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator(".settings > summary").click()
    page.locator(".settings [name=theme][value=dark]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_function("color => getComputedStyle(document.body).backgroundColor !== color", arg=light)
    page.locator(".settings > summary").click()
    page.locator(".settings [name=type][value=large]").click()
    expect(page.locator("html")).to_have_attribute("data-type", "large")
    expect(page.locator("html")).to_have_css("font-size", "24px")


@pytest.mark.proof
def test_boards_have_signs_for_who_prefers_them(visit: Visit) -> None:
    page = visit("play/othello?x=human&o=human")
    ground, disc = page.locator(".ply-board .frame"), page.locator('[data-cell="27"] .disc')
    felt, white = (each.evaluate("part => getComputedStyle(part).fill") for each in (ground, disc))
    page.locator(".settings > summary").click()
    page.locator(".settings [name=board][value=signs]").click()
    expect(page.locator("html")).to_have_attribute("data-board", "signs")
    expect(ground).not_to_have_css("fill", felt)
    expect(disc).to_have_css("fill", white)  # its side is still called White
    expect(page.locator('[data-cell="27"] .sign')).to_have_css("opacity", "0.75")


def test_a_preference_leads_nowhere_else(visit: Visit) -> None:
    page = visit("", ready=".games")

    def choose(referer: str, **form: str) -> Any:
        headers = {"Referer": referer, "Origin": page.url.rstrip("/")}
        return page.request.post(page.url + "preferences", headers=headers, form=form, max_redirects=0)

    answer = choose(page.url.replace("127.0.0.1", "127.0.0.2") + "elsewhere", theme="purple", language="xx")
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert "purple" not in answer.headers.get("set-cookie", "")
    for path in ("/elsewhere", "//elsewhere", "/\\elsewhere"):
        assert choose(page.url + path, theme="dark").headers["location"] == "/elsewhere"  # never another host


def test_solved_games_are_listed_and_looked_into(visit: Visit) -> None:
    page = visit("solved", ready=".solved")
    row = page.get_by_role("row", name="Tic-tac-toe draw")
    expect(row).to_contain_text("Caraciolo")
    expect(page.get_by_role("row", name=re.compile("Kuhn poker"))).to_contain_text("−1/18 on average")
    expect(page.get_by_role("link", name="Explore Pig")).to_have_count(0)
    row.get_by_role("link", name="Explore Tic-tac-toe").click()
    expect(page.locator(".verdict")).to_contain_text("draw")


def test_a_projector_shows_all_rooms_and_large_trees(visit: Visit) -> None:
    page = visit("learn/alpha-beta?step=2", ready=".lesson", locale="pt-BR")
    tree = page.locator(".show .room img:visible").first
    drawn(tree)
    usual = tree.bounding_box()["width"]
    page.locator(".settings summary").click()
    page.locator(".settings [name=type][value=large]").click()
    expect(page.locator("html")).to_have_attribute("data-type", "large")
    for room in page.locator(".top > nav > a").all():
        expect(room).to_be_in_viewport(ratio=1)
    drawn(tree)  # before that it has no width
    assert tree.bounding_box()["width"] == pytest.approx(1.5 * usual, rel=0.01)
    fits(page)


def test_drawings_stand_on_the_ground_of_the_page() -> None:
    tictactoe, exercise = game("tictactoe"), new_exercise("values")
    shown = picture(lambda theme: board(tictactoe, tictactoe.start, theme=theme), "")
    shown += picture(lambda theme: as_svg(exercise, theme=theme), "")
    for encoded in some(re.findall(r'base64,([^"]+)', shown)):
        first = re.search(r"<(rect|path|circle|ellipse|text|line)\b[^>]*>", b64decode(encoded).decode())
        assert first is not None
        assert not first[0].startswith('<rect x="0.0" y="0.0"')
