"""The names of twins for other machines: they depend on texts and constants, not on Python's bytecode or on places of files."""

from __future__ import annotations

import linecache
from pathlib import Path
from types import FunctionType
from typing import Any

from plyground.games.loading import game
from plyground.native.object_code.fingerprint import fingerprint

TEXT = "STEP = 2\ndef after(number):\n    return number + STEP\n"


def function(path: Path, text: str) -> FunctionType:
    """Return the function of a text that lies in a file."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    linecache.checkcache(str(path))
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(text, str(path), "exec"), names)
    found = names["after"]
    assert isinstance(found, FunctionType)
    return found


def name(path: Path, text: str) -> str:
    return fingerprint(function(path, text), portable=True)


def test_a_name_is_the_same_in_another_folder(tmp_path: Path) -> None:
    assert name(tmp_path / "one" / "example.py", TEXT) == name(tmp_path / "other" / "renamed.py", TEXT)


def test_a_name_changes_with_text_and_constants(tmp_path: Path) -> None:
    texts = [TEXT, TEXT.replace("+", "-"), TEXT.replace("2", "3"), f"# a comment\n{TEXT}"]
    names = {name(tmp_path / f"{number}" / "example.py", text) for number, text in enumerate(texts)}
    assert len(names) == len(texts)


def test_a_name_follows_constants_of_other_files(tmp_path: Path) -> None:
    one, other = function(tmp_path / "one.py", TEXT), function(tmp_path / "two.py", TEXT)
    other.__globals__["STEP"] = 3
    assert fingerprint(one, portable=True) != fingerprint(other, portable=True)


def test_games_with_other_options_have_other_names_and_equal_ones_the_same() -> None:
    """Methods that are made from a text have a running number in the name of their file."""
    narrow, wide = (type(game(f"mnk:width={width},height=3,k=3").start) for width in (3, 4))
    assert fingerprint(narrow, portable=True) != fingerprint(wide, portable=True)
    assert fingerprint(narrow, portable=True) == fingerprint(
        type(game("mnk:width=3,height=3,k=3").start), portable=True
    )
