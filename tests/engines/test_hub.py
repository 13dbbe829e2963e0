"""Draughts by Hub: dame-rs, a program by other people, agrees on every move, plays whole games, and hears us."""

from __future__ import annotations

import random
import sys
from typing import Any

import dame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import game
from plyground.bots import bot as bot_named
from plyground.core.time_manager import MoveClock
from plyground.engines import EngineConfig, Info, Score, connect
from plyground.engines.compliance import examine
from plyground.engines.hub import (
    hub_arguments,
    hub_position,
    hub_value,
    hub_word,
    read_hub_info,
    read_hub_move,
    read_hub_position,
)
from plyground.errors import EngineError, MoveError, PositionError
from plyground.searches import Limit, new_tally
from plyground.serving import EngineSession
from plyground.serving.hub_server import HubServer, read_level
from plyground.solvers.perft import perft

DRAUGHTS = game("international_draughts")
DAME = EngineConfig("dame", "hub", (sys.executable, "-m", "dame", "hub"), {"hash": "1"})

FAKE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "hub": print('id name="A b" version=1\\nparam name=level value=1 type=int\\nrubbish\\nwait', flush=True)
    elif word == "init": print("ready", flush=True)
    elif word == "ping": print("pong", flush=True)
    elif word == "go": print(%r, flush=True)
    elif word == "quit": break
