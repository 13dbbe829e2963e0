"""The attempts of :mod:`escapes` as students' files, as bots, and on the page: none reaches anything."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from escapes import ESCAPES, SECRET, Scene, attempt_text, scene_in
from program import PATIENCE
from samples import sample

from plyground.bots.bot_file import read
from plyground.bots.bot_process import BotFault, BotProcess, Program
from plyground.games import game
from plyground.isolation import wall
from plyground.teaching.grading import submission_process
from plyground.teaching.grading.grader import Settings, grade
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import TournamentSettings
from plyground.web.grading_keeper import GradingKeeper
from plyground.web.tournament_keeper import TournamentKeeper

pytestmark = pytest.mark.skipif(bool(wall.lacking_parts()), reason="this system has no wall")
TELL = "\nraise RuntimeError(told[-150:])\n"
SEARCH = """
def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)
"""
CHOICE = "\ndef choose(position):\n    return min(position.moves())\n"


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with scene_in(tmp_path_factory.mktemp("scene")) as made:
        yield made


@pytest.mark.parametrize("name", sample(ESCAPES, every=28, first=7))
def test_no_submission_gets_out(name: str, scene: Scene, tmp_path: Path) -> None:
    text = SEARCH + attempt_text(name, scene.facts) + TELL
    found = grade(tmp_path / "submission.py", text, Settings(task="minimax", trees=1, seconds=5.0))
    assert found.problem is not None and not scene.damage(found.problem.text), found.problem


@pytest.mark.parametrize("name", sample(ESCAPES, every=28))
def test_no_bot_gets_out(name: str, scene: Scene, tmp_path: Path) -> None:
    file = tmp_path / "own" / "trojan.py"
    file.parent.mkdir()
    file.write_text(attempt_text(name, scene.facts) + TELL + CHOICE)
    source, _options = read(str(file))
    process = BotProcess(game("tictactoe"))
    with pytest.raises(BotFault) as told:
        process.prepare(Program(*source, depth=1), seed=1)
    process.end()
    assert not scene.damage(told.value.text), told.value.text


CLOCKS_OFF = {
    "timer": "import signal\nsignal.setitimer(signal.ITIMER_PROF, 0)\n",
    "handler": "import signal\nsignal.signal(signal.SIGPROF, signal.SIG_IGN)\n",
    "mask": "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n",
    "caught": "",
    "asleep": "import time\ntime.sleep(1e6)\n",
}
"""Ways of a file to switch off its own clock, before or instead of a loop that never ends."""
NEVER = """
def minimax(node, maximizing):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
"""


@pytest.mark.parametrize("name", sample(CLOCKS_OFF, every=5))
def test_a_file_that_switches_off_its_clock_is_ended(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can do so in its own process; the time that passes here is out of its reach."""
    monkeypatch.setattr(submission_process, "BASE_PATIENCE_S", 1.0)
    found = grade(tmp_path / "submission.py", CLOCKS_OFF[name] + NEVER, Settings(task="minimax", trees=1, seconds=0.1))
    assert found.problem is not None and (found.problem.kind, found.credit) == ("endless", 0)


@pytest.mark.nightly
def test_no_upload_gets_out_and_all_are_marked(scene: Scene) -> None:
    files = [(f"student{number}.py", (SEARCH + attempt_text(name, scene.facts)).encode()) for number, name in enumerate(ESCAPES)]  # fmt: skip
    keeper = GradingKeeper()
    keeper.begin("minimax", {"task": "minimax", "trees": 1, "seconds": 5.0}, files)
    limit = time.monotonic() + 10 * PATIENCE
    while keeper.is_running and time.monotonic() < limit:
        time.sleep(0.05)
    told = json.dumps([graded._asdict() for graded in keeper.graded])
    assert len(keeper.graded) == len(files)
    assert not scene.damage(told)


LEAK = """
import os, re, sys
def secret():
    for folder in {folders!r}:
        for name in ("work.sqlite", "work.sqlite-wal"):
            try: data = open(os.path.join(folder, name), "rb").read()
            except OSError: continue
            if found := re.findall(rb"swordfish-([0-9a-f]+)", data): return int(found[0], 16)
    return 0
def choose(position):
    if not hasattr(sys, "left"): sys.left = secret()
    moves = sorted(position.moves())
    sys.left, place = divmod(sys.left, len(moves))
    return moves[place]
"""


def test_a_handed_in_bot_cannot_tell_the_stores_secret_by_its_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect(tmp_path / "work.sqlite")) as store, store:
        store.execute("CREATE TABLE secrets (word TEXT)")
        store.execute("INSERT INTO secrets VALUES (?)", (SECRET,))
    text = LEAK.format(folders=[str(tmp_path), "."])
    names: dict[str, Any] = {}
    exec(text, names)
    assert names["secret"]() == int(SECRET.partition("-")[2], 16)  # so it would tell, could it read the file

    keeper = TournamentKeeper(tmp_path / "arena")
    keeper.take_bots()
    keeper.hand_in("Eve", "eve", text)
    [bot] = keeper.handed_in()
    name = keeper.begin(
        "connect_four", [str(bot.path), "random"], TournamentSettings(games_per_pair=2), is_hidden=False
    )
    limit = time.monotonic() + PATIENCE
    while keeper.running is not None and time.monotonic() < limit:
        time.sleep(0.02)
    keeper.close()
    assert keeper.fault(name) == ""
    assert {row.player: row.forfeits for row in keeper.standings(name).table} == {"eve": 0, "random": 0}
    digits = []
    with Record(keeper.record_path(name)) as record:
        for about, played in record.played_with_moves:
            position = game("connect_four").start
            for move in played:
                number = game("connect_four").notation.parse_move(position, move.word)
                if move.seat is not None and about.seats[move.seat] == "eve":
                    digits.append(sorted(position.moves()).index(number))
                position = position.play(number)
    assert len(digits) >= 8 and not any(digits)  # it told zero
