"""The page as static files: the export, its rooms in plain Python, in Pyodide under Node, and in a browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
from paths import ROOT
from program import run
from samples import some

from plyground.frontend.bundle import STATIC
from plyground.games import GAMES
from plyground.i18n import LANGUAGES, use
from plyground.static_site.export import PYODIDE_FILES
from plyground.static_site.pyodide_rooms import hear, show
from plyground.teaching.lessons.course import course

Axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PYODIDE = ROOT / "node_modules" / "pyodide"
NODE_SCRIPT = ROOT / "tests" / "support" / "rooms_in_node.mjs"
KNOWN = {"learn", "exercises", "trees", "play"}


def steps() -> list[str]:
    """Return the addresses of all steps of all lessons."""
    lessons = course("en", None).values()
    return [f"/learn/{lesson.name}?step={step}" for lesson in lessons for step in range(1, len(lesson.parts) + 1)]


def pyodide() -> Path:
    """Return the folder of Pyodide. Without it the test is skipped, but fails where tests must be complete."""
    if all((PYODIDE / name).is_file() for name in PYODIDE_FILES):
        return PYODIDE
    if os.environ.get("CI"):
        pytest.fail("no Pyodide: npm install")
    pytest.skip("no Pyodide: run npm install")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static") / "site"
    done = run("export-site", str(folder), "--pyodide", str(pyodide()))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{folder} was written: ")
    return folder


def room(address: str, language: str = "en") -> dict[str, Any]:
    try:
        made: dict[str, Any] = json.loads(show(address, language, lambda state: None))
    finally:
        use(None)  # the tests that follow speak the language of the environment
    return made


class TestRooms:
    """In the Python of the tests."""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_step_of_every_lesson_is_shown(self, language: str) -> None:
        for address in some(steps()[:: 1 if language == "en" else 9]):
            made = room(address, language)
            assert "<h2>" in made["body"] and "/static/" not in made["body"]

    @pytest.mark.proof
    def test_links_lead_to_rooms_of_the_site_or_say_that_they_do_not(self) -> None:
        links = {
            link
            for step in steps()
            for link in re.findall(r'href="(/[^"]*)"', room(f"{step}&shown=1")["body"].replace("&amp;", "&"))
        }
        assert {urlsplit(link).path.split("/")[1] for link in links} <= KNOWN | {"", "compare"}
        assert any(link.startswith("/play/") for link in links) and any(link.startswith("/trees?") for link in links)
        for link in sorted(links):
            assert room(link)["title"] != "This link cannot be opened", link

    def test_an_answer_is_marked_and_its_misconception_named(self) -> None:
        body = room("/exercises?kind=best-move&example=1&student=Ana&answered=1&item.move=Q")["body"]
        assert "is not one of the answers" in body
        marks = [room(f"/exercises?kind=best-move&student=Ana&answered=1&item.move={move}")["body"] for move in "BCD"]
        assert sum("Right: 100 %." in body for body in marks) == 1

    def test_a_game_goes_on_from_the_moves_of_its_address(self) -> None:
        assert room("/play/tictactoe?moves=4-0")["state"]["turn"] == 2

    def test_a_person_may_move_against_a_bot(self) -> None:
        room("/play/tictactoe?opponent=random")
        hear(json.dumps({"play": [4], "turn": 0}))  # a wrong message is ignored as well
        hear(json.dumps(["hats"]))

    def test_the_scripts_of_rooms_come_with_the_sites_own_script(self) -> None:
        """A script that is fetched when a room opens is missing as soon as the network is."""
        rooms = ["/learn", "/learn/minimax", "/exercises", "/trees", "/play", "/play/tictactoe"]
        named = {
            name for each in rooms for name in re.findall(r'<script[^>]* src="static/([^"]+)"', room(each)["body"])
        }
        text = (STATIC / "site.js").read_text(encoding="utf-8")
        assert named == set(re.findall(r"^const SCRIPTS = \{(.*)\}", text, re.MULTILINE)[0].split('"')[1::2])
        assert all(f'from "./{name}"' in text for name in named) and "import(" not in text

    @pytest.mark.parametrize(
        ("address", "words"),
        [
            ("/compare", "This room needs the program itself"),
            ("/learn/hats", "There is no lesson “hats”."),
            ("/play/hats", "hats"),
            ("/play/tictactoe?opponent=hats", "hats"),
            ("/exercises?number=x", "Write a number from 1"),
            ("/trees?tree=[[", "trouble"),
        ],
    )
    def test_wrong_addresses_are_told(self, address: str, words: str) -> None:
        assert words in room(address)["body"]


class TestExport:
    @pytest.mark.proof
    def test_without_pyodide_the_command_says_what_to_get(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        done = run("export-site", "site")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "The site needs Pyodide: run “npm install pyodide” in this folder, or name a folder that has it with --pyodide.\n"  # fmt: skip
        done = run("export-site", "site", "--pyodide", ".")
        assert (done.returncode, done.stderr) == (2, ".: this is not Pyodide: pyodide.mjs is missing. “npm install pyodide” gets it.\n")  # fmt: skip
        assert not Path("site").exists()

    @pytest.mark.proof
    def test_the_site_is_whole_and_asks_nothing_of_other_hosts(self, site: Path) -> None:
        page = (site / "index.html").read_text()
        for address in re.findall(r'(?:src|href)="([^"#{]+)"', page.partition('<script type="application/json"')[0]):
            assert (site / address).is_file(), address
        texts = json.loads(page.partition('id="texts">')[2].partition("</script>")[0])
        assert set(texts) == set(LANGUAGES)
        assert len({text["lessons"] for text in texts.values()}) == len(LANGUAGES)
        assert "https://" not in page and "http://" not in page
        with ZipFile(site / "python.zip") as archive:
            names = set(archive.namelist())
        assert {"plyground/static_site/pyodide_rooms.py", "plyground/locale/ro/LC_MESSAGES/plyground.mo"} <= names
        assert not any(name.endswith((".so", ".po", ".pyc")) for name in names)
        assert {path.stem for path in (site / "licenses").iterdir()} >= {"pyodide", "markupsafe", "jinja2", "inter"}

    @pytest.mark.proof
    def test_the_same_version_gives_the_same_archive(self, site: Path) -> None:
        before = (site / "python.zip").read_bytes()
        assert run("export-site", str(site), "--pyodide", str(pyodide())).returncode == 0
        assert (site / "python.zip").read_bytes() == before


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_every_room_opens_in_pyodide(site: Path) -> None:
    """Some games and steps of lessons, and two games in which a bot answers a move."""
    games = [f"/play/{entry.name}" for entry in GAMES][::3]
    played = ["/play/tictactoe?opponent=minimax!4", "/play/dame!12,8"]
    shown = [f"{step}&shown=1" for step in steps()[::9]]
    asked = ["/learn", *shown, "/exercises?kind=window&answered=1&item.alpha=3", "/trees", "/play", *games, *played]
    done = subprocess.run(["node", str(NODE_SCRIPT), str(site), *asked], capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stderr[-2000:]
    rooms = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rooms) == len(asked)
    for made in rooms:
        assert made["title"] not in ("This link cannot be opened", "Not on this site"), made
        assert made["body"] > 100
        assert (made["widget"] == "board.js") == made["address"].startswith("/play/")
    for made in rooms[-2:]:
        assert (made["controls"]["trouble"], made["controls"]["status"][:9]) == ("", "Your move")
        assert made["controls"]["reason"]


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """The site behind Python's own web server."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(site)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.]+:\d+/", server.stdout.readline())
            assert found
            yield found[0]
        finally:
            server.terminate()


