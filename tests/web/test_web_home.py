"""The first page: its board can be played at once, its cards open the games, and it leads back to what was begun."""

from __future__ import annotations

import json
import re

import pytest
from browser import Server, connected
from reference_tictactoe import worth
from samples import some
from web_page import Visit, cell, expect, shift

from plyground.core.picture import kinds
from plyground.errors import MoveError
from plyground.games import GAMES, game
from plyground.web.components.sample_matches import shown_match
from plyground.web.pages.home.page import LINES
from plyground.web.pages.home.playable_board import answer

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("moves", ["", "0-4", "4-0-8"])
def test_the_values_on_the_first_board_are_those_of_an_independent_minimax(moves: str) -> None:
    told = answer(moves, 8 if moves == "0-4" else 5 if moves else None)
    marks = told["board"]["marks"].lower()
    for number, beginning in some(enumerate(told["board"]["moves"])):
        if not moves:
            assert all(move["value"] is None for move in beginning)  # nothing is given away before the first move
        elif beginning:
            value = beginning[0]["value"]
            assert value is not None
            assert value["kind"] == {1: "win", 0: "draw", -1: "loss"}[worth(marks, number)[0]]


def test_the_first_answer_leaves_moves_of_different_worth_and_the_legend_tells_each() -> None:
    for number in range(9):
        told = answer("", number)
        kinds = {moves[0]["value"]["kind"] for moves in told["board"]["moves"] if moves and moves[0]["value"]}
        assert len(kinds) >= 2
        assert {row["kind"] for row in told["legend"]} == kinds


@pytest.mark.proof
def test_the_first_board_errs_once_at_most() -> None:
    ends = set()

    def follow(moves: str) -> None:
        told = answer(moves)
        if told["isOver"]:
            ends.add(told["words"])
            return
        for number, mark in enumerate(told["board"]["marks"]):
            if mark != ".":
                continue
            after = answer(told["moves"], number)
            last = after["moves"].split("-")
            if len(last) > 2 and len(last) % 2 == 0:
                before = list(told["board"]["marks"].lower())
                before[number] = "x"
                marks = "".join(before)
                best = max(worth(marks, cell)[0] for cell in range(9) if marks[cell] == ".")
                assert worth(marks, int(last[-1]))[0] == best
            follow(after["moves"])

    follow("")
    assert ends == {"X wins: 3 in a row.", "O wins: 3 in a row.", "A draw: the board is full."}


def test_a_press_that_is_no_move_is_refused(server: Server, visit: Visit) -> None:
    page = visit("", ready=".games")
    for query in ("moves=0-0", "moves=x", f"moves={'0-' * 90}", "moves=4-0&cell=4", "cell=77"):
        refused = page.request.get(f"{page.url}first-board?{query}")
        assert (refused.status, list(refused.json())) == (400, ["trouble"])
    with pytest.raises(MoveError):
        answer("4", 4)


def test_the_first_board_is_played_at_once(visit: Visit) -> None:
    page = visit("", ready=".first-board .ply-board")
    board = page.locator(".first-board")
    expect(board.locator(".value")).to_have_count(0)
    cell(board, 4).click()
    expect(board.locator(".value")).to_have_count(7)
    expect(board.locator(".said")).to_contain_text("O made a mistake")
    cell(board, int(board.locator(".cell:has(.value)").last.get_attribute("data-cell"))).click()
    expect(board.locator(".mark:not(.ghost)")).to_have_count(4)
    board.get_by_role("button", name="Start again").click()
    expect(board.locator(".mark:not(.ghost)")).to_have_count(0)
    cell(board, 0).click()
    expect(board.locator(".mark:not(.ghost)")).to_have_count(2)
    cell(board, 0).click()  # taken: nothing happens but a sentence
    assert shift(page) < 0.02
    board.get_by_role("link", name="Ask why").click()
    expect(page.locator(".coach .headline")).not_to_be_empty()
    assert re.search(r"moves=0-\d", page.url)


@pytest.mark.proof
def test_every_card_is_one_link_with_a_drawn_board(visit: Visit) -> None:
    page = visit("", ready=".games .ply-board", width=1280)
    drawn = [entry.name for entry in GAMES if game(entry.name).picture.width]
    expect(page.locator(".games .drawn > .ply-board")).to_have_count(len(drawn))
    assert page.locator(".games a").count() == len(list(GAMES))
    assert page.locator(".games").bounding_box()["height"] < 1200
    assert shift(page) < 0.02
    page.set_viewport_size({"width": 390, "height": 844})
    lefts = {box["x"] for box in (card.bounding_box() for card in page.locator(".games > li").all())}
    assert len(lefts) == 2
    page.get_by_role("link", name=re.compile("^Othello")).click()
    expect(cell(page, 0)).to_be_attached()
    page.get_by_role("link", name="plyground").click()
    expect(page.locator(".games > li")).to_have_count(len(list(GAMES)))


