"""Users' rules on a server for many: in their own process, in workers and in tournaments, only behind the wall."""

from __future__ import annotations

import asyncio
import pickle
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from escapes import ESCAPES, SECRET, Scene, attempt_text, scene_in
from paths import OWN_GAMES
from program import PATIENCE
from samples import sample

from plyground.bots import BOTS, Choice, bot, named
from plyground.core.game import Game
from plyground.errors import FileError, PlygroundError, SearchError
from plyground.games import GAMES, loading
from plyground.games.remote import remote_rules
from plyground.games.remote.remote_rules import run_rules_apart
from plyground.isolation import wall
from plyground.tournaments.tournament_run import TournamentSettings
from plyground.web.pages.game import jobs
from plyground.web.tournament_keeper import RunningTournament, TournamentKeeper
from plyground.web.workers.pool import ignore_status
from plyground.web.workers.process_workers import ProcessWorkers

pytestmark = pytest.mark.skipif(bool(wall.lacking_parts()), reason="this system has no wall")

RULES = """
from typing import NamedTuple
from plyground import rules

@rules
class Trojan(NamedTuple):
    left: int = 3

    def moves(self):
        return range(1, 1 + min(2, self.left))

    def play(self, move):
        {play}
        return Trojan(self.left - move)

    def to_move(self):
        return self.left % 2

    def is_over(self):
        return not self.left

    def utility(self):
        return 1
"""
TELL = "raise RuntimeError(told[-150:])"


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with scene_in(tmp_path_factory.mktemp("scene")) as made:
        yield made


@pytest.fixture(autouse=True)
def walled() -> Iterator[list[FileError]]:
    """Wall users' rules, as the server of a class does; afterwards forget the games of the test."""
    faults: list[FileError] = []
    known = set(loading._loaded)
    run_rules_apart(faults.append, walled=True)
    yield faults
    loading._connect, remote_rules._are_walled = None, False
    for name in set(loading._loaded) - known:
        loading._loaded.pop(name)
        GAMES.remove(name)
        remote_rules._apart.discard(name)


@pytest.fixture
def pool() -> Iterator[ProcessWorkers]:
    made = ProcessWorkers(1)
    yield made
    made.close()


def done(pool: ProcessWorkers, job: Any, *arguments: Any) -> Any:
    return asyncio.run(asyncio.wait_for(pool.of("").run(job, PATIENCE, ignore_status, *arguments), PATIENCE))


def own_game(name: str) -> Game:
    return loading.game(str(OWN_GAMES / f"{name}.py"))


def trojan(folder: Path, before: str, play: str = TELL) -> Game:
    file = folder / "own" / "trojan.py"
    file.parent.mkdir()
    file.write_text(before + RULES.format(play=play))
    return loading.game(str(file))


@pytest.mark.parametrize("name", sample(ESCAPES, every=6))
def test_no_rules_get_out_of_their_process(name: str, scene: Scene, tmp_path: Path) -> None:
    with pytest.raises(FileError) as told:
        trojan(tmp_path, attempt_text(name, scene.facts)).start.play(1)
    assert not scene.damage(str(told.value)), told.value


@pytest.mark.parametrize("name", sample(ESCAPES, every=6, first=3))
def test_no_rules_get_out_of_a_worker(name: str, scene: Scene, tmp_path: Path, pool: ProcessWorkers) -> None:
    """They are loaded there once more, without the fence, which the compiler would not get past."""
    with pytest.raises(Exception) as told:
        done(pool, jobs.judgement, trojan(tmp_path, attempt_text(name, scene.facts)).name, (1,))
    assert not scene.damage(str(told.value)), told.value


BESIDE = """
from pathlib import Path
from helper import WORD
try:
    told = Path({file!r}).read_text()
except OSError as error:
    told = WORD + type(error).__name__
"""


@pytest.mark.parametrize("by_worker", [False, True])
def test_rules_read_the_python_files_beside_them_and_no_others(
    by_worker: bool, tmp_path: Path, pool: ProcessWorkers
) -> None:
    kept = tmp_path / "own" / "marks.csv"
    kept.parent.mkdir()
    kept.write_text(SECRET)
    kept.with_name("helper.py").write_text("WORD = 'helped: '\n")
    kept.with_name("thief.py").write_text(BESIDE.format(file=str(kept)) + RULES.format(play=TELL))
    game = loading.game(str(kept.with_name("thief.py")))
    with pytest.raises(FileError, match="helped: PermissionError"):
        done(pool, jobs.judgement, game.name, (1,)) if by_worker else game.start.play(1)


ANSWERS = """
import os, struct
def send():
    for number in range(3, 4096):
        try: os.write(number, {framed!r})
        except OSError: pass
"""


