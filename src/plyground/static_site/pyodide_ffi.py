"""Pyodide's own module, which exists only in a browser: so it is imported when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def ffi() -> Any:
    """Return the module that converts values between Python and JavaScript."""
    return import_module("pyodide.ffi")
