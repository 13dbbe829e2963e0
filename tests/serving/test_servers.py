"""plyground as an engine keeps the protocols, obeys at once, and survives any line."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import chess
import chess.engine
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program import PATIENCE
from samples import sample

from plyground import GAMES, exact, game
from plyground.arena.match import Match
from plyground.bots import BOTS, Choice, Thought
from plyground.bots import bot as bot_named
from plyground.bots.measured import measured
from plyground.core.spec import Option
from plyground.core.time_manager import OVERHEAD_S, SAFE_SHARE, MoveClock
from plyground.engines import EngineConfig, connect
from plyground.engines.compliance import examine
from plyground.engines.connecting import speaks_of
from plyground.engines.dialects import ugi_move, ugi_word
from plyground.errors import SpecError
from plyground.i18n import Sentence
from plyground.searches import Limit
from plyground.serving import EngineSession, serve
from plyground.serving.engine_session import OBEY_TIMEOUT_S
from plyground.serving.gtp_server import DEFAULT_S, GtpServer
from plyground.serving.hub_server import HubServer
from plyground.serving.loop import Server, obeying_quit
from plyground.serving.nboard_server import NboardServer
from plyground.serving.uci_server import UciServer
from plyground.serving.ugi_server import UgiServer, read_clock, read_limit, score_words

UGI_GAMES = [entry.name for entry in GAMES if speaks_of("ugi", game(entry.name))]


def ourselves(protocol: str, name: str, bot: str = "random:seed=1") -> EngineConfig:
    command = (sys.executable, "-m", "plyground", "engine", name, "--bot", bot, "--protocol", protocol)
    return EngineConfig("ourselves", protocol, command, {}, (name,))


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


def conversation(server: Server, *lines: str) -> None:
    for line in lines:
        assert server.handle(line) == (line.split()[-1:] != ["quit"])


@pytest.mark.parametrize("name", UGI_GAMES)
def test_every_game_is_played_to_its_end_by_ugi(name: str) -> None:
    """The words of the moves stand for what the rules say, and the queries answer as the rules do."""
    known, said, chance = game(name), list[str](), random.Random(name)
    server = UgiServer(EngineSession(known, "random:seed=1"), said.append)
    position, words = known.start, list[str]()
    while not position.is_over() and len(words) < 60:
        move = chance.choice(list(position.moves()))
        words.append(ugi_word(known, position, move))
        position = position.play(move)
    conversation(server, "position startpos moves " + " ".join(words))
    assert server.positions[-1] == position
    conversation(server, "query gameover", "query p1turn", "query result")
    over, first = position.is_over(), known.side(position) == 0
    assert said[-3:-1] == [f"response {str(over).lower()}", f"response {str(first).lower()}"]
    outcome = known.outcome(position)
    result = "none" if outcome is None else "draw" if outcome.winner is None else f"p{outcome.winner + 1}win"
    assert said[-1] == f"response {result}"


@pytest.mark.parametrize("command", ["stop", "ponderhit", "quit"])
def test_a_thought_is_stopped_at_once(command: str) -> None:
    """Any bot stops: plain minimax of the whole of Connect Four would never end.

    The move comes before the command returns, and stop waits no longer than :data:`OBEY_TIMEOUT_S` for the bot.
    """
    assert OBEY_TIMEOUT_S < 0.05
    said: list[str] = []
    server = UgiServer(EngineSession(game("connect_four"), "minimax"), said.append)
    conversation(server, "position startpos", "go infinite")
    assert not said
    conversation(server, command)
    if command == "quit":
        server.finish()
    assert said[-1].startswith("bestmove ")


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


def test_gtp_obeys_quit_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain minimax of all of Othello would never end. The quit comes when the search runs."""
    monkeypatch.setattr("plyground.serving.loop.TOGETHER_S", -1.0)
    said: list[str] = []
    server = GtpServer(EngineSession(game("othello"), "minimax"), said.append)
    running = threading.Event()
    start = server.session.start

    def heard(*parts: Any, **named: Any) -> None:
        start(*parts, **named)
        running.set()

    monkeypatch.setattr(server.session, "start", heard)

    def lines() -> Iterator[str]:
        yield "time_settings 0 3600 1"
        yield "genmove b"
        assert running.wait(PATIENCE)
        yield "quit"

    serve(server, obeying_quit(lines(), server.finish))
    assert [line.split()[0] for line in said] == ["=", "=", "="] and len(said[1].split()) == 2


