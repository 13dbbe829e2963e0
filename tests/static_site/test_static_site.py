"""The page as static files: the export, and the whole program in a browser, without a server.

A folder in PLYGROUND_SITE is taken for an exported site, so that these tests need not export one.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import secrets
import sqlite3
import subprocess
import sys
import tarfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from paths import ROOT
from program import run
from site_folder import exported_site, pyodide, served_site

from plyground.i18n import LANGUAGES
from plyground.static_site.archive import PACKAGES, UNUSED
from plyground.store.sqlite_database import migrate
from plyground.store.store_file import create_private, secret_of
from plyground.web.access import VISITOR_COOKIE, AccessPolicy, TeacherSessions

HERE_ALONE = {"cython_runtime", "greenlet", "llvmlite", "openskill", "sniffio"}
"""Packages that are imported if they are installed, and are not in the archive."""
START_MS = 180_000
"""Milliseconds for the start of Python on a busy machine."""


@pytest.mark.proof
def test_without_pyodide_the_command_says_what_to_get(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("export-site", "site")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "The site needs Pyodide: run “npm install pyodide” in this folder, or name a folder that has it with --pyodide.\n"  # fmt: skip
    done = run("export-site", "site", "--pyodide", ".")
    assert (done.returncode, done.stderr) == (2, ".: this is not Pyodide: pyodide.mjs is missing. “npm install pyodide” gets it.\n")  # fmt: skip
    assert not Path("site").exists()


IMPORTS = """
import pkgutil, sys
from importlib import import_module
import plyground.web.pages as pages, plyground.web.server.application, plyground.web.pages.game.jobs
for each in pkgutil.walk_packages(pages.__path__, "plyground.web.pages."):
    import_module(each.name)
from plyground.static_site.prepared import prepare; prepare()
print(*sys.modules)
"""


@pytest.mark.proof
def test_the_archive_has_every_module_that_a_page_imports() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    names = [name.replace(".", "/") for name in done.stdout.split()]
    third = {name.partition("/")[0] for name in names} - {*PACKAGES} - sys.stdlib_module_names
    assert {name for name in third if not name.startswith("_")} <= HERE_ALONE
    left_out = [
        name for name in names if f"{name}/".startswith(tuple(f"{part.removesuffix('.py')}/" for part in UNUSED))
    ]
    assert left_out == []


@pytest.fixture(scope="module")
def site() -> Path:
    return exported_site()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served_site() as address:
        yield address


@pytest.mark.nightly
def test_the_site_is_whole_and_asks_nothing_of_other_hosts(site: Path) -> None:
    page = (site / "index.html").read_text()
    for place in re.findall(r'(?:src|href)="([^"#{/][^"]*)"', page):
        assert (site / place).is_file(), place
    assert "https://" not in page and "http://" not in page
    assert page.count('<section class="page" lang=') == len(LANGUAGES)
    listed = json.loads(re.findall(r"FILES: (\[.*\]) };", (site / "service_worker.js").read_text())[0])
    assert {
        "index.html",
        "python.archive",
        "twins.zip",
        "first_board.pt-BR",
        "pyodide/pyodide.mjs",
        "static/site/shell.js",
    } <= {*listed}
    assert all((site / name).is_file() for name in listed)
    with tarfile.open(site / "python.archive", "r:gz") as archive:
        names = {*archive.getnames()}
    assert {"plyground/web/templates/home.html", "plyground/locale/ro/LC_MESSAGES/plyground.mo"} <= names
    assert "plyground/web/server/application.pyc" in names  # byte code of Pyodide's Python
    assert any(name.endswith(".dist-info/entry_points.txt") for name in names)  # learned evaluations
    assert not any(name.startswith("plyground/native/lowering/") for name in names)
    assert {path.stem for path in (site / "licenses").iterdir()} >= {"pyodide", "starlette", "jinja2", "inter"}


@pytest.mark.nightly
def test_a_kept_memory_starts_the_program_in_less_time(site: Path) -> None:
    """Node counts the processor time, so the load of the machine does not matter."""
    script = ROOT / "tests" / "support" / "site_starts_in_node.mjs"
    command = ["node", "--stack-size=8000", str(script), str(site), str(pyodide()), "/play/connect_four"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr[-2000:]
    alone, first, following, statuses = map(json.loads, done.stdout.splitlines())
    assert statuses == [200, 200, 200]  # the kept memory has no open file, whose number would be that of the store
    assert first["status"] == following["status"] == 200
    assert first["bytes"] == following["bytes"]
    assert following["page"] < 0.6 * first["page"]
    assert first["page"] < 2.5 * alone["alone"]


@pytest.fixture
def device(browser: Any) -> Iterator[Any]:
    """A telephone that has never seen the site."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(START_MS)
    yield context
    context.close()


