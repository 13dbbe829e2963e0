"""The games that are written on the page: their files, their names and limits, and a new version of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.errors import FileError, PlygroundError, SpecError
from plyground.games import GAMES, game
from plyground.games.loading import Source, restore_changed, source_of_text
from plyground.templates import written
from plyground.web.own_game_keeper import MAX_GAME_CHARS, MAX_GAMES, OwnGameKeeper
from plyground.web.pages.own.page import opened_file
from plyground.web.urls import game_url

TEXT = written("take", "heap", "heap.py")
SHORTER = TEXT.replace("stones: int = 21", "stones: int = 5")


@pytest.fixture
def keeper(tmp_path: Path) -> OwnGameKeeper:
    return OwnGameKeeper(tmp_path / "own_games")


def start(name: str) -> str:
    """Return the start of the game that a link names."""
    _seats, match = game_url.parse(name, {})
    return match.position_text


def test_a_new_version_replaces_the_game_everywhere(keeper: OwnGameKeeper) -> None:
    keeper.keep("heap", TEXT)
    assert not keeper.is_played("heap")
    keeper.put_in_play("heap", TEXT)
    assert keeper.is_played("heap") and "21" in start("heap")
    keeper.keep("heap", SHORTER)
    assert keeper.text("heap") == SHORTER and "21" in start("heap")
    keeper.put_in_play("heap", SHORTER)
    assert start("heap").startswith("5")
    with pytest.raises(FileError, match="line"):
        keeper.put_in_play("heap", SHORTER.replace("def moves", "def mooves"))
    assert start("heap").startswith("5")


def test_games_are_loaded_at_the_next_start_and_gone_when_deleted(keeper: OwnGameKeeper, tmp_path: Path) -> None:
    keeper.put_in_play("heap", TEXT)
    keeper.keep("draft", "no game yet")
    GAMES.remove("heap")
    again = OwnGameKeeper(tmp_path / "own_games")
    again.load()
    assert again.names() == ["draft", "heap"] and game("heap").start.stones == 21
    again.remove("heap")
    assert again.names() == ["draft"]
    with pytest.raises(SpecError, match="There is no game “heap”"):
        game("heap")


@pytest.mark.parametrize("name", ["", "tictactoe", "Tic-Tac", "../heap", "class", "überzug", "1heap", "a" * 31])
def test_names_that_no_file_or_game_may_have_are_refused(keeper: OwnGameKeeper, name: str) -> None:
    with pytest.raises(SpecError):
        keeper.keep(name, TEXT)
    with pytest.raises(SpecError):
        keeper.text(name)
    assert keeper.names() == []


def test_games_have_limits(keeper: OwnGameKeeper) -> None:
    with pytest.raises(SpecError, match="60,000 characters"):
        keeper.keep("heap", "#" * (MAX_GAME_CHARS + 1))
    for number in range(MAX_GAMES):
        keeper.keep(f"heap_{number}", TEXT)
    with pytest.raises(SpecError, match="20 games"):
        keeper.keep("heap", TEXT)
    keeper.keep("heap_0", SHORTER)
    assert keeper.free_name() == "my_game"


@pytest.mark.parametrize(("name", "content"), [("heap.txt", b"x"), ("heap.py", b"\xff\xfe\xff"), ("heap.py", b""), ("heap.py", b"a\0b")])  # fmt: skip
def test_files_that_are_no_programs_are_refused(keeper: OwnGameKeeper, name: str, content: bytes) -> None:
    with pytest.raises(PlygroundError, match="is not a game"):
        opened_file(keeper, name, content)
    assert opened_file(keeper, "heap.py", TEXT.replace("\n", "\r\n").encode("utf-8-sig")) == "heap"
    assert keeper.text("heap") == TEXT


def test_a_worker_takes_up_new_versions_and_forgets_deleted_games(tmp_path: Path) -> None:
    def source(text: str) -> Source:
        return source_of_text(tmp_path / "heap.py", text)

    restore_changed((source(TEXT),))
    assert game("heap").start.stones == 21
    restore_changed((source(SHORTER),))
    assert game("heap").start.stones == 5
    restore_changed(())
    assert "heap" not in GAMES
