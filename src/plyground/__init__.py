"""plyground: a workbench for adversarial search in games.

Rules are written once, searches are written once, both as plain Python; the same text runs step by step
for people and compiled for speed.

>>> from plyground import game, search
>>> tictactoe = game("tictactoe")
>>> search(tictactoe.start).value  # a draw, when both sides play best
0
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground._api import *  # noqa: F403
    from plyground._api import __all__ as __all__

__version__ = "0.1.0"


class _Package(ModuleType):
    """A module that imports its public names when the first of them is used, so that the program's help is quick."""

    def __getattr__(self, name: str) -> Any:
        public = import_module("plyground._api")
        try:
            return getattr(public, name)
        except AttributeError:
            raise AttributeError(f"module 'plyground' has no attribute '{name}'") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.__all__]


sys.modules[__name__].__class__ = _Package
