"""Right answers that plyground itself may have given are told to the teacher."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.teaching.grading.own_work import imports_plyground
from plyground.teaching.grading.submission_report import graded_of
from plyground.testing import graded

CHEAT = """
import plyground
def choose(position):
    return plyground.exact(position).move
"""
OWN = '''
"""Unlike plyground, this looks one move ahead."""
def choose(position):
    return next((m for m in position.moves() if position.play(m).utility() < 0), position.moves()[0])
'''


@pytest.mark.parametrize("text", [
    "import plyground.solvers as s", "from plyground import exact", "def f():\n    from plyground.bots import bot",
    "import importlib\ns = importlib.import_module('plyground')", "s = __import__('plyground.entry')",
    "import sys\ns = sys.modules['plyground']", "import plyground (",
])  # fmt: skip
def test_an_import_is_found(text: str) -> None:
    assert imports_plyground(text)


@pytest.mark.parametrize(
    "text", ["", "# import plyground\n", OWN, "import playground", "plygrounds = 1", "x = 'a plyground'"]
)
def test_the_word_alone_is_no_import(text: str) -> None:
    assert not imports_plyground(text)


def test_a_file_that_imports_plyground_is_told_even_if_all_is_right(tmp_path: Path) -> None:
    file = tmp_path / "eve.py"
    file.write_text(CHEAT)
    found = graded_of(graded(file, "bot", game="tictactoe", trees=5, games=2))
    assert found.is_right and "imports plyground" in found.row["cause"] and "imports plyground" in found.sentences[-1]
    file.write_text(OWN)
    assert "imports plyground" not in graded_of(graded(file, "bot", trees=5, games=2)).row["cause"]
