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
    from plyground.public import *  # noqa: F403

__version__ = "0.1.0"


class _Package(ModuleType):
    """Brings its public names when the first is asked for: the program shows its help without all of them."""

    def __getattr__(self, name: str) -> Any:
        public = import_module("plyground.public")
        try:
            return getattr(public, name)
        except AttributeError:
            raise AttributeError(f"module 'plyground' has no attribute '{name}'") from None

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in ("game", "search") and isinstance(value, ModuleType)):  # here these are functions
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.__all__]


sys.modules[__name__].__class__ = _Package
