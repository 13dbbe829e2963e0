"""Start processes that never get Ctrl-C: it is for the program that started them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back in this thread while the body starts a process.

    The new process never gets it, not even while Python starts in it. This process gets it after the body, and so never
    leaves a process half started.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows has no signal masks
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # start it now, because its start lets Ctrl-C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
