"""The fair queue: visitors take turns, and every place that is told comes true."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.errors import SearchError
from plyground.interfaces.web.turns import Ticket, Turns

VISITORS = st.lists(st.sampled_from("abcd"), max_size=20)
WHO = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("ABC")), max_size=20)


def in_a_loop(test: Callable[[], Any]) -> Any:
    async def run() -> Any:
        return test()

    return asyncio.run(run())


def order(turns: Turns, tickets: list[Ticket]) -> list[Ticket]:
    """The order in which tickets are called when each is left before the next."""
    called: list[Ticket] = []
    while new := [ticket for ticket in tickets if ticket.called and ticket not in called]:
        called += new
        for ticket in new:
            turns.leave(ticket)
    return called


def test_visitors_are_called_in_turn() -> None:
    def test() -> str:
        turns = Turns(1, 1, 9, 99)
        return "".join(ticket.visitor for ticket in order(turns, [turns.join(visitor) for visitor in "aaaabbc"]))

    assert in_a_loop(test) == "aabcaba"  # the second came before the others


def test_who_comes_as_many_keeps_nobody_else_waiting() -> None:
    def test() -> None:
        turns = Turns(1, 1, 9, 10)
        many = [turns.join(f"{number}", "A") for number in range(5)]
        with pytest.raises(SearchError, match="Too many computations are waiting"):
            turns.join("5", "A")
        other = turns.join("b", "B")
        assert turns.before(other) == 1  # once each address has had its turn
        assert order(turns, [*many, other]).index(other) == 2
        assert turns.join("6", "A").called
        for number in range(4):
            turns.join("c", f"{number}")
        for number in range(4, 9):
            turns.join("d", f"{number}")
        with pytest.raises(SearchError, match="Too many computations are waiting"):
            turns.join("e", "9")

    in_a_loop(test)


@given(WHO)
def test_the_place_that_is_told_comes_true(who: list[tuple[str, str]]) -> None:
    def test() -> None:
        turns = Turns(1, 1, 99, 99)
        tickets = [turns.join(*each) for each in who]
        told = {ticket: turns.before(ticket) for ticket in tickets}
        called = order(turns, tickets)
        assert len(called) == len(tickets)
        assert [told[ticket] for ticket in called] == [0, *range(len(called) - 1)][: len(called)]

    in_a_loop(test)


@given(VISITORS, st.integers(1, 4), st.integers(1, 4), st.randoms(use_true_random=False))
def test_places_are_filled_and_never_more_than_a_share_is_had(
    visitors: str, places: int, share: int, chance: Any
) -> None:
    def test() -> None:
        turns = Turns(places, share, 99, 99)
        here: list[Ticket] = []
        for visitor in visitors:
            here.append(turns.join(visitor))
            if chance.random() < 0.5:  # one goes, called or not
                turns.leave(here.pop(chance.randrange(len(here))))
            called = [ticket.visitor for ticket in here if ticket.called]
            waiting = {ticket.visitor for ticket in here if not ticket.called}
            assert len(called) <= places
            assert all(called.count(each) <= share for each in called)
            assert len(called) == places or all(called.count(each) == share for each in waiting)

    in_a_loop(test)


def test_who_has_too_many_is_told() -> None:
    def test() -> None:
        turns = Turns(1, 1, 2, 99)
        first, second = turns.join("a"), turns.join("a")
        with pytest.raises(SearchError, match="You have 2 computations under way or waiting"):
            turns.join("a")
        turns.join("b")
        turns.leave(second)
        turns.leave(first)
        assert turns.join("a") is not None

    in_a_loop(test)


@pytest.mark.parametrize("steps", range(6))
def test_who_leaves_as_the_turn_comes_has_left(steps: int) -> None:
    """After every step of the loop between the call and what wakes up from it."""

    async def test() -> bool:
        ticket = Turns(1, 1, 1, 9).join("a")  # called at once
        waiting = asyncio.create_task(ticket.wait(60))
        for _step in range(steps):
            await asyncio.sleep(0)
        awake = waiting.done()
        waiting.cancel()
        await asyncio.wait({waiting})
        return awake or waiting.cancelled()

    assert asyncio.run(test())
