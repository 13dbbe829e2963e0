"""A visitor's work: found again after the server was killed, exported, deleted, and never shown to another visitor."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from browser import Server, Tabs
from web_page import begin_again, board, cell, expect, in_the_address, move, my_turn_or_end

from plyground.store.records import KeptPage
from plyground.store.saved_work import write_work
from plyground.web.pages.my_work import page as my_work_page

pytestmark = pytest.mark.browser


@pytest.mark.nightly
def test_games_trees_and_answers_are_kept(tabs: Tabs, tmp_path: Path) -> None:
    work, romanian = tmp_path / "work.sqlite", {"locale": "ro"}
    page, elsewhere = tabs.take(1280, {}), tabs.take(1280, romanian)
    with Server("--work", str(work)) as server:
        elsewhere.goto(server.url + "play/tictactoe")
        elsewhere.wait_for_selector("[data-cell]")
        expect(elsewhere.locator(".lost")).to_be_hidden()
        page.goto(server.url + "play/tictactoe?o=expert")
        my_turn_or_end(page)
        move(page, 4)
        my_turn_or_end(page)
        played = board(page)
        page.goto(server.url + "trees?tree=[[3,12],[2,<b>]]")
        page.goto(server.url + "trees?tree=[[3,12],[2,4]]")
        page.locator(".ply-steps").wait_for()
        page.goto(server.url + "exercises?kind=cs188-tied-root&number=2")
        page.locator('[name="item.C2"]').check()
        page.get_by_role("button", name="Mark my answer").click()
        expect(page.get_by_role("status")).to_contain_text("Right: 0 %.")
        server.process.kill()
        server.process.wait()
        where = page.url
        page.get_by_role("link", name="Learn", exact=True).click()
        expect(page.get_by_role("alert").filter(has_text="The connection is lost")).to_be_visible()
        assert page.url == where
        expect(elsewhere.locator(".lost")).to_be_visible()
    with Server("--work", str(work)) as server:
        page.goto(server.url)
        page.get_by_role("link", name="My work", exact=True).click()
        expect(page.get_by_role("link", name="My work", exact=True)).to_have_attribute("aria-current", "page")
        expect(page.get_by_role("link", name="[[3,12],[2,4]]")).to_be_visible()
        expect(page.get_by_role("listitem").filter(has_text="number 2")).to_contain_text("0%")
        game = page.get_by_role("listitem").filter(has_text="Tic-tac-toe")
        for words in ("X: A person", "O: Expert", "Not over yet.", "2 moves"):
            expect(game).to_contain_text(words)
        with page.expect_download() as download:
            page.get_by_role("link", name="Save all my work").click()
        saved = Path(download.value.path()).read_bytes()
        told = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
        assert [(len(told["pages"]), len(told["answers"]))] == [(2, 1)]
        page.get_by_role("link", name="Tic-tac-toe", exact=True).click()
        expect(cell(page, 4)).to_have_attribute("aria-label", "cell 4, centre, X")
        assert board(page) == played
        elsewhere.goto(server.url + "mine")
        expect(elsewhere.get_by_text("Încă nicio partidă.")).to_be_visible()
        page.goto(server.url + "mine")
        page.get_by_text("Delete all my work").first.click()
        page.get_by_role("button", name="Yes, delete all my work").click()
        expect(page.get_by_text("No game yet.")).to_be_visible()
        expect(page.get_by_text("No answer yet.")).to_be_visible()
        del told["sha256"]
        told["answers"] = [each | {"credit": 1.0} for each in told["answers"]]
        _load(page, write_work(told).encode())
        expect(page.get_by_role("status")).to_have_text("3 entries were added to your work.")
        expect(page.get_by_role("listitem").filter(has_text="number 2")).to_contain_text("0%")  # marked again
        _load(page, saved)
        expect(page.get_by_role("status")).to_have_text("0 entries were added to your work.")
        _load(page, b"no work")
        expect(page.get_by_role("status")).to_contain_text("This is no file of saved work.")
        tabs.give_back(page, {}, server.url)
        tabs.give_back(elsewhere, romanian, server.url)


def _load(page: Any, content: bytes) -> None:
    """Load a file of saved work."""
    page.get_by_text("Load saved work").click()
    page.get_by_label("File").set_input_files({"name": "work.json", "mimeType": "application/json", "buffer": content})
    page.get_by_role("button", name="Load", exact=True).click()


def test_a_damaged_store_is_refused_in_a_sentence(tmp_path: Path) -> None:
    from program import run

    work = tmp_path / "work.sqlite"
    work.write_text("no store" * 200)
    done = run("web", "--port", "0", "--no-browser", "--work", str(work))
    assert done.returncode == 2
    assert "work.sqlite: it is not a plyground data file" in done.stderr
    assert "Traceback" not in done.stderr


def test_my_work_summarises_kept_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where there is no time to play them again, and of a game that is no longer there."""
    at = datetime(2026, 5, 4)
    addresses = (
        "tictactoe?x=human&o=minimax&moves=0-3-1-4-2",
        "mnk:width=4,height=3,k=3?x=human&o=random",
        "shogi?moves=e4-e5",
    )
    pages = [KeptPage(1, "play", "As it was kept", f"/play/{address}", at, []) for address in addresses]
    won, begun, unknown = (" ".join(map(str, (row.title, *row.details))) for row in my_work_page.game_rows(pages))
    assert won == "Tic-tac-toe X: A person O: Minimax X wins: 3 in a row. 5 moves"
    assert begun == "4 × 3, 3 in a row X: A person O: Random Not over yet. 0 moves"
    assert unknown == "As it was kept 2 moves"
    monkeypatch.setattr(my_work_page, "REPLAY_BUDGET_S", 0)
    shortly = [" ".join(map(str, (row.title, *row.details))) for row in my_work_page.game_rows(pages)]
    assert (shortly[0], shortly[2]) == ("Tic-tac-toe 5 moves", unknown)


