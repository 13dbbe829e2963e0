"""A class plays while its server is killed and started again."""

from __future__ import annotations

import asyncio
import os

import pytest

from benchmarks.classroom import own_server, visit

pytest.importorskip("aiohttp")


@pytest.mark.skipif(os.name == "nt", reason="signals end processes otherwise there")
def test_no_move_is_lost_when_the_server_is_killed() -> None:
    with own_server() as server:
        outcome = asyncio.run(visit(server.url, 4, seconds=1, interval=0.1, kill=server))
    assert outcome.broken == []
    assert outcome.found_again == 4
