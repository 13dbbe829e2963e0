"""Programs that are set up are asked for their opinion; others cannot be."""

from __future__ import annotations

import sys
from pathlib import Path

import fake_engine
import pytest

from plyground import game
from plyground.arena.match import Match
from plyground.engines.config import EngineConfig, config_path, save_engine
from plyground.players.external import ExternalPlayer
from plyground.presentation.engine_adviser import adviser_spec, advisers, opinion

FAKE = EngineConfig("fake", "ugi", (sys.executable, fake_engine.__file__, "good"), {}, ("tictactoe",))


def test_only_programs_set_up_for_the_game_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    match = Match(game("tictactoe"))
    assert advisers(match) == ()
    save_engine(FAKE)
    save_engine(FAKE._replace(name="other", games=("nim",)))
    assert advisers(match) == ("fake",)
    assert adviser_spec("fake") == "fake:seconds=1"
    config_path().write_text("damaged")
    assert advisers(match) == ()


def test_an_opinion_names_the_move_and_the_reason() -> None:
    match = Match.parse(game("tictactoe"), "4")
    bot = ExternalPlayer(match.game, FAKE)
    choice = bot.choose(match.position)
    bot.close()
    said = opinion(match, "fake", choice)
    assert str(said) == "fake would play 0. Fake values it at +0.12 in its own units; its line: 0 1."
