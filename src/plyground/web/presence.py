"""The visitors who made a request in the last minutes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

PRESENT_FOR_S = 30 * 60.0
"""Seconds after a request during which a visitor counts as present: a hard exercise takes a while."""
MAX_VISITORS = 10_000
"""Most visitors that are stored, the latest ones."""


class Presence:
    """The time of the last request of each visitor."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._seen: OrderedDict[str, float] = OrderedDict()  # time of each visitor's last visit, the latest last

    def see(self, visitor: str) -> None:
        """Store that a visitor is here now."""
        self._seen[visitor] = self._now()
        self._seen.move_to_end(visitor)
        if len(self._seen) > MAX_VISITORS:
            self._seen.popitem(last=False)

    def present(self) -> set[str]:
        """Return the visitors who were seen in the last minutes."""
        since = self._now() - PRESENT_FOR_S
        return {visitor for visitor, at in self._seen.items() if at > since}
