"""Start worker processes by forking one process that has imported everything they need (fork server)."""

from __future__ import annotations

import multiprocessing
import signal
from typing import Any

from plyground.games.built_in import BUILT_IN

READY = (
    *(f"plyground.web.pages.{room}.jobs" for room in ("game", "trees", "learn", "compare")),
    *(f"plyground.games.{each.module}" for each in BUILT_IN.values()),
    "plyground.native.code_generation",
)
"""Modules that the fork server imports. The last one imports LLVM."""


def context() -> Any:
    """Return the multiprocessing context of this system: a fork server if there is one, else new processes.

    The first call starts the fork server and returns at once.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver, resource_tracker

    starting = multiprocessing.get_context("forkserver")
    starting.set_forkserver_preload(list(READY))
    # Ctrl-C is for the server alone, also while this process is still importing: it inherits what is blocked here.
    resource_tracker.ensure_running()  # would be begun by the next, and unblocks it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return starting