class Attack:
    """An answer that runs a program when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return subprocess.check_call, (["touch", str(self.path)],)


@pytest.mark.parametrize("by_worker", [False, True])
def test_answers_of_the_rules_are_never_run(by_worker: bool, tmp_path: Path, pool: ProcessWorkers) -> None:
    path = tmp_path / "pwned"
    sent = pickle.dumps(("answer", Attack(path))) if by_worker else pickle.dumps((True, Attack(path)))
    assert pickle.loads(pickle.dumps(Attack(tmp_path / "control"))) == 0  # it would run
    game = trojan(tmp_path, ANSWERS.format(framed=struct.pack("!i", len(sent)) + sent), "send()")
    with pytest.raises(PlygroundError):
        done(pool, jobs.judgement, game.name, (1,)) if by_worker else game.start.play(1)
    assert not path.exists()


@pytest.mark.parametrize(
    "message", [("error", StopIteration()), ("error", 7), ("state", (1 << 70, None)), ("state", 7), ("told", 7), 7]
)
def test_a_worker_with_a_senseless_message_is_ended(message: Any, tmp_path: Path, pool: ProcessWorkers) -> None:
    sent = pickle.dumps(message)
    game = trojan(tmp_path, ANSWERS.format(framed=struct.pack("!i", len(sent)) + sent), "send()")
    with pytest.raises(SearchError, match="its process was ended"):
        done(pool, jobs.judgement, game.name, (1,))
    assert "game_file_trojan" in done(pool, LOADED_FILES, game.name)


def test_jobs_about_walled_rules_are_compiled_and_answer_as_without_a_wall(pool: ProcessWorkers) -> None:
    game = own_game("noughts_and_crosses")
    choice: Choice = done(pool, jobs.choose, game.name, (4,), "minimax:scores=utility")
    assert choice.result is not None and choice.result.native
    loading._connect = None
    plain = loading._entry(source := loading._loaded[game.name], loading._run(source)).make()
    there = bot("minimax:scores=utility", plain).choose(plain.start.play(4))
    assert there.result is not None
    assert (choice.move, choice.value, choice.result.nodes) == (there.move, there.value, there.result.nodes)


class Written:
    """A job that is pickled as its text: the processes behind the wall cannot import this file."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __reduce__(self) -> tuple[Any, ...]:
        return eval, (self.text,)


LOADED_FILES = Written(
    "lambda *_arguments: [each for each in __import__('sys').modules if each.startswith('game_file_')]"
)
"""A job that returns the modules of the games whose files its process has run."""


def test_only_walled_processes_load_the_file_of_a_game(pool: ProcessWorkers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(
        sys.modules, "game_file_coins", raising=False
    )  # of a test before, which ran the file without a wall
    game = own_game("coins")
    assert "game_file_coins" in done(pool, LOADED_FILES, game.name)
    assert done(pool, LOADED_FILES) == []
    assert loading._loaded[game.name].module not in sys.modules


def test_a_bot_from_a_file_plays_by_walled_rules(tmp_path: Path, pool: ProcessWorkers) -> None:
    """Its process cannot start behind the wall: the job runs outside, and asks the rules' process."""
    game = own_game("noughts_and_crosses")
    file = tmp_path / "last.py"
    file.write_text("def choose(position):\n    return max(position.moves())\n")
    named(str(file))
    try:
        assert done(pool, jobs.choose, game.name, (8,), "last").move == 7
    finally:
        BOTS.remove("last")


@pytest.mark.proof
def test_a_call_of_c_that_does_not_return_is_told_with_its_line(
    pool: ProcessWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_RULES_TIMEOUT", "0.5")
    own_game("stalled")
    with pytest.raises(FileError, match=r"stalled.py, line 14: Stalled.moves\(\) has not returned for 0.5 s"):
        done(pool, jobs.judgement, "stalled", (1,))
    assert "game_file_stalled" in done(pool, LOADED_FILES, "stalled")


ENDED = "import os; os._exit(3)"


def test_rules_that_end_their_process_do_not_end_the_worker(tmp_path: Path, pool: ProcessWorkers) -> None:
    game = trojan(tmp_path, "", ENDED)
    with pytest.raises(PlygroundError, match="its process was ended"):
        done(pool, jobs.judgement, game.name, (1,))
    assert "game_file_trojan" in done(pool, LOADED_FILES, game.name)


@pytest.mark.proof
@pytest.mark.parametrize("opponent", ["random", "last"])
def test_a_tournament_by_walled_rules(opponent: str, tmp_path: Path) -> None:
    game = own_game("coins")
    (tmp_path / "last.py").write_text("def choose(position):\n    return max(position.moves())\n")
    keeper = TournamentKeeper(tmp_path / "arena")
    players = ["minimax", str(tmp_path / "last.py") if opponent == "last" else opponent]
    name = keeper.begin(game.name, players, TournamentSettings(games_per_pair=2), is_hidden=False)
    running = keeper.running
    assert isinstance(running, RunningTournament)
    running._process.wait(PATIENCE)
    keeper.close()
    assert keeper.fault(name) == ""
    assert {row.player: row.forfeits for row in keeper.standings(name).table} == {"minimax": 0, opponent: 0}
