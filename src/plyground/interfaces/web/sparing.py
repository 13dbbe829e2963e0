"""Imports at the start, without what no page needs: whoever has typed the command waits for them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

UNUSED = ("aiohttp", "requests", "tornado")
"""Clients, and another server, that python-engineio imports where they are installed: a third of NiceGUI's import."""


@contextmanager
def sparing() -> Iterator[None]:
    """Meanwhile what is ``UNUSED`` cannot be found, and no garbage is looked for: what an import makes stays.

    ``None`` in the place of a module says that there is none (docs.python.org/3/reference/import.html#the-module-cache).
    """
    hidden = [name for name in UNUSED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    gc.disable()
    try:
        yield
    finally:
        for name in hidden:
            sys.modules.pop(name, None)
        gc.freeze()  # nor later in what is there now
        gc.enable()
