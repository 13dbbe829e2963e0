"""A visitor's device that thinks for bots: its moves are checked, and nothing else of it is believed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from browser import Server
from hypothesis import given
from hypothesis import strategies as st
from program import run
from site_folder import exported_site
from web_page import cell

from plyground.arena.match import Match
from plyground.bots import Outlook
from plyground.errors import FileError
from plyground.games import game
from plyground.native.object_code import cache
from plyground.web.pages.game.device import MAX_TEXT_CHARS, legal_move, report
from plyground.web.pages.game.device_thought import choose
from plyground.web.workers.device_files import DeviceFiles

GAME = game("connect_four")
MATCH = Match(GAME, (3,), 1)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(), inner, max_size=4),
)
WORKER = """
const told = (question, answer) => postMessage({ kind: "answer", question, answer });
postMessage({ kind: "ready" });
addEventListener("message", ({ data: { question, text } }) => {
  const last = JSON.parse(text)[2].at(-1);
  if (last === 0) told(question, { move: 99 });
  else if (last === 1) told(question, { move: "6", value: 1e9 });
  else if (last === 2) return;
  else {
    const outlook = ["deep", {}, null, -1, 0, 6];
    postMessage({ kind: "report", question, news: { nodes: -5, outlook } });
    told(question, { move: 6, value: 1e9, reason: "<b>forged</b>" });
  }
});
"""
"""A device that lies, by the column of the person's move: an illegal move, a text, silence; else a legal move."""


def site_of(folder: Path, worker: str) -> Path:
    """Write the files of a site as far as a server needs them, with another worker."""
    (folder / "pyodide").mkdir(parents=True)
    (folder / "static" / "site").mkdir(parents=True)
    (folder / "static" / "site" / "thinker_worker.js").write_text(worker)
    (folder / "python.archive").write_bytes(b"")
    cache.write(folder, "alphabeta", "alphabeta", (type(GAME.start).__name__,), b"")
    with ZipFile(folder / "twins.zip", "w") as twins:
        twins.write(folder / "alphabeta.twin", "alphabeta.twin")
    return folder


@pytest.fixture(scope="module")
def liar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose visitors' devices lie."""
    folder = tmp_path_factory.mktemp("liar")
    site = site_of(folder / "site", WORKER)
    with Server("--think-here", str(site), "--work", str(folder / "work.sqlite")) as running:
        yield running
    assert running.said == ""


@given(JSON)
def test_only_legal_numbers_are_moves(told: object) -> None:
    assert legal_move(told, MATCH) in (None, *range(7))
    assert legal_move(True, MATCH) is None
    assert [legal_move(each, MATCH) for each in (3, 7, -1, "3", 3.0)] == [3, None, None, None, None]


@given(st.dictionaries(st.sampled_from(["nodes", "outlook"]), JSON | st.lists(JSON, min_size=6, max_size=6)))
def test_reports_are_well_formed_or_dropped(told: dict[str, Any]) -> None:
    nodes, outlook = report(json.loads(json.dumps(told)), MATCH)
    assert nodes >= 0
    if outlook is not None:
        assert isinstance(outlook, Outlook)
        assert (outlook.value, outlook.distance) == (None, None)
        assert outlook.move in (None, *range(7))
        assert max(len(outlook.line), len(str(outlook.worth))) <= MAX_TEXT_CHARS
        assert outlook.speed >= 0


def test_a_device_thinks_as_a_worker_of_the_server() -> None:
    """The device's own part, here in this Python: its reports are read, and its move is that of the bot."""
    heard: list[str] = []
    answer = json.loads(choose(json.dumps([7, "connect_four", [3], "engine:depth=9", "en"]), heard.append))
    assert legal_move(answer["move"], MATCH) == answer["move"]
    outlooks = [outlook for _nodes, outlook in (report(json.loads(each), MATCH) for each in heard) if outlook]
    assert outlooks[-1].depth == 9
    assert outlooks[-1].move == answer["move"]
    assert json.loads(choose(json.dumps([8, "no game", [], "engine", "en"]), heard.append)) == {"failed": True}


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no exported site"):
        DeviceFiles(tmp_path)
    done = run("web", "--no-browser", "--think-here", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "plyground export-site FOLDER" in done.stderr


def asked(page: Any) -> int:
    """Return the number of the last question to the device."""
    number: int = page.evaluate("window.asked ?? 0")
    return number


@pytest.fixture
def board(liar: Server, visit_of: Any) -> Any:
    """The board of a visitor whose device is ready. The bot has made its first move on the server."""
    page = visit_of(liar, "play/connect_four?x=human&o=engine:nodes=20000")
    page.evaluate("""() => {
        const { model } = document.querySelector("plyground-widget[module*=thinking]");
        model.on("change:question", () => {
            const question = model.get("question");
            if (question) window.asked = JSON.parse(question)[0];
        });
        const { send } = model;
        model.send = (message) => { window.ready ||= message.ready; send.call(model, message); };
        window.device = model;
    }""")
    cell(page, 3).click()
    page.wait_for_function("/moves=[^&]+-/.test(location.search) && window.ready")
    assert asked(page) == 0
    return page


def replied(page: Any, plies: int) -> list[str]:
    """Return the moves of a game when it has so many."""
    page.wait_for_function(
        "plies => (new URLSearchParams(location.search).get('moves') ?? '').split('-').length === plies", arg=plies
    )
    found: list[str] = page.evaluate("new URLSearchParams(location.search).get('moves').split('-')")
    return found


@pytest.mark.browser
@pytest.mark.proof
def test_a_legal_move_of_a_device_is_played_and_its_claims_are_not(board: Any) -> None:
    cell(board, 3).click()
    assert replied(board, 4)[2:] == ["4", "7"]
    assert asked(board) == 1
    assert "forged" not in board.content()
    for late in (0, 1, 2, 99):  # answers again, for an earlier and for a later question
        board.evaluate("question => window.device.send({ question, move: 5 })", late)
    cell(board, 5).click()
    assert replied(board, 6)[4:] == ["6", "7"]
    assert asked(board) == 2


@pytest.mark.browser
@pytest.mark.proof
@pytest.mark.parametrize("column", [0, 1, 2], ids=["illegal", "no number", "silent"])
def test_the_server_thinks_where_a_device_has_no_legal_move(board: Any, column: int) -> None:
    cell(board, column).click()
    assert len(replied(board, 4)) == 4
    assert asked(board) == 1
    assert board.locator(".trouble:visible").count() == 0


@pytest.mark.browser
@pytest.mark.nightly
def test_a_device_with_python_thinks_and_moves_at_once_when_told(visit_of: Any, tmp_path: Path) -> None:
    with Server("--think-here", str(exported_site()), "--work", str(tmp_path / "work.sqlite")) as running:
        page = visit_of(running, "play/connect_four?x=human&o=engine:seconds=60")
        page.evaluate("""() => {
            const { model } = document.querySelector("plyground-widget[module*=thinking]");
            const { send } = model;
            window.sent = [];
            model.send = (message) => { window.sent.push(message); send.call(model, message); };
        }""")
        cell(page, 3).click()
        page.get_by_role("button", name="Move now").click()
        page.wait_for_function("window.sent.some(({ ready }) => ready)")
        replied(page, 2)
        cell(page, 3).click()
        page.wait_for_function("window.sent.some(({ outlook }) => outlook)")
        page.get_by_role("button", name="Move now").click()
        replied(page, 4)
        page.goto(f"{running.url}play/chess?x=human&o=engine:nodes=100000")  # a page of its own has a worker of its own
        page.wait_for_selector("[data-cell]")
    assert running.said == ""