@pytest.mark.proof
def test_a_new_game_never_replaces_a_played_one(tabs: Tabs, tmp_path: Path) -> None:
    page = tabs.take(1280, {})
    with Server("--work", str(tmp_path / "work.sqlite")) as server:
        page.goto(server.url + "play/tictactoe?x=human&o=human")
        for number in (0, 3, 1, 4, 2):
            move(page, number)
        begin_again(page, "Rematch")
        move(page, 8)
        in_the_address(page, "moves=8$")
        begin_again(page, "New game")
        page.get_by_role("button", name="Undo").click()  # the game before is back, and goes on as one entry
        in_the_address(page, "moves=8$")
        move(page, 7)
        in_the_address(page, "moves=8-7$")
        begin_again(page, "New game")
        move(page, 4)
        in_the_address(page, "moves=4$")
        page.get_by_role("button", name="Undo").click()
        expect(cell(page, 4)).to_have_accessible_name("cell 4, centre, free")
        move(page, 5)  # the same game, which goes on
        in_the_address(page, "moves=5$")
        page.goto(server.url + "mine")
        games = page.locator(".kept").first.get_by_role("listitem")
        expect(games).to_have_count(3)
        expect(games.last).to_contain_text("X wins: 3 in a row.")
        tabs.give_back(page, {}, server.url)


@pytest.mark.nightly
def test_work_that_cannot_be_kept_is_told_and_kept_later(tabs: Tabs, tmp_path: Path) -> None:
    work, page = tmp_path / "work.sqlite", tabs.take(1280, {})
    with Server("--work", str(work)) as server, closing(sqlite3.connect(work, isolation_level=None)) as other:
        page.goto(server.url + "play/tictactoe?x=human&o=human")
        move(page, 0)
        in_the_address(page, "moves=0$")
        other.execute("BEGIN IMMEDIATE")
        move(page, 4)
        expect(page.get_by_text("Your work cannot be kept now: another program is using it")).to_be_visible()
        other.execute("ROLLBACK")
        expect(page.get_by_text("Your work cannot be kept now")).to_be_hidden()  # it was tried again
        assert other.execute("SELECT count(*) FROM pages").fetchone() == (1,)
        page.goto(server.url + "exercises?kind=cs188-tied-root&number=2")
        page.locator('[name="item.C2"]').check()
        other.execute("BEGIN IMMEDIATE")
        page.get_by_role("button", name="Mark my answer").click()
        expect(page.get_by_role("heading", name="Your answer is not kept yet")).to_be_visible()
        expect(page.get_by_text("Right: 0 %.")).to_be_hidden()
        other.execute("ROLLBACK")
        page.get_by_role("button", name="Send my answer again").click()
        expect(page.get_by_text("Right: 0 %.")).to_be_visible()
        assert other.execute("SELECT count(*) FROM answers").fetchone() == (1,)
        tabs.give_back(page, {}, server.url)
    assert "could not be kept" in server.said


@pytest.mark.proof
def test_links_keep_nothing() -> None:
    """Only forms of the page do: any site could show a link as a picture."""
    with Server() as own:
        for path in (
            "exercises?kind=cs188-tied-root&number=2&answered=1&item.C2=1&student=Eve",
            "trees?tree=[1,2]",
            "play/tictactoe?moves=4",
        ):
            with urlopen(Request(own.url + path, headers={"Cookie": own.visitor_cookie("v" * 22)})):
                pass
        with urlopen(Request(own.url + "mine/export", headers={"Cookie": own.visitor_cookie("v" * 22)})) as kept:
            content = json.load(kept)
        assert content.pop("sha256")
        assert content == {"version": 1, "pages": [], "answers": [], "puzzles": [], "friend_games": []}
