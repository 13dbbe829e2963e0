"""Ctrl-C in compiled searches: in which thread they run."""

from __future__ import annotations

import signal
from array import array
from collections.abc import Iterator
from threading import Thread, current_thread, main_thread

import pytest

from plyground.searches.tally import STOP
from plyground.searches.twin import interruptible


@pytest.fixture
def counts() -> array[int]:
    return array("q", [0] * (STOP + 1))


@pytest.fixture
def deaf() -> Iterator[None]:
    """Ignore Ctrl-C as the processes of tournaments do."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


def test_the_main_thread_waits_for_ctrl_c(counts: array[int]) -> None:
    assert interruptible(counts, current_thread) is not current_thread()


def test_no_thread_is_begun_where_ctrl_c_is_ignored(deaf: None, counts: array[int]) -> None:
    assert interruptible(counts, current_thread) is current_thread()


def test_no_thread_is_begun_by_another_than_the_main_thread(counts: array[int]) -> None:
    found = []
    thread = Thread(target=lambda: found.append(interruptible(counts, current_thread)))
    thread.start()
    thread.join()
    assert found == [thread]


def test_ctrl_c_stops_the_search(counts: array[int]) -> None:
    def work() -> int:
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
        while not counts[STOP]:
            pass
        return 0

    with pytest.raises(KeyboardInterrupt):
        interruptible(counts, work)
    assert counts[STOP] == 1