def test_gtp_answers_a_file_of_commands_in_its_order() -> None:
    said: list[str] = []
    server = GtpServer(EngineSession(game("othello"), "greedy"), said.append)
    serve(server, obeying_quit(["genmove b", "genmove w", "quit", "name"], server.finish))
    assert len(said) == 3


@pytest.mark.parametrize(("name", "kind"), [("connect_four", UgiServer), ("chess", UciServer)])
def test_the_strength_is_limited_to_a_measured_level(name: str, kind: type[UgiServer]) -> None:
    said: list[str] = []
    server = kind(EngineSession(game(name), "engine"), said.append)
    conversation(server, kind.name)
    assert "option name UCI_LimitStrength type check default false" in said
    levels = measured(game(name)).levels
    conversation(server, f"setoption name UCI_Elo value {levels[1].elo + 1}")
    assert server.session.bot == "engine"
    conversation(server, "setoption name UCI_LimitStrength value true")
    assert server.session.bot == levels[1].bot
    conversation(server, "setoption name UCI_Elo value -5", "position startpos", "go")
    server.wait()
    assert server.session.bot == levels[0].bot and said[-1].startswith("bestmove ")
    conversation(server, "setoption name UCI_LimitStrength value false")
    assert server.session.bot == "engine"


def test_a_game_of_othello_is_played_by_nboard() -> None:
    said: list[str] = []
    othello = game("othello")
    server = NboardServer(EngineSession(othello, "greedy"), said.append)
    conversation(server, "nboard 2", "set depth 2", "set game (;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5];)")  # fmt: skip
    assert said == ["set myname plyground (greedy)"]
    assert server.positions[-1] == Match.parse(othello, "d3c5").position
    while not server.positions[-1].is_over():
        conversation(server, "go")
        server.wait()
        answer = said[-1]
        assert answer.startswith("=== ")
        conversation(server, f"move {answer[4:]}")
    conversation(server, "hint 1", "ping 7")
    assert said[-2:] == ["status The game is over.", "pong 7"]
    conversation(server, "move z9", "set game (;GM[Othello]B[a1];)")
    assert [line.split()[0] for line in said[-2:]] == ["status", "status"]


def test_values_of_nboard_are_discs_and_hints_are_as_many_as_asked_for() -> None:
    said: list[str] = []
    server = NboardServer(EngineSession(game("othello"), "engine"), said.append)
    passes = (
        "set game (;GM[Othello]BO[8 --------*----*--******--******--**O****-*O*O*---*OOOO*--OOOOOO-- *]B[PA//3.1];)"
    )
    conversation(server, "nboard 2", "set depth 4", "hint 3")
    server.wait()
    hints = [line.split() for line in said if line.startswith("search ")]
    assert len({line[1][:2] for line in hints}) == 3
    assert all(-64 <= float(line[2]) <= 64 for line in hints)
    conversation(server, passes, "go")
    server.wait()
    assert said[-1].startswith("=== ") and -64 <= float(said[-1].split("/")[1]) <= 64
    said.clear()
    conversation(server, "set game (;GM[Othello]B[a1];)", "go")
    assert said[-1] == "status The last game could not be read."
    known, chance = game("othello"), random.Random(3)
    match = Match(known)
    while len(list(match.position.moves())) < 3 or (match.position.own | match.position.other).bit_count() < 56:
        match = match.play(chance.choice(list(match.position.moves())))
    moves = "".join(f"{'BW'[side % 2]}[{word}]" for side, word in enumerate(match.words))
    conversation(server, f"set game (;GM[Othello]{moves};)", "set depth 12", "go")
    server.wait()
    assert float(said[-1].split("/")[1]) == exact(match.position).value  # a proven value is a number of discs


def test_dice_stand_among_the_moves_of_a_game_of_chance() -> None:
    said: list[str] = []
    backgammon = game("backgammon")
    server = UgiServer(EngineSession(backgammon, "random:seed=1"), said.append)
    conversation(server, "go")
    assert said == ["bestmove 0000"]  # nobody is to move before the first throw
    conversation(server, "position startpos moves 31 8/5_6/5 64", "go movetime 1000")
    server.wait()
    ugi_move(backgammon, server.positions[-1], said[-1].split()[1])
    assert read_clock(["p3time", "30000", "p3inc", "1000"], 2) == MoveClock(left_s=30, increment_s=1)


