"""Sweeps over all positions by number. Several threads work on one table, each on a piece of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import gcd
from typing import Any, NamedTuple

from plyground.core.position import MarkedPosition
from plyground.i18n import Number, Sentence, _
from plyground.searches.progress import unheard
from plyground.searches.threadless import worker_pool
from plyground.searches.twin import Text, twin
from plyground.solvers.table_memory import Bytes

PIECE = 1 << 17
"""Numbers that one thread takes at a time: some milliseconds of compiled code."""
PLAIN_NUMBERS = 20_000
"""Largest table, in positions, that runs as plain Python: loading the compiled function would take longer."""


def scattered(count: int) -> list[int]:
    """Return the numbers from 0 to ``count`` − 1 in golden-section steps (Knuth, 6.4), each far from the ones before.

    A sweep in this order spreads its marks over the whole table.
    """
    step = max(int(count * 0.6180339887), 1)
    while gcd(step, count) != 1:
        step += 1
    return [step * place % count for place in range(count)]


class Progress(NamedTuple):
    """The state of a running sweep."""

    title: Sentence  # subject of the sweep
    done: int  # position numbers visited so far
    total: int
    found: int  # positions found by this sweep so far
    seconds: float  # seconds since the sweep began

    @property
    def left(self) -> float:
        """Seconds until its end at the current speed."""
        return self.seconds * (self.total - self.done) / self.done

    @property
    def sentence(self) -> Sentence:
        """A sentence on the progress."""
        return _(
            "{title}: {done} of {total}, {found} found, {seconds} s left …",
            title=self.title,
            done=Number(self.done),
            total=Number(self.total),
            found=Number(self.found),
            seconds=Number(round(self.left)),
        )


@dataclass(frozen=True)
class Sweeper:
    """Threads and compiled code for sweeps over a table.

    ``on_progress`` is called after each piece; an exception that it raises ends the sweep.
    """

    threads: int = 1
    native: bool = True
    on_progress: Callable[[Progress], object] = unheard

    def compiles(self, codes: Bytes) -> bool:
        """Return True if the table ``codes`` is large enough that compiling is worth it."""
        return self.native and len(codes) > PLAIN_NUMBERS

    def text(self, text: Text, position: MarkedPosition, codes: Bytes, told: Any) -> Callable[[int, int], int]:
        """Return the function ``text`` with all arguments but the last two, ``first`` and ``last``, filled in; compiled
        for a large table.
        """
        run = twin(text, position, codes, told, 0, 0) if self.compiles(codes) else text
        return lambda first, last: run(position, codes, told, first, last)

    def sweep(
        self, title: Sentence, text: Text, position: Any, codes: Bytes, told: Any, enough: int | None = None
    ) -> int:
        """Call the function ``text(position, codes, told, first, last)`` for all pieces of ``codes``. Return the sum of
        its results.

        When the sum reaches ``enough``, no further piece is started. Raise :class:`RulesError` for rules that cannot be
        compiled.
        """
        found = 0
        for _part, count in self.pieces(title, text, position, codes, told, len(codes)):
            found += count
            if enough is not None and found >= enough:
                break
        return found

    def pieces(
        self,
        title: Sentence,
        text: Text,
        position: MarkedPosition,
        codes: Bytes,
        told: Any,
        total: int,
        *,
        piece: int | None = None,
        positions: int | None = None,
    ) -> Iterator[tuple[range, int]]:
        """Call the function ``text`` for all pieces of the numbers below ``total``. Yield each piece's numbers and its
        result.

        A thread takes ``piece`` numbers at a time (default: :data:`PIECE`). If the numbers stand for more positions
        than ``total``, ``positions`` is that count, and the progress counts positions.
        """
        run = self.text(text, position, codes, told)
        piece = piece or PIECE
        began = time.perf_counter()
        found = 0
        with worker_pool(self.threads if self.compiles(codes) else 1) as pool:
            try:
                places = scattered(-(-total // piece))
                parts = [range(piece * place, min(piece * (place + 1), total)) for place in places]
                counts = pool.map(lambda part: run(part.start, part.stop), parts)
                for done, (part, count) in enumerate(zip(parts, counts, strict=True), 1):
                    found += count
                    whole = total if positions is None else positions
                    visited = min(piece * done, total) * whole // total
                    self.on_progress(Progress(title, visited, whole, found, time.perf_counter() - began))
                    yield part, count
            finally:  # also runs if the caller stops early
                pool.shutdown(wait=False, cancel_futures=True)
