"""Start worker processes by forking one process that has imported everything they need (fork server)."""

from __future__ import annotations

import multiprocessing
from typing import Any

from plyground.core.held_interrupts import interrupts_held
from plyground.errors import PlygroundError
from plyground.games.built_in import BUILT_IN
from plyground.i18n import _

READY = (
    *(f"plyground.web.pages.{room}.jobs" for room in ("game", "trees", "learn", "compare")),
    *(f"plyground.games.{each.module}" for each in BUILT_IN.values()),
    "plyground.native.code_generation",
)
"""Modules that the fork server imports. The last one imports LLVM."""


def demand_shared_memory() -> None:
    """Raise :class:`PlygroundError` if this system has no memory and locks that processes can share."""
    try:
        multiprocessing.RawArray("b", 1)
        multiprocessing.Lock()
    except (OSError, ImportError) as error:
        raise PlygroundError(
            _(
                "The page needs memory that its processes share, and the system refuses it: {reason}. The folder /dev/shm must be there and writable; in a container try: --tmpfs /dev/shm",
                reason=error,
            )
        ) from None  # fmt: skip


def context() -> Any:
    """Return the multiprocessing context of this system: a fork server if there is one, else new processes.

    The first call starts the fork server and returns at once.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver

    starting = multiprocessing.get_context("forkserver")
    starting.set_forkserver_preload(list(READY))
    with interrupts_held():
        forkserver.ensure_running()
    return starting
