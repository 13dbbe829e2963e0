"""Several threads that search one position on one table, each gaining from what the others have learnt.

Compiled texts let go of Python's lock, so that they run at once. Each thread searches the whole; whoever is
done first gives the answer. So that they do not do the same work, a thread puts off a move that another is
at, and finds its result in the table later: simplified ABDADA (Weill 1996, The ABDADA distributed minimax
search algorithm; simplified by T. Kerrigan, to a mark for each position under search).
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import NamedTuple

from plyground.errors import SearchStopped
from plyground.position import rules
from plyground.search.tally import COUNTS, STOP, VISITS, row

PLACES = 1 << 12
"""Marks there is room for; two positions in one place do no harm."""
SHARED = 10
"""Plies from the root down to which work is shared out: below, it is not worth the asking."""
APART = 56
"""Words between the counts of two threads, so that no line of the processor's cache is written by both."""
SECONDS = 0.02
"""How often the waiting thread passes on how far the others are, and whether they shall stop."""


@rules
class Alone(NamedTuple):
    """A search by one thread: nobody else is at any position."""

    unused: int = 0  # compiled code has no values without fields

    def busy(self, depth: int, key: int) -> bool:
        """Whether another thread is at the position with this key."""
        return False

    def begin(self, depth: int, key: int) -> None:
        """This thread goes to the position."""

    def end(self, depth: int, key: int) -> None:
        """It comes back."""


@rules
class Crew(NamedTuple):
    """The marks by which threads tell each other where they are."""

    marks: MutableSequence[int]  # the keys of positions under search, each in its place; 0 for none

    def busy(self, depth: int, key: int) -> bool:
        return depth < SHARED and self.marks[key & PLACES - 1] == key

    def begin(self, depth: int, key: int) -> None:
        if depth < SHARED:
            self.marks[key & PLACES - 1] = key

    def end(self, depth: int, key: int) -> None:
        if depth < SHARED:
            self.marks[key & PLACES - 1] = 0


def new_crew() -> Crew:
    """A crew at nothing yet."""
    return Crew(row(PLACES))


def together(works: Sequence[Callable[[MutableSequence[int]], int]], counts: MutableSequence[int]) -> int:
    """The answer of the first of ``works`` that has one; each runs in a thread of its own.

    Each is called with counts of its own, by the places of a tally, where it counts its visits and heeds
    ``STOP``. What all have visited is added to ``counts`` as they go, and ``counts[STOP]`` stops them all,
    with :class:`SearchStopped`. The first error of any of them is raised.
    """
    if len(works) == 1:
        return works[0](counts)
    rows = [row(COUNTS + APART) for _work in works]
    before = counts[VISITS]
    from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait  # late, as it brings much

    with ThreadPoolExecutor(len(works)) as threads:
        done: set[Future[int]] = set()
        try:  # Ctrl-C may come before all of them have begun
            running = [threads.submit(work, own) for work, own in zip(works, rows, strict=True)]
            while not done:
                done, _others = wait(running, SECONDS, FIRST_COMPLETED)
                counts[VISITS] = before + sum(own[VISITS] for own in rows)
                if 0 < counts[STOP] <= counts[VISITS]:
                    raise SearchStopped
        finally:
            for own in rows:
                own[STOP] = 1
    counts[VISITS] = before + sum(own[VISITS] for own in rows)
    return next(iter(done)).result()