def test_every_game_without_hidden_cards_has_ugi() -> None:
    assert {entry.name for entry in GAMES} - set(UGI_GAMES) == {"kuhn"}


def test_after_a_refused_position_no_move_is_given() -> None:
    said: list[str] = []
    server = UgiServer(EngineSession(game("tictactoe"), "minimax"), said.append)
    for refused in ("position startpos moves 4 4", "position nonsense", "position fen ?"):
        said.clear()
        conversation(server, refused, "go")
        assert len(said) == 2 and said[0].startswith("info string ") and said[1] == "bestmove 0000"
    conversation(server, "position startpos moves 4", "go")
    server.wait()
    assert said[-1] == "bestmove 0"


@pytest.mark.parametrize("bot", ["engine", "random:seed=1"])
@pytest.mark.parametrize("go", ["go depth 3 searchmoves h2h3 a2a3", "go searchmoves a2a3 h2h3 movetime 300"])
def test_only_the_moves_asked_for_are_searched(bot: str, go: str) -> None:
    said: list[str] = []
    server = UciServer(EngineSession(game("chess"), bot), said.append)
    conversation(server, "position startpos", go)
    server.wait()
    assert said[-1].split()[1] in ("h2h3", "a2a3")
    fools = "position startpos moves f2f3 e7e5 g2g4"
    for words, best in (("d8h4 a7a6", "d8h4"), ("a7a6 d8h4 b7b6", "d8h4"), ("b7b6", "b7b6")):
        conversation(server, fools, f"go depth 2 searchmoves {words}")
        server.wait()
        if bot == "engine":
            assert said[-1].split()[1] == best


def test_unknown_words_before_a_command_are_skipped() -> None:
    said: list[str] = []
    server = UciServer(EngineSession(game("chess"), "random:seed=1"), said.append)
    conversation(server, "joho isready", "quite unknown")
    assert said == ["readyok"]


def test_castling_is_written_as_the_option_chess960_says() -> None:
    said: list[str] = []
    server = UciServer(EngineSession(game("chess"), "random:seed=1"), said.append)
    conversation(server, "uci")
    assert "option name UCI_Chess960 type check default false" in said
    castles = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    for value, word in (("true", "e1h1"), ("false", "e1g1")):
        conversation(server, f"setoption name UCI_Chess960 value {value}", castles, f"go searchmoves {word}")
        server.wait()
        assert said[-1] == f"bestmove {word}"


def test_a_gui_ponders_with_our_engine() -> None:
    """Python-chess sends ``go ponder`` with the clocks, ``ponderhit`` or ``stop``, as boards do."""
    command = [sys.executable, "-m", "plyground", "engine", "chess", "--bot", "engine", "--protocol", "uci"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        board, limit = chess.Board(), chess.engine.Limit(white_clock=5, black_clock=5)
        for ply in range(6):
            played = engine.play(board, limit, ponder=True)
            assert played.move is not None and played.move in board.legal_moves
            board.push(played.move)
            if played.ponder is not None and ply % 2 == 0:
                assert played.ponder in board.legal_moves
                board.push(played.ponder)  # the expected move: the search goes on
            else:
                board.push(next(iter(board.legal_moves)))


def test_a_hit_lets_the_search_use_its_clock() -> None:
    said: list[str] = []
    server = UciServer(EngineSession(game("chess"), "engine"), said.append)
    conversation(server, "position startpos", "go ponder wtime 3000 btime 3000")
    assert not any(line.startswith("bestmove") for line in said)
    conversation(server, "ponderhit")
    end = time.monotonic() + PATIENCE
    while not any(line.startswith("bestmove") for line in said) and time.monotonic() < end:
        time.sleep(0.01)
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    ("text", "side", "clock", "limit"),
    [
        ("movetime 500", 0, MoveClock(move_s=0.5), Limit()),
        ("depth 4 nodes 100", 0, MoveClock(), Limit(nodes=100, depth=4)),
        ("p1time 30000 p2time 60000 p1inc 1000 p2inc 0", 0, MoveClock(left_s=30, increment_s=1), Limit()),
        ("p1time 30000 p2time 60000 p1inc 1000 p2inc 0", 1, MoveClock(left_s=60), Limit()),
        ("wtime 20 btime 30", 0, MoveClock(left_s=0.02), Limit()),
        ("wtime 300000 btime -5 movestogo 40", 1, MoveClock(left_s=-0.005, moves_to_go=40), Limit()),
        ("wtime 300000 movestogo 0 depth 3", 0, MoveClock(left_s=300), Limit(depth=3)),
        ("mate 3", 0, MoveClock(), Limit(depth=5)),
        ("mate 3 depth 2", 0, MoveClock(), Limit(depth=2)),
        ("infinite", 0, MoveClock(), Limit()),
        ("movetime x nodes -4 depth", 0, MoveClock(), Limit()),
    ],
)
def test_clocks_and_limits_are_read(text: str, side: int, clock: MoveClock, limit: Limit) -> None:
    assert read_clock(text.split(), side) == clock
    assert read_limit(text.split()) == limit


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


