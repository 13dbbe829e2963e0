"""Threads on one table: the same answers, counted together, stopped together."""

from __future__ import annotations

from collections.abc import MutableSequence
from threading import Thread
from time import sleep

import pytest
from samples import some

from plyground import SearchError, SearchStopped, exact, game
from plyground.searches.tally import NODES, STOP, new_tally
from plyground.searches.threads import SearchMarks, new_search_marks, together
from plyground.solvers.exact import Solver
from tests.solvers.test_exact import CONNECT_FOUR, scored


@pytest.mark.proof
@pytest.mark.parametrize("native", [False, True])
def test_threads_solve_a_small_game(native: bool) -> None:
    """Every first move, with plain Python's threads too."""
    solver = Solver(game("tictactoe").start, threads=3, memory_mb=1, native=native)
    found = solver.exact(game("tictactoe").start, every_move=True)
    assert found.value == 0
    assert {score for _move, score in found.moves} == {0}
    assert found.nodes > 0


@pytest.mark.proof
def test_threads_find_the_published_scores() -> None:
    """As one thread has them, on a sample of each file (tests/data/connect_four)."""
    solver = Solver(CONNECT_FOUR.start, threads=2, memory_mb=64, native=True)
    for name in ("end_easy.txt", "middle_easy.txt", "middle_medium_200.txt"):
        positions = scored(name)
        for here, score in some(positions[:: len(positions) // 25]):
            assert solver.exact(here).value == score


def test_a_stop_reaches_all() -> None:
    """The empty board would take minutes."""
    tally = new_tally()

    def stop_soon() -> None:
        while not tally.counts[NODES]:
            sleep(0)
        tally.counts[STOP] = 1

    Thread(target=stop_soon, daemon=True).start()
    with pytest.raises(SearchStopped):
        exact(CONNECT_FOUR, threads=2, tally=tally, native=True, memory_mb=16)


def test_the_first_thread_to_finish_answers_and_stops_the_others() -> None:
    def quick(counts: MutableSequence[int]) -> int:
        counts[NODES] += 1
        return 7

    def endless(counts: MutableSequence[int]) -> int:
        while not counts[STOP]:
            pass
        counts[NODES] += 2
        raise SearchStopped

    counts = new_tally().counts
    counts[NODES] = 10
    assert together([endless, quick, endless], counts) == 7
    assert counts[NODES] == 15
    assert counts[STOP] == 0


def test_an_error_is_told() -> None:
    def fails(counts: MutableSequence[int]) -> int:
        raise SearchError("nothing")

    with pytest.raises(SearchError, match="nothing"):
        together([fails, fails], new_tally().counts)


def test_marks_say_who_is_where() -> None:
    marks = new_search_marks()
    key = -12345678901234567
    assert not marks.busy(3, key)
    marks.begin(3, key)
    assert marks.busy(3, key)
    assert not marks.busy(3, key + 1)
    assert not marks.busy(200, key)  # too deep to be worth the asking
    marks.end(3, key)
    assert marks == SearchMarks(marks.marks)
    assert not marks.busy(3, key)
