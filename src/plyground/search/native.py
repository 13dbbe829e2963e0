"""Native twins as people meet them: announced, open to Ctrl-C, and doing without where Numba is missing."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, MutableSequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any

from plyground.language import Sentence, _
from plyground.search.tally import STOP

Text = Callable[..., int]
"""A plain function of a position and more, as it stands or compiled."""


def native(text: Text, counts: MutableSequence[int], *examples: Any) -> Text:
    """The compiled twin of ``text``, called as it is; ``examples`` are arguments of the types to come.

    Ctrl-C sets ``counts[STOP]``, which the text must heed. Without Numba it is the plain text, after a
    warning. Raises :class:`RulesError` for rules that cannot be compiled.
    """
    if find_spec("numba") is None:
        sentence = _("Numba is not installed: searches run as plain Python, some 200 times slower.")
        warnings.warn(str(sentence), stacklevel=4)
        return text
    from plyground.compile import compiled  # imports Numba

    twin = compiled(text, *examples, announce=_tell)

    def run(*arguments: Any) -> int:
        # Compiled code does not hear Ctrl-C; a thread that waits for it does.
        with ThreadPoolExecutor(1) as thread:
            running = thread.submit(twin, *arguments)
            try:
                return running.result()
            except KeyboardInterrupt:
                counts[STOP] = 1
                raise

    return run


def _tell(sentence: Sentence) -> None:
    """Tell whoever waits at a terminal what for."""
    print(sentence, file=sys.stderr, flush=True)
