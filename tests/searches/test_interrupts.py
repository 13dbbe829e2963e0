"""Ctrl-C in compiled searches."""

from __future__ import annotations

import os
import signal
import sys
from array import array
from collections.abc import Iterator
from multiprocessing import get_context
from threading import Thread, active_count, main_thread

import pytest

from plyground.errors import SearchStopped
from plyground.searches.interrupts import interruptible
from plyground.searches.tally import STOP

FORK_TIMEOUT_S = 20


@pytest.fixture
def counts() -> array[int]:
    return array("q", [0] * (STOP + 1))


@pytest.fixture
def ignored() -> Iterator[None]:
    """Ignore Ctrl-C as the processes of tournaments do."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def noticed() -> Iterator[list[int]]:
    """Only note each Ctrl-C, as compiled code hides it from Python."""
    found: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: found.append(number))
    yield found
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def pipe() -> Iterator[int]:
    """Return the end of a pipe in which the program expects its signals, as asyncio does."""
    end, given = os.pipe()
    os.set_blocking(given, False)
    before = signal.set_wakeup_fd(given)
    yield end
    signal.set_wakeup_fd(before)
    os.close(end)
    os.close(given)


def press() -> None:
    signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)


def pressed_and_stopped(counts: array[int]) -> None:
    """Press Ctrl-C, and work until the search is stopped."""
    press()
    while not counts[STOP]:
        pass
    raise SearchStopped


def test_ctrl_c_stops_a_search_of_which_python_runs_no_line(noticed: list[int], counts: array[int]) -> None:
    for _search in range(20):
        counts[STOP] = 0
        with pytest.raises(SearchStopped):
            interruptible(counts, pressed_and_stopped, counts)
    assert len(noticed) == 20


def test_ctrl_c_interrupts_a_program_without_a_handler_of_its_own(counts: array[int]) -> None:
    for _search in range(20):
        counts[STOP] = 0
        with pytest.raises(KeyboardInterrupt):
            interruptible(counts, pressed_and_stopped, counts)
        assert counts[STOP] == 1


def test_a_handler_that_stops_a_plain_search_does_not_stop_the_next(counts: array[int]) -> None:
    def hurry(_number: int, _frame: object) -> None:
        counts[STOP] = 1

    before = signal.signal(signal.SIGINT, hurry)
    try:
        for _search in range(20):
            counts[STOP] = 0
            with pytest.raises(SearchStopped):
                interruptible(counts, pressed_and_stopped, counts)
            counts[STOP] = 0
            assert interruptible(counts, sum, range(100_000)) == 4_999_950_000
            assert counts[STOP] == 0
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_in_a_plain_search_stops_only_this_one(counts: array[int]) -> None:
    for _search in range(20):
        counts[STOP] = 0
        with pytest.raises(KeyboardInterrupt):
            interruptible(counts, press)
        assert counts[STOP] == 1
        counts[STOP] = 0
        assert interruptible(counts, sum, range(100_000)) == 4_999_950_000
        assert counts[STOP] == 0


def test_a_search_that_something_else_stopped_is_not_interrupted(counts: array[int]) -> None:
    def stopped() -> None:
        raise SearchStopped

    with pytest.raises(SearchStopped):
        interruptible(counts, stopped)


def test_ctrl_c_in_a_search_within_a_search_stops_both(noticed: list[int], counts: array[int]) -> None:
    inner = array("q", counts)
    with pytest.raises(SearchStopped):
        interruptible(counts, interruptible, inner, pressed_and_stopped, inner)
    assert (inner[STOP], counts[STOP]) == (1, 1)


def test_a_press_that_a_handler_has_answered_is_none_for_the_next_search(counts: array[int]) -> None:
    """The first search ends by itself just then, and the thread that listens has not been told yet."""
    answered: list[int] = []

    def answer(number: int, _frame: object) -> None:
        counts[STOP] = 1
        answered.append(number)
        signal.signal(signal.SIGINT, before)

    def stopped() -> None:
        assert counts[STOP] == 1
        raise SearchStopped

    switching = sys.getswitchinterval()
    sys.setswitchinterval(FORK_TIMEOUT_S)  # the other thread runs only while this one waits
    before = signal.signal(signal.SIGINT, answer)
    try:
        interruptible(counts, press)
        assert answered == [signal.SIGINT]
        with pytest.raises(SearchStopped):
            interruptible(counts, stopped)
    finally:
        sys.setswitchinterval(switching)
        signal.signal(signal.SIGINT, before)


def test_searches_share_one_thread(counts: array[int]) -> None:
    interruptible(counts, int)
    before = active_count()
    assert interruptible(counts, active_count) == before


def test_the_programs_own_pipe_gets_the_signals_too(pipe: int, noticed: list[int], counts: array[int]) -> None:
    with pytest.raises(SearchStopped):
        interruptible(counts, pressed_and_stopped, counts)
    assert os.read(pipe, 1) == bytes([signal.SIGINT])
    press()
    assert os.read(pipe, 1) == bytes([signal.SIGINT])


def test_ctrl_c_is_left_alone_where_it_is_ignored(ignored: None, counts: array[int]) -> None:
    interruptible(counts, press)
    assert counts[STOP] == 0


def test_another_thread_than_the_main_one_only_does_the_work(counts: array[int]) -> None:
    found = []
    thread = Thread(target=lambda: found.append(interruptible(counts, len, "work")))
    thread.start()
    thread.join()
    assert found == [4]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_process_has_a_listener_of_its_own(noticed: list[int], counts: array[int]) -> None:
    interruptible(counts, int)

    def interrupted() -> None:
        try:
            interruptible(counts, pressed_and_stopped, counts)
        except SearchStopped:
            os._exit(counts[STOP])

    child = get_context("fork").Process(target=interrupted)
    child.start()
    child.join(FORK_TIMEOUT_S)
    ended = child.exitcode
    child.kill()
    assert (ended, counts[STOP]) == (1, 0)
