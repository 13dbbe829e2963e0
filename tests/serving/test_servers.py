"""plyground as an engine keeps the protocols, obeys at once, and survives any line."""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_servers import conversation, ourselves
from program import PATIENCE
from samples import sample

from plyground import game
from plyground.bots import Choice, Thought
from plyground.core.time_manager import MoveClock
from plyground.engines.compliance import examine
from plyground.searches import Limit
from plyground.serving import EngineSession, serve
from plyground.serving.gtp_server import GtpServer
from plyground.serving.hub_server import HubServer
from plyground.serving.loop import Server
from plyground.serving.nboard_server import NboardServer
from plyground.serving.uci_server import UciServer
from plyground.serving.ugi_server import UgiServer


@pytest.mark.parametrize(
    ("protocol", "name", "count"),
    sample(
        [
            ("ugi", "connect_four", 7),
            ("uci", "breakthrough", 7),
            ("uci", "chess", 7),
            ("gtp", "othello", 6),
            ("hub", "international_draughts", 7),
        ],
        every=5,
    ),
)
def test_we_keep_the_protocol(protocol: str, name: str, count: int) -> None:
    findings = list(examine(ourselves(protocol, name), game(name)))
    assert len(findings) == count
    assert all(finding.passed for finding in findings), findings


@pytest.mark.parametrize(
    ("kind", "name", "go", "command", "answer"),
    [
        (UciServer, "breakthrough", "go infinite", "stop", "bestmove "),
        (UciServer, "breakthrough", "go ponder", "ponderhit", "bestmove "),
        (UciServer, "breakthrough", "go infinite", "quit", "bestmove "),
        (HubServer, "international_draughts", "go think", "stop", "done move="),
        (HubServer, "international_draughts", "go ponder", "ponder-hit", "done move="),
        (HubServer, "international_draughts", "go analyze", "quit", "done move="),
        (NboardServer, "othello", "go", "ping 1", "=== "),
        (NboardServer, "othello", "hint 1", "quit", "search "),
    ],
)
def test_every_protocol_stops_a_thought_at_once(
    kind: Callable[..., Server], name: str, go: str, command: str, answer: str
) -> None:
    """Plain minimax of these games would never end. GTP, which has no stop, is proved below."""
    said: list[str] = []
    server = kind(EngineSession(game(name), "minimax"), said.append)
    conversation(server, go)
    assert not any(line.startswith(answer) for line in said)
    conversation(server, command)
    if command == "quit":
        server.finish()
    assert any(line.startswith(answer) for line in said)


def test_a_time_ends_every_part_of_a_thought() -> None:
    """Each of three moves of Connect Four has its time: the plain search, the compiled one, and the proof beside it."""
    said: list[str] = []
    server = UgiServer(EngineSession(game("connect_four"), "engine"), said.append)
    for count in range(1, 4):
        conversation(server, "go movetime 50")
        end = time.monotonic() + PATIENCE
        while sum(line.startswith("bestmove ") for line in said) < count:
            assert time.monotonic() < end, "the move does not come"
            time.sleep(0.01)


