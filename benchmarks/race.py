"""A race: contenders do the same work in turns, and the fastest run of each counts.

Every contender measures its own work, mostly in CPU time, so that what else the machine does tells little;
as they take turns, what it tells it tells of all of them alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

ROUNDS = 3
BURST = 0.1
"""A contender runs at least once in a round, and again for so many seconds."""
LONG = 2.0
"""A run of so many seconds is not repeated: little disturbs it by comparison."""


class Run(NamedTuple):
    """One run: what was counted (nodes, playouts, solved positions) and the seconds that it took."""

    count: int  # type: ignore[assignment]  # a tuple's method
    seconds: float


@dataclass(frozen=True)
class Contender:
    """A program that does the work, measured against others."""

    name: str
    run: Callable[[], Run]
    needed: float | None = None  # required speed of plyground as a multiple of this program's; None: no requirement
    is_limit: bool = False  # a time limit that we set ourselves, not a program


@dataclass(frozen=True)
class Work:
    """A task for plyground and for other programs."""

    title: str
    unit: str  # thing that is counted
    ours: Contender
    others: list[Contender] = field(default_factory=list)
    same_count: bool = True  # False: the others count something else
    noise: float = 0.0  # relative difference between counts that chance explains


@dataclass(frozen=True)
class Row:
    """The result of plyground against one other program."""

    work: str
    unit: str
    count: int
    ours: float  # seconds of plyground
    other: str
    theirs: float  # seconds of the other program
    needed: float | None
    is_limit: bool = False  # the other is a time limit that we set ourselves

    @property
    def ratio(self) -> float:
        """Return the other program's time divided by plyground's."""
        return self.theirs / self.ours

    @property
    def reached(self) -> bool:
        """Return True if plyground is as fast as it has to be."""
        return self.needed is None or self.ratio >= self.needed


class Disagreement(Exception):
    """Two contenders counted differently: they did not do the same work."""


def race(work: Work) -> list[Row]:
    """Run the work. Return one row for each of the others. Raise :class:`Disagreement`."""
    contenders = [work.ours, *work.others]
    best: dict[str, Run] = {}
    for _round in range(ROUNDS):
        for contender in contenders:
            spent = 0.0
            if contender.name in best and best[contender.name].seconds > LONG:
                continue
            while spent < BURST:
                run = contender.run()
                spent += run.seconds
                best[contender.name] = min(best.get(contender.name, run), run, key=lambda each: each.seconds)
    ours = best[work.ours.name]
    for other in work.others:
        if work.same_count and abs(best[other.name].count - ours.count) > work.noise * ours.count:
            raise Disagreement(f"{work.title}: {other.name} counts {best[other.name].count}, plyground {ours.count}")
    return [
        Row(
            work.title,
            work.unit,
            ours.count,
            ours.seconds,
            other.name,
            best[other.name].seconds,
            other.needed,
            other.is_limit,
        )
        for other in work.others
    ]


def on_cpu(work: Callable[[], int]) -> Run:
    """Run the work in this thread and measure its CPU time."""
    started = time.thread_time()
    count = work()
    return Run(count, time.thread_time() - started)


def allowed(count: int, seconds: float, name: str = "") -> Contender:
    """Return a limit of our own: the time that the work may take. ``name`` says it in other words."""
    return Contender(f"our limit: {name}" if name else "our limit", lambda: Run(count, seconds), 1.0, is_limit=True)
