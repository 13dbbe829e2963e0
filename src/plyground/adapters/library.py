"""Another library, imported when it is first used; a missing one is told in a sentence."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from plyground.errors import SearchError
from plyground.language import _


def library(module: str, extra: str) -> Any:
    """The ``module`` of another library; raises :class:`SearchError` with the ``extra`` of this package that installs it."""
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise  # it is there, and lacks something itself
        raise SearchError(
            _("This needs {package}, which is not installed: pip install 'plyground[{extra}]'.", package=package, extra=extra)
        ) from None  # fmt: skip
