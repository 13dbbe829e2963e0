"""Optional libraries, imported when they are first used; a missing one raises an error that names it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from plyground.errors import SearchError
from plyground.i18n import _


def library(module: str, extra: str) -> Any:
    """Import a ``module`` of another library. Raise :class:`SearchError` that names the ``extra`` to install."""
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise  # the library is installed, but a library that it needs is missing
        raise SearchError(
            _("This needs {package}, which is not installed: pip install 'plyground[{extra}]'.", package=package, extra=extra)
        ) from None  # fmt: skip
