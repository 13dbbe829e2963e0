"""The fair queue: visitors take queue, and every place that is told comes true."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.errors import SearchError
from plyground.web.workers.fair_queue import RESERVED_FOR_S, FairQueue, QueueTicket

VISITORS = st.lists(st.sampled_from("abcd"), max_size=20)
WHO = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("ABC")), max_size=20)


def in_a_loop(test: Callable[[], Any]) -> Any:
    async def run() -> Any:
        return test()

    return asyncio.run(run())


def order(queue: FairQueue, tickets: list[QueueTicket]) -> list[QueueTicket]:
    """The order in which tickets are called when each is left before the next."""
    called: list[QueueTicket] = []
    while new := [ticket for ticket in tickets if ticket.called and ticket not in called]:
        called += new
        for ticket in new:
            queue.leave(ticket)
    return called


def test_visitors_are_called_in_turn() -> None:
    def test() -> str:
        queue = FairQueue(1, 1, 9, 99)
        return "".join(ticket.visitor for ticket in order(queue, [queue.join(visitor) for visitor in "aaaabbc"]))

    assert in_a_loop(test) == "aabcaba"  # the second came before the others


def test_places_can_be_added_and_taken_away() -> None:
    def test() -> None:
        queue = FairQueue(1, 1, 9, 99)
        tickets = [queue.join(visitor) for visitor in "abcd"]
        assert [ticket.called for ticket in tickets] == [True, False, False, False]
        queue.resize(3, 1)
        assert [ticket.called for ticket in tickets] == [True, True, True, False]
        queue.resize(1, 1)
        for ticket in tickets[:2]:
            queue.leave(ticket)
        assert not tickets[3].called  # one more than there are places is still called
        queue.leave(tickets[2])
        assert tickets[3].called

    in_a_loop(test)


def test_one_network_does_not_keep_others_waiting() -> None:
    def test() -> None:
        queue = FairQueue(1, 1, 9, 10)
        many = [queue.join(f"{number}", "A") for number in range(7)]
        with pytest.raises(SearchError, match="Too many computations are waiting"):
            queue.join("7", "A")
        other = queue.join("b", "B")
        assert queue.before(other) == 1  # once each address has had its turn
        assert order(queue, [*many, other]).index(other) == 2
        assert queue.join("8", "A").called
        for number in range(4):
            queue.join("c", f"{number}")
        for number in range(4, 9):
            queue.join("d", f"{number}")
        with pytest.raises(SearchError, match="Too many computations are waiting"):
            queue.join("e", "9")

    in_a_loop(test)


@given(WHO)
def test_the_place_that_is_told_comes_true(who: list[tuple[str, str]]) -> None:
    def test() -> None:
        queue = FairQueue(1, 1, 99, 99)
        tickets = [queue.join(*each) for each in who]
        told = {ticket: queue.before(ticket) for ticket in tickets}
        called = order(queue, tickets)
        assert len(called) == len(tickets)
        assert [told[ticket] for ticket in called] == [0, *range(len(called) - 1)][: len(called)]

    in_a_loop(test)


@given(VISITORS, st.integers(1, 4), st.integers(1, 4), st.randoms(use_true_random=False))
def test_places_are_filled_and_never_more_than_a_share_is_had(
    visitors: str, places: int, share: int, chance: Any
) -> None:
    def test() -> None:
        queue = FairQueue(places, share, 99, 99)
        here: list[QueueTicket] = []
        for visitor in visitors:
            here.append(queue.join(visitor))
            if chance.random() < 0.5:  # one goes, called or not
                queue.leave(here.pop(chance.randrange(len(here))))
            called = [ticket.visitor for ticket in here if ticket.called]
            waiting = {ticket.visitor for ticket in here if not ticket.called}
            assert len(called) <= places
            assert all(called.count(each) <= share for each in called)
            assert len(called) == places or all(called.count(each) == share for each in waiting)

    in_a_loop(test)


def test_visitors_with_too_many_jobs_are_told() -> None:
    def test() -> None:
        queue = FairQueue(1, 1, 2, 99)
        first, second = queue.join("a"), queue.join("a")
        with pytest.raises(SearchError, match="You have 2 computations running or waiting"):
            queue.join("a")
        queue.join("b")
        queue.leave(second)
        queue.leave(first)
        assert queue.join("a") is not None

    in_a_loop(test)


@pytest.mark.parametrize("steps", range(6))
def test_a_ticket_can_be_left_when_it_is_called(steps: int) -> None:
    """After every step of the loop between the call and what wakes up from it."""

    async def test() -> bool:
        ticket = FairQueue(1, 1, 1, 9).join("a")  # called at once
        waiting = asyncio.create_task(ticket.wait(60))
        for _step in range(steps):
            await asyncio.sleep(0)
        awake = waiting.done()
        waiting.cancel()
        await asyncio.wait({waiting})
        return awake or waiting.cancelled()

    assert asyncio.run(test())


def test_one_network_never_has_all_places_while_others_ask() -> None:
    def test() -> None:
        clock = [0.0]
        queue = FairQueue(3, 3, 9, 99, lambda: clock[0])
        many = [queue.join(f"{number}", "A") for number in range(5)]
        assert [ticket.called for ticket in many] == [True, True, True, False, False]  # nobody else is there
        other = queue.join("b", "B")
        queue.leave(many[0])
        assert other.called and not many[3].called
        queue.leave(other)
        assert not many[3].called  # the place stays free for others
        again = queue.join("c", "C")
        assert again.called  # at once
        queue.leave(again)
        clock[0] = RESERVED_FOR_S + 1
        queue.leave(many[1])
        assert many[3].called and many[4].called

    in_a_loop(test)


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def worked(queue: FairQueue, clock: Clock, seconds: float, *who: str) -> None:
    """Let a visitor work for so long."""
    ticket = queue.join(*who)
    assert ticket.called
    clock.seconds += seconds
    queue.leave(ticket)


def test_little_work_comes_first_inside_a_network() -> None:
    def test() -> None:
        clock = Clock()
        queue = FairQueue(1, 1, 9, 99, clock)
        worked(queue, clock, 9.0, "dear", "school")
        worked(queue, clock, 0.1, "cheap", "school")
        running = queue.join("somebody", "school")
        dear, cheap = queue.join("dear", "school"), queue.join("cheap", "school")
        assert running.called
        queue.leave(running)
        assert (dear.called, cheap.called) == (False, True)
        queue.leave(cheap)
        assert dear.called
        queue.leave(dear)
        clock.seconds += 300  # all is forgotten
        running, dear, cheap = (queue.join(name, "school") for name in ("somebody", "dear", "cheap"))
        queue.leave(running)
        assert (dear.called, cheap.called) == (True, False)

    in_a_loop(test)


def test_one_place_stays_free_for_cheap_jobs() -> None:
    """Eight attackers with cookies of their own hold one place of two; new browsers count as one."""

    def test() -> None:
        clock = Clock()
        queue = FairQueue(2, 1, 9, 99, clock)
        for number in range(8):
            worked(queue, clock, 4.0, f"attacker {number}", "school", "new in school" if number % 2 else "")
        worked(queue, clock, 0.1, "honest", "school")
        attackers = [
            queue.join(f"attacker {number}", "school", "new in school" if number % 2 else "") for number in range(8)
        ]
        assert sum(ticket.called for ticket in attackers) == 1
        honest = queue.join("honest", "school")
        assert honest.called
        for ticket in [ticket for ticket in attackers if ticket.called]:
            assert queue.is_waited_for(ticket)
        queue.leave(honest)
        assert sum(ticket.called for ticket in attackers) == 1

    in_a_loop(test)


def test_no_place_stays_free_for_nobody() -> None:
    def test() -> None:
        clock = Clock()
        queue = FairQueue(2, 2, 9, 99, clock)
        worked(queue, clock, 9.0, "alone")
        first, second = queue.join("alone"), queue.join("alone")
        assert first.called and second.called and not queue.is_waited_for(first)

    in_a_loop(test)
