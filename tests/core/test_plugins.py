"""Games, bots and evaluations of an installed package: found, named with where they come from, skipped where broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest
from paths import OWN_GAMES
from program import run

METADATA = "Metadata-Version: 2.1\nName: drawer\nVersion: 2.5\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
POINTS = """
[plyground.games]
countdown = drawer.countdown
up = drawer.countdown:Countdown
nim = drawer.countdown
torn = drawer.torn
hidden = drawer.hidden
lost = drawer.nowhere
left = drawer.left
two words = drawer.countdown

[plyground.bots]
last = drawer.bots:Last
random = drawer.bots:Last
bad = drawer.bots:absent
simple = drawer.simple
plain = drawer.forms:choose
careless = drawer.forms:Careless
counting = drawer.forms:evaluate
judge = drawer.forms:Judge
made = drawer.forms:make
number = drawer.forms:NUMBER
idle = drawer.forms:Idle
empty = drawer.countdown
needy = drawer.forms:Needy
moody = drawer.forms:Moody
carded = drawer.forms:Carded
nothing = drawer.forms:nothing
cheat = drawer.forms:Cheat
faulty = drawer.forms:Faulty

[plyground.evaluations]
odd = drawer.bots:odd
class = drawer.bots:Odd
seven = drawer.forms:seven
lame = drawer.forms:lame
"""
SIMPLE = """
def choose(position):
    return "take " + str(min(position.moves()))
"""
FORMS = '''
from typing import Annotated
from plyground import Choice

NUMBER = 7

def choose(position):
    return max(position.moves())

def evaluate(position):
    return position.stones % 4 and 0.5

class Careless:
    """It has no card and gives no reason."""

    def choose(self, position):
        return min(position.moves())

class Judge:
    def __init__(self, weight: int = 2):
        self.weight = weight

    def value(self, position):
        return self.weight * (position.stones % 4 > 0)

class Chooser:
    def __init__(self, name):
        self.name = name

    def choose(self, position, thought):
        return Choice(min(position.moves()), f"{self.name} after {len(thought.past)} positions {{sic}}.")

def make(game, loud: Annotated[int, range(0, 2), "in capitals"] = 0):
    name = str(game.title)
    return Chooser(name.upper() if loud else name)

class Idle:
    def think(self, position):
        return 0

class Needy:
    def __init__(self, game, depth):
        self.depth = depth

    def choose(self, position):
        return 0

class Moody:
    def __init__(self, game):
        self.weights = game.weights

    def choose(self, position):
        return 0

class Carded(Careless):
    card = "a card"

def nothing(game):
    return None

class Cheat:
    def choose(self, position):
        return 99

class Faulty:
    def choose(self, position):
        return position.stone

def seven(game):
    return 7

def lame(game):
    raise ZeroDivisionError("no weights")
'''
HIDDEN = """
from typing import NamedTuple
from plyground import rules

@rules
class Hidden(NamedTuple):
    score: int = 0

    def play(self, move):
        return self
"""
MOVE_TEXT = """
    def move_text(self, move):
        return f"take {move}"
