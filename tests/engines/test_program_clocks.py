"""Other programs are told their clocks, each as its protocol writes them, and play real games by them."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

import chess
import chess.engine
import fake_engine
import pytest

import plyground
from plyground import bot as bot_named
from plyground import game
from plyground.bots import BOTS, Thought
from plyground.bots.bot_protocol import choose_in_time
from plyground.bots.external import ExternalBot
from plyground.core.spec import Option
from plyground.core.time_manager import Lag, MoveClock
from plyground.engines import EngineConfig, connect
from plyground.engines.client import Question
from plyground.engines.hub import level_commands
from plyground.searches import Limit

GAME_CLOCK = MoveClock(left_s=59.999, increment_s=0.5, opponent_left_s=30.25)
PERIOD_CLOCK = MoveClock(left_s=59.999, moves_to_go=40, opponent_left_s=61)
MOVE_CLOCK = MoveClock(move_s=2.02)
SHORT_CLOCK = MoveClock(move_s=0.3)
UNLIMITED = Limit()
PROGRAMS = {"ugi": "tictactoe", "xboard": "breakthrough", "gtp": "othello"}


def told(protocol: str, clocks: list[MoveClock], limit: Limit = UNLIMITED) -> list[str]:
    """Return the lines about time that a program gets for moves by these clocks, each in the start position."""
    lines: list[str] = []
    known = game(PROGRAMS[protocol])
    config = EngineConfig("fake", protocol, (sys.executable, fake_engine.__file__, "good", protocol), {}, (known.name,))
    with connect(config, known, lambda way, line: lines.append(line) if way == ">" else None) as engine:
        for clock in clocks:
            engine.play(known.start, limit, clock=clock)
    about_time = ("go", "level", "st", "time", "otim", "time_settings", "time_left")
    return [line for line in lines if line.split()[0] in about_time and line != "go"]


@pytest.mark.parametrize(
    ("protocol", "clocks", "lines"),
    [
        ("ugi", [GAME_CLOCK], ["go p1time 59999 p2time 30250 p1inc 500 p2inc 500"]),
        ("ugi", [PERIOD_CLOCK], ["go p1time 59999 p2time 61000 p1inc 0 p2inc 0 movestogo 40"]),
        ("ugi", [MOVE_CLOCK], ["go movetime 2000"]),
        (
            "xboard",
            [GAME_CLOCK, PERIOD_CLOCK._replace(moves_to_go=39)],
            ["level 0 0:59 0.5", "time 5999", "otim 3025", "level 39 0:59 0", "time 5999", "otim 6100"],
        ),
        ("xboard", [MOVE_CLOCK], ["st 2"]),
        (
            "xboard",
            [SHORT_CLOCK, SHORT_CLOCK, GAME_CLOCK],
            ["level 1 0:01 0", "time 28", "otim 28"] * 2 + ["level 0 0:59 0.5", "time 5999", "otim 3025"],
        ),
        ("gtp", [GAME_CLOCK] * 2, ["time_settings 59 0 0", "time_left black 59 0"] * 2),
        ("gtp", [PERIOD_CLOCK], ["time_settings 0 59 40", "time_left black 59 40"]),
        ("gtp", [MOVE_CLOCK, MOVE_CLOCK], ["time_settings 0 2 1"]),
    ],
)
def test_a_program_is_told_its_clock(protocol: str, clocks: list[MoveClock], lines: list[str]) -> None:
    """Every question begins the game of the fake program anew, because it is asked for the same position."""
    assert told(protocol, clocks) == lines


@pytest.mark.skipif(sys.platform == "win32", reason="the fake program selects on a pipe")
@pytest.mark.parametrize("protocol", ["ugi", "xboard"])
@pytest.mark.parametrize("clock", [MoveClock(left_s=0.2, margin_s=30), MoveClock(move_s=0.1, margin_s=30)])
def test_a_program_that_breaks_off_when_it_is_hurried_plays_by_its_own_clock(protocol: str, clock: MoveClock) -> None:
    """The program is late, but within the margin. It has no legal move if it is told to move at once."""
    known = game(PROGRAMS[protocol])
    config = EngineConfig(
        "fake", protocol, (sys.executable, fake_engine.__file__, "nervous", protocol), {}, (known.name,)
    )
    bot: Any = ExternalBot(known, config)
    thought = Thought(clock=clock)
    assert choose_in_time(bot, known.start, thought, Lag()).move is not None
    bot.close()


@pytest.mark.skipif(sys.platform == "win32", reason="the fake program selects on a pipe")
def test_a_stop_waits_for_the_first_report() -> None:
    config = EngineConfig("fake", "ugi", (sys.executable, fake_engine.__file__, "nervous"), {}, ("tictactoe",))
    known = game("tictactoe")
    with connect(config, known) as engine:
        assert engine.play(known.start, UNLIMITED, stopped=lambda: True).move == 0


def test_limits_go_beside_a_clock() -> None:
    assert told("ugi", [GAME_CLOCK], Limit(depth=4)) == ["go p1time 59999 p2time 30250 p1inc 500 p2inc 500 depth 4"]
    assert told("ugi", [MOVE_CLOCK], Limit(seconds=0.5)) == ["go movetime 500"]


def test_hub_tells_the_clock_in_seconds() -> None:
    assert level_commands(Question(UNLIMITED, clock=GAME_CLOCK)) == ["level time=59.999 inc=0.5"]
    assert level_commands(Question(UNLIMITED, clock=PERIOD_CLOCK)) == ["level time=59.999 moves=40 inc=0"]
    assert level_commands(Question(Limit(seconds=2))) == ["level move-time=2"]


@pytest.fixture
def programs() -> Any:
    """Return a function that adds a program of this computer as a bot, until the test ends."""
    added: list[str] = []

    def add(name: str, protocol: str, *options: str) -> str:
        path = shutil.which(name, path=os.environ["PATH"] + ":/usr/games")
        if path is None:
            assert not os.environ.get("CI"), f"{name} is missing"
            pytest.skip(f"{name} is not installed")
        config = EngineConfig(name, protocol, (path, *options))
        BOTS.add(name, lambda of, **limits: ExternalBot(of, config, **limits), Option("nodes", int, None, None), origin="test")  # type: ignore[arg-type]  # fmt: skip
        added.append(name)
        return name

    yield add
    for name in added:
        BOTS.remove(name)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("name", "protocol", "options", "of"),
    [
        ("stockfish", "uci", (), "chess"),
        ("phalanx", "xboard", (), "chess"),
        ("gnugo", "gtp", ("--mode", "gtp", "--level", "1"), "go:size=9"),
        ("gtp-rhino", "gtp", ("--level", "1"), "othello"),
    ],
)
@pytest.mark.parametrize("clock", [GAME_CLOCK, PERIOD_CLOCK, MOVE_CLOCK])
def test_a_real_program_moves_by_a_clock(
    programs: Any, name: str, protocol: str, options: tuple[str, ...], of: str, clock: MoveClock
) -> None:
    known = game(of)
    bot: Any = bot_named(programs(name, protocol, *options), known)
    position, past = known.start, list[Any]()
    for _ply in range(4):
        move = bot.choose(position, Thought(tuple(past), clock=clock)).move
        past.append(position)
        position = position.play(move)
    bot.close()


@pytest.mark.nightly
@pytest.mark.parametrize(("increment", "to_go"), [(0.1, None), (0.0, 10)])
def test_another_programs_client_keeps_the_clock_against_us(increment: float, to_go: int | None) -> None:
    """python-chess counts the clock of both sides, which our server plans by. Its moves come long before it falls."""
    command = [sys.executable, "-m", "plyground", "engine", "chess", "--bot", "uct", "--protocol", "uci"]
    board = chess.Board()
    with chess.engine.SimpleEngine.popen_uci(command, timeout=120) as engine:
        assert engine.options["Move Overhead"].default == 20
        engine.configure({"Move Overhead": 50})
        engine.ping()
        for ply in range(12):
            limit = chess.engine.Limit(
                white_clock=20, black_clock=20, white_inc=increment, black_inc=increment,
                remaining_moves=to_go and to_go - ply // 2,
            )  # fmt: skip
            played = engine.play(board, limit, info=chess.engine.INFO_BASIC)
            assert played.move is not None and played.info["nodes"] > 0
            board.push(played.move)


@pytest.mark.nightly
def test_a_tournament_by_the_clock_ends_without_a_loss_on_time() -> None:
    """The margin is wide: a busy machine is nobody's fault."""
    found = plyground.tournament(
        "chess", ["uct", "random"], openings="none", time="6+0.2,margin=30", games_per_pair=2, jobs=1
    )
    assert {each["reason"] for each in found.games} == {"rules"}
    assert {row.player: row.points for row in found.standings.table} == {"uct": 2, "random": 0}
