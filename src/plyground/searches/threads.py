"""Several threads that search one position with one table, so that each uses the results of the others.

Compiled code releases Python's global lock, so the threads run in parallel. Each thread searches the whole position,
and the first to finish gives the answer. To avoid double work, a thread delays a move that another thread is searching,
and later finds its result in the table: simplified ABDADA (Weill 1996, The ABDADA distributed minimax search algorithm;
simplified by T. Kerrigan, to a mark for each position under search).
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.errors import SearchStopped
from plyground.searches.tally import COUNTS, NODES, STOP, row

MARK_PLACES = 1 << 12
"""Slots for marks; two positions in one slot are harmless."""
MAX_SHARED_PLIES = 10
"""Most plies from the root at which threads check for each other; deeper, checking costs more than it saves."""
SPACER_WORDS = 56
"""Words between the counts of two threads, so that they never share a line of the processor's cache."""
REPORT_INTERVAL_S = 0.02
"""Seconds between two reports of the other threads' counts, and between two checks for a request to stop."""


@rules
class NoSearchMarks(NamedTuple):
    """The null object for a search by one thread: no marks."""

    unused: int = 0  # unused, because compiled code has no classes without fields

    def busy(self, depth: int, key: int) -> bool:
        """Return True if another thread is at the position with this key."""
        return False

    def begin(self, depth: int, key: int) -> None:
        """Note that this thread starts to search the position."""

    def end(self, depth: int, key: int) -> None:
        """Note that this thread has finished the position."""


@rules
class SearchMarks(NamedTuple):
    """Marks of the positions that threads are searching now. Each thread sees the marks of the others."""

    marks: MutableSequence[int]  # keys of the positions under search, each in its place; 0 = none

    def busy(self, depth: int, key: int) -> bool:
        return depth < MAX_SHARED_PLIES and self.marks[key & MARK_PLACES - 1] == key

    def begin(self, depth: int, key: int) -> None:
        if depth < MAX_SHARED_PLIES:
            self.marks[key & MARK_PLACES - 1] = key

    def end(self, depth: int, key: int) -> None:
        if depth < MAX_SHARED_PLIES:
            self.marks[key & MARK_PLACES - 1] = 0


def new_search_marks() -> SearchMarks:
    """Return a table without marks."""
    return SearchMarks(row(MARK_PLACES))


def together(works: Sequence[Callable[[MutableSequence[int]], int]], counts: MutableSequence[int]) -> int:
    """Run each of ``works`` in its own thread. Return the answer of the first that finishes.

    Each is called with its own counts, in the order of a tally, in which it counts its nodes and checks ``STOP``. The
    nodes of all threads are added to ``counts`` while they run, and ``counts[STOP]`` stops them all, with
    :class:`SearchStopped`. The first error of any thread is raised.
    """
    if len(works) == 1:
        return works[0](counts)
    rows = [row(COUNTS + SPACER_WORDS) for _work in works]
    before = counts[NODES]
    from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait  # slow to import

    with ThreadPoolExecutor(len(works)) as threads:
        done: set[Future[int]] = set()
        try:  # Ctrl-C may come before all of them have started
            running = [threads.submit(work, own) for work, own in zip(works, rows, strict=True)]
            while not done:
                done, _others = wait(running, REPORT_INTERVAL_S, FIRST_COMPLETED)
                counts[NODES] = before + sum(own[NODES] for own in rows)
                if 0 < counts[STOP] <= counts[NODES]:
                    raise SearchStopped
        finally:
            for own in rows:
                own[STOP] = 1
    counts[NODES] = before + sum(own[NODES] for own in rows)
    return next(iter(done)).result()
