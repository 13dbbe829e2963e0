"""Twins that come from the disk answer as those that were just made, whatever else the process has loaded.

A twin may run into another's symbols; each entry point is therefore called in fresh processes.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import entry_points
import pytest
from program import watched

import plyground

PACKAGE = Path(plyground.__file__).parent
PROGRAM = entry_points.__file__
COMPILING = re.compile(r"^Compiling .* for this machine, once \.\.\.\n", re.MULTILINE)
LARGE = ("chess", "go")
"""Games whose searches take more than a minute to compile."""


def run(*arguments: str) -> tuple[str, str]:
    """Return the answers of the entry points in a fresh process, and its messages."""
    return watched(sys.executable, PROGRAM, *arguments)


def check(*arguments: str) -> None:
    """In the second process, in the opposite order, nothing is compiled any more."""
    answers, told = run(*arguments)
    assert COMPILING.sub("", told) == ""
    assert run(*arguments, "backwards") == (answers, "")


@pytest.mark.nightly
@pytest.mark.parametrize("game", entry_points.NAMES)
def test_every_entry_point_runs_from_the_cache(game: str) -> None:
    check(game)


@pytest.mark.proof
@pytest.mark.parametrize("game", LARGE)
def test_some_entry_points_of_a_large_game_run_from_the_cache(game: str) -> None:
    check(game, "some")


@pytest.mark.nightly
def test_twins_of_all_games_meet_in_one_process() -> None:
    """Each twin answers as in the process that made it, whichever came before."""
    answers, _told = run()
    assert run("backwards") == (answers, "")


def test_every_module_that_makes_twins_is_called() -> None:
    """A new one fails here until ``entry_points.py`` calls it."""
    makers = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "plyground.searches.twin" in text else ():
            names = {alias.name for alias in node.names} if isinstance(node, ast.ImportFrom) else set()
            if names & {"native", "twin"} and getattr(node, "module", "") == "plyground.searches.twin":
                makers.add(".".join(("plyground", *path.relative_to(PACKAGE).with_suffix("").parts)))
    assert makers == entry_points.DOORS
