"""What all rooms share: the line at the top, what a visitor prefers, and the first page, with every game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from page import Visit, drawn, expect, fits

from plyground.games import GAMES

pytestmark = pytest.mark.browser


def games(page: Any) -> Any:
    return page.locator(".games > li")


def prefer(page: Any, name: str) -> None:
    page.locator(".settings > summary").click()
    page.locator(".settings").get_by_role("link", name=name, exact=True).click()


def test_every_game_is_shown_and_can_be_sorted_out(visit: Visit) -> None:
    page = visit("", ready=".games")
    count = len(list(GAMES))
    expect(games(page)).to_have_count(count)
    expect(page.get_by_role("status")).to_have_text(f"{count} games")
    page.get_by_text("What kind of task a game is").click()
    page.get_by_label("Positions come again").select_option("yes")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("loops=yes"))
    expect(page.get_by_role("heading", name="Dame")).to_be_visible()
    expect(page.get_by_role("heading", name="Connect Four")).to_be_hidden()
    page.get_by_role("link", name="Trees of Dame").click()
    expect(page.locator(".ply-steps")).to_be_visible()
    empty = visit("?loops=<b>perhaps</b>", ready=".found")
    expect(empty.get_by_text("No game is of this kind.")).to_be_visible()


def test_what_is_preferred_is_remembered_in_every_room(visit: Visit) -> None:
    page = visit("exercises?kind=best-move&number=3", ready=".show")
    prefer(page, "Română")
    expect(page).to_have_url(re.compile(r"/exercises\?kind=best-move&number=3$"))  # where it was
    expect(page.locator("html")).to_have_attribute("lang", "ro")
    page.goto(page.url.replace("exercises", "play/tictactoe"))
    expect(page.locator("html")).to_have_attribute("lang", "ro")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator(".settings > summary").click()
    page.locator('.settings a[href$="theme=dark"]').click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_function("color => getComputedStyle(document.body).backgroundColor !== color", arg=light)
    page.locator(".settings > summary").click()
    page.locator('.settings a[href$="type=large"]').click()
    expect(page.locator("html")).to_have_attribute("data-type", "large")
    expect(page.locator("html")).to_have_css("font-size", "24px")


def test_a_preference_leads_nowhere_else(visit: Visit) -> None:
    page = visit("", ready=".games")
    answer = page.request.get(
        page.url + "preferences?theme=purple&language=xx",
        headers={"Referer": page.url.replace("127.0.0.1", "127.0.0.2") + "elsewhere"},
        max_redirects=0,
    )
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert "purple" not in answer.headers.get("set-cookie", "")
    odd = page.request.get(
        page.url + "preferences?theme=dark", headers={"Referer": page.url + "/elsewhere"}, max_redirects=0
    )
    assert odd.headers["location"] == "/elsewhere"  # never another host


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
    page.locator('.settings a[href$="type=large"]').click()
    expect(page.locator("html")).to_have_attribute("data-type", "large")
    for room in page.locator(".top nav a").all():
        expect(room).to_be_in_viewport(ratio=1)
    drawn(tree)  # before that it has no width
    assert tree.bounding_box()["width"] == pytest.approx(1.5 * usual, rel=0.01)
    fits(page)
