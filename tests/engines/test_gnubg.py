"""Backgammon by GNU Backgammon: it agrees on every play, plays whole games, and its faults are told in sentences."""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

from plyground import game
from plyground.bots import bot as bot_named
from plyground.bots.external import ExternalBot
from plyground.engines import EngineConfig, Info, Score, connect
from plyground.engines.client import Question
from plyground.engines.compliance import examine
from plyground.engines.gnubg import GnubgClient, points, read_hint
from plyground.errors import EngineDied, EngineError, EngineTimeout, SpecError
from plyground.games.backgammon.backgammon_rules import FACES
from plyground.searches import Limit

GAME = game("backgammon")
FAKE = """
import sys
for line in sys.stdin:
    if line.startswith("set prompt"): print(line, flush=True)
    if line.startswith("show board"): print("board:a:b:0:0:0:" + %r, flush=True)
    if line.startswith("hint"): print(%r, flush=True)
    if line.startswith("quit"): break
"""
OPENING = GAME.start._replace(large=3, small=1, opening=0)


def config() -> EngineConfig:
    path = shutil.which("gnubg", path=os.environ["PATH"] + ":/usr/games")
    if path is None:
        assert not os.environ.get("CI")
        pytest.skip("gnubg is not installed")
    return EngineConfig("gnubg", "gnubg", (path, "--tty", "--quiet", "--no-rc"))


def fake(hint: str, position: Any = OPENING) -> EngineConfig:
    return EngineConfig("fake", "gnubg", (sys.executable, "-c", FAKE % (":".join(points(position)), hint)))


@pytest.fixture(scope="module")
def gnubg() -> Iterator[GnubgClient]:
    with connect(config(), GAME) as engine:
        assert isinstance(engine, GnubgClient)
        yield engine


def plays(engine: GnubgClient, position: Any) -> list[int]:
    """Return the plays that the program knows, in the order of their numbers here."""
    hints = engine.hints(position, Question(Limit(depth=1)))
    return sorted(GAME.notation.parse_move(position, hint.line[0]) for hint in hints)


def test_gnubg_knows_the_447_plays_of_the_first_rolls(gnubg: GnubgClient) -> None:
    count = 0
    for large in range(1, FACES + 1):
        for small in range(1, large + 1):
            position = OPENING._replace(large=large, small=small)
            known = plays(gnubg, position)
            assert known == sorted(position.moves())
            count += len(known)
    assert count == 447


@pytest.mark.nightly
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 1 << 32))
def test_gnubg_agrees_on_the_plays_of_random_games(gnubg: GnubgClient, seed: int) -> None:
    chance, position = random.Random(seed), GAME.start
    while not position.is_over():
        moves = list(position.moves())
        if not position.is_chance():
            assert plays(gnubg, position) == ([] if moves == [0] else sorted(moves)), GAME.notation.format(position)
        position = position.play(chance.choice(moves))


def test_gnubg_makes_its_point_with_the_first_31(gnubg: GnubgClient) -> None:
    reports: list[Any] = []
    for second in (0, 1):
        answer = gnubg.play(OPENING._replace(second=second), Limit(depth=1), report=reports.append)
        assert GAME.notation.format_move(OPENING, answer.move) == "8/5 6/5"
        assert answer.info.depth == 1 and answer.info.line == ("8/5 6/5",)
        assert answer.info.score and 0 < (answer.info.score.points or 0) < 100
    assert len(reports) == 2


def test_a_side_that_cannot_move_passes(gnubg: GnubgClient) -> None:
    stuck = GAME.notation.parse("aBBBBBB------------------- Black 66")
    assert list(stuck.moves()) == [0]
    assert gnubg.play(stuck, Limit(depth=1)).move == 0


def test_gnubg_keeps_its_protocol() -> None:
    findings = list(examine(config(), GAME))
    assert len(findings) == 6 and all(finding.passed for finding in findings), findings


def test_a_bot_of_ours_plays_a_whole_game_against_gnubg() -> None:
    chance, bot = random.Random(4), bot_named("expectiminimax:depth=1", GAME)
    gnubg = ExternalBot(GAME, config(), depth=1)
    position, turns = GAME.start, 0
    while not position.is_over():
        if position.is_chance():
            position = position.play(chance.choice(list(position.moves())))
            continue
        chooser: Any = gnubg if position.second else bot
        position = position.play(chooser.choose(position).move)
        turns += 1
    gnubg.close()
    assert turns > 20 and position.utility() < 0


def test_options_are_settings(gnubg: GnubgClient) -> None:
    with connect(config()._replace(options={"evaluation chequerplay evaluation plies": "0"}), GAME) as engine:
        assert engine.play(OPENING).info.depth == 1


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        ("    1. Cubeful 0-ply    8/1 6/5      Eq.: +0.218", "it answered “8/1 6/5”: “8/1 6/5” is not a move here"),
        ("rubbish", "it answered “pass”: “pass” is not a move here"),
    ],
)
def test_a_program_that_misbehaves_is_told_in_a_sentence(hint: str, said: str) -> None:
    with pytest.raises(EngineError) as caught, connect(fake(hint), GAME) as engine:
        engine.play(OPENING)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_a_program_with_another_board_is_told() -> None:
    with pytest.raises(EngineError, match="it did not set up the position XGID=-b"), connect(fake(""), GAME) as engine:
        engine.play(GAME.notation.parse("-b----E-C---eE---c-d-----B White 31"))


def test_a_program_that_ends_or_hangs_is_told() -> None:
    command = (sys.executable, "-c", "input(); raise SystemExit('no weights')")
    with pytest.raises(EngineDied, match="it ended with status 1: no weights"):
        connect(EngineConfig("dead", "gnubg", command), GAME)
    with connect(fake("1. 0-ply 8/5 6/5 +0.2"), GAME) as engine, pytest.raises(EngineTimeout):
        engine.wait_for("never", 0.05)


def test_gnubg_is_refused_for_other_games() -> None:
    with refused(SpecError, "{name} is not set up for {game}."):
        ExternalBot(game("pig"), config())


@given(st.integers(-300, 300))
def test_points_are_read_from_hints(hundredths: int) -> None:
    line = f"    1. Cubeful 2-ply    bar/24* 13/7*(3)           Eq.: {hundredths / 100:+.3f} (-0.036)"
    assert read_hint(line) == Info(3, Score(points=hundredths), line=("bar/24* 13/7*(3)",))
