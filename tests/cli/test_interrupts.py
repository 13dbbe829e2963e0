"""Ctrl-C at a terminal goes to every process of the program. One sentence answers, and no process prints a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from program import ENVIRONMENT, PATIENCE

BOT = "def choose(position):\n    return min(position.moves())\n"
PROC = Path("/proc")


def starting(group: int) -> set[int]:
    """Return the children of a process group's leader that prepare to run plyground's code.

    They have imported the library of sockets, as :mod:`multiprocessing` does there first. Later they leave the group.
    """
    found = set()
    for path in PROC.glob("[0-9]*"):
        with suppress(OSError, IndexError, ValueError):  # it has just ended
            of_group = int((path / "stat").read_text().rpartition(")")[2].split()[2]) == group
            if of_group and int(path.name) != group and "/_socket." in (path / "maps").read_text():
                found.add(int(path.name))
    return found


def interrupted(folder: Path, started: int) -> tuple[int, str]:
    """Interrupt a tournament of students' bots when the process of a bot starts, after ``started`` others have.

    Return the exit code and what was told.
    """
    command = ["tournament", "tictactoe", "bot.py", "random", "--games-per-pair", "10000", "--jobs", "4"]
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", *command],
        cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as program:  # fmt: skip
        until = time.monotonic() + PATIENCE
        seen: set[int] = set()
        while len(seen) <= started:
            assert program.poll() is None and time.monotonic() < until
            seen |= starting(program.pid)
        os.killpg(program.pid, signal.SIGINT)
        told = program.communicate(timeout=PATIENCE)[1]
    return program.returncode, told


@pytest.mark.skipif(not PROC.is_dir(), reason="the state of a process is read in /proc")
@pytest.mark.parametrize("started", [0, *(pytest.param(count, marks=pytest.mark.proof) for count in (0, 1, 2, 3) * 5)])
def test_a_tournament_is_stopped_with_one_sentence(tmp_path: Path, started: int) -> None:
    """Ctrl-C goes to the whole group, so also to a process in which Python is starting."""
    (tmp_path / "bot.py").write_text(BOT)
    code, told = interrupted(tmp_path, started)
    assert code == 130
    assert told.splitlines()[-1] == "Stopped. Goodbye."
    assert "Traceback" not in told
