"""Twins for WebAssembly give the same answers in a browser's Python, Pyodide under Node, as native twins do here."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from paths import ROOT
from twin_actions import GAMES, outcomes

from plyground import bot, deepen, game, uct
from plyground.bots import Thought
from plyground.games import GAMES as BUNDLED
from plyground.native.compiler import recorded
from plyground.native.targets.target import WASM32

PYODIDE = ROOT / "node_modules" / "pyodide"
NODE = ["node", "--stack-size=8000", str(ROOT / "tests" / "support" / "twins_in_node.mjs"), str(PYODIDE)]
SOURCES = f"{ROOT / 'src'}:{ROOT / 'tests' / 'support'}"
TIMEOUT_S = 3000
TEMPLATES = ("dice", "mark", "move", "take", "three")
OWN_GAMES = ("countdown", "noughts_and_crosses")


@pytest.fixture(autouse=True)
def _pyodide() -> None:
    """Skip without Pyodide, but fail where tests must be complete."""
    if not (PYODIDE / "pyodide.mjs").is_file():
        if os.environ.get("CI"):
            pytest.fail("no Pyodide: npm install")
        pytest.skip("no Pyodide: run npm install")


def run_in_browser(folder: Path, program: str) -> str:
    """Return what a program prints in Pyodide, with the twins of a folder."""
    file = folder / "program.py"
    file.write_text(program)
    command = [*NODE, SOURCES, str(folder), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def compare(folder: Path, asked: dict[str, tuple[int, int]], only: Sequence[str] = ()) -> dict[str, str]:
    """Compare the answers of both targets for some games. Return them."""
    with recorded() as twins:
        expected = outcomes(asked, only)
    for twin in twins:
        twin.keep_for(WASM32, folder)
    (folder / "asked.json").write_text(json.dumps({"games": asked, "only": only}))
    run_in_browser(folder, "import twin_actions; twin_actions.run_in_browser()")
    assert json.loads((folder / "found.json").read_text()) == expected
    return expected


@pytest.mark.proof
def test_a_search_gives_the_same_answer_in_a_browser(tmp_path: Path) -> None:
    found = compare(tmp_path, {"connect_four": (5, 6)}, ["alphabeta", "uct with a limit of nodes"])
    assert all("'native': True" in each for each in found.values())


@pytest.mark.proof
def test_every_bundled_game_is_compared() -> None:
    assert {text.partition(":")[0] for text in GAMES} == {entry.name for entry in BUNDLED}


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_every_search_and_solver_gives_the_same_answer_in_a_browser(name: str, tmp_path: Path) -> None:
    found = compare(tmp_path, {name: GAMES[name]})
    answers = [each for each in found.values() if "'native'" in each]
    assert all("'native': True" in each for each in answers)
    assert len(answers) > 3 or name == "kuhn"  # no search supports hidden information


@pytest.mark.nightly
@pytest.mark.parametrize("name", [*TEMPLATES, *OWN_GAMES])
def test_users_games_give_the_same_answers_in_a_browser(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = "src/plyground/templates" if name in TEMPLATES else "tests/data/own_games"
    (tmp_path / f"my_{name}.py").write_text((ROOT / place / f"{name}.py").read_text())
    monkeypatch.chdir(tmp_path)  # the same name here and there
    compare(tmp_path, {f"my_{name}.py": (4, 4)})


WITHOUT_THREADS = """
import json
from plyground import bot, deepen, game, uct
from plyground.bots import Thought

def told(found):
    return found.move in range(7), found.native, found.nodes > 5000

start = game("connect_four").start
far = deepen(start, seconds=0.3)
random = uct(start, seconds=0.3)
ends = bot("engine:seconds=0.5", "connect_four").choose(start, Thought()).move in range(7)
missing = deepen(game("othello").start, seconds=0.3)
print(json.dumps([told(far), told(random), ends, missing.native, missing.nodes > 0]))
"""


@pytest.mark.nightly
def test_without_threads_the_clock_stops_searches_proofs_and_plain_text(tmp_path: Path) -> None:
    """A search that looks at no clock does not end. Othello has no twins here, so its search runs as plain Python."""
    start = game("connect_four").start
    with recorded() as twins:
        deepen(start, nodes=10_000, native=True)
        uct(start, playouts=10, native=True)
        bot("engine:nodes=10000", "connect_four").choose(start, Thought())
    for twin in twins:
        twin.keep_for(WASM32, tmp_path)
    printed = run_in_browser(tmp_path, WITHOUT_THREADS).splitlines()[-1]
    assert json.loads(printed) == [[True, True, True], [True, True, True], True, False, True]
