"""What a visitor does is kept: found again after the server was killed, which a page says, taken along, deleted; never another's."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

import pytest
from browser import Server, Tabs
from page import board, cell, expect, move, my_turn_or_end

from plyground.interfaces.web import mine_page
from plyground.store.kept import Kept

pytestmark = pytest.mark.browser


def test_games_trees_and_answers_are_kept(tabs: Tabs, tmp_path: Path) -> None:
    work, romanian = tmp_path / "work.sqlite", {"locale": "ro"}
    page, elsewhere = tabs.take(1280, {}), tabs.take(1280, romanian)
    with Server("--work", str(work)) as server:
        elsewhere.goto(server.url + "play")
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
        page.goto(server.url + "exercises?kind=cs188-tied-root&number=2&answered=1&item.C2=1")
        expect(page.get_by_role("status")).to_contain_text("Right: 0 %.")
        server.process.kill()
        server.process.wait()
        where = page.url
        page.get_by_role("link", name="Solved").click()
        expect(page.get_by_role("alert").filter(has_text="The connection is lost")).to_be_visible()
        assert page.url == where
        expect(elsewhere.locator(".lost")).to_be_visible()
        expect(elsewhere.get_by_text("Connection lost")).to_be_hidden()  # what NiceGUI would say, and in English
    with Server("--work", str(work)) as server:
        page.goto(server.url)
        page.get_by_role("link", name="My work").click()
        expect(page.get_by_role("link", name="My work")).to_have_attribute("aria-current", "page")
        expect(page.get_by_role("link", name="[[3,12],[2,4]]")).to_be_visible()
        expect(page.get_by_role("listitem").filter(has_text="number 2")).to_contain_text("0%")
        game = page.get_by_role("listitem").filter(has_text="Tic-tac-toe")
        for words in ("X: A person", "O: Expert", "Not over yet.", "2 moves"):
            expect(game).to_contain_text(words)
        with page.expect_download() as download:
            page.get_by_role("link", name="Save everything of mine").click()
        told = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
        assert [(len(told["pages"]), len(told["answers"]))] == [(2, 1)]
        page.get_by_role("link", name="Tic-tac-toe").click()
        expect(cell(page, 4)).to_have_attribute("aria-label", "cell 4, centre, X")
        assert board(page) == played
        elsewhere.goto(server.url + "mine")
        expect(elsewhere.get_by_text("Încă nicio partidă.")).to_be_visible()
        page.goto(server.url + "mine")
        page.get_by_text("Delete everything of mine").first.click()
        page.get_by_role("button", name="Yes, delete everything of mine").click()
        expect(page.get_by_text("No game yet.")).to_be_visible()
        expect(page.get_by_text("No answer yet.")).to_be_visible()
        tabs.give_back(page, {}, server.url)
        tabs.give_back(elsewhere, romanian, server.url)


def test_a_damaged_store_is_refused_in_a_sentence(tmp_path: Path) -> None:
    from program import run

    work = tmp_path / "work.sqlite"
    work.write_text("no store" * 200)
    done = run("web", "--port", "0", "--no-browser", "--work", str(work))
    assert done.returncode == 2
    assert "work.sqlite: it cannot be read as a store" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_told_of_kept_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where there is no time to play them again, and of a game that is no longer there."""
    at = datetime(2026, 5, 4)
    addresses = (
        "tictactoe?x=human&o=minimax&moves=0-3-1-4-2",
        "mnk:width=4,height=3,k=3?x=human&o=random",
        "chess?moves=e4-e5",
    )
    pages = [Kept(1, "play", "As it was kept", f"/play/{address}", at, []) for address in addresses]
    won, begun, unknown = (re.sub(r"<[^>]*>", "", row) for row in mine_page._games(pages))
    assert won.startswith("Tic-tac-toe X: A person O: Minimax X wins: 3 in a row. 5 moves ")
    assert begun.startswith("4 × 3, 3 in a row X: A person O: Random Not over yet. 0 moves ")
    assert unknown.startswith("As it was kept 2 moves ")
    monkeypatch.setattr(mine_page, "REPLAYING", 0)
    shortly = [re.sub(r"<[^>]*>", "", row) for row in mine_page._games(pages)]
    assert shortly[0].startswith("Tic-tac-toe 5 moves ") and shortly[2] == unknown
