"""Garbage collection of closed pages: complete, and at set times only."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from plyground.web.server import gc_schedule as sweeping


class Page:
    """Holds on to itself, as a page does whose buttons know it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.proof
def test_objects_of_closed_pages_are_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "INTERVAL_S", 0.0)
    page = Page()
    gc.collect()  # it is old now
    closed = weakref.ref(page)
    del page

    async def wait() -> None:
        task = asyncio.create_task(sweeping.collect_garbage())
        async with asyncio.timeout(10):
            while closed() is not None:
                await asyncio.sleep(0)
        task.cancel()

    before = gc.get_threshold()
    try:
        assert closed() is not None
        asyncio.run(wait())
    finally:
        gc.set_threshold(*before)
