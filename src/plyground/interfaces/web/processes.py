"""How worker processes start: all from one that has imported what they need."""

from __future__ import annotations

import multiprocessing
import signal
from typing import Any

READY = (
    *(f"plyground.interfaces.web.{jobs}" for jobs in ("jobs", "tree_jobs", "study_jobs", "compare_jobs")),
    "plyground.compile",
)
"""What that one has imported; the last brings Numba."""


def context() -> Any:
    """How they start here; where there is no such way, each begins by itself.

    The first call begins the one that the others come from, which goes on beside whoever calls.
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
