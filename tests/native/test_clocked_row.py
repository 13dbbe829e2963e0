"""Counts that look at the clock without threads: Python sees the stop, compiled code a mark before it."""

from __future__ import annotations

from array import array

from plyground.native.clocked_row import (
    FIRST_VISITS,
    MAX_READS,
    ClockedRow,
    alarm,
    look_at,
    looked,
)
from plyground.searches.tally import COUNTS, NODES, STOP

NEVER_S = 1e6


def new_row() -> ClockedRow:
    return ClockedRow(COUNTS, NODES, STOP)


def memory(row: ClockedRow, place: int) -> int:
    """Return a number as compiled code sees it."""
    return memoryview(row)[place]


def visit(row: ClockedRow) -> None:
    """Count visits to the mark, as compiled code does."""
    memoryview(row)[NODES] = memory(row, STOP)


def test_compiled_code_stops_at_the_mark_and_goes_on_after_a_look() -> None:
    row = new_row()
    assert (row[STOP], memory(row, STOP)) == (0, FIRST_VISITS)
    visit(row)
    assert look_at(row.buffer_info()[0]) == 0
    assert row[STOP] == 0 and memory(row, STOP) > row[NODES] == FIRST_VISITS


def test_a_limit_in_nodes_is_exact() -> None:
    row = new_row()
    row[STOP] = 3 * FIRST_VISITS + 1
    looks = 0
    visit(row)
    while not row.look():
        looks += 1
        visit(row)
    assert row[NODES] == row[STOP] == 3 * FIRST_VISITS + 1
    assert looks > 0


def test_the_stop_is_the_mark_if_it_comes_first() -> None:
    row = new_row()
    row[STOP] = 5
    assert row[STOP] == memory(row, STOP) == 5
    row[NODES] = FIRST_VISITS
    row[STOP] = 0
    assert (row[STOP], memory(row, STOP)) == (0, 2 * FIRST_VISITS)
    row[NODES] = 0  # a new search: it looks soon again
    assert memory(row, STOP) == FIRST_VISITS


def test_an_alarm_rings_once_and_stops_compiled_code() -> None:
    row, rung = new_row(), []

    def ring() -> None:
        rung.append(1)
        row[STOP] = 1

    with alarm(0.0, ring):
        visit(row)
        assert row.look()
        assert row.look()
    assert (rung, row[STOP], memory(row, STOP)) == ([1], 1, 1)


def test_an_alarm_rings_in_plain_python() -> None:
    row = new_row()
    with alarm(0.0, lambda: row.__setitem__(STOP, 2)):
        assert any(row[STOP] for _read in range(2 * MAX_READS))


def test_a_repeated_alarm_rings_at_each_look_and_ends_with_its_context() -> None:
    row, rung = new_row(), []
    with alarm(0.0, lambda: rung.append(1), repeated=True), alarm(NEVER_S, lambda: rung.append(2)):
        row.look()
        row.look()
    row.look()
    assert rung == [1, 1]


def test_an_alarm_lets_every_row_look_soon() -> None:
    row, other = new_row(), new_row()
    for _look in range(5):  # a fast search: the next look is far away
        visit(row)
        row.look()
    assert memory(row, STOP) - row[NODES] > FIRST_VISITS
    with alarm(NEVER_S, lambda: None):
        assert [memory(each, STOP) - each[NODES] for each in (row, other)] == [FIRST_VISITS] * 2


def test_a_row_reads_as_its_numbers() -> None:
    row = new_row()
    row[NODES], row[STOP] = 7, 9
    assert list(row) == row[:] == [7, 0, 0, 0, 0, 0, 9, 0, 0, 0]


def test_counts_without_a_clock_always_stop() -> None:
    counts = array("q", [0]) * COUNTS
    assert looked(counts)
    assert look_at(counts.buffer_info()[0]) == 1
