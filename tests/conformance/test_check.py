"""The conformance test passes on every built-in game and names what is wrong with a broken one."""

from __future__ import annotations

import faulthandler
import json
import re
import time
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from broken_games import BROKEN, Numbers, swaying
from broken_when_compiled import COMPILED, Growing, Long
from correct_games import dice, heaps, sharing
from paths import DOCS
from program import agrees, answer, check_examples, run
from samples import sample

from plyground import GAMES, Facts, Game, SearchError, Tree, exact, game, uct
from plyground.cli.commands.check import facts_of
from plyground.cli.json_records import CheckRecord
from plyground.conformance import FAULTS, Failure, Options, check, examine
from plyground.conformance.check_report import Report
from plyground.conformance.events import AllPositions, Feature, NextPosition, RandomGames
from plyground.conformance.features import features
from plyground.conformance.subprocess import stuck, watched
from plyground.core.picture import Picture
from plyground.games.loading import game as game_named
from plyground.i18n import _
from plyground.native import code_generation

TREES = ("[[3, 12, 8], [2, 4, 6]]", "[[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]]]")


@pytest.mark.parametrize("name", sample([entry.name for entry in GAMES], every=5))
def test_every_game_passes(name: str) -> None:
    assert check(game(name), games=2, positions=500, seconds=0.5) == []


@pytest.mark.parametrize("make", [heaps, dice, sharing])
def test_the_template_of_the_broken_games_is_right(make: Any) -> None:
    assert check(make()) == []


@pytest.mark.parametrize("text", TREES)
def test_nodes_of_trees_are_positions(text: str) -> None:
    assert check(Tree.parse(text).start) == []


@pytest.mark.parametrize(
    ("fault", "method", "make"), BROKEN, ids=[f"{fault}-{method}" for fault, method, _make in BROKEN]
)
def test_a_broken_game_is_told_by_name_with_an_example(fault: str, method: str, make: Any) -> None:
    broken: Game = make()
    failures = check(broken)
    found = [failure for failure in failures if (failure.fault, failure.method) == (fault, method)]
    assert found, failures
    assert str(found[0].hint) and found[0].method in str(found[0])
    position: Any = broken.start
    for move in found[0].line:
        assert move in position.moves()
        position = position.play(move)
    if fault != "rank-collides":  # two positions show it
        again = [event for event in examine(broken, Options(), found[0].line) if isinstance(event, Failure)]
        assert fault in {failure.fault for failure in again}


@pytest.mark.proof
@pytest.mark.parametrize("name", [entry.name for entry in GAMES])
def test_every_game_passes_compiled(name: str) -> None:
    assert check(game(name), games=8, positions=5_000, seconds=20, native=True) == []


def test_games_that_never_end_are_told() -> None:
    endless = heaps(Facts(loops=True), play=swaying, canonical=None, predecessors=None, grundy=None)
    [played] = [event for event in examine(endless, Options(games=3, positions=0)) if isinstance(event, RandomGames)]
    assert (played.games, played.ended) == (3, 0)


class Slow:
    """A picture that takes its time, by a clock of its own."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self.time_s = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._picture, name)

    def marks(self, position: Any) -> str:
        self.time_s += 0.01
        return self._picture.marks(position)


def test_the_limit_of_time_holds_where_every_position_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    connect_four = game("connect_four")
    picture = Slow(connect_four.picture)
    monkeypatch.setattr(time, "process_time", lambda: picture.time_s)
    slow = replace(connect_four, picture=cast("Picture", picture))
    events = list(examine(slow, Options(seconds=0.3)))
    assert 0.3 < picture.time_s < 1
    assert not any(isinstance(event, Failure) for event in events)
    positions = {event.line for event in events if isinstance(event, NextPosition)}
    assert 1 < len(positions) < 100  # the nearest hundred would have taken longer


def test_a_game_is_no_longer_counted_when_the_time_is_up_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question to the picture takes 0.01 s by a clock of its own: the time ends in the midst of a game."""
    connect_four = game("connect_four")
    picture = Slow(connect_four.picture)
    monkeypatch.setattr(time, "process_time", lambda: picture.time_s)
    slow = replace(connect_four, picture=cast("Picture", picture))
    events = list(examine(slow, Options(seconds=0.5)))
    [played] = [event for event in events if isinstance(event, RandomGames)]
    [whole] = [event for event in events if isinstance(event, AllPositions)]
    begun = {str(event.doing) for event in events if isinstance(event, NextPosition) and "game" in str(event.doing)}
    assert played.games == played.ended == len(begun) - 1 > 0  # the last one was broken off
    assert (whole.complete, whole.late) == (False, True)
    said = [str(value) for _name, value in facts_of(Report(played=played, whole=whole))]
    assert f"{played.games} of 50, then the time was up (--seconds)" in said
    assert f"{whole.positions} examined, then the time was up (--seconds)" in said
    assert not any("400 moves" in each for each in said)


