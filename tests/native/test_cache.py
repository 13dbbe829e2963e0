"""The cache on disk: entries are whole or absent, unused ones are deleted, and no other file is."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program import ENVIRONMENT, agrees, watched
from program import run as plyground
from refusals import refused

from plyground.cli.json_records import CacheRecord, ClearedCacheRecord
from plyground.errors import RulesError
from plyground.games.loading import game
from plyground.native.compiler import compiled
from plyground.native.object_code import cache
from plyground.searches.plain_or_native import CountedSearches
from plyground.searches.scores import INFINITY
from plyground.searches.tally import new_tally

NOBODY = 65534


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    kept = tmp_path / "twins"
    monkeypatch.setattr(cache, "cache_folder", lambda: kept)
    return kept


def test_saved_code_is_loaded(folder: Path) -> None:
    assert cache.load("a") is None
    for twin in (b"\n\x00 one\n", b"", bytes(range(256)) * 1000):
        cache.save("a", "minimax", ("Position",), twin)
        assert cache.load("a") == twin
    assert [file.name for file in folder.iterdir()] == ["a.twin"]
    (told,) = cache.kept()
    assert (told.search, told.classes, told.file.path) == ("minimax", ("Position",), folder / "a.twin")
    assert told.file.bytes == (folder / "a.twin").stat().st_size


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a small twin, to be damaged."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "cache_folder", lambda: folder)
        cache.save("a", "minimax", ("Position",), b"twin" * 20)
        return cache.kept()[0].file.path


@settings(max_examples=200)
@given(data=st.data())
def test_a_damaged_file_counts_as_none(whole: Path, data: st.DataObject) -> None:
    """Cut off anywhere, a byte changed anywhere, or something else altogether."""
    content = whole.read_bytes()
    at = data.draw(st.integers(0, len(content) - 1))
    damaged = data.draw(
        st.sampled_from([content[:at], content[:at] + bytes([content[at] ^ 0x40]) + content[at + 1 :], content + b"x"])
        | st.binary(max_size=200)
    )
    whole.with_name("b.twin").write_bytes(damaged)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "cache_folder", lambda: whole.parent)
        assert cache.load("b") is None
        assert {twin.file.path.name for twin in cache.kept()} == {"a.twin", "b.twin"}


def age(path: Path, days: int) -> None:
    then = time.time() - days * cache.DAY
    os.utime(path, (then, then))


def test_unused_files_are_removed_when_others_are_added(folder: Path) -> None:
    for name in ("used", "unused", "recent"):
        cache.save(name, "minimax", ("Position",), b"twin")
    age(folder / "used.twin", 31)
    age(folder / "unused.twin", 31)
    age(folder / "recent.twin", 29)
    assert cache.load("used") == b"twin"
    cache.save("new", "minimax", ("Position",), b"twin")
    assert {file.name for file in folder.iterdir()} == {"used.twin", "recent.twin", "new.twin"}
    assert [twin.file.path.stem for twin in cache.kept()][-1] == "recent"


def test_only_what_is_ours_is_removed(folder: Path, tmp_path: Path) -> None:
    cache.save("a", "minimax", ("Position",), b"twin")
    (folder / "b.twin.0123abcd.part").write_bytes(b"unfinished")
    other = tmp_path / "other"
    other.mkdir()
    (other / "c.twin").write_bytes(b"another's")
    (folder / "c.twin").symlink_to(other / "c.twin")
    (folder / "link").symlink_to(other, target_is_directory=True)
    (folder / "d.twin").mkdir()
    (folder / "notes.txt").write_text("mine")
    size = (folder / "a.twin").stat().st_size
    assert cache.clear() == (2, size + len(b"unfinished"))
    assert {file.name for file in folder.iterdir()} == {"c.twin", "link", "d.twin", "notes.txt"}
    assert (other / "c.twin").read_bytes() == b"another's"
    assert cache.clear() == (0, 0)


def test_files_that_cannot_be_removed_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryDirectory() as place:  # root may remove anything, and another user sees nothing in tmp_path
        kept, root = Path(place) / "twins", os.geteuid() == 0
        monkeypatch.setattr(cache, "cache_folder", lambda: kept)
        cache.save("a", "minimax", ("Position",), b"twin")
        Path(place).chmod(0o755)
        kept.chmod(0o555)
        if root:
            os.seteuid(NOBODY)
        try:
            with pytest.raises(PermissionError, match=r"a\.twin"):
                cache.clear()
        finally:
            if root:
                os.seteuid(0)
            kept.chmod(0o755)
        assert cache.load("a") == b"twin"


def test_a_file_that_tells_nonsense_is_shown_safely(tmp_path: Path) -> None:
    folder = tmp_path / "plyground" / "twins"
    folder.mkdir(parents=True)
    head = {"search": "\x1b[31mred\nline", "classes": ["\x1b[2J"]}
    (folder / "a.twin").write_bytes(bytes(cache.DIGEST) + json.dumps(head).encode() + b"\n")
    told = plyground("cache", "info", XDG_CACHE_HOME=str(tmp_path)).stdout
    assert "\x1b" not in told
    assert "[31mred\N{REPLACEMENT CHARACTER}line" in told


def test_a_missing_folder_is_an_empty_cache(folder: Path) -> None:
    assert (cache.kept(), cache.clear()) == ([], (0, 0))
    folder.write_text("a file")
    assert (cache.kept(), cache.clear()) == ([], (0, 0))


# The commands, and twins in processes of their own

MINE = """
from typing import NamedTuple
from plyground import rules, search