def test_a_bot_that_refuses_its_limit_still_moves() -> None:
    """A bot of a package may know bounds that its options do not tell."""
    said: list[str] = []

    def make(of: Any, depth: int | None) -> Any:
        if depth == 3:
            raise SpecError(Sentence("three plies are too deep", {}))
        return bot_named("random", of)

    BOTS.add("shallow", make, Option("depth", int, None, Sentence("", {})))
    try:
        server = UgiServer(EngineSession(game("tictactoe"), "shallow"), said.append)
        conversation(server, "go depth 3")
        server.wait()
    finally:
        BOTS.remove("shallow")
    assert said[0] == "info string three plies are too deep"
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize("go", ["go", "go infinite", "go infinite movetime", "go ponder wtime x"])
def test_a_go_without_a_limit_ends_only_at_stop(go: str) -> None:
    said: list[str] = []
    server = UciServer(EngineSession(game("breakthrough"), "minimax"), said.append)
    conversation(server, go)
    assert not said and server.session.is_thinking
    conversation(server, "stop")
    assert said[-1].startswith("bestmove ")


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


def test_another_programs_client_plays_against_us() -> None:
    """python-chess's client of UCI, with a clock."""
    command = [
        sys.executable,
        "-m",
        "plyground",
        "engine",
        "chess",
        "--bot",
        "greedy:ties=random,seed=1",
        "--protocol",
        "uci",
    ]
    board = chess.Board()
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        for _ply in range(12):
            played = engine.play(board, chess.engine.Limit(white_clock=60, black_clock=60))
            assert played.move is not None
            board.push(played.move)
    assert board.is_valid() and len(board.move_stack) == 12


def test_multi_pv_tells_as_many_moves_as_asked_for_the_best_first() -> None:
    said: list[str] = []
    server = UgiServer(EngineSession(game("tictactoe"), "engine"), said.append)
    conversation(server, "setoption name MultiPV value 3", "position startpos moves 0 3 1 4", "go depth 2")
    server.wait()
    told = [re.fullmatch(r"info depth 2 seldepth 2 multipv (\d) score (.+) nodes .* pv (\d).*", line) for line in said]
    lines = [found.groups() for found in told if found]
    assert [rank for rank, _score, _move in lines] == ["1", "2", "3"]
    assert lines[0][1:] == ("mate 1", "2")
    assert len({move for _rank, _score, move in lines}) == 3


@pytest.mark.proof
def test_multi_pv_tells_the_best_moves_each_with_its_line() -> None:
    """python-chess's client reads as many lines as it asks for, the best first."""
    command = ourselves("uci", "chess", "engine").command
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
    with chess.engine.SimpleEngine.popen_uci(list(command), timeout=120) as engine:
        lines = engine.analyse(board, chess.engine.Limit(depth=3), multipv=4)
    assert [line["multipv"] for line in lines] == [1, 2, 3, 4]
    assert lines[0]["score"].relative == chess.engine.Mate(1)
    assert [line["pv"][0] for line in lines][:1] == [chess.Move.from_uci("f3f7")]
    values = [line["score"].relative for line in lines]
    assert values == sorted(values, reverse=True)
    assert len({line["pv"][0] for line in lines}) == 4