@pytest.mark.proof
def test_a_game_that_is_not_over_is_never_lost_from_sight(visit: Visit) -> None:
    page = visit("play/connect_four?x=human&o=human")
    expect(page.locator(".top .going")).to_have_count(0)
    cell(page, 3).click()
    page.wait_for_url("**moves=4*")
    page.get_by_role("link", name="Learn", exact=True).click()
    going = page.get_by_role("link", name="Your game: Connect Four")
    expect(going).to_be_visible()
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("navigation", name="Go on where you were").get_by_role("link").click()
    expect(page).to_have_url(re.compile("connect_four.*moves=4"))
    page.goto(page.url.split("/play/")[0] + "/play/tictactoe?x=human&o=human&moves=0-3-1-4")
    cell(page, 2).click()
    page.wait_for_url("**moves=0-3-1-4-2")
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(going).to_be_visible()  # the other game is over


def test_every_picture_of_a_game_shows_an_unfinished_position() -> None:
    for entry in GAMES:
        match = shown_match(game(entry.name))
        assert match.outcome is None
        assert match.ply or match.game.picture.pieces or kinds(match.game.picture)
    assert {entry.name for entry in GAMES} >= set(LINES) - {"go"}
    json.dumps(answer())


FRAMES = """async ([url, type]) => {
    const decoder = new ImageDecoder({ data: await (await fetch(url)).arrayBuffer(), type });
    await decoder.tracks.ready;
    await decoder.completed;
    return decoder.tracks.selectedTrack.frameCount;
}"""


def test_a_game_has_a_picture_and_a_moving_one(visit: Visit) -> None:
    page = visit("solved", ready=".solved")
    site = page.url.removesuffix("solved")
    drawn = page.request.get(f"{site}picture/othello.svg?moves=f5")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text().count("<circle") + drawn.text().count("<path") > 0
    assert page.request.get(f"{site}picture/chess.png").body().startswith(b"\x89PNG")
    for kind, media in (("gif", "image/gif"), ("apng", "image/png")):
        assert page.evaluate(FRAMES, [f"{site}picture/connect_four.{kind}?moves=4-4-5", media]) == 4
    for bad in ("kuhn.png", "nothing.svg", "othello.svg?moves=a1"):
        assert page.request.get(f"{site}picture/{bad}").status == 400
    assert page.request.get(f"{site}picture/othello.bmp").status == 404


def test_a_link_has_a_preview_and_the_page_can_be_installed(visit: Visit) -> None:
    page = visit("play/othello?x=human&o=human&moves=f5", ready="[data-cell]")
    preview = page.locator('meta[property="og:image"]').last.get_attribute("content")
    assert preview.endswith("/picture/othello.png?moves=f5")
    assert page.request.get(preview).body().startswith(b"\x89PNG")
    assert page.locator('meta[property="og:title"]').last.get_attribute("content") == "Othello"
    link = page.locator('link[rel="manifest"]').last.evaluate("link => link.href")
    manifest = page.request.get(link).json()
    for icon in manifest["icons"]:
        assert page.request.get(f"{link.rpartition('/')[0]}/{icon['src']}").status == 200


@pytest.mark.proof
def test_the_guided_first_game_leads_from_a_move_to_the_tree_and_is_shown_once(visit: Visit) -> None:
    page = visit("", ready=".games")
    offer = page.get_by_role("link", name=re.compile("First time here"))
    offer.click()
    guide = page.get_by_role("region", name="Guided first game")
    expect(guide).to_contain_text("1 of 4")
    connected(page)
    cell(page, 4).click()
    expect(guide).to_contain_text("2 of 4")
    expect(page.locator('[data-cell][aria-label$=", O"]')).to_have_count(1)  # the bot's reply ends the answer to “Why?”
    page.locator("button.guided").click()
    expect(guide).to_contain_text("3 of 4")
    expect(page.locator(".coach .headline")).not_to_have_text(re.compile("^$|…$"))  # its words move what is below
    page.get_by_role("button", name="Search tree").click()
    expect(guide).to_contain_text("4 of 4")
    expect(page.get_by_role("treeitem").first).to_be_visible()
    guide.get_by_role("button", name="Done").click()
    expect(guide).to_have_count(0)
    page.goto(page.url.split("/play/")[0] + "/")
    expect(page.locator(".games")).to_be_visible()
    expect(offer).to_be_hidden()
