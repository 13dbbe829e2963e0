"""plyground as an engine of GTP: boards, passes, clocks, and games against another engine."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from own_servers import ourselves
from program import PATIENCE

from plyground import game
from plyground.arena.match import Match
from plyground.core.time_manager import OVERHEAD_S, SAFE_SHARE
from plyground.engines import EngineConfig, connect
from plyground.searches import Limit
from plyground.serving import EngineSession, serve
from plyground.serving.gtp_server import DEFAULT_S, GtpServer
from plyground.serving.loop import obeying_quit


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
