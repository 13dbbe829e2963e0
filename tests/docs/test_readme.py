"""The programs of the README run as files, and its game is accepted by every command."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from paths import ROOT
from program import run
from samples import sample

README = (ROOT / "README.md").read_text(encoding="utf-8")
SEARCH, HEAP, USES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_first_program_runs_as_a_file(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text(SEARCH)
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() in README
    assert done.stdout.strip()


@pytest.fixture
def heap(tmp_path: Path) -> str:
    path = tmp_path / "heap.py"
    path.write_text(HEAP)
    return str(path)


@pytest.mark.proof
def test_the_program_about_the_game_runs_beside_its_file(heap: str) -> None:
    program = Path(heap).with_name("uses.py")
    program.write_text(USES)
    done = subprocess.run(
        [sys.executable, program.name], cwd=program.parent, capture_output=True, text=True, check=True
    )
    *answers, _headings, first, second = done.stdout.splitlines()
    assert answers == ["1", "1", "2", "1"]
    assert {line.split()[1] for line in (first, second)} == {"minimax", "uct:playouts=100"}


@pytest.mark.parametrize(
    "command",
    sample([
        "games {}", "search {}", "search {} --native", "search {} --seconds 1", "search {} --algorithm uct --seed 1", "solve {}",
        "explore {}", "perft {} 4", "check {} --games 2 --seconds 2 --plain", "compare {} --depths 3", "audit {} minimax",
        "console {} --first random --second random", "tree --game {} --depth 3", "dictionary build {} --output {}.txt",
    ], every=4),
)  # fmt: skip
def test_every_command_takes_the_game(command: str, heap: str) -> None:
    done = run(*command.format(heap, heap).split())
    assert done.returncode == 0, (done.stdout, done.stderr)
