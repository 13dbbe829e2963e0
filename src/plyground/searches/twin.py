"""Compiled twins with messages for users: report compiling, and fall back to plain Python without llvmlite."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any

from plyground.i18n import Sentence, _
from plyground.native.targets.target import IN_BROWSER, can_compile
from plyground.searches.interrupts import interruptible

Text = Callable[..., int]
"""A plain or compiled function of a position and further arguments."""
MISSING = (
    _("Browsers cannot compile new rules: searches run as plain Python, many times slower.")
    if IN_BROWSER
    else _("llvmlite is not installed: searches run as plain Python, many times slower.")
)


def native(text: Text, counts: MutableSequence[int], *examples: Any) -> Text:
    """Return the compiled twin of ``text``, which Ctrl-C can stop: see :func:`twin` and
    :func:`~plyground.searches.interrupts.interruptible`."""
    return partial(interruptible, counts, twin(text, *examples))


def twin(text: Text, *examples: Any) -> Text:
    """Return the compiled twin of ``text`` and report that it is compiled; ``examples`` are arguments of the types to
    come.

    Without llvmlite return the plain text, after a warning. Raise :class:`RulesError` for rules that cannot be
    compiled.
    """
    if not can_compile():
        warnings.warn(str(MISSING), stacklevel=4)
        return text
    from plyground.native.compiler import compiled  # imported here because it imports llvmlite

    return compiled(text, *examples, on_message=_listener.get())


def _print(sentence: Sentence) -> None:
    """Print a sentence for the person at a terminal. A script that reads the errors is not told."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(sentence, file=sys.stderr, flush=True)


_listener: ContextVar[Callable[[Sentence], object]] = ContextVar("listener", default=_print)


@contextmanager
def announcing(listener: Callable[[Sentence], object]) -> Iterator[None]:
    """Call ``listener`` with messages about compiling in this thread, instead of printing them on a terminal."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)
