"""The code in a worker process: it runs jobs, which count and report in shared memory, and has limits."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from plyground.bots import BOTS, bot_file
from plyground.games.loading import Source, restore
from plyground.games.remote.remote_rules import run_rules_apart
from plyground.isolation.call_site import note_crashes, note_stalls
from plyground.searches.progress import unheard
from plyground.searches.tally import new_tally
from plyground.web.workers.progress_slot import SLOT_BYTES, ProgressSlot
from plyground.web.workers.rules_watch import SAMPLES, RulesWatch, rules_timeout_s
from plyground.web.workers.running_job import run_job, spent_memory

Answer = TypeVar("Answer")

MAX_WORKER_MEMORY_BYTES = 1 << 30
"""Memory limit of a process in bytes, if the system supports it (Linux: writable memory without code and files)."""
NICENESS = 10
"""Priority that a worker gives up, so that the server's own process answers requests before it. That of tournaments and
grading is lower still.
"""
ROOM_NICENESS = 5
"""The priority that workers give up whose answers a page waits for."""
COUNTS = len(new_tally().counts)


class SharedMemory(NamedTuple):
    """The memory that the server and its workers share: counts and a progress slot for each worker."""

    numbers: Any
    letters: Any

    def counts(self, worker: int) -> Any:
        """Return the counts of a worker's job."""
        return memoryview(self.numbers).cast("B").cast("q")[worker * COUNTS : (worker + 1) * COUNTS]

    def slot(self, worker: int) -> ProgressSlot:
        """Return the progress slot of a worker."""
        return ProgressSlot(memoryview(self.letters).cast("B")[worker * SLOT_BYTES : (worker + 1) * SLOT_BYTES])


_shared: SharedMemory  # shared memory can only be handed over when the process starts


def begin(
    shared: SharedMemory,
    given: tuple[Source, ...],
    bots: tuple[bot_file.BotSource, ...],
    notes: str,
    walled: bool,
    niceness: int,
) -> None:
    """Prepare this process for jobs, with the server's games and bots from files.

    The file ``notes`` gets the line at which the rules of a game do not return. If rules are ``walled``, they run in
    another process. The process is so much nicer than the server (``niceness``).
    """
    global _shared
    _shared = shared
    if hasattr(os, "nice"):
        os.nice(niceness)
    if walled:
        run_rules_apart(unheard, walled=True)
    elif given:
        note_crashes(notes)
        note_stalls(notes, rules_timeout_s() / SAMPLES)
    restore(given)
    for source in bots:
        bot_file.add(source, BOTS)
    _limit_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    RulesWatch(unheard).begin()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def work(worker: int, job: Callable[..., Answer], arguments: tuple[Any, ...], options: dict[str, Any]) -> Answer:
    """Run a job, with the counts and the progress slot of a worker."""
    try:
        return run_job(new_tally(_shared.counts(worker)), _shared.slot(worker).put, job, arguments, options)
    except MemoryError:
        raise spent_memory(MAX_WORKER_MEMORY_BYTES >> 20) from None


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not every system has this module
        return
    _now, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MAX_WORKER_MEMORY_BYTES if most == resource.RLIM_INFINITY else min(MAX_WORKER_MEMORY_BYTES, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, most))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
