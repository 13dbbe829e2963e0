"""Garbage collection once a minute, so that it rarely delays a move.

By default Python starts a full collection whenever the number of old objects has grown by a quarter. With sixty pages
it takes 0.25 s, in which no move is answered. It came every few seconds, because games grow and closed pages have
reference cycles.
"""

from __future__ import annotations

import asyncio
import gc

INTERVAL_S = 60.0
FULL_THRESHOLD = 1000
"""Number of collections of younger objects (each after some 7,000 new objects) before Python starts a full one."""


async def collect_garbage() -> None:
    """Run a full collection once a minute, for ever."""
    young, middle, _old = gc.get_threshold()
    gc.set_threshold(young, middle, FULL_THRESHOLD)
    while True:
        await asyncio.sleep(INTERVAL_S)
        gc.collect()
