"""Processes for other people's code: their parent is a process that nothing depends on."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection

import pytest

from plyground.isolation.isolated_process import IsolatedProcess, ProcessEnded
from plyground.isolation.limits import Limits

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
FENCED = Limits(fenced=True)
PATIENCE_S = 120.0


def tell_parent(connection: Connection) -> None:
    """Send the number of the parent. Then wait."""
    connection.send((os.getpid(), os.getppid()))
    connection.recv()


def leave(connection: Connection, code: int) -> None:
    """End by an exit code, or by minus a signal."""
    if code < 0:
        signal.raise_signal(-code)
    os._exit(code)


def test_a_signal_to_the_parent_of_fenced_code_ends_nothing_else() -> None:
    process = IsolatedProcess(tell_parent, limits=FENCED)
    try:
        own, parent = process.receive_object(PATIENCE_S)
        assert len({own, parent, os.getpid()}) == 3
        os.kill(parent, signal.SIGKILL)
        with pytest.raises(ProcessEnded) as ended:  # so the fenced code has ended, too: it holds the other end
            process.receive(PATIENCE_S)
        assert ended.value.code == -signal.SIGKILL
    finally:
        process.end()


@pytest.mark.parametrize("code", [0, 3, -int(signal.SIGKILL), -int(signal.SIGTERM)])
def test_the_end_of_fenced_code_is_told(code: int) -> None:
    process = IsolatedProcess(leave, code, limits=FENCED)
    try:
        with pytest.raises(ProcessEnded) as ended:
            process.receive(PATIENCE_S)
        assert ended.value.code == code
    finally:
        process.end()
