"""The room in which games are written: a right game, a wrong one, an endless one, a file, and who may write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Server, connected
from web_page import Visit, cell, expect, fits, more, press, status

from plyground.templates import path_of, written

pytestmark = pytest.mark.browser

BOARD = written("mark", "my_game", "my_game.py")
ENDLESS = BOARD.replace("        for a, b, c in LINES:", "        while 1 in self.cells:\n            pass\n        for a, b, c in LINES:")  # fmt: skip
MISSPELT = BOARD.replace("self.player + 1)", "self.playr + 1)")


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("editor") / "work.sqlite"


@pytest.fixture(scope="module")
def server(work: Path) -> Iterator[Server]:
    with Server("--work", str(work)) as running:
        yield running
    assert running.said == ""


def editor(visit: Visit, server: Server, path: str = "own", **options: Any) -> Any:
    """Open the editor in the browser of the person who started the page."""
    page = visit("puzzles", ready="h1", **options)
    page.context.add_cookies([server.teacher_cookie])
    page.goto(server.url + path)
    connected(page)
    return page


def text_area(page: Any) -> Any:
    return page.get_by_label("The rules in Python")


def faults(page: Any) -> Any:
    return page.locator(".failure")


def test_only_the_person_who_started_the_page_writes_games(visit: Visit) -> None:
    page = visit("own", ready="h1")
    expect(page.get_by_text("only the person who started the page adds games here")).to_be_visible()
    expect(text_area(page)).to_have_count(0)


@pytest.mark.proof
def test_wrong_rules_are_named_with_their_line_and_never_played(visit: Visit, server: Server) -> None:
    page = editor(visit, server, width=390)
    fits(page)
    for text, place, sentence in (
        (
            BOARD.replace("def play(self, move):", "def play(self, move)"),
            r"Line \d+",
            r"It is not valid Python: a colon \(:\) is missing",
        ),
        (MISSPELT, r"play\(\)|Line \d+", "did you mean “player”?"),
        (ENDLESS, r"\w+\(\)", r"It had not returned after 2 seconds \(my_game.py, line \d+\)"),
    ):
        text_area(page).fill(text)
        press(page, "Play")
        expect(faults(page)).to_have_text(re.compile(sentence))
        expect(faults(page).get_by_role("button")).to_have_text(re.compile(place))
        expect(page.get_by_role("button", name="Check")).not_to_have_attribute("aria-disabled", "true")
    faults(page).get_by_role("button").click()
    chosen = text_area(page).evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert re.fullmatch(r"    def \w+\(self.*\):", chosen)
    page.reload()
    expect(text_area(page)).to_have_value(ENDLESS)
    page.goto(server.url + "play/my_game")
    expect(page.get_by_text("There is no game “my_game”")).to_be_visible()


@pytest.mark.proof
def test_a_written_game_is_played_changed_and_there_after_a_restart(
    visit: Visit, visit_of: Any, server: Server, work: Path
) -> None:
    page = editor(visit, server)
    page.locator("input[type=file]").set_input_files(
        {"name": "squares.py", "mimeType": "text/x-python", "buffer": path_of("mark").read_bytes()}
    )
    press(page, "Open")
    page.wait_for_url(re.compile("own/squares$"))
    connected(page)
    press(page, "Play")
    page.wait_for_url(re.compile("play/squares"))
    cell(page, 4).click()
    expect(status(page)).to_have_text(re.compile("Your move"))
    press(page, "Why?")
    expect(page.locator(".coach h2")).not_to_be_empty()
    more(page, "Edit the rules")
    connected(page)
    text_area(page).fill(text_area(page).input_value().replace("(0,) * 9", "(0, 0, 0, 0, 1, 0, 0, 0, 2)"))
    press(page, "Play")
    page.wait_for_url(re.compile("play/squares"))
    expect(cell(page, 8)).to_have_attribute("aria-label", re.compile("O"))  # the new version, also in the workers
    cell(page, 0).click()
    expect(status(page)).to_have_text(re.compile("Your move"))
    page.goto(server.url)
    expect(page.get_by_role("link", name=re.compile("^Mark Two players"))).to_be_visible()
    page.goto(server.url + "mine")
    expect(page.get_by_role("link", name="squares.py")).to_be_visible()
    with Server("--work", str(work)) as again:
        expect(cell(visit_of(again, "play/squares"), 8)).to_have_attribute("aria-label", re.compile("O"))