"""


def fake(answer: str, **options: str) -> EngineConfig:
    return EngineConfig("fake", "hub", (sys.executable, "-c", FAKE % answer), options)


@pytest.mark.parametrize("seed", range(4))
def test_dame_agrees_on_the_moves_and_the_end_of_random_games(seed: int) -> None:
    chance, board, position = random.Random(seed), dame.Board(), DRAUGHTS.start
    seen: list[Any] = []
    while True:
        words = {hub_word(DRAUGHTS, position, move) for move in position.moves()}
        if seen.count(position.recurring()) >= 2:  # a third repetition draws the match, not the position
            return
        assert words == {move.hub() for move in board.legal_moves}
        assert read_hub_position(DRAUGHTS, hub_position(DRAUGHTS, position)) == position.recurring()
        if not words:
            return
        seen.append(position.recurring())
        word = chance.choice(sorted(words))
        position = position.play(read_hub_move(DRAUGHTS, position, word))
        board.push(word)


@pytest.mark.parametrize(
    "text", ["B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46", "W:WK46,K47,31:BK5,15,18,22"]
)
def test_dame_counts_as_we_do(text: str) -> None:
    for depth in (1, 2, 3):
        assert perft(DRAUGHTS.notation.parse(text), depth, 0, new_tally().counts) == dame.perft(dame.Board(text), depth)


@pytest.mark.long
def test_dame_keeps_the_protocol() -> None:
    findings = list(examine(DAME, DRAUGHTS))
    assert len(findings) >= 5 and all(finding.passed for finding in findings), findings


@pytest.mark.long
def test_a_bot_of_ours_plays_a_game_against_dame() -> None:
    bot, reports = bot_named("engine:nodes=2000", DRAUGHTS), list[Info]()
    position, past = DRAUGHTS.start, list[Any]()
    with connect(DAME, DRAUGHTS) as engine:
        assert engine.title == "dame"
        while not position.is_over() and len(past) < 40:
            if len(past) % 2:
                move = engine.play(position, Limit(depth=4), past, report=reports.append).move
            else:
                move = bot.choose(position).move
            past.append(position)
            position = DRAUGHTS.play(position, move)
    assert len(past) >= 20
    assert all(info.depth and info.nodes and info.line for info in reports)


def test_positions_and_captures_are_written_as_the_protocol_says() -> None:
    assert hub_position(DRAUGHTS, DRAUGHTS.start) == "W" + "b" * 20 + "e" * 10 + "w" * 20
    position = DRAUGHTS.notation.parse("W:WK46,33:BK5,29")
    assert hub_position(DRAUGHTS, position)[5] == "B" and hub_position(DRAUGHTS, position)[46] == "W"
    (move,) = DRAUGHTS.notation.parse("W:W33:B29,20").moves()
    around = DRAUGHTS.notation.parse("W:W33:B29,20")
    assert hub_word(DRAUGHTS, around, move) == "33x15x20x29"
    assert read_hub_move(DRAUGHTS, around, "33x15x29x20") == move
    with pytest.raises(MoveError, match="is not a legal move here"):
        read_hub_move(DRAUGHTS, around, "33x24x29")
    for wrong in ("", "W", "X" + "e" * 50, "W" + "x" * 50, "W" + "e" * 49):
        with pytest.raises(PositionError):
            read_hub_position(DRAUGHTS, wrong)


@given(st.dictionaries(st.from_regex(r"[a-z-]+", fullmatch=True), st.text("ab =-.1", max_size=8)))
def test_arguments_come_back(values: dict[str, str]) -> None:
    line = " ".join(f"{name}={hub_value(value)}" for name, value in values.items())
    assert hub_arguments(line) == values


def test_a_report_is_read() -> None:
    info = read_hub_info('depth=21 mean-depth=20.8 score=-0.01 nodes=31 time=3.906 nps=8.0 pv="32-28 17-22"', Info())
    assert info == Info(21, Score(points=-1), 31, 3.906, ("32-28", "17-22"))
    assert read_hub_info("depth=x score=nan", info) == info


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("done", "it answered “”"),
        ("done move=1-50", "is not a legal move here"),
        ('error message="no book"', "it says “no book”"),
        ('info depth=99999999999999999999999 score=inf pv="x\ndone move="', "it answered"),
    ],
)
def test_a_program_that_misbehaves_is_told_in_a_sentence(answer: str, said: str) -> None:
    with pytest.raises(EngineError) as caught, connect(fake(answer), DRAUGHTS) as engine:
        assert engine.title == "A b"
        engine.play(DRAUGHTS.start, Limit(seconds=5))
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(EngineError, match="it has no option “colour”"):
        connect(fake("done", colour="red"), DRAUGHTS)


def conversation(*lines: str, bot: str = "random:seed=1") -> list[str]:
    said: list[str] = []
    server = HubServer(EngineSession(DRAUGHTS, bot), said.append)
    for line in lines:
        assert server.handle(line) == (line != "quit")
    server.wait()
    server.finish()
    return said


def test_our_server_answers() -> None:
    said = conversation(
        "hub", "init", "ping", "nonsense", "pos pos=x", 'pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves="32-28 19-23"', "level move-time=1", "go think", "quit"
    )  # fmt: skip
    assert said[0].startswith("id name=plyground")
    assert said[1:5] == ["param name=move-overhead value=20 type=int min=0 max=60000", "wait", "ready", "pong"]
    assert said[5].startswith("error message=")
    assert said[-1] == "done move=28x19x23"


def test_our_server_says_that_the_game_is_over() -> None:
    assert conversation(f"pos pos=Wb{'e' * 49}", "go think") == ['error message="the game is over"']


def test_levels_are_limits() -> None:
    none = MoveClock()
    assert read_level({"move-time": "0.5"}, none, Limit(depth=3)) == (MoveClock(move_s=0.5), Limit(depth=3))
    clock = MoveClock(left_s=60, increment_s=1, moves_to_go=12)
    assert read_level({"time": "60", "inc": "1", "moves": "12"}, none, Limit()) == (clock, Limit())
    assert read_level({"depth": "4", "moves": "0"}, clock, Limit()) == (clock, Limit(depth=4))
    assert read_level({"depth": "x", "time": "nan"}, none, Limit()) == (none, Limit())


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=40), max_size=5))
def test_no_line_breaks_our_server(lines: list[str]) -> None:
    server = HubServer(EngineSession(DRAUGHTS, "random:seed=1"), lambda line: None)
    for line in lines:
        for command in ("", "pos ", "level ", "set-param "):
            server.handle(command + line)
    server.finish()
