"""The file of engines is read whole or refused by name, place and cure."""

from __future__ import annotations

from pathlib import Path

import pytest
from refusals import refused

from plyground.engines.config import (
    EngineConfig,
    config_path,
    configured_engines,
    engine_named,
    remove_engine,
    save_engine,
)
from plyground.errors import FileError, SpecError

ENGINE = EngineConfig("fairy", "uci", ("fairy-stockfish", "-x"), {"Skill Level": "3"}, ("breakthrough",))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "new" / "folder"))


def test_saved_engines_are_read_again() -> None:
    assert configured_engines() == {}
    save_engine(ENGINE)
    save_engine(ENGINE._replace(name="other", options={}))
    assert configured_engines() == {"fairy": ENGINE, "other": ENGINE._replace(name="other", options={})}
    assert engine_named("Fairy") == ENGINE
    remove_engine("fairy")
    assert list(configured_engines()) == ["other"]


def test_an_unknown_engine_is_named_with_those_there_are() -> None:
    with refused(SpecError, "There is no engine “{name}”; none is set up.", name="x"):
        engine_named("x")
    with refused(SpecError, "There is no engine “{name}”; none is set up."):
        remove_engine("x")


def test_a_bad_name_is_refused() -> None:
    with refused(
        SpecError, "“{name}” cannot be the name of an engine: use letters, digits, _ and -, and begin with a letter."
    ):
        save_engine(ENGINE._replace(name="a b"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("version = ", "it is not valid TOML"),
        ("", "its version should be 1"),
        ("version = 2", "its version should be 1, not 2"),
        ("version = 1\nengines = 3", "“engines” should be tables"),
        ("version = 1\n[engines]\na = 3", "“a” should be a table"),
        (
            'version = 1\n[engines.a]\nprotocol = "smtp"\ncommand = ["x"]',
            "“protocol” should be uci / xboard / gtp / hub / ugi",
        ),
        ('version = 1\n[engines.a]\nprotocol = "uci"\ncommand = "x"', "“command” should be"),
        ('version = 1\n[engines.a]\nprotocol = "uci"\ncommand = ["a\\u0000b"]', "“command” should be"),
        (
            'version = 1\n[engines.a]\nprotocol = "uci"\ncommand = ["x"]\noptions = {a = "1\\nquit"}',
            "“options” should be",
        ),
        ('version = 1\n[engines.a]\nprotocol = "uci"\ncommand = ["x"]\noptions = 3', "“options” should be"),
        ('version = 1\n[engines.a]\nprotocol = "uci"\ncommand = ["x"]\ngames = [3]', "“games” should be"),
    ],
)
def test_a_damaged_file_is_refused_with_place_and_cure(text: str, said: str) -> None:
    config_path().parent.mkdir(parents=True)
    config_path().write_text(text)
    with pytest.raises(FileError) as caught:
        configured_engines()
    assert said in str(caught.value)
    assert str(config_path()) in str(caught.value)
