"""Sweeps: going through the numbers of all positions, piece by piece, with several threads on one table."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import gcd
from typing import Any, NamedTuple, TypeAlias

from plyground.language import Number, Sentence, _
from plyground.memory import zeros
from plyground.search.native import Text, twin

PIECE = 1 << 17
"""Numbers that one thread takes at a time: some milliseconds of compiled code."""
PLAIN = 20_000
"""Numbers that plain Python goes through before a compiled twin could be loaded."""

Bytes: TypeAlias = "memoryview[int]"
"""A table: a signed byte for each number."""


def table(size: int) -> Bytes:
    """A table of zeros."""
    return memoryview(zeros(size)).cast("b")


def memory() -> int:
    """Bytes of memory that this machine has; 4 GB where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 4 << 30


def scattered(count: int) -> list[int]:
    """The numbers from 0 to ``count`` − 1, each next one far from those before: golden-section steps (Knuth, 6.4).

    Where positions lead to others, what a sweep finds so soon spreads over all of them.
    """
    step = max(int(count * 0.6180339887), 1)
    while gcd(step, count) != 1:
        step += 1
    return [step * place % count for place in range(count)]


class Progress(NamedTuple):
    """How far a sweep has come."""

    title: Sentence  # what is looked for
    done: int  # numbers gone through
    total: int
    found: int  # by this sweep so far
    seconds: float  # since it began

    @property
    def left(self) -> float:
        """Seconds until its end, if it goes on like this."""
        return self.seconds * (self.total - self.done) / self.done

    @property
    def sentence(self) -> Sentence:
        """All of that in words."""
        return _(
            "{title}: {done} of {total}, {found} found, {seconds} s left …",
            title=self.title,
            done=Number(self.done),
            total=Number(self.total),
            found=Number(self.found),
            seconds=Number(round(self.left)),
        )


def unheard(progress: Progress) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Sweeper:
    """Who goes through a table: how many threads, compiled or not, and who hears of it.

    ``hear`` is called after each piece; what it raises ends the sweep.
    """

    threads: int = 1
    native: bool = True
    hear: Callable[[Progress], None] = unheard

    def compiles(self, codes: Bytes) -> bool:
        """Whether a table is worth compiled code."""
        return self.native and len(codes) > PLAIN

    def sweep(
        self, title: Sentence, text: Text, position: Any, codes: Bytes, told: int, enough: int | None = None
    ) -> int:
        """Call ``text(position, codes, told, first, last)`` for all pieces of ``codes``; the sum of what it returns.

        Once that sum is ``enough``, the pieces that nobody has begun are left out.
        Raises :class:`RulesError` for rules that cannot be compiled.
        """
        from concurrent.futures import (
            ThreadPoolExecutor,
        )  # takes long to import, and most runs of the program need none

        total = len(codes)
        native = self.compiles(codes)
        run = twin(text, position, codes, 0, 0, 0) if native else text
        began = time.perf_counter()
        found = 0
        with ThreadPoolExecutor(self.threads if native else 1) as pool:
            try:
                firsts = scattered(-(-total // PIECE))
                counts = pool.map(
                    lambda piece: run(position, codes, told, PIECE * piece, min(PIECE * (piece + 1), total)), firsts
                )
                for done, count in enumerate(counts, 1):
                    found += count
                    self.hear(Progress(title, min(PIECE * done, total), total, found, time.perf_counter() - began))
                    if enough is not None and found >= enough:
                        pool.shutdown(wait=True, cancel_futures=True)
                        break
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return found