@pytest.mark.proof
def test_the_deepest_position_and_the_filled_part_of_the_table_are_told() -> None:
    said: list[str] = []
    server = UciServer(EngineSession(game("chess"), "engine:memory=1"), said.append)
    conversation(server, "position fen 4k3/8/8/3r4/4P3/2N5/8/4K3 w - - 0 1", "go nodes 30000")
    server.wait()
    told = [re.match(r"info depth (\d) seldepth (\d+) multipv 1 .* nps \d+ hashfull (\d+) time", line) for line in said]
    numbers = [tuple(map(int, found.groups())) for found in told if found]
    assert [depth for depth, _deepest, _fill in numbers][:4] == [1, 2, 3, 4]
    assert numbers[1][1] > 2  # captures on d5 are searched further
    assert all(deepest >= depth and 0 <= fill <= 1000 for depth, deepest, fill in numbers)


@pytest.mark.parametrize(
    ("value", "distance", "words"),
    [
        (37, None, "cp 37"),
        (1, 1, "mate 1"),
        (1, 3, "mate 2"),
        (-1, 4, "mate -2"),
        (0, 6, "cp 0"),
        (-12.4, None, "cp -12"),
    ],
)
def test_scores_are_written_as_uci_has_them(value: float, distance: int | None, words: str) -> None:
    assert score_words(value, distance) == f"score {words}"


def test_an_endless_search_moves_only_when_it_is_stopped() -> None:
    """Tic-tac-toe is solved at once, and the move waits for ``stop``."""
    said: list[str] = []
    server = UgiServer(EngineSession(game("tictactoe"), "minimax:depth=1"), said.append)
    conversation(server, "go infinite", "isready")
    assert said == ["readyok"]
    conversation(server, "stop")
    assert said[-1].startswith("bestmove ")


@pytest.mark.proof
def test_an_option_out_of_its_bounds_is_brought_into_them() -> None:
    said: list[str] = []
    server = UgiServer(EngineSession(game("tictactoe"), "engine:depth=1"), said.append)
    conversation(server, "setoption name Hash value 99999", "setoption name MultiPV value no", "setoption name threads value -3")  # fmt: skip
    assert server.session.options == {"memory": 1024, "threads": 1}
    conversation(server, "go")
    server.wait()
    assert said[-1].startswith("bestmove ")


def test_an_engine_plays_against_grhino_and_both_keep_the_rules() -> None:
    path = shutil.which("gtp-rhino", path=os.environ["PATH"] + ":/usr/games")
    if path is None:
        assert not os.environ.get("CI")
        pytest.skip("gtp-rhino is not installed")
    othello = game("othello")
    engines = (
        connect(ourselves("gtp", "othello", "greedy"), othello),
        connect(EngineConfig("rhino", "gtp", (path,)), othello),
    )
    position, past = othello.start, list[Any]()
    try:
        for ply in range(20):
            move = engines[ply % 2].play(position, Limit(seconds=1), past).move
            past.append(position)
            position = othello.play(position, move)
    finally:
        for engine in engines:
            engine.close()
    assert len(past) == 20


PASSING = ("d3", "c3", "e6", "d2", "d1", "e1", "b2", "c1")
"""A game of Othello after which Black has to pass."""


@pytest.mark.parametrize(
    ("lines", "answers"),
    [
        (["genmove black", "play white B4", "genmove black"], ["= PASS", "=", "= B3"]),
        (["play black pass", "play white B4"], ["=", "="]),
        (["play white B4", "undo", "genmove black"], ["=", "=", "= PASS"]),
        (["play black A1", "play white pass"], ["? illegal move", "? illegal move"]),
        (["genmove white", "genmove white"], ["= B4", "? it is the other colour's turn"]),
    ],
)
def test_gtp_passes_where_a_side_must(lines: list[str], answers: list[str]) -> None:
    said: list[str] = []
    server = GtpServer(EngineSession(game("othello"), "greedy"), said.append)
    asked(server, said, *(f"play {'bw'[ply % 2]} {word}" for ply, word in enumerate(PASSING)))
    assert asked(server, said, *lines) == answers


