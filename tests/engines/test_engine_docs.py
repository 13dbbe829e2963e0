"""The bots of docs/engines.md keep UGI, and its conversation is a real one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from paths import DOCS

from plyground import game
from plyground.engines import EngineConfig
from plyground.engines.compliance import examine

TEXT = (DOCS / "engines.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    return str(re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)[0])


def check(*command: str) -> None:
    findings = list(examine(EngineConfig("own", "ugi", command, {}, ("tictactoe",)), game("tictactoe")))
    assert len(findings) == 7
    assert all(finding.passed for finding in findings), findings
    assert findings[0].detail == "First free cell"
    assert findings[3].detail == "0"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_the_bot_in_c_keeps_ugi(tmp_path: Path) -> None:
    (tmp_path / "first.c").write_text(block("c"))
    subprocess.run(["gcc", "-Wall", "-Werror", "-o", tmp_path / "first", tmp_path / "first.c"], check=True)
    check(str(tmp_path / "first"))


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_the_bot_in_javascript_keeps_ugi(tmp_path: Path) -> None:
    (tmp_path / "first.js").write_text(block("js"))
    check("node", str(tmp_path / "first.js"))


def test_the_bot_of_bgsage_keeps_ugi(tmp_path: Path) -> None:
    """Backgammon by UGI: dice stand among the moves."""
    pytest.importorskip("bgsage", reason="bgsage is not installed")
    (tmp_path / "sage.py").write_text(block("python"))
    config = EngineConfig("sage", "ugi", (sys.executable, str(tmp_path / "sage.py")), {}, ("backgammon",))
    findings = list(examine(config, game("backgammon")))
    assert len(findings) == 6
    assert all(finding.passed for finding in findings), findings


def test_the_conversation_is_real() -> None:
    (session,) = re.findall(r"\$ plyground engine tictactoe --bot minimax\n(.*?)```", TEXT, re.DOTALL)
    asked = ("ugi", "position", "query", "go", "quit")
    lines = session.splitlines()
    commands = [line for line in lines if line.split()[0] in asked]
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "engine", "tictactoe", "--bot", "minimax"],
        input="\n".join(commands), capture_output=True, text=True, check=True,
    )  # fmt: skip
    answers = [line for line in done.stdout.splitlines() if not line.startswith("info")]
    assert answers == [line for line in lines if line not in commands]
