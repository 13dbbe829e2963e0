"""Programs that speak CECP play, and those that break it are told in one sentence."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import fake_engine
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import game
from plyground.arena.game_text import read_game
from plyground.engines import EngineConfig, Info, Score, connect
from plyground.engines.compliance import examine
from plyground.engines.dialects import UCI_DIALECTS, xboard_variant
from plyground.engines.xboard import THOUGHT, XboardClient, read_thought
from plyground.errors import EngineDied, EngineError, EngineIllegalMove, EngineRefusal, EngineResigned, EngineTimeout
from plyground.searches import Limit

BREAKTHROUGH = game("breakthrough")
START = BREAKTHROUGH.start
SHORT = Limit(seconds=0.05)


@pytest.mark.proof
def test_a_program_that_resigns_has_lost_in_the_console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, as players are found once. A move that comes after it is refused."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    program = [sys.executable, "-m", "plyground"]
    command = f"{sys.executable} {fake_engine.__file__} resign xboard"
    add = ["engines", "add", "fake", "--protocol", "xboard", "--command", command, "--game", "breakthrough"]
    subprocess.run([*program, *add], check=True, capture_output=True)
    played = subprocess.run(
        [*program, "console", "breakthrough", "--first", "fake"],
        input="j a7-a6\nb\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "X resigned: O wins." in played.stdout
    assert played.stdout.count("The game is over: no move can be made.") == 2


def fake(manner: str, **options: str) -> EngineConfig:
    return EngineConfig("fake", "xboard", (sys.executable, fake_engine.__file__, manner, "xboard"), options)


def real(name: str) -> EngineConfig:
    """Return a program of this computer; skip the test where it is missing, but not in CI."""
    path = shutil.which(name, path=os.environ["PATH"] + ":/usr/games")
    if path is None:
        assert not os.environ.get("CI"), f"{name} is missing"
        pytest.skip(f"{name} is not installed")
    return EngineConfig(name, "xboard", (path,))


def test_a_program_plays_and_reports() -> None:
    reports: list[Info] = []
    with connect(fake("good", Level="3"), BREAKTHROUGH) as engine:
        answer = engine.play(START, SHORT, report=reports.append)
    assert engine.title == "Fake"
    assert BREAKTHROUGH.notation.format_move(START, answer.move) == "b2-b3"
    assert reports == [answer.info] == [Info(3, Score(points=12), 99, 0.7, ("b2b3",))]


def test_only_moves_not_yet_heard_are_told() -> None:
    lines: list[str] = []
    with connect(fake("good"), BREAKTHROUGH, lambda direction, line: lines.append(line)) as engine:
        first = START.play(engine.play(START, SHORT).move)
        second = first.play(BREAKTHROUGH.notation.parse_move(first, "a7-a6"))
        with pytest.raises(EngineError, match="b2b3"):  # it always plays this, now against the rules
            engine.play(second, SHORT, (START, first))
        assert [line for line in lines if line.startswith("usermove")] == ["usermove a7a6"]
        assert engine.play(START, SHORT).move is not None  # set up anew after the failure
    assert lines.count("new") == 2


def test_a_position_without_a_past_is_set_up() -> None:
    lines: list[str] = []
    position = BREAKTHROUGH.notation.parse("......../O......./......../......../......../......../XX....../........ X")
    with connect(fake("good"), BREAKTHROUGH, lambda direction, line: lines.append(line)) as engine:
        assert BREAKTHROUGH.notation.format_move(position, engine.play(position, SHORT).move) == "b2-b3"
    assert "setboard 8/p7/8/8/8/8/PP6/8 w - - 0 1" in lines


def test_a_position_of_usual_chess_is_set_up_without_a_variant() -> None:
    set_up = game("chess:position=4k3!8!8!8!8!8!4P3!R3K3_w_Q_-_0_1")
    lines: list[str] = []
    after = set_up.start.play(next(set_up.start.moves()))
    config = fake("good")._replace(games=("chess",))
    with (
        pytest.raises(EngineIllegalMove),  # the program plays Breakthrough
        connect(config, set_up, lambda direction, line: lines.append(line)) as engine,
    ):
        engine.play(after, SHORT, (set_up.start,))
    assert not [line for line in lines if line.startswith("variant")]
    assert f"setboard {set_up.notation.format(set_up.start)}" in lines
    assert xboard_variant(game("chess:start=5")) == "fischerandom"
    assert UCI_DIALECTS["chess"].start(game("chess")) == "startpos"


@pytest.mark.parametrize(
    ("manner", "kind", "said"),
    [
        ("dead", EngineDied, "fake failed: it ended with status 3: cannot find my book."),
        ("illegal", EngineError, "it answered “z9z9”"),
        pytest.param("flood", EngineDied, "it wrote too much output", marks=pytest.mark.proof),
        ("dies", EngineDied, "it ended with status 7"),
        ("resign", EngineResigned, "fake resigned."),
        ("1-0 {Black resigns}", EngineError, "it ended the game instead of moving: 1-0 {Black resigns}"),
    ],
)
def test_a_program_that_misbehaves_is_told_in_a_sentence(manner: str, kind: type[EngineError], said: str) -> None:
    with pytest.raises(kind) as caught, connect(fake(manner), BREAKTHROUGH) as engine:
        engine.play(START, Limit(seconds=600))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_program_that_refuses_our_move_is_told() -> None:
    after = START.play(next(iter(START.moves())))
    with (
        connect(fake("refuses"), BREAKTHROUGH) as engine,
        pytest.raises(EngineRefusal, match="it refused a command: Illegal move: "),
    ):
        engine.play(after, SHORT, (START,))


def test_a_program_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may speak version 1, which has no greeting: the first move then does not come."""
    monkeypatch.setattr("plyground.engines.xboard.FEATURES_TIMEOUT_S", 0.1)
    monkeypatch.setattr("plyground.engines.client.MARGIN_S", 0.2)
    monkeypatch.setattr("plyground.engines.xboard.STOP_TIMEOUT_S", 0.2)
    chess = game("chess")
    with connect(fake("silent"), chess) as engine, pytest.raises(EngineTimeout, match="no “move” came"):
        engine.play(chess.start, SHORT)


