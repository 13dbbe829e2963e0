"""Plyground installed from its wheel, as a user does: on each Python of this machine, with the oldest libraries that it
allows, and in Pyodide.
"""

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

import pytest
from browser import Server
from paths import ROOT
from plain_program import PROGRAM
from program import PATIENCE
from pythons import OLDEST, interpreters, oldest_libraries
from submissions import NESTED
from web_page import cell, expect, my_turn_or_end, status

pytestmark = pytest.mark.installed

PYTHONS = interpreters()
OLDEST_LIBRARIES = f"{OLDEST[0]}.{OLDEST[1]}, oldest libraries"
NODE_SCRIPT = ROOT / "tests" / "support" / "python_in_node.mjs"
PYODIDE = ROOT / "node_modules" / "pyodide"


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    install(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    (made,) = folder.glob("*.whl")
    return made


def install(python: str | Path, *arguments: str) -> None:
    command = [python, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


class Installation:
    """An environment of its own that has plyground and what it needs, and nothing of the tests."""

    def __init__(self, folder: Path, python: str, *packages: str) -> None:
        subprocess.run([python, "-m", "venv", folder / "venv"], check=True)
        self.python = str(next((folder / "venv").glob("[bS]*/python*")))
        self.folder = folder
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))},
            "XDG_CACHE_HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
            "LANGUAGE": "en",
        }
        install(self.python, "install", *packages)

    def run(self, *arguments: str) -> str:
        """Run ``plyground`` and return what it says."""
        done = subprocess.run(
            [self.python, "-m", "plyground", *arguments],
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=self.folder,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def answer(self, *arguments: str) -> Any:
        return json.loads(self.run(*arguments, "--json"))


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in (*PYTHONS, OLDEST_LIBRARIES)],
)
def installed(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installation]:
    folder = tmp_path_factory.mktemp("installed")
    version, *oldest = request.param.split(", ")
    if oldest and version not in PYTHONS:
        pytest.skip(f"Python {version} is not here")
    yield Installation(folder, PYTHONS[version], str(wheel), *(oldest_libraries() if oldest else ()))
    shutil.rmtree(folder)


def test_commands(installed: Installation) -> None:
    """The commands that a reader of the README tries first; 18,297 positions: alpha-beta on tic-tac-toe, as published."""
    assert "tictactoe" in installed.run("games")
    plain, compiled = (
        installed.answer("search", "tictactoe", "--scores", "utility", way) for way in ("--plain", "--native")
    )
    assert plain["nodes"] == compiled["nodes"] == 18297
    assert installed.answer("search", "connect_four", "--position", "274344442131", "--exact")["value"] == 0
    installed.run("new", "mine")
    assert "No failure." in installed.run("check", "mine.py", "--games", "5")
    assert installed.answer("solve", "tictactoe")["reachable"] == 5478
    (installed.folder / "ana.py").write_text(NESTED)
    assert installed.answer("grade", "ana.py")["credit"] == 1


@pytest.mark.browser
def test_the_page(installed: Installation, browser: Any) -> None:
    """A page and a press: the bot answers."""
    with Installed(installed) as server:
        page = browser.new_page()
        page.goto(f"{server.url}play/tictactoe")
        my_turn_or_end(page)
        cell(page, 4).click()
        expect(cell(page, 4)).to_have_attribute("aria-label", re.compile("X$"))
        expect(page.locator('[data-cell][aria-label$="O"]')).to_have_count(1)
        expect(status(page)).to_have_text(re.compile("Your move"))
        page.close()
    assert server.said == ""


class Installed(Server):
    """The page of an installation."""

    def __init__(self, installation: Installation) -> None:
        super().__init__(**installation.environment)
        self.python = installation.python


def test_in_pyodide(wheel: Path) -> None:
    """Plain searches in the browser's Python, which is newer than any that is likely to be installed here."""
    if not (PYODIDE / "pyodide.mjs").is_file():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no Pyodide: npm install")
    done = subprocess.run(
        ["node", NODE_SCRIPT, PYODIDE, wheel, PROGRAM], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout.split()) == (0, ["3.14", "done"]), done.stderr