@pytest.mark.parametrize(
    ("lines", "black", "white"),
    [
        (["time_settings 60 0 0"], 2.0, 2.0),
        (["time_settings 60 10 5"], 2.0, 2.0),
        (["time_settings 60 30 5"], 6.0, 6.0),  # the overtime gives more than a share of the main time
        (["time_settings 0 30 5"], 6.0, 6.0),
        (["time_settings 0 1 0"], DEFAULT_S, DEFAULT_S),
        (["kgs-time_settings none"], DEFAULT_S, DEFAULT_S),
        (["kgs-time_settings absolute 90"], 3.0, 3.0),
        (["kgs-time_settings byoyomi 600 7 3"], 20.0, 20.0),
        (["kgs-time_settings byoyomi 600 7 3", "time_left w 4 2"], 20.0, 4.0),  # periods are left, not stones
        (["kgs-time_settings canadian 600 60 20", "time_left b 45 15"], 3.0, 20.0),
        (["time_left black 45 15"], 3.0, DEFAULT_S),
        (["time_left white 60 0"], DEFAULT_S, 2.0),
        (["time_settings 60 0 0", "time_left white 30 0", "time_settings 90 0 0"], 3.0, 3.0),
    ],
)
def test_gtp_divides_the_time(lines: list[str], black: float, white: float) -> None:
    said: list[str] = []
    server = GtpServer(EngineSession(game("othello"), "greedy"), said.append)
    assert asked(server, said, *lines) == ["="] * len(lines)
    shares = [server.clock_of(side) for side in (0, 1)]
    assert [clock.move_s or ((clock.budget_s or 0) + OVERHEAD_S) / SAFE_SHARE for clock in shares] == pytest.approx(
        [black, white]
    )


@pytest.mark.parametrize(
    "line", ["time_settings", "time_settings 1 x 1", "time_settings 1 2", "time_left b", "time_left red 1 1", "time_left b nan 0", "kgs-time_settings", "kgs-time_settings hourglass 1", "kgs-time_settings byoyomi 1 1", "plyground-move_overhead"]
)  # fmt: skip
def test_gtp_refuses_times_that_cannot_be_read(line: str) -> None:
    said: list[str] = []
    server = GtpServer(EngineSession(game("othello"), "greedy"), said.append)
    assert asked(server, said, line) == ["? syntax error"]


@pytest.mark.parametrize("own", ["b", "w"])
def test_grhino_plays_on_after_a_pass(own: str) -> None:
    """Black has to pass, which grhino knows and does not want to hear: it moves for White, or passes for Black."""
    path = shutil.which("gtp-rhino", path=os.environ["PATH"] + ":/usr/games")
    if path is None:
        assert not os.environ.get("CI")
        pytest.skip("gtp-rhino is not installed")
    othello = game("othello")
    match = Match.parse(othello, "".join(PASSING))
    with connect(EngineConfig("rhino", "gtp", (path, "--level", "1")), othello) as engine:
        for _ply in range(4):
            mine = "bw"[match.side] == own
            move = next(iter(match.position.moves())) if mine else engine.play(match.position, Limit(seconds=1), match.positions[: match.ply]).move  # fmt: skip
            match = match.play(move)
    assert match.words[len(PASSING)] == "pass" and match.ply == len(PASSING) + 4


def asked(server: GtpServer, answers: list[str], *commands: str) -> list[str]:
    """Return the answers to some commands, without line ends."""
    answers.clear()
    for command in commands:
        server.handle(command)
    return [answer.strip() for answer in answers]


def test_gtp_sets_up_boards_of_go() -> None:
    answers: list[str] = []
    server = GtpServer(EngineSession(game("go"), "random:seed=1"), answers.append)
    assert asked(server, answers, "boardsize 5", "komi 0.5", "play b B1", "play b C3", "play w C3") == [
        "=", "=", "=", "=", "? illegal move",
    ]  # fmt: skip
    assert asked(server, answers, "boardsize 25", "komi 3", "undo", "undo", "undo") == [
        "? unacceptable size", "? cannot change the komi", "=", "=", "? cannot undo",
    ]  # fmt: skip
    assert asked(server, answers, "play b A1", "play w pass", "play b pass", "final_score", "final_status_list alive") == [
        "=", "=", "=", "= B+24.5", "= A1",
    ]  # fmt: skip
    assert asked(server, answers, "play w C3", "boardsize 9", "fixed_handicap 3", "play b E5", "fixed_handicap 2")[1:] == [
        "=", "= C3 G7 C7", "=", "? board not empty",
    ]  # fmt: skip
    assert server.game.mover(server.positions[0]) == "White"
