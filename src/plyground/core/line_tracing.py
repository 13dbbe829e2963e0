"""A trace function of Python (:func:`sys.settrace`) that watches the lines of users' code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def lines_traced(hear: Callable[[FrameType, str, Any], Any]) -> Iterator[None]:
    """Call ``hear`` with each event of the code that runs in this context. Afterwards the earlier trace function is
    restored.
    """
    before = sys.gettrace()
    sys.settrace(hear)
    try:
        yield
    finally:
        sys.settrace(before)
