"""Ctrl-C at a terminal goes to every process of the program. One sentence answers, and no process prints a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from program import ENVIRONMENT, PATIENCE

SUBJECTS = ("plyground.cli", "plyground.isolation", "plyground.core.held_interrupts", "plyground.tournaments")
BOT = "def choose(position):\n    return min(position.moves())\n"
PROC = Path("/proc")


def processes_of(group: int) -> int:
    """Return the number of processes in a process group."""
    count = 0
    for path in PROC.glob("[0-9]*/stat"):
        try:
            count += int(path.read_text().rpartition(")")[2].split()[2]) == group
        except (OSError, IndexError):  # it has just ended
            continue
    return count


def interrupted(folder: Path, processes: int) -> tuple[int, str]:
    """Interrupt a tournament of students' bots as soon as it has this many processes that hear the terminal's Ctrl-C.

    A new process hears it until it has a session of its own. Return the exit code and what was told.
    """
    command = ["tournament", "tictactoe", "bot.py", "random", "--games-per-pair", "1000", "--jobs", "4"]
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", *command],
        cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as program:  # fmt: skip
        until = time.monotonic() + PATIENCE
        while processes_of(program.pid) < processes:
            assert program.poll() is None and time.monotonic() < until
        os.killpg(program.pid, signal.SIGINT)
        told = program.communicate(timeout=PATIENCE)[1]
    return program.returncode, told


@pytest.mark.skipif(not PROC.is_dir(), reason="the processes of a group are counted in /proc")
@pytest.mark.parametrize("processes", [3, *(pytest.param(count, marks=pytest.mark.long) for count in (2, 3, 4, 5) * 5)])
def test_a_tournament_is_stopped_with_one_sentence(tmp_path: Path, processes: int) -> None:
    """At three processes, the third is the first worker, in which Python is starting."""
    (tmp_path / "bot.py").write_text(BOT)
    code, told = interrupted(tmp_path, processes)
    assert code == 130
    assert told.splitlines()[-1] == "Stopped. Goodbye."
    assert "Traceback" not in told
