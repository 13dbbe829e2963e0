"""The search for garbage among all pages: once a minute, so that it holds few moves up.

Python begins one whenever a quarter more objects have lasted. With sixty pages it takes 0.25 s, in which no move is answered,
and came every few seconds, since games grow and pages hold on to themselves when they are closed.
"""

from __future__ import annotations

import asyncio
import gc

MINUTE = 60.0
MANY = 1000
"""Searches among what is younger (each after some 7,000 new objects) after which one among all waits no longer."""


async def sweep() -> None:
    """Search once a minute, for ever."""
    young, middle, _old = gc.get_threshold()
    gc.set_threshold(young, middle, MANY)
    while True:
        await asyncio.sleep(MINUTE)
        gc.collect()