@pytest.mark.proof
def test_the_steps_of_lessons_are_written_as_python_would_show_them(site: Path) -> None:
    for language in LANGUAGES:
        for lesson in some(course("en", None).values()):
            steps = json.loads((site / "lessons" / language / f"{lesson.name}.json").read_text(encoding="utf-8"))
            assert len(steps) == len(lesson.parts)
            assert steps[-1] == room(f"/learn/{lesson.name}?step={len(steps)}", language)


@pytest.mark.proof
@pytest.mark.browser
def test_lessons_are_read_before_python_is_there(browser: Any, served: str) -> None:
    """Python never comes here: steps can be read and filled in all the same, and the answer waits for it."""
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.set_default_timeout(60_000)
    try:
        page.route("**/python.zip", lambda route: None)
        page.goto(f"{served}#/learn/minimax")
        page.get_by_label("A", exact=True).fill("5")
        page.locator('.steps a[data-step="2"]').click()
        page.wait_for_url("**step=2")
        page.locator('input[name="item.move"]').first.check()
        page.get_by_role("button", name="Check my prediction").click()
        page.wait_for_url("**predicted=1**")
        assert "Loading Python" in page.locator("#waiting").inner_text()
        assert page.locator("#verdict").count() == 0
    finally:
        page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_a_class_works_on_it_in_a_browser(browser: Any, served: str) -> None:
    page = browser.new_page()
    page.set_default_timeout(180_000)
    asked: list[str] = []
    failures: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: failures.append(str(error)))
    try:
        page.goto(served)
        page.get_by_role("link", name="Minimax").click()
        for name, value in zip("ABCD", ("1", "4", "5", "1"), strict=True):
            page.get_by_label(name, exact=True).fill(value)
        page.get_by_role("button", name="Check my prediction").click()
        page.locator("#verdict").wait_for()
        page.context.set_offline(True)  # the rest needs no network
        page.goto(f"{served}#/exercises?kind=best-move&student=Ana")
        page.locator('input[name="item.move"]').first.check()
        page.get_by_role("button", name="Mark my answer").click()
        assert "Right: " in page.locator("#mark").inner_text()
        assert "answered=1" in page.url
        found = Axe().run(page, options={"runOnly": RULES, "resultTypes": ["violations"]}).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        page.get_by_text("Your own tree").click()
        page.get_by_role("button", name="Add a child (A)").click()
        assert page.get_by_role("textbox", name="The tree").input_value() == "[[3, 12], [2, 8], 0]"
        page.goto(f"{served}#/trees")
        page.get_by_role("button", name="Step forward").click()
        page.wait_for_url("**step=2*")
        page.goto(f"{served}#/play/tictactoe")
        page.locator('[data-cell="4"]').click()
        page.wait_for_function("document.querySelector('.ply-notebook .reason')?.textContent.includes('played')")
        page.get_by_text("Settings").click()
        page.get_by_role("button", name="Română").click()
        page.get_by_role("link", name="Lecții").wait_for()
        assert page.locator("html").get_attribute("lang") == "ro"
        assert failures == []
        assert all(address.startswith((served, "data:", "blob:")) for address in asked)
    finally:
        page.close()
