"""The time manager never plans more than there is, and uses what there is."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from samples import some

from plyground.core.time_manager import MIN_BUDGET_S, OVERHEAD_S, SAFE_SHARE, SUDDEN_DEATH_MOVES, Lag, MoveClock

SECONDS = st.floats(0, 10_000)
OVERHEADS = st.floats(0, 1)
CLOCKS = st.builds(
    MoveClock,
    left_s=st.none() | SECONDS,
    increment_s=SECONDS,
    moves_to_go=st.none() | st.integers(1, 200),
    overtime_s=SECONDS,
    overtime_moves=st.integers(1, 30),
    move_s=st.none() | st.floats(0.001, 10_000),
    overhead_s=OVERHEADS,
)
TINY_S = 1e-6


@given(CLOCKS)
def test_a_budget_is_never_more_than_what_remains_less_the_overhead(clock: MoveClock) -> None:
    if clock.left_s is None and clock.move_s is None:
        assert clock.budget_s is None and clock.most_s is None
        return
    assert clock.budget_s is not None and clock.most_s is not None
    assert MIN_BUDGET_S <= clock.budget_s <= clock.most_s
    if clock.left_s is not None:
        remaining_s = clock.left_s + clock.overtime_s / clock.overtime_moves
        assert clock.budget_s <= max(MIN_BUDGET_S, remaining_s - clock.overhead_s)
    if clock.move_s is not None:
        assert clock.budget_s <= max(MIN_BUDGET_S, clock.move_s - clock.overhead_s)


@given(st.floats(0.01, 10_000), st.floats(0, 100), st.integers(1, 100), OVERHEADS)
def test_the_moves_to_go_never_use_more_than_the_clock(
    left_s: float, increment_s: float, moves: int, overhead_s: float
) -> None:
    """Each move uses its whole budget, and the overhead besides. The clock must have an overhead for each."""
    assume(left_s >= moves * (overhead_s + MIN_BUDGET_S))
    for to_go in some(range(moves, 0, -1)):
        clock = MoveClock(left_s, increment_s, to_go, overhead_s=overhead_s)
        assert clock.budget_s is not None
        left_s -= clock.budget_s + overhead_s
        assert left_s >= -TINY_S
        left_s += increment_s


@given(st.floats(1, 10_000), st.integers(1, 200))
def test_nearly_all_the_time_is_used_by_the_last_move_to_go(left_s: float, moves: int) -> None:
    assume(left_s >= moves * 2 * OVERHEAD_S)
    whole_s = left_s
    for to_go in range(moves, 0, -1):
        budget_s = MoveClock(left_s, moves_to_go=to_go).budget_s
        assert budget_s is not None
        left_s -= budget_s + OVERHEAD_S
    assert -TINY_S <= left_s <= (1 - SAFE_SHARE) * whole_s + TINY_S


@given(st.floats(0.5, 1000), st.floats(0, 60), st.integers(1, 400))
def test_a_clock_without_a_number_of_moves_never_falls(left_s: float, increment_s: float, moves: int) -> None:
    """With an increment above the overhead it lasts for ever; without one, as long as it has the overhead."""
    for _move in some(range(moves)):
        budget_s = MoveClock(left_s, increment_s).budget_s
        assert budget_s is not None
        if left_s < MIN_BUDGET_S + OVERHEAD_S:
            assert increment_s <= MIN_BUDGET_S + OVERHEAD_S
            return
        left_s -= budget_s + OVERHEAD_S
        assert left_s >= -TINY_S
        left_s += increment_s


@given(CLOCKS, SECONDS)
def test_more_time_left_is_never_a_smaller_budget(clock: MoveClock, more_s: float) -> None:
    assume(clock.left_s is not None)
    more = clock._replace(left_s=(clock.left_s or 0) + more_s)
    assert (more.budget_s or 0) >= (clock.budget_s or 0) - TINY_S


@given(CLOCKS, SECONDS, st.sampled_from(["increment_s", "overtime_s"]))
def test_more_time_to_come_is_never_a_smaller_budget(clock: MoveClock, more_s: float, name: str) -> None:
    more = clock._replace(**{name: getattr(clock, name) + more_s})
    assert (more.budget_s or 0) >= (clock.budget_s or 0) - TINY_S


@pytest.mark.parametrize(
    ("clock", "budget_s"),
    [
        (MoveClock(300), 10.0),
        (MoveClock(300, moves_to_go=40), 7.5),
        (MoveClock(60, moves_to_go=1), 60.0),
        (MoveClock(60, moves_to_go=2), 30.0),
        (MoveClock(300, 3), (300 + 0.9 * 3 * 29) / 30),
        (MoveClock(0.5, 3), 0.25),  # the reserve grows
        (MoveClock(60, 3, 1), 60.0),  # the increment comes after the last of the moves
        (MoveClock(600, overtime_s=30), 30.0),
        (MoveClock(0, overtime_s=30, overtime_moves=5), 6.0),
    ],
)
def test_the_time_is_shared_among_the_moves_to_go(clock: MoveClock, budget_s: float) -> None:
    assert clock.budget_s == pytest.approx(SAFE_SHARE * budget_s - OVERHEAD_S)


def test_the_time_for_one_move_is_used_but_for_the_overhead() -> None:
    assert MoveClock(move_s=0.5).budget_s == pytest.approx(0.5 - OVERHEAD_S)
    assert MoveClock(300, move_s=2).budget_s == pytest.approx(2 - OVERHEAD_S)


def test_increments_are_used_and_leave_a_reserve() -> None:
    """After a long game nearly the increment is used for each move, and the clock still has some increments."""
    left_s, increment_s = 60.0, 1.0
    for _move in range(500):
        budget_s = MoveClock(left_s, increment_s).budget_s
        assert budget_s is not None
        left_s += increment_s - budget_s - OVERHEAD_S
    assert budget_s == pytest.approx(increment_s - OVERHEAD_S, rel=0.01)
    assert 2 * increment_s < left_s < SUDDEN_DEATH_MOVES * increment_s / 2


@pytest.mark.parametrize(
    "clock", [MoveClock(0), MoveClock(-3), MoveClock(0.01), MoveClock(0, 1), MoveClock(move_s=0.01)]
)
def test_a_bot_whose_time_is_up_moves_at_once(clock: MoveClock) -> None:
    assert clock.budget_s == clock.most_s == MIN_BUDGET_S


def test_a_lag_is_kept_free_from_the_next_moves_and_is_forgotten_slowly() -> None:
    lag, clock = Lag(), MoveClock(move_s=1)
    assert lag.added_to(clock) == clock
    lag.learn(clock, 0.5)  # the move was early
    assert lag.added_to(clock) == clock
    lag.learn(clock, 1.08)
    assert lag.added_to(clock).budget_s == pytest.approx(1 - OVERHEAD_S - 0.1)
    for _move in range(50):
        planned = lag.added_to(clock)
        lag.learn(planned, planned.budget_s or 0)
    assert lag.seconds < 0.001
    lag.learn(MoveClock(), 100)  # without a clock nothing is late
    assert lag.seconds < 0.001
