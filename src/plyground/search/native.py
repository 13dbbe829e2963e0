"""Native twins as people meet them: announced, open to Ctrl-C, and doing without where Numba is missing."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from importlib.util import find_spec
from typing import Any, TypeVar

from plyground.language import Sentence, _
from plyground.search.tally import STOP

Text = Callable[..., int]
"""A plain function of a position and more, as it stands or compiled."""
Answer = TypeVar("Answer")
MISSING = _("Numba is not installed: searches run as plain Python, some 200 times slower.")


def native(text: Text, counts: MutableSequence[int], *examples: Any) -> Text:
    """The compiled twin of ``text``, called as it is and open to Ctrl-C: see :func:`twin`, :func:`interruptible`."""
    return partial(interruptible, counts, twin(text, *examples))


def twin(text: Text, *examples: Any) -> Text:
    """The compiled twin of ``text``, announced; ``examples`` are arguments of the types to come.

    Without Numba it is the plain text, after a warning. Raises :class:`RulesError` for rules that cannot be compiled.
    """
    if find_spec("numba") is None:
        warnings.warn(str(MISSING), stacklevel=4)
        return text
    from plyground.compile import compiled  # imports Numba

    return compiled(text, *examples, announce=_listener.get())


def interruptible(counts: MutableSequence[int], work: Callable[..., Answer], *arguments: Any) -> Answer:
    """What ``work`` gives; Ctrl-C sets ``counts[STOP]``, which it must heed.

    Compiled code does not hear Ctrl-C; a thread that waits for it does.
    """
    from concurrent.futures import ThreadPoolExecutor  # late, as it brings much

    with ThreadPoolExecutor(1) as thread:
        try:  # Ctrl-C may come before submit has returned
            return thread.submit(work, *arguments).result()
        except KeyboardInterrupt:
            counts[STOP] = 1
            raise


def _print(sentence: Sentence) -> None:
    print(sentence, file=sys.stderr, flush=True)


_listener: ContextVar[Callable[[Sentence], object]] = ContextVar("listener", default=_print)


@contextmanager
def announcing(listener: Callable[[Sentence], object]) -> Iterator[None]:
    """Let ``listener`` hear why a search of this thread does not begin yet, rather than whoever is at a terminal."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)
