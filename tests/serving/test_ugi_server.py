"""plyground as an engine of UGI and UCI: positions, limits, options, and what it tells of its search."""

from __future__ import annotations

import random
import re
import sys
import time
from typing import Any

import chess
import chess.engine
import pytest
from own_servers import conversation, ourselves
from program import PATIENCE

from plyground import GAMES, game
from plyground.bots import BOTS
from plyground.bots import bot as bot_named
from plyground.bots.measured import measured
from plyground.core.spec import Option
from plyground.core.time_manager import MoveClock
from plyground.engines.connecting import speaks_of
from plyground.engines.dialects import ugi_move, ugi_word
from plyground.errors import SpecError
from plyground.i18n import Sentence
from plyground.searches import Limit
from plyground.serving import EngineSession
from plyground.serving.engine_session import OBEY_TIMEOUT_S
from plyground.serving.uci_server import UciServer
from plyground.serving.ugi_server import UgiServer, read_clock, read_limit, score_words

UGI_GAMES = [entry.name for entry in GAMES if speaks_of("ugi", game(entry.name))]


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