def opened(device: Any, address: str, path: str) -> tuple[Any, Any]:
    """Return a tab of the site, and the frame with the program."""
    page = device.new_page()
    page.goto(f"{address}#{path}")
    return page, page.frame_locator("iframe.program")


def status(program: Any) -> Any:
    return program.locator(".status p").first


def answered(page: Any, plies: int) -> None:
    """Wait until a game has at least so many moves."""
    page.wait_for_url(re.compile(r"moves=[^-&]+" + "-[^-&]+" * (plies - 1)))


@pytest.mark.nightly
@pytest.mark.browser
def test_a_game_against_the_engine_goes_on_offline_and_after_a_restart(device: Any, address: str) -> None:
    """Chess on a telephone: the engine answers, also without a network, and the game is found again."""
    page, program = opened(device, address, "/play/chess")
    program.locator("[data-cell]").first.wait_for()
    assert page.evaluate("crossOriginIsolated")
    page.wait_for_function("caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).length > 60)")
    device.set_offline(True)
    _moved(page, program, "e2", "e4")
    answered(page, 2)
    game = page.url.partition("#")[2]
    page.wait_for_timeout(1000)  # the game is written a moment after its move
    page.close()
    page, program = opened(device, address, "/mine")
    program.get_by_role("link", name=re.compile("Chess")).first.click()
    page.wait_for_url(re.compile("/play/chess"))
    assert re.search("moves=[^&]*", page.url)[0] == re.search("moves=[^&]*", game)[0]  # type: ignore[index]
    device.set_offline(False)
    page.close()


def _moved(page: Any, program: Any, start: str, end: str) -> None:
    """Move a piece of chess."""
    for square in (start, end):
        column, row = "abcdefgh".index(square[0]), 8 - int(square[1])
        program.locator(f'[data-cell="{8 * row + column}"]').click()


@pytest.mark.nightly
@pytest.mark.browser
def test_presses_before_python_has_started_are_carried_out(device: Any, address: str) -> None:
    page = device.new_page()
    page.goto(address)
    shell = page.locator("section[lang=en]")
    shell.locator('.first-board [data-cell="4"]').click()
    words = "O made a mistake: you can win now."
    shell.locator(".said", has_text=words).wait_for()
    page.frame_locator("iframe.program").locator(".said", has_text=words).wait_for()  # the game goes on in the program
    page.close()
    page = device.new_page()
    page.goto(address)
    shell = page.locator("section[lang=en]")
    shell.get_by_role("link", name="Connect Four", exact=True).click()
    shell.get_by_text("“Connect Four” opens as soon as plyground has started.").wait_for()
    page.frame_locator("iframe.program").locator('[data-cell="3"]').first.wait_for()
    assert page.evaluate("location.hash").startswith("#/play/connect_four")
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_a_tree_of_a_lesson_is_changed_without_a_server(device: Any, address: str) -> None:
    page, program = opened(device, address, "/learn/alpha-beta?step=1&shown=1")
    field = program.get_by_label("Value of the leaf C1", exact=True)
    field.wait_for()
    field.fill("5")
    program.locator('[data-node="C2"].done').wait_for()  # C is worth 4 now, so that nothing is cut
    program.locator('[data-node="A"] .value', has_text=re.compile("^4$")).wait_for()
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_moves_that_a_page_shows_survive_the_end_of_its_tab(device: Any, address: str) -> None:
    """The process of the tab is ended at random moments. The address in the frame comes from Python."""
    chance = random.Random(os.environ.get("PLYGROUND_SEED", "tabs"))
    for _time in range(3):
        page, program = opened(device, address, "/play/connect_four?x=human&o=human")
        program.locator("[data-cell]").first.wait_for()
        inside = page.frames[-1]
        for move in range(chance.randint(1, 9)):
            program.locator(f'[data-cell="{chance.randrange(7)}"]').click()
            if not move:
                inside.wait_for_function("location.search.includes('moves=')")
            page.wait_for_timeout(chance.random() * 300)
        shown = inside.evaluate("new URLSearchParams(location.search).get('moves')")
        with suppress(Exception):  # the page cannot answer any more
            page.goto("chrome://crash")
        page.close()
        page, program = opened(device, address, "/mine")
        program.get_by_role("link", name="Save all my work").wait_for()
        kept = page.evaluate("fetch('mine/export').then(answer => answer.json())")
        addresses = [each["address"] for each in kept["pages"]]
        assert any(f"moves={shown}" in each for each in addresses), (shown, addresses)
        page.close()


