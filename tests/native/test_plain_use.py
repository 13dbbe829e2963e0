"""Plain use stays light: no numbers library, no compiler, no web framework is imported for it; nor what the first page needs none of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from program import ENVIRONMENT
from samples import sample

HEAVY = {"numpy", "llvmlite", "starlette"}

LIBRARY = """
from plyground import bot, game, search
tictactoe = game("tictactoe")
assert search(tictactoe.start, native=False).value == 0
assert bot("minimax", game("mnk:width=4,height=2,k=2")).choose(game("mnk:width=4,height=2,k=2").start)
"""
PROGRAM = """
import sys
from plyground.__main__ import main
sys.argv[1:] = {arguments!r}
try:
    main()
except SystemExit as done:
    assert not done.code, done.code
"""
LOADED = """
import sys
print("loaded", *sorted({module.partition(".")[0] for module in sys.modules}))
"""


def loaded_by(program: str, stdin: str = "") -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", program + LOADED],
        input=stdin,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    word, *modules = done.stdout.splitlines()[-1].split()
    assert word == "loaded"
    return set(modules)


@pytest.mark.proof
def test_imported_modules_are_detected() -> None:
    assert "starlette" in loaded_by("import starlette")


@pytest.mark.parametrize("program", ["import plyground", LIBRARY])
def test_the_library(program: str) -> None:
    modules = loaded_by(program)
    assert "plyground" in modules
    assert not modules & (HEAVY | {"typer", "rich", "babel"})


NAMES = """
import plyground.searches.tally, plyground.core.game  # modules of the names that two of its functions have
assert set(plyground.__all__) <= set(dir(plyground))
assert plyground.search(plyground.game("tictactoe").start, native=False).value == 0
from plyground import *
assert exact is plyground.exact
assert not hasattr(plyground, "chess")
"""


def test_public_names_are_found_when_they_are_asked_for() -> None:
    assert loaded_by(NAMES) >= {"plyground"}


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    sample(
        [
            (["console", "--first", "human", "--second", "minimax"], "j 4\nwhy\nb\nu\nbot random\nb\nr\nh\nq\n"),
            (["console", "--first", "depth-limited", "--second", "random:seed=1"], ""),
            (["search", "tictactoe", "--algorithm", "static-cutoff", "--json", "--plain"], ""),
            (["search", "tictactoe", "--position", "x...o...."], ""),
            (["games"], ""),
            (["bots"], ""),
            (["--help"], ""),
        ],
        every=4,
        first=1,
    ),
)
def test_the_program(arguments: list[str], stdin: str) -> None:
    modules = loaded_by(PROGRAM.format(arguments=arguments), stdin)
    assert "typer" in modules
    assert not modules & (HEAVY | {"rich"})


PAGE = """
import os, signal, sys, webbrowser
from pathlib import Path
from plyground.web.server.serve import serve

def arrive(url):
    print("loaded", *sorted(sys.modules))
    os.kill(os.getpid(), signal.SIGTERM)

webbrowser.open = arrive
serve("127.0.0.1", 0, open_browser=True, on_open=print, work=Path({work!r}))
"""
NOT_YET = (
    "sqlalchemy",
    "llvmlite",
    "numpy",
    "plyground.teaching",
    "plyground.stepping.film",
    "plyground.arena.compare",
)
ROOMS = {
    f"plyground.web.pages.{room}"
    for room in (
        "classroom.answers",
        "compare.page",
        "learn.exercise_page",
        "learn.lesson_page",
        "my_work.page",
        "trees.page",
    )
}


def test_the_page_opens_before_its_other_rooms_are_imported(tmp_path: Path) -> None:
    from plyground.store.store import Store

    work = tmp_path / "work.sqlite"
    Store(work).close()  # made before: a new one takes SQLAlchemy and its migrations
    program = PAGE.format(work=str(work))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    modules = set(done.stdout.splitlines()[-1].split())
    assert modules >= {"starlette", "plyground.web.pages.game.page", "plyground.web.pages.home"}
    assert not modules & (ROOMS | set(NOT_YET))
