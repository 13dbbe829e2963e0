"""The clock of a game between two people: random moves and waits beside a ledger that is kept by hand."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import some

from plyground.errors import GameOver, SpecError
from plyground.games import game
from plyground.presentation.friend_game import FriendGame, ProposalKind
from plyground.presentation.friend_text import side_state, status
from plyground.presentation.game_clock import CLOCKS, GameClock

START = datetime(2026, 1, 1)
PLAYERS = ("ana", "bob")


def begun(clock: str, name: str = "nim") -> FriendGame:
    return FriendGame.begin(game(name), 0, "ana", 0, "secret", GameClock.parse(clock)).join("bob", "secret")


@given(st.lists(st.integers(0, 40_000), min_size=1, max_size=9), st.sampled_from(("60+1", "60+0", "180+2")))
def test_each_side_pays_for_its_own_waits_from_the_third_move_on(waits: list[int], spec: str) -> None:
    state, moment = begun(spec, "tictactoe"), START
    base, increment = (1000 * int(part) for part in spec.split("+"))
    ledger = [base, base]
    for ply, wait in some(enumerate(waits[:5])):  # five moves on 0 to 4 end no game
        moment += timedelta(milliseconds=wait)
        state = state.at(moment)
        if ply >= 2:
            ledger[ply % 2] -= wait
        if ledger[ply % 2] <= 0:
            assert state.late == ply % 2
            assert state.is_over
            assert state.mover is None
            with pytest.raises(GameOver):
                state.play(PLAYERS[ply % 2], ply)
            assert state.at(moment + timedelta(days=1)) == state
            return
        state = state.play(PLAYERS[ply % 2], ply).at(moment)
        if ply >= 2:
            ledger[ply % 2] += increment
        assert state.clock is not None
        assert list(state.clock.left_ms) == ledger
        assert GameClock.read(state.clock.written) == state.clock


def test_a_side_without_time_loses_in_words() -> None:
    state = begun("60+0", "connect_four")
    for visitor, column in (("ana", 0), ("bob", 1)):
        state = state.play(visitor, column).at(START)
    late = state.at(START + timedelta(seconds=61))
    assert str(status(late, 0)) == "Red ran out of time: Yellow wins."
    assert [str(side_state(late, side, is_here=True)[0]) for side in (0, 1)] == ["out of time", "won"]


def test_a_move_that_is_taken_back_returns_the_turn_and_no_time() -> None:
    state = begun("60+0", "tictactoe")
    for ply in range(3):
        state = state.at(START + timedelta(seconds=10 * ply)).play(PLAYERS[ply % 2], ply)
        state = state.at(START + timedelta(seconds=10 * ply))
    asked = state.at(START + timedelta(seconds=25)).propose("ana", ProposalKind.TAKEBACK)
    assert asked.proposal is not None
    back = asked.answer("bob", asked.proposal, agrees=True).at(START + timedelta(seconds=25))
    assert back.clock is not None
    assert back.clock.left_ms == (50_000, 55_000)
    assert back.clock.mover == 0


def test_a_rematch_begins_with_a_full_clock() -> None:
    state = begun("60+1", "tictactoe").resign("ana").propose("bob", ProposalKind.REMATCH)
    assert state.proposal is not None
    again = state.answer("ana", state.proposal, agrees=True)
    assert again.clock == GameClock.parse("60+1")
    assert again.holders == ("bob", "ana")


def test_time_before_the_server_began_is_not_counted() -> None:
    state = begun("60+0", "tictactoe")
    for ply in range(2):
        state = state.play(PLAYERS[ply], ply).at(START)
    again = state.resumed(START + timedelta(hours=1)).at(START + timedelta(hours=1, seconds=5))
    assert again.clock is not None
    assert again.clock.left_ms == (55_000, 60_000)


@pytest.mark.parametrize("text", ["0+1", "60", "-60+1", "60+999", "99999+0", "60+1 ", "６0+1", "a+b"])
def test_other_clocks_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(SpecError, match=r"such as 180\+2"):
        GameClock.parse(text)


def test_the_offered_clocks_can_be_read() -> None:
    assert [clock.spec if clock else "" for clock in map(GameClock.parse, CLOCKS)] == list(CLOCKS)
