"""The choice of the target: the machine for which this process makes, keeps and loads compiled code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, cast

from plyground.core import user_folders

IN_BROWSER = sys.platform == "emscripten"
"""True in Pyodide, which runs in a browser or in Node. There is no compiler there: twins come from another machine."""
BROWSER_TWINS = Path("/twins")
"""The folder of Pyodide's file system that a site fills with twins."""
ENTRY = "enter"
"""The name of the function that Python calls."""
Enter = Callable[[Any, Any], int]
"""Takes the addresses of the arguments and of the results; returns 0, or the number of the site that failed."""


class Target(Protocol):
    """A target: one module, with what differs from the other target."""

    @property
    def IS_PORTABLE(self) -> bool:
        """True if another Python than the one that makes a twin uses it: then code is known by its text."""

    @property
    def LOOKS(self) -> bool:
        """True if a search must look at the clock itself, because no thread can stop it."""

    def identity(self) -> list[str]:
        """Return what a twin depends on besides the texts of the rules and the search."""

    def object_code(self, text: str, *, rows: bool = False) -> bytes:
        """Return the object code of a text of LLVM. Needs llvmlite."""

    def load(self, code: bytes) -> Enter:
        """Return the function :data:`ENTRY` of object code. On this machine it runs without Python's lock."""


MACHINE, WASM32 = "machine", "wasm32"
"""The names of the targets, which are the names of their modules."""
OWN_TARGET = WASM32 if IN_BROWSER else MACHINE
"""The target of this process."""


@cache
def target(name: str) -> Target:
    """Return the target with this name."""
    return cast(Target, import_module(f"{__package__}.{name}"))


def can_compile() -> bool:
    """Return True if searches can run compiled in this process."""
    return BROWSER_TWINS.is_dir() if IN_BROWSER else has_compiler()


def has_compiler() -> bool:
    """Return True if this process can make object code, for any target."""
    return find_spec("llvmlite") is not None


def twins_folder() -> Path:
    """Return the folder that keeps compiled twins between runs."""
    return BROWSER_TWINS if IN_BROWSER else user_folders.cache_folder() / "twins"