KEEP_FILES = """files => new Promise((done, failed) => {
    const asked = indexedDB.open("/data", 21);
    asked.onupgradeneeded = () => asked.result.createObjectStore("FILE_DATA").createIndex("timestamp", "timestamp");
    asked.onerror = failed;
    asked.onsuccess = () => {
        const change = asked.result.transaction("FILE_DATA", "readwrite");
        for (const [path, mode, text] of files) {
            const contents = text === null ? {} : { contents: Uint8Array.from(atob(text), each => each.charCodeAt(0)) };
            change.objectStore("FILE_DATA").put({ timestamp: new Date(), mode, ...contents }, path);
        }
        change.oncomplete = () => (asked.result.close(), done());
    };
})"""
"""Writes files as Emscripten's IDBFS keeps them: the work of a visitor."""


@pytest.mark.nightly
@pytest.mark.browser
def test_work_that_an_older_version_has_kept_is_migrated(device: Any, address: str, tmp_path: Path) -> None:
    store, token = tmp_path / "work.sqlite", secrets.token_urlsafe(16)
    create_private(store)
    migrate(store, "002")
    with closing(sqlite3.connect(store)) as file, file:
        file.execute("INSERT INTO visitors VALUES (1, ?, '2026-01-01')", (hashlib.sha256(token.encode()).hexdigest(),))
        file.execute(
            "INSERT INTO pages (visitor, room, title, address, changed)"
            " VALUES (1, 'play', 'Hex', '/play/hex:size=5?moves=7-12', '2026-01-01 00:00:00.000000')"
        )
    policy = AccessPolicy("", secret_of(store), TeacherSessions(lambda: pytest.fail("nobody is the teacher")))
    cookies = json.dumps({policy.cookie(VISITOR_COOKIE): token}).encode()
    files = [("/data/plyground", 0o40755, None), ("/data/cookies.json", 0o100644, b64encode(cookies).decode())]
    files.append(("/data/plyground/work.sqlite", 0o100600, b64encode(store.read_bytes()).decode()))
    page = device.new_page()
    page.goto(f"{address}site.webmanifest")
    page.evaluate(KEEP_FILES, files)
    page.close()
    page, program = opened(device, address, "/mine")
    program.get_by_role("link", name=re.compile("Hex")).first.click()
    page.wait_for_url(re.compile(r"/play/hex.*moves=7-12"))
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_saved_work_is_loaded(device: Any, address: str) -> None:
    page, program = opened(device, address, "/play/tictactoe?x=human&o=human")
    program.locator('[data-cell="4"]').click()
    page.wait_for_url(re.compile("moves=4"))
    page.evaluate("location.hash = '/mine'")
    with page.expect_download() as download:
        program.get_by_role("link", name="Save all my work").click()
    saved = Path(download.value.path()).read_bytes()
    program.get_by_text("Delete all my work").first.click()
    program.get_by_role("button", name="Yes, delete all my work").click()
    program.get_by_text("No game yet.").wait_for()
    program.get_by_text("Load saved work").click()
    file = {"name": "work.json", "mimeType": "application/json", "buffer": saved}
    program.get_by_label("File").set_input_files(file)
    program.get_by_role("button", name="Load", exact=True).click()
    program.get_by_text("1 entry was added to your work.").wait_for()
    program.get_by_role("link", name="Tic-tac-toe", exact=True).click()
    page.wait_for_url(re.compile("moves=4"))
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_a_full_device_is_told(device: Any, address: str) -> None:
    """Chromium looks at the room that is left only now and then, so moves go on."""
    page, program = opened(device, address, "/play/connect_four?x=human&o=human")
    program.locator("[data-cell]").first.wait_for()
    quota = {"origin": page.evaluate("origin"), "quotaSize": 1}
    device.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
    told = page.get_by_text("Your browser has no room left")
    for column in 5 * [0, 1, 2, 3, 5, 6, 4]:
        if told.count():
            break
        program.locator(f'[data-cell="{column}"]').click(force=True)
        page.wait_for_timeout(3000)
    told.wait_for()
    frame = page.locator("iframe.program").bounding_box()
    assert frame["y"] + frame["height"] <= told.bounding_box()["y"] + 1  # the bar of actions is not covered
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_a_thought_is_stopped_and_explained(device: Any, address: str) -> None:
    page, program = opened(device, address, "/play/connect_four?x=human&o=engine:seconds=60")
    program.locator('[data-cell="3"]').first.click()
    program.get_by_role("button", name="Move now").click()
    answered(page, 2)
    program.get_by_role("button", name="Why?").click()
    program.locator(".coach .headline").filter(has_text=re.compile(r"\w")).wait_for()
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_the_judge_explains_hints_values_and_reviews(device: Any, address: str) -> None:
    page, program = opened(device, address, "/play/tictactoe?x=human&o=human&moves=0-8-2")
    headline = program.locator(".coach .headline")
    program.get_by_role("button", name="Why?").click()
    headline.filter(has_text="X threatens cell 1, which completes 3 in a row.").wait_for()
    program.get_by_role("button", name="Hint").click()
    program.locator(".coach .topic").filter(has_text="Hint 1 of 3").wait_for()
    program.get_by_role("button", name="All values").click()
    program.locator(".ranking button").nth(5).wait_for()
    assert program.locator(".ranking button").count() == 6
    for cell in (4, 1):  # O leaves the threat open
        program.locator(f'[data-cell="{cell}"]').click()
    program.locator(".plies .blunder").first.wait_for()
    program.locator(".graph").wait_for()
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_typed_rules_are_checked_played_and_explained(device: Any, address: str) -> None:
    """Their searches run as plain Python."""
    page, program = opened(device, address, "/own?template=mark&name=my_marks")
    program.get_by_role("button", name="Check", exact=True).click()
    program.get_by_text("No failure.").wait_for()
    program.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("#/play/my_marks"))
    program.locator('[data-cell="4"]').first.click()
    answered(page, 2)
    program.get_by_role("button", name="Why?").click()
    program.locator(".coach .headline").filter(has_text=re.compile(r"\w")).wait_for()
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_a_worker_that_breaks_down_ends_its_job_and_is_replaced(device: Any, address: str) -> None:
    page, program = opened(device, address, "/own?template=mark&name=broken")
    program.get_by_label("The rules in Python").fill("import os\nos.abort()\n")
    program.get_by_role("button", name="Check", exact=True).click()
    program.get_by_text("The computation broke off").wait_for()
    page.evaluate("location.hash = '/play/tictactoe'")
    program.locator('[data-cell="4"]').first.click()
    answered(page, 2)
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_searches_are_compared(device: Any, address: str) -> None:
    page, program = opened(device, address, "/compare?game=tictactoe&algorithm=minimax,alphabeta&depths=1-3")
    program.get_by_text("Done: 6 searches.").wait_for()
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_a_tournament_is_played_stopped_and_kept(device: Any, address: str) -> None:
    page, program = opened(device, address, "/arena?game=tictactoe")
    for number in (1, 3):
        program.locator(f'input[name="bot"][value="level:number={number}"]').check()
    program.locator('input[name="games"]').fill("100")
    program.get_by_role("button", name="Start the tournament").click()
    page.wait_for_url(re.compile("/arena/tictactoe-1"))
    program.get_by_text(
        re.compile(r"is being played: [1-9]\d* of \d+ games")
    ).wait_for()  # each game is kept while others are played
    program.get_by_role("button", name="Stop").first.click()
    stopped = program.get_by_text(re.compile(r"has stopped after [1-9]\d* of \d+ games"))
    words = stopped.inner_text()
    page.close()
    page, program = opened(device, address, "/arena/tictactoe-1")  # another start of Python
    program.get_by_text(words, exact=True).wait_for()
    program.get_by_role("link", name="Replay").first.click()
    page.wait_for_url(re.compile(r"/play/tictactoe.*moves="))
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_another_game_opens_below_the_path_of_the_site(device: Any, address: str) -> None:
    page, program = opened(device, address, "/play/tictactoe")
    program.get_by_role("button", name="More").click()
    program.get_by_role("button", name="Another game or size").click()
    program.get_by_role("dialog").get_by_label("Game").select_option("connect-four")
    program.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile("/play/connect_four"))
    assert page.evaluate("document.querySelector('iframe').contentWindow.location.href").startswith(address)
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_every_room_opens_or_says_why_not(device: Any, address: str) -> None:
    page, program = opened(device, address, "/")
    program.get_by_role("heading").first.wait_for()
    for room in (
        "learn",
        "learn/minimax",
        "exercises",
        "trees",
        "compare",
        "arena",
        "solved",
        "mine",
        "puzzles",
        "own",
        "setup/chess",
    ):
        page.evaluate("path => { location.hash = path; }", f"/{room}")
        page.wait_for_function(
            """path => {
                const inside = document.querySelector("iframe.program").contentWindow;
                return inside.location.pathname.endsWith(path) && inside.document.querySelector("h1, h2, .board");
            }""",
            arg=f"/{room}",
        )
        words = program.locator("body").inner_text()
        assert "Something went wrong" not in words, room
    for room, reason in (
        ("friend", "Other people cannot reach a page that runs in your browser."),
        ("sets", "Other people cannot reach a page that runs in your browser."),
        ("live", "Other people cannot reach a page that runs in your browser."),
        ("class", "Other people cannot reach a page that runs in your browser."),
        ("evaluation/tictactoe", "This needs processes of its own, which browsers do not have."),
        ("class/grading", "This needs processes of its own, which browsers do not have."),
    ):
        page.evaluate("path => { location.hash = path; }", f"/{room}")
        page.wait_for_url(re.compile(f"#/{room}$"))
        program.get_by_text(reason).wait_for()
    page.close()


@pytest.mark.nightly
@pytest.mark.browser
def test_two_tabs_share_one_program(device: Any, address: str) -> None:
    first, program = opened(device, address, "/play/tictactoe")
    program.locator("[data-cell]").first.wait_for()
    second, other = opened(device, address, "/play/tictactoe")
    other.locator('[data-cell="4"]').click()
    answered(second, 2)
    game = second.url.partition("#")[2]
    first.close()  # the other tab takes the program over: only Python knows the next pages
    second.evaluate("location.hash = '/learn'")
    other.get_by_role("heading", name="Learn").first.wait_for()
    second.evaluate("path => { location.hash = path; }", game)
    played = re.findall(r"\d", game.partition("moves=")[2].partition("&")[0])
    free = next(cell for cell in "02681357" if cell not in played)
    other.locator(f'[data-cell="{free}"]').click()
    answered(second, 4)
    second.close()