def test_quit_ends_the_program_while_it_thinks() -> None:
    """The move is written before the process ends, which it does without Python's own tear-down."""
    asked = "ugi\nposition startpos\ngo infinite\nquit\n"
    done = subprocess.run(ourselves("ugi", "connect_four", "minimax").command, input=asked, text=True, capture_output=True, timeout=60, check=True)  # fmt: skip
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    ("kind", "name", "bot", "lines", "told"),
    [
        (UciServer, "breakthrough", "depth-limited", ["go wtime abc btime 100"], "wtime, not 'abc'"),
        (UciServer, "breakthrough", "minimax", ["go btime 1000"], "missing (wtime)"),
        (UciServer, "breakthrough", "minimax", ["go movetime"], "movetime, not ''"),
        (UciServer, "breakthrough", "minimax", ["go movetime 0"], "movetime must be"),
        (UciServer, "breakthrough", "minimax", ["go nodes 0"], "nodes must be"),
        (UciServer, "breakthrough", "minimax", ["go depth -3"], "depth must be"),
        (UciServer, "breakthrough", "minimax", ["go nodes 100"], ""),  # which this bot does not have
        (UciServer, "breakthrough", "minimax", ["go movestogo 5"], "missing (p1time)"),
        (UgiServer, "connect_four", "minimax", ["go p1time 1s"], "p1time, not '1s'"),
        (HubServer, "international_draughts", "minimax", ["level depth=0", "go think"], "depth must be"),
        (HubServer, "international_draughts", "minimax", ["level move-time=nan", "go think"], "move-time must be"),
        (HubServer, "international_draughts", "minimax", ["level inc=1", "go think"], "no other limit"),
    ],
)
def test_a_limit_that_cannot_be_used_is_told_and_the_default_one_is_used(
    kind: Callable[..., Server], name: str, bot: str, lines: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain minimax of these games would never end."""
    short = MoveClock(move_s=0.05)
    for module in ("engine_session", "ugi_server", "hub_server"):
        monkeypatch.setattr(f"plyground.serving.{module}.DEFAULT_CLOCK", short)
    said: list[str] = []
    server = kind(EngineSession(game(name), bot), said.append)
    conversation(server, *lines)
    assert told in " ".join(said)
    server.wait()
    assert said[-1].startswith(("bestmove ", "done move="))


@pytest.mark.parametrize(
    ("kind", "name", "bot", "lines"),
    [
        (UciServer, "breakthrough", "engine", ["go depth 100000 movetime 30"]),
        (UciServer, "breakthrough", "engine", ["go nodes 99999999999 movetime 30"]),
        (UgiServer, "tictactoe", "minimax", ["position startpos moves 4 0 8", "go depth " + "9" * 5000]),
        (UgiServer, "tictactoe", "random", ["go p1time " + "9" * 5000]),
        (UgiServer, "tictactoe", "engine:depth=2", ["go movestogo 1 p1time " + "9" * 5000]),
        (HubServer, "international_draughts", "engine", ["level depth=100000", "level move-time=0.03", "go think"]),
        (HubServer, "international_draughts", "random", ["level time=1e300 moves=1", "go think"]),
    ],
)
def test_a_limit_that_is_too_great_becomes_the_greatest(
    kind: Callable[..., Server], name: str, bot: str, lines: list[str]
) -> None:
    said: list[str] = []
    server = kind(EngineSession(game(name), bot), said.append)
    conversation(server, *lines)
    server.wait()
    assert not any("must be" in line or line.startswith("error") for line in said)
    assert said[-1].startswith(("bestmove ", "done move="))


@pytest.mark.parametrize(
    ("kind", "name", "option", "command"),
    [
        (UciServer, "breakthrough", "setoption name move overhead value 150", "go wtime 3000 btime 3000"),
        (UgiServer, "tictactoe", "setoption name Move Overhead value 150", "go p1time 3000"),
        (HubServer, "international_draughts", "level time=3", "go think"),
        (GtpServer, "othello", "plyground-move_overhead 0.15", "genmove b"),
    ],
)
def test_the_overhead_that_a_client_sets_shortens_the_moves(
    kind: Callable[..., Server], name: str, option: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[MoveClock | None] = []
    server: Any = kind(EngineSession(game(name), "random:seed=1"), lambda line: None)
    bot = server.session._bot(Limit(), is_timed=True)
    choose = bot.choose

    def heard(position: Any, thought: Thought) -> Choice:
        told.append(thought.clock)
        return choose(position, thought)

    monkeypatch.setattr(bot, "choose", heard)
    conversation(server, option)
    if kind is HubServer:
        conversation(server, "set-param name=move-overhead value=150")
    if kind is GtpServer:
        conversation(server, "time_settings 3 0 0")
    conversation(server, command)
    server.wait()
    assert told == [MoveClock(left_s=3, overhead_s=0.15)]


@pytest.mark.parametrize(
    ("kind", "name", "lines"),
    [
        (UciServer, "breakthrough", ["uci", "isready"]),
        (UgiServer, "tictactoe", ["isready"]),
        (HubServer, "international_draughts", ["hub", "init"]),
        (GtpServer, "othello", ["time_settings 60 0 0"]),
        (GtpServer, "othello", ["kgs-time_settings byoyomi 60 5 3"]),
    ],
)
def test_the_bot_gets_ready_before_its_clock_runs_and_only_once(
    kind: Callable[..., Server], name: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    warm: list[Any] = []
    server: Any = kind(EngineSession(game(name), "random:seed=1"), lambda line: None)
    bot = server.session._bot(Limit(), is_timed=True)
    monkeypatch.setattr(bot, "warm_up", warm.append, raising=False)
    conversation(server, *lines)
    assert len(warm) == 1
    conversation(server, *lines)
    assert len(warm) == 1


COMMANDS = st.sampled_from(
    [
        "ugi", "isready", "uginewgame", "position startpos", "position startpos moves 0 1 2", "position fen x",
        "position", "position fen", "query result", "query", "setoption name Hash value x", "setoption", "stop",
        "go nodes 1", "go depth 1", "boardsize 8", "boardsize", "clear_board", "play black d3", "play b", "undo",
        "genmove b", "genmove white", "time_settings 0 1 1", "time_settings", "time_left b 0 0", "komi x", "12", "3 name",
        "kgs-time_settings byoyomi 1 1 1", "nboard 2", "set depth 1", "set depth x", "set game (;GM[Othello]B[d3];)",
        "set game", "move d3//", "move", "hint 1", "ping 3", "learn", "setoption name UCI_Elo value 1", "kgs-time_settings", "final_score", "set_game Go", "list_commands", "#",
    ]
)  # fmt: skip


SERVERS: dict[str, Callable[[Callable[[str], object]], Server]] = {
    "ugi": lambda write: UgiServer(EngineSession(game("tictactoe"), "random:seed=1"), write),
    "uci": lambda write: UciServer(EngineSession(game("breakthrough"), "random:seed=1"), write),
    "gtp": lambda write: GtpServer(EngineSession(game("othello"), "random:seed=1"), write),
    "nboard": lambda write: NboardServer(EngineSession(game("othello"), "random:seed=1"), write),
    "hub": lambda write: HubServer(EngineSession(game("international_draughts"), "random:seed=1"), write),
}


@pytest.mark.parametrize("protocol", SERVERS)
@settings(max_examples=40)
@given(st.lists(COMMANDS | st.text(max_size=30), max_size=25))
def test_no_line_breaks_a_server(protocol: str, lines: list[str]) -> None:
    server = SERVERS[protocol](lambda line: None)
    for line in lines:
        if not server.handle(line.strip()):
            break
    server.finish()


@pytest.mark.parametrize("protocol", SERVERS)
def test_a_thousand_random_lines_do_not_break_a_server(protocol: str) -> None:
    """Words of the protocols in any order, with signs that are no words, as one conversation."""
    chance, said = random.Random(7), list[str]()
    words = ["ugi", "uci", "isready", "position", "startpos", "fen", "moves", "a2a3", "4", "0", "go", "depth", "nodes", "movetime", "infinite", "stop", "ponderhit", "query", "result"]  # fmt: skip
    words += ["setoption", "name", "value", "Hash", "boardsize", "8", "clear_board", "play", "black", "white", "d3", "genmove", "undo", "nboard", "set", "game", "move", "hint", "ping"]  # fmt: skip
    words += ["hub", "init", "pos", "pos=W", "level", "move-time=0.01", "think", "new-game", "set-param", "name=hash", "ping"]  # fmt: skip
    words += ["(;GM[Othello]", "B[d3]", ";)", "-1", "99999999999", "\x00", "é", "\t", "'"]
    lines = [" ".join(chance.choices(words, k=chance.randrange(7))) for _line in range(1000)]
    server = SERVERS[protocol](said.append)
    serve(server, [line for line in lines if "infinite" not in line] + ["isready", "name", "ping 5", "quit"])
    assert {
        "ugi": "readyok",
        "uci": "readyok",
        "gtp": "= plyground (random:seed=1)\n",
        "nboard": "pong 5",
        "hub": "pong",
    }[protocol] in said
