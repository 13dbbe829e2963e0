"""Fast imports at the start of the program."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

UNUSED_MODULES = ("aiohttp", "requests", "tornado")
"""HTTP clients and a web server that python-engineio imports if they are installed: a third of NiceGUI's import
time.
"""


@contextmanager
def fast_import() -> Iterator[None]:
    """Hide :data:`UNUSED_MODULES` and pause the garbage collector during imports, whose objects stay anyway.

    ``None`` in place of a module means that it does not exist
    (docs.python.org/3/reference/import.html#the-module-cache).
    """
    hidden = [name for name in UNUSED_MODULES if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    gc.disable()
    try:
        yield
    finally:
        for name in hidden:
            sys.modules.pop(name, None)
        gc.freeze()  # later collections skip these objects, too
        gc.enable()