def test_a_report_without_a_whole_game_says_nothing_of_their_length() -> None:
    said = [str(value) for _name, value in facts_of(Report(played=RandomGames(wanted=50)))]
    assert said == ["0 of 50, then the time was up (--seconds)"]


@pytest.mark.parametrize(
    ("name", "is_proven", "has_uct"),
    [("tictactoe", True, True), ("pig", False, True), ("three", False, True), ("kuhn", False, False)],
)
def test_features_are_those_that_the_searches_support(name: str, is_proven: bool, has_uct: bool) -> None:
    options = Options(games=1, positions=0, measured=True)
    found = {event.name: event for event in examine(game(name), options) if isinstance(event, Feature)}
    for feature, is_able, search in (
        ("proof", is_proven, lambda: exact(game(name), weak=True)),
        ("uct", has_uct, lambda: uct(game(name).start, playouts=1)),
    ):
        assert (found[feature].available, bool(str(found[feature].detail))) == (is_able, not is_able)
        with nullcontext() if is_able else pytest.raises(SearchError):
            search()


def test_every_failure_has_a_broken_game() -> None:
    of_a_process = {"no-return", "ends-process"}
    assert {fault for fault, *_rest in BROKEN + COMPILED} | of_a_process == set(FAULTS)


@pytest.mark.parametrize(("fault", "method", "words", "cls"), COMPILED, ids=[each[-1].__name__ for each in COMPILED])
def test_faults_of_compiled_rules_are_named(fault: str, method: str, words: str, cls: Any) -> None:
    broken = Game(cls.__name__.lower(), cls(), notation=Numbers(cls()))
    assert check(broken) == []  # in plain Python all is well
    [failure] = check(broken, native=True)
    assert (failure.fault, failure.method) == (fault, method)
    assert words in str(failure)
    again = [event for event in examine(broken, Options(native=True), failure.line) if isinstance(event, Failure)]
    assert fault in {failure.fault for failure in again}


def test_a_field_may_grow_beyond_a_word() -> None:
    growing = Game("growing", Growing(), notation=Numbers(Growing()))
    assert check(growing, native=True) == []


def test_numbers_on_the_way_may_be_longer_than_a_word() -> None:
    assert check(Game("long", Long(), notation=Numbers(Long())), native=True) == []


# In a process of its own


MISTAKES = {  # what stands in the file of a game, and the failure
    "looping.py": ("moves", "        while self.left == 1:\n            pass\n", "no-return"),
    "counting.py": ("is_over", "        if self.left == 1:\n            sum(range(10**15))\n", "no-return"),
    "leaving.py": ("play", "        if self.left == 1:\n            os._exit(3)\n", "ends-process"),
    "diving.py": ("play", "        if self.left == 1:\n            sys.setrecursionlimit(10**6)\n            return self.play(move)\n", None),
    "swelling.py": ("play", "        if self.left == 1:\n            bytearray(10**13)\n", "raises"),
    "after_the_end.py": ("moves", "        yield 1\n        return\n", "moves-after-end"),
    "printing.py": ("play", "        print('Me!', file=sys.stderr)\n        print('Me!')\n", ""),
}  # fmt: skip
SOURCE = """
import os, sys
from typing import NamedTuple
from plyground import rules

@rules
class Heap(NamedTuple):
    left: int = 3
    player: int = 0

    def to_move(self):
        return self.player

    def moves(self):
MOVES        if self.left > 0:
            yield 1

    def play(self, move):
PLAY        return Heap(self.left - move, 1 - self.player)

    def is_over(self):
IS_OVER        return self.left == 0

    def utility(self):
        return -1
"""


def written(folder: Path, name: str) -> str:
    """The file of a game with one of these mistakes."""
    where, lines, _fault = MISTAKES[name]
    text = SOURCE
    for method in ("moves", "play", "is_over"):
        text = text.replace(method.upper(), lines if method == where else "")
    (folder / name).write_text(text)
    return str(folder / name)


