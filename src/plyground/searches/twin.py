"""Compiled twins with messages for users: report compiling, react to Ctrl-C, and fall back to plain Python without
llvmlite.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from importlib.util import find_spec
from signal import SIG_IGN, SIGINT, getsignal
from threading import current_thread, main_thread
from typing import Any, TypeVar

from plyground.i18n import Sentence, _
from plyground.searches.tally import STOP

Text = Callable[..., int]
"""A plain or compiled function of a position and further arguments."""
Answer = TypeVar("Answer")
MISSING = _("llvmlite is not installed: searches run as plain Python, many times slower.")


def native(text: Text, counts: MutableSequence[int], *examples: Any) -> Text:
    """Return the compiled twin of ``text``, which Ctrl-C can stop: see :func:`twin`, :func:`interruptible`."""
    return partial(interruptible, counts, twin(text, *examples))


def twin(text: Text, *examples: Any) -> Text:
    """Return the compiled twin of ``text`` and report that it is compiled; ``examples`` are arguments of the types to
    come.

    Without llvmlite return the plain text, after a warning. Raise :class:`RulesError` for rules that cannot be
    compiled.
    """
    if find_spec("llvmlite") is None:
        warnings.warn(str(MISSING), stacklevel=4)
        return text
    from plyground.native.compiler import compiled  # imports llvmlite

    return compiled(text, *examples, announce=_listener.get())


def interruptible(counts: MutableSequence[int], work: Callable[..., Answer], *arguments: Any) -> Answer:
    """Return the result of ``work``, which must check ``counts[STOP]``; Ctrl-C sets it.

    Compiled code cannot receive Ctrl-C, so the main thread waits for Ctrl-C while another thread runs the work. Calls
    from other threads, and programs that ignore Ctrl-C, start no such thread.
    """
    if current_thread() is not main_thread() or getsignal(SIGINT) is SIG_IGN:
        return work(*arguments)
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
    """Call ``listener`` with messages about compiling in this thread, instead of printing them on the terminal."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)
