"""The accounts under which the work for visitors is counted, so that a visitor who has been here comes before newcomers."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

KNOWN_AFTER_S = 3.0
"""Seconds after its first request from which a browser counts for itself."""
MAX_VISITORS = 10_000
"""Most known browsers, and most newcomers, that are stored: the latest ones."""


class VisitorAccounts:
    """The browsers by the time of their first request.

    Cookies are free: a program can take a new one, or make one up, for each request. So newcomers of one network are
    counted together. A browser that still asks after :data:`KNOWN_AFTER_S` has an account of its own.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._arrived: OrderedDict[str, float] = OrderedDict()  # time of the first request of each newcomer
        self._known: OrderedDict[str, None] = OrderedDict()  # the latest last

    def account(self, visitor: str, network: str) -> str:
        """Return the name under which the work for a visitor is counted now."""
        if visitor not in self._known:
            if self._now() - self._arrived.setdefault(visitor, self._now()) < KNOWN_AFTER_S:
                _trim(self._arrived)
                return f"new in {network}"
            del self._arrived[visitor]
        self._known[visitor] = None
        self._known.move_to_end(visitor)
        _trim(self._known)
        return visitor


def _trim(visitors: OrderedDict[str, Any]) -> None:
    if len(visitors) > MAX_VISITORS:
        visitors.popitem(last=False)
