"""Requests take turns: a visitor with few requests does not wait for one network's many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from program import PATIENCE
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope, Send

from plyground.web.middleware.request_turns import HOLD_S, RequestTurnsMiddleware
from plyground.web.visitor_accounts import KNOWN_AFTER_S, VisitorAccounts
from plyground.web.workers.fair_queue import FairQueue


class Site:
    """A site whose requests end one by one when the test says so, each after a second of its clock."""

    def __init__(self, places: int = 1, room: int = 100) -> None:
        self.time = 0.0
        self.served: list[str] = []
        self.running: list[asyncio.Event] = []
        self.accounts = VisitorAccounts(lambda: self.time)
        self.app = RequestTurnsMiddleware(
            self.page, self.accounts, lambda: FairQueue(places, places, room, room, lambda: self.time)
        )

    async def page(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.served.append(scope["state"]["visitor"])
        event = asyncio.Event()
        self.running.append(event)
        await event.wait()

    def ask(self, visitor: str, network: str = "10.0.0.1", path: str = "/play/tictactoe") -> asyncio.Task[None]:
        scope = {"type": "http", "path": path, "state": {"visitor": visitor}, "client": (network, 1), "headers": []}
        return asyncio.create_task(self.app(scope, _receive, _send))

    async def go_on(self) -> None:
        """End the first running request."""
        await _settle()
        self.time += 1.0
        self.running.pop(0).set()
        await _settle()


async def _receive() -> Message:
    raise AssertionError


async def _send(message: Message) -> None:
    raise AssertionError


async def _settle() -> None:
    for _turn in range(20):
        await asyncio.sleep(0)


def run(story: Callable[[], Any]) -> None:
    asyncio.run(story())


def test_a_known_visitor_is_answered_before_a_flood_of_new_browsers_of_the_same_network() -> None:
    async def story() -> None:
        site = Site()
        site.ask("ana")
        await site.go_on()
        flood = [site.ask(f"new {number}") for number in range(40)]
        for _request in range(10):
            await site.go_on()
        site.ask("ana")
        await site.go_on()
        assert site.served[-1] == "ana"
        assert sum(each.done() for each in flood) < 13
        for each in flood:
            each.cancel()

    run(story)


def test_files_of_the_page_need_no_turn() -> None:
    async def story() -> None:
        site = Site()
        site.ask("ana")
        site.ask("ben", path="/static/1/page.css")
        await _settle()
        assert set(site.served) == {"ana", "ben"}

    run(story)


def test_a_request_that_waits_for_a_worker_gives_its_place_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        site = Site()
        site.ask("ana")
        site.ask("ben")
        await _settle()
        assert site.served == ["ana"]
        async with asyncio.timeout(PATIENCE):
            while site.served != ["ana", "ben"]:
                await asyncio.sleep(0.001)

    monkeypatch.setattr("plyground.web.middleware.request_turns.HOLD_S", HOLD_S / 100)
    run(story)


def test_a_request_for_a_worker_gives_its_place_away_at_once() -> None:
    async def story() -> None:
        site = Site()

        async def page(scope: Scope, receive: Receive, send: Send) -> None:
            scope["state"]["end_turn"]()
            await Site.page(site, scope, receive, send)

        site.app.app = page
        site.ask("ana")
        site.ask("ben")
        await _settle()
        assert site.served == ["ana", "ben"]

    run(story)


def test_newcomers_of_a_network_share_an_account_until_they_have_been_here_for_a_while() -> None:
    now = 0.0
    accounts = VisitorAccounts(lambda: now)
    assert {accounts.account(visitor, "10.0.0.1") for visitor in ("ana", "ben", "eve")} == {"new in 10.0.0.1"}
    now = KNOWN_AFTER_S
    for number in range(20_000):  # cookies that a program makes up
        assert accounts.account(f"made up {number}", "10.0.0.1") == "new in 10.0.0.1"
        if number == 5_000:
            assert accounts.account("ana", "10.0.0.1") == "ana"
    assert accounts.account("ana", "10.0.0.2") == "ana"
    assert accounts.account("ben", "10.0.0.1") == "new in 10.0.0.1"  # forgotten, as it never came back


def test_too_many_waiting_requests_are_refused() -> None:
    async def story() -> None:
        site = Site(room=4)
        tasks = [site.ask("ana") for _request in range(8)]
        await _settle()
        refused = [each for each in tasks if each.done()]
        assert len(refused) >= 4
        with pytest.raises(HTTPException) as told:
            refused[0].result()
        assert told.value.status_code == 429
        for each in tasks:
            each.cancel()

    run(story)
