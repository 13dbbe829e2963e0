"""Games, players and evaluations of an installed package: found, named with where they come from, skipped where broken."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from paths import OWN_GAMES
from program import run

METADATA = "Metadata-Version: 2.1\nName: drawer\nVersion: 2.5\n"
POINTS = """
[plyground.games]
countdown = drawer.countdown
up = drawer.countdown:Countdown
nim = drawer.countdown
torn = drawer.torn
lost = drawer.nowhere
left = drawer.left
two words = drawer.countdown

[plyground.players]
last = drawer.players:Last
random = drawer.players:Last
bad = drawer.players:absent

[plyground.evaluations]
odd = drawer.players:odd
"""
PLAYERS = '''
from typing import Annotated, NamedTuple
from plyground import Choice, rules
from plyground.i18n import _
from plyground.players import Card

class Last:
    """Plays the last of all moves, or one before it."""

    def __init__(self, game, before: Annotated[int, range(0, 4), "how many before it"] = 0):
        self.before = before
        self.card = Card(_("Last"), _("Plays the last move."), False, True)

    def choose(self, position, thought=None):
        return Choice(list(position.moves())[-1 - self.before], _("It is the last."))

@rules
class Odd(NamedTuple):
    win: int = 3

    def value(self, position):
        return position.stones % 2

def odd(game):
    return Odd() if hasattr(game.start, "stones") else None
'''


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder as pip leaves it: a package, and what it says of itself."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "drawer").mkdir()
    (folder / "drawer" / "__init__.py").touch()
    shutil.copy(OWN_GAMES / "countdown.py", folder / "drawer" / "countdown.py")
    (folder / "drawer" / "torn.py").write_text("import no_such_module\n")
    (folder / "drawer" / "left.py").write_text("class Left(BaseException): ...\nraise Left('early')\n")
    (folder / "drawer" / "players.py").write_text(PLAYERS)
    (folder / "drawer-2.5.dist-info").mkdir()
    (folder / "drawer-2.5.dist-info" / "METADATA").write_text(METADATA)
    (folder / "drawer-2.5.dist-info" / "entry_points.txt").write_text(POINTS)
    return os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))


@pytest.mark.long
def test_the_list_names_what_is_offered_and_what_is_broken(site: str) -> None:
    listed = run("games", "--json", PYTHONPATH=site)
    origins = {record["name"]: record["origin"] for record in json.loads(listed.stdout)}
    assert origins["countdown"] == origins["up"] == "drawer 2.5"
    assert origins["nim"] == origins["tictactoe"] == "plyground"
    assert not {"torn", "lost", "left", "two words"} & set(origins)
    words, torn, nim, lost, left = sorted(line for line in listed.stderr.splitlines() if "is not available" in line)[
        ::-1
    ]
    assert torn.startswith("“torn” of the package drawer 2.5 (plyground.games) is not available: ")
    assert torn.endswith("torn.py, line 1: it raises ModuleNotFoundError: No module named 'no_such_module'")
    assert "“lost”" in lost and "No module named 'drawer.nowhere'" in lost
    assert "“nim”" in nim and "there is a game “nim” already" in nim
    assert left.endswith("left.py, line 2: it raises Left: early")
    assert words.endswith(
        "(plyground.games) is not available: a name has letters, digits, _ and -, and begins with a letter"
    )
    assert len(listed.stderr.splitlines()) == 5  # each once


@pytest.mark.long
def test_an_installed_package_offers_game_player_and_evaluation(site: str) -> None:
    found = run("search", "up", "--depth", "2", "--evaluation", "odd", "--json", PYTHONPATH=site)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["game"] == "up"
    played = run("console", "countdown", "--x", "last", "--o", "last", PYTHONPATH=site)
    assert played.returncode == 0
    assert "the game is over" in played.stdout.lower()
    failed = run("console", "countdown", "--x", "last:before=3", "--o", "last", PYTHONPATH=site)
    assert failed.returncode == 2
    assert failed.stderr.splitlines()[-1].endswith(
        "players.py, line 15: choose raises IndexError: list index out of range"
    )
    shown = json.loads(run("players", "last", "--json", PYTHONPATH=site).stdout)
    assert (shown["origin"], shown["options"][0]["most"]) == ("drawer 2.5", 3)


def test_built_in_names_ask_no_package(site: str) -> None:
    for command in (("perft", "nim", "1"), ("--help",)):
        assert run(*command, PYTHONPATH=site).stderr == ""