"""
BOTS = '''
from typing import Annotated, NamedTuple
from plyground import Choice, rules
from plyground.i18n import _
from plyground.bots import Card

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
    """The import path with a folder into which pip has installed a package."""
    pytest.importorskip("pip")
    folder = tmp_path_factory.mktemp("site")
    files = {
        "drawer/__init__.py": "",
        "drawer/countdown.py": (OWN_GAMES / "countdown.py").read_text() + MOVE_TEXT,
        "drawer/torn.py": "import no_such_module\n",
        "drawer/left.py": "class Left(BaseException): ...\nraise Left('early')\n",
        "drawer/hidden.py": HIDDEN,
        "drawer/bots.py": BOTS,
        "drawer/simple.py": SIMPLE,
        "drawer/forms.py": FORMS,
        "drawer-2.5.dist-info/METADATA": METADATA,
        "drawer-2.5.dist-info/WHEEL": WHEEL,
        "drawer-2.5.dist-info/entry_points.txt": POINTS,
    }
    wheel = folder / "drawer-2.5-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        archive.writestr("drawer-2.5.dist-info/RECORD", "".join(f"{name},,\n" for name in files))
    install = ["install", "--quiet", "--no-deps", "--no-index", "--target", str(folder / "installed"), str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *install], check=True)
    return os.pathsep.join(filter(None, (str(folder / "installed"), os.environ.get("PYTHONPATH"))))


@pytest.mark.proof
def test_the_list_names_what_is_offered_and_what_is_broken(site: str) -> None:
    listed = run("games", "--json", PYTHONPATH=site)
    origins = {record["name"]: record["origin"] for record in json.loads(listed.stdout)}
    assert origins["countdown"] == origins["up"] == "drawer 2.5"
    assert origins["nim"] == origins["tictactoe"] == "plyground"
    assert not {"torn", "lost", "left", "two words"} & set(origins)
    lines = [line for line in listed.stderr.splitlines() if "(plyground.games) is not available" in line]
    words, torn, nim, lost, left, hidden = sorted(lines)[::-1]
    assert torn.startswith("“torn” of the package drawer 2.5 (plyground.games) is not available: ")
    assert torn.endswith("torn.py, line 1: it raises ModuleNotFoundError: No module named 'no_such_module'")
    assert "“lost”" in lost and "No module named 'drawer.nowhere'" in lost
    assert "“nim”" in nim and "there is a game “nim” already" in nim
    assert left.endswith("left.py, line 2: it raises Left: early")
    assert words.endswith(
        "(plyground.games) is not available: a name has letters, digits, _ and -, and begins with a letter"
    )
    assert hidden.endswith(
        "hidden.py, line 5: the field score of class Hidden hides the method score() of the protocol: rename it"
    )
    evaluations = [line for line in listed.stderr.splitlines() if "(plyground.evaluations) is not available" in line]
    lame, seven, named_class = sorted(evaluations, key=lambda line: ("lame" not in line, "seven" not in line))
    assert "“lame”" in lame and lame.endswith("ZeroDivisionError: no weights")
    assert "“seven”" in seven and "int is not an evaluation: write a class Int(NamedTuple)" in seven
    assert "“class”" in named_class and "Odd is not a function: write a function that takes a game" in named_class
    assert len(listed.stderr.splitlines()) == 9  # each once


@pytest.mark.proof
def test_an_installed_package_offers_game_bot_and_evaluation(site: str) -> None:
    found = run("search", "up", "--depth", "2", "--evaluation", "odd", "--json", PYTHONPATH=site)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["game"] == "up"
    played = run("console", "countdown", "--first", "last", "--second", "last", PYTHONPATH=site)
    assert played.returncode == 0
    assert "the game is over" in played.stdout.lower()
    failed = run("console", "countdown", "--first", "last:before=3", "--second", "last", PYTHONPATH=site)
    assert failed.returncode == 2
    assert failed.stderr.splitlines()[-1].startswith("last: ")
    assert failed.stderr.splitlines()[-1].endswith(
        "bots.py, line 15: choose raises IndexError: list index out of range"
    )
    shown = json.loads(run("bots", "last", "--json", PYTHONPATH=site).stdout)
    assert (shown["origin"], shown["options"][0]["most"]) == ("drawer 2.5", 3)


UNUSABLE = {
    "random": "there is a bot of this name already",
    "bad": "AttributeError: module 'drawer.bots' has no attribute 'absent'",
    "number": "int is not a bot: write a function choose(position), a class with a method choose(self, position), or a function evaluate(position)",
    "idle": "class Idle has no method choose(self, position)",
    "empty": "there is no bot in the module drawer.countdown: write a function choose(position), a class with a method choose(self, position), or a function evaluate(position)",
    "needy": "depth cannot be an option: it needs a default, and int, float, str or Literal as its type",
    "moody": "forms.py, line 50: __init__ raises AttributeError: 'Game' object has no attribute 'weights'",
    "carded": "its card is of the type str: use Card(title, summary) of plyground",
    "nothing": "the function nothing makes no bot for a game: if it chooses a move, rename the function to choose, or its parameter to position",
}
"""Why bots of the package do not work, by name."""
USABLE = {"last", "simple", "plain", "careless", "counting", "judge", "made", "cheat", "faulty"}


@pytest.mark.proof
def test_bots_that_do_not_work_are_left_out_and_named_in_a_line(site: str) -> None:
    listed = run("bots", "--json", "--game", "countdown", PYTHONPATH=site)
    assert listed.returncode == 0
    assert {each["name"] for each in json.loads(listed.stdout) if each["origin"] == "drawer 2.5"} == USABLE
    lines = [line for line in listed.stderr.splitlines() if "(plyground.bots)" in line]
    assert len(lines) == len(UNUSABLE)
    for name, reason in UNUSABLE.items():
        [line] = [line for line in lines if line.startswith(f"“{name}” of the package drawer 2.5")]
        assert line.endswith((f"is not available: {reason}", f"/{reason}"))


@pytest.mark.proof
@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("simple", "simple recommends take 1. The bot simple of the package drawer 2.5 chose it."),
        ("plain", "plain recommends take 3. The bot plain of the package drawer 2.5 chose it."),
        (
            "counting:depth=1",
            "counting:depth=1 recommends take 1 (value 0). Judged at 0 after 1 ply; best line: take 1.",
        ),
        ("judge:weight=1,depth=2", "judge:weight=1,depth=2 recommends take "),
        ("made:loud=1", "made:loud=1 recommends take 1. COUNTDOWN after 2 positions {sic}."),
    ],
)
def test_bots_take_the_forms_of_bots_in_files(bot: str, said: str, site: str) -> None:
    played = run("console", "countdown", "--first", bot, "--second", bot, PYTHONPATH=site)
    assert played.returncode == 0
    assert said in played.stdout


@pytest.mark.nightly
def test_a_tournament_rates_bots_of_packages_and_forfeits_their_faults(site: str, tmp_path: Path) -> None:
    bots = ("judge", "plain", "cheat", "faulty")
    record = str(tmp_path / "record")
    done = run("tournament", "countdown", *bots, "--openings", "none", "--results", record, PYTHONPATH=site)
    assert done.returncode == 0
    standings = json.loads(run("standings", record, "--json", PYTHONPATH=site).stdout)
    rows = {row["player"]: row for row in standings["table"]}
    assert rows["judge"]["points"] == 6  # it keeps the heap a multiple of four
    assert rows["plain"]["points"] == 4
    assert rows["cheat"]["forfeits"] + rows["faulty"]["forfeits"] == 10
    refused = run("tournament", "countdown", "plain", "moody", PYTHONPATH=site)
    assert refused.returncode == 2
    assert refused.stderr.splitlines()[-1].endswith(UNUSABLE["moody"])


@pytest.mark.nightly
def test_the_page_offers_the_bots_that_work(site: str) -> None:
    browser = pytest.importorskip("browser")
    with browser.Server(PYTHONPATH=site) as server:
        for room in ("", "play/tictactoe", "play/countdown?x=human&o=made"):
            with urlopen(server.url + room) as answer:
                assert answer.status == 200
        text = urlopen(server.url + "play/countdown").read().decode()
    assert "made" in text and "moody" not in text
    for name, reason in UNUSABLE.items():
        lines = [line for line in server.said.splitlines() if f"“{name}” of the package drawer 2.5" in line]
        assert lines and all(reason in line for line in lines)


def test_built_in_names_ask_no_package(site: str) -> None:
    for command in (("perft", "nim", "1"), ("--help",)):
        assert run(*command, PYTHONPATH=site).stderr == ""