def test_a_program_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.engines.client.MARGIN_S", 0.2)
    with connect(fake("hangs"), BREAKTHROUGH) as engine, pytest.raises(EngineTimeout, match="no “move” came"):
        engine.play(START, SHORT)


def test_lines_that_cannot_be_read_are_passed_over() -> None:
    with connect(fake("rubbish"), BREAKTHROUGH) as engine:
        assert BREAKTHROUGH.notation.format_move(START, engine.play(START, SHORT).move) == "b2-b3"


def test_an_unknown_option_or_variant_is_refused() -> None:
    with pytest.raises(EngineError, match="it has no option “Contempt”"):
        connect(fake("good", Contempt="3"), BREAKTHROUGH)
    with pytest.raises(EngineError, match="it does not know the variant “fischerandom”"):
        connect(fake("good"), game("chess:start=100"))


@settings(max_examples=30)
@given(st.from_regex(THOUGHT, fullmatch=True))
def test_any_thought_is_read(line: str) -> None:
    found = re.fullmatch(THOUGHT, line)
    assert found and isinstance(read_thought(found), Info)


def test_a_mate_is_read() -> None:
    found = THOUGHT.fullmatch("  9  -100003   1250  77000 Kf8 Qg7#")
    assert found and read_thought(found) == Info(9, Score(mate=-3), 77000, 12.5, ("Kf8", "Qg7#"))


def test_a_score_far_beyond_a_mate_is_no_number_of_moves() -> None:
    """Sjeng counts a mate so."""
    found = THOUGHT.fullmatch("  2 -999997     0      110  h5 a8=Q#")
    assert found and read_thought(found).score == Score(points=-999997)


def test_a_thought_with_an_endless_number_is_none() -> None:
    assert THOUGHT.fullmatch(f"  2 {'9' * 400} 0 110 h5") is None


def test_a_program_that_claims_the_end_of_the_game_is_told() -> None:
    """It does not move any more. A result of the game before does not count."""
    after = START.play(next(iter(START.moves())))
    with (
        connect(fake("claims"), BREAKTHROUGH) as engine,
        pytest.raises(EngineError, match="it ended the game instead of moving: 1/2-1/2"),
    ):
        engine.play(after, SHORT, (START,))


@pytest.mark.proof
def test_fairy_stockfish_keeps_cecp() -> None:
    findings = list(examine(real("fairy-stockfish"), BREAKTHROUGH))
    assert len(findings) == 7
    assert all(finding.passed for finding in findings), findings