@pytest.mark.parametrize("name", sample([name for name in MISTAKES if name != "after_the_end.py"], every=6, first=2))
def test_code_may_do_anything(name: str, tmp_path: Path) -> None:
    where, _lines, fault = MISTAKES[name]
    text = written(tmp_path, name)
    seconds = 2.0 if fault == "no-return" else 60.0
    events = list(watched(partial(game_named, text), Options(seconds=seconds)))
    failures = [event for event in events if isinstance(event, Failure)]
    if fault == "":
        assert failures == []
        return
    [failure] = failures
    assert failure.line == (1, 1)
    if fault is not None:
        assert failure.fault == fault
    if fault == "no-return":
        assert failure.method == where
        assert f"{name}, line " in str(failure)


def test_compiling_that_does_not_end_is_not_called_a_loop_of_the_rules(tmp_path: Path) -> None:
    notes = tmp_path / "at_work"
    at = NextPosition((), _("Compiling"), 300.0)
    with notes.open("w") as file:
        namespace: dict[str, Any] = {"note": lambda: faulthandler.dump_traceback(file)}
        exec(compile("def make(): note()", code_generation.__file__, "exec"), namespace)
        namespace["make"]()
    assert "Thread" in notes.read_text()
    failure = stuck(at, notes)
    assert (failure.fault, failure.method) == ("not-compiled", "rules")
    assert str(failure.sentence) == "compiling had not ended after 300 seconds"


# On the command line


def test_a_failure_is_shown_with_the_commands_that_show_it_again(tmp_path: Path) -> None:
    file = written(tmp_path, "after_the_end.py")
    done = run("check", file)
    assert done.returncode == 1
    assert "moves-after-end  moves\n  the game is over, yet there are moves\n  after 3 moves: 1 1 1\n" in done.stdout
    assert f"plyground check {file} --move-numbers 1,1,1\n" in done.stdout
    assert done.stdout.endswith("1 failure.\n")
    again = run("check", file, "--move-numbers", "1,1,1", "--json")
    report = json.loads(again.stdout)
    agrees(report, CheckRecord)
    [failure] = report["failures"]
    assert (again.returncode, report["passed"], failure["moves"]) == (1, False, [1, 1, 1])
    scope: dict[str, Any] = {}
    exec("from plyground.conformance import replay", scope)
    assert eval(failure["python"], scope).is_over()


def test_the_report_of_a_game_that_passes(tmp_path: Path) -> None:
    report = answer("check", written(tmp_path, "printing.py"), "--plain", "--games", "5")
    agrees(report, CheckRecord)
    assert (report["passed"], report["failures"]) == (True, [])
    assert report["random_games"]["mean_length"] == 3
    assert (report["positions"], report["complete"], report["perft"]) == (4, True, [1, 1, 1])
    missing = {feature["name"]: feature["add"] for feature in report["features"] if feature["add"]}
    assert missing["symmetry"] == ["canonical"]
    named = set(re.findall(r"`(\w+)`", described_names()))
    assert {feature["name"] for feature in report["features"]} == named - set(DRAWN)


@pytest.mark.parametrize(
    ("name", "offered"),
    [("chess", {"pieces", "winning_line"}), ("othello", {"winning_line", "points", "regions", "early_proof"})],
)
def test_offers_of_a_game_to_causes_are_told(name: str, offered: set[str]) -> None:
    here = game(name)
    found = {each.name: each for each in features(here.start, here, UNKNOWN, native=True, refused=None)}
    assert {each for each in DRAWN if each in found and found[each].available} == offered
    assert all(found[each].add for each in DRAWN if each in found and each not in offered)


DRAWN = ("pieces", "winning_line", "points", "regions", "early_proof")
"""The features of games that are drawn."""
UNKNOWN = AllPositions(0, 0, complete=False)


def described_names() -> str:
    """Return the part of ``docs/json.md`` that lists the features' names."""
    [row] = [
        line for line in (DOCS / "json.md").read_text().splitlines() if "`quiescence`" in line and "`proof`" in line
    ]
    return row.partition(": ")[2]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check", "nothing"], "There is no game “nothing”"),
        (["check", "nowhere.py"], "nowhere.py: there is no such file"),
        (["check", "tictactoe", "--move-numbers", "4;0"], "numbers separated by commas, such as 4,0,8, not “4;0”"),
        (["check", "tictactoe", "--move-numbers", "4,4"], "4 is not a legal move here."),
        (["check", "tictactoe", "--games", "0"], "'--games'"),
    ],
)
def test_misuse_is_refused_in_a_sentence(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr.splitlines()[-1]


def test_the_documentation_shows_what_happens() -> None:
    assert check_examples(DOCS / "check.md") == 1