@rules
class Mine(NamedTuple):
    left: int = 9
    def moves(self):
        for stones in range(1, min(3, self.left) + 1):
            yield stones
    def play(self, stones):
        return Mine(self.left - stones)
    def is_over(self):
        return self.left == 0
    def utility(self):
        return -1

print(search(Mine(), "minimax", native=True).nodes)
"""


def run_mine(home: Path) -> tuple[str, str]:
    """A person's own rules, in no module that another process could import; what it printed, and what it told."""
    program = home / "mine.py"
    program.write_text(MINE)
    return watched(sys.executable, str(program), XDG_CACHE_HOME=str(home))


EARLY = """\
def early(number):
    if number > 0:
        value = number
    return value
"""


def test_an_exception_names_the_file_that_was_loaded(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of a text elsewhere, three lines further down, uses the twin of the first; its mistakes are its own."""
    for name, lines_before in (("first", 0), ("second", 3)):
        path = tmp_path / f"{name}.py"
        path.write_text("\n" * lines_before + EARLY)
        spec = importlib.util.spec_from_file_location("copied_text", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "copied_text", module)
        spec.loader.exec_module(module)
        with pytest.raises(UnboundLocalError) as error:
            compiled(module.early, 1)(0)
        assert error.value.__notes__ == [f'File "{path}", line {lines_before + 4}, in early']
    assert len(list(folder.iterdir())) == 1


def test_a_twin_that_is_missing_where_nothing_compiles_is_told_and_asked_for_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a browser, where a site may bring the twin later."""
    start = game("subtraction").start
    with monkeypatch.context() as patch:
        patch.setattr("plyground.native.compiler.has_compiler", lambda: False)
        for _time in range(2):
            with refused(RulesError, "{game} ({search}) was not compiled for this page, so it runs as plain Python."):
                compiled(moves_to_the_end, start)
        assert CountedSearches(new_tally(), on_message=lambda sentence: None).run(
            lambda native: (compiled(moves_to_the_end, start) if native else moves_to_the_end)(start), INFINITY
        ) == moves_to_the_end(start)
    assert compiled(moves_to_the_end, start)(start) == moves_to_the_end(start)


def moves_to_the_end(position: Any) -> int:
    count = 0
    while not position.is_over():
        for move in position.moves():
            position = position.play(move)
            break
        count += 1
    return count


@pytest.mark.proof
def test_only_a_terminal_is_told_that_a_search_is_compiled(tmp_path: Path) -> None:
    """A script that reads the errors gets the same, whether the twin is in the cache or not."""
    for watcher in ("terminal", "script"):
        (tmp_path / watcher).mkdir()
    visits, told = run_mine(tmp_path / "terminal")
    assert told.count("\n") == 1
    command = [sys.executable, str(tmp_path / "terminal" / "mine.py")]
    environment = ENVIRONMENT | {"XDG_CACHE_HOME": str(tmp_path / "script")}
    script = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert (script.stdout, script.stderr) == (visits, "")


@pytest.mark.proof
def test_twins_in_processes_of_their_own(tmp_path: Path) -> None:
    home = {"XDG_CACHE_HOME": str(tmp_path)}
    visits, told = run_mine(tmp_path)
    assert told == "Compiling Mine (minimax) for this machine, once ...\n"
    assert run_mine(tmp_path) == (visits, "")

    info = json.loads(plyground("cache", "info", "--json", **home).stdout)
    agrees(info, CacheRecord)
    (twin,) = info["twins"]
    assert (twin["search"], twin["classes"][0], twin["bytes"]) == ("minimax", "Mine", info["bytes"])
    shown = plyground("cache", "info", **home).stdout
    assert info["folder"] in shown
    assert "Mine  minimax       1  " in shown

    (file,) = Path(info["folder"]).iterdir()
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1  # in the machine code
    file.write_bytes(content)
    assert run_mine(tmp_path) == (visits, told)

    foreign = file.read_bytes()[cache.DIGEST :].partition(b"\n")[0] + b"\n" + b"cnowhere\nnothing\n."
    file.write_bytes(cache._checksum(foreign) + foreign)  # whole, but it names what is not here
    assert run_mine(tmp_path) == (visits, told)
    assert run_mine(tmp_path) == (visits, "")

    cleared = json.loads(plyground("cache", "clear", "--json", **home).stdout)
    agrees(cleared, ClearedCacheRecord)
    assert cleared == {"folder": info["folder"], "removed": 1, "bytes": info["bytes"]}
    assert plyground("cache", "clear", **home).stdout == "0 files removed, 0 kB freed.\n"
    assert "There are 0" in plyground("cache", "info", **home).stdout