def test_phalanx_plays_against_fairy_stockfish() -> None:
    chess = game("chess")
    position, past = chess.start, list[Any]()
    with connect(real("phalanx"), chess) as phalanx, connect(real("fairy-stockfish"), chess) as fairy:
        for ply in range(24):
            answer = (phalanx, fairy)[ply % 2].play(position, Limit(depth=3), past)
            past.append(position)
            position = chess.play(position, answer.move)
        assert phalanx.title.startswith("Phalanx")
    assert len(past) == 24


@pytest.mark.proof
def test_xboard_plays_a_match_between_us_and_phalanx(tmp_path: Path) -> None:
    """XBoard is the match runner, and Polyglot translates its protocol to ours. python-chess reads the game."""
    path = os.environ["PATH"] + ":/usr/games"
    for program in ("xvfb-run", "xboard", "polyglot", "phalanx"):
        if not shutil.which(program, path=path):
            assert not os.environ.get("CI"), f"{program} is missing"
            pytest.skip(f"{program} is not installed")
    ours = f"{sys.executable} -m plyground engine chess --bot greedy:ties=random,seed=1 --protocol uci"
    match = ["xboard", "-fcp", ours, "-fUCI", "-scp", "phalanx", "-matchGames", "1", "-tc", "0:15"]
    quiet = ["-popupExitMessage", "false", "-saveGameFile", str(tmp_path / "game.pgn")]
    environment = {**os.environ, "PATH": path, "HOME": str(tmp_path)}
    subprocess.run(["xvfb-run", "-a", *match, *quiet], env=environment, check=True, capture_output=True, timeout=500)
    with (tmp_path / "game.pgn").open() as file:
        played = chess.pgn.read_game(file)
    assert played is not None and not played.errors
    assert played.headers["White"].startswith("plyground") and played.headers["Black"].startswith("Phalanx")
    assert played.headers["Result"] == played.end().board().result(claim_draw=True)
    text = (tmp_path / "game.pgn").read_text()
    assert read_game(game("chess"), text, "pgn").match.ply == played.end().ply()


GNU_CHESS = """
import sys, chess
board, told, features = chess.Board(), False, 'feature ping=1 setboard=1 myname="gnu" variants="normal" done=1'
for line in sys.stdin:
    words = line.split()
    if told == "next":
        print(features, flush=True)
        told = True
    if words[0] == "protover":
        told = "next"  # the features come with the next input, as from GNU Chess 6.2.7
    elif words[0] == "ping":
        print("pong", words[1], flush=True)
    elif words[0] == "new":
        board = chess.Board()
    elif words[0] == "setboard":
        board.set_fen(" ".join(words[1:]))
    elif words[0] == "go":
        move = next(iter(board.legal_moves))
        board.push(move)
        print(f"1. ... {move}", flush=True)
        print(f"My move is : {move}", flush=True)  # the same once more
    elif words[0] == "quit":
        break
    else:
        try:
            board.push_uci(words[-1])
        except ValueError:
            pass
"""


@pytest.mark.proof
@pytest.mark.parametrize("silent", [False, True])
def test_a_program_plays_whose_features_come_late_and_whose_moves_come_twice(tmp_path: Path, *, silent: bool) -> None:
    path = tmp_path / "gnu.py"
    path.write_text(GNU_CHESS.replace("print(features, flush=True)", "pass") if silent else GNU_CHESS)
    config = EngineConfig("gnu", "xboard", (sys.executable, str(path)))
    with connect(config, game("chess")) as engine:
        assert isinstance(engine, XboardClient) and bool(engine.features) is not silent
        position, past = game("chess").start, list[Any]()
        for _ply in range(12):
            move = engine.play(position, SHORT, past).move
            for each in (move, None):
                if not position.is_over():
                    past.append(position)
                    position = position.play(next(iter(position.moves())) if each is None else each)


def test_gnu_chess_keeps_cecp() -> None:
    path = shutil.which("gnuchess", path=os.environ["PATH"] + ":/usr/games")
    if path is None:
        pytest.skip("gnuchess is not installed")
    findings = list(examine(EngineConfig("gnuchess", "xboard", (path, "--xboard")), game("chess")))
    assert all(finding.passed for finding in findings), findings
