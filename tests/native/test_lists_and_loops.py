"""Lists that loops make, and loops and types without end: compiled, they mean the same or are refused."""

from __future__ import annotations

from typing import Any

import pytest
from language_board import Board
from refusals import refused

from plyground.core.bits import put
from plyground.errors import RulesError
from plyground.native.compiler import Twin, compiled


def without_end(value: Any, number: int) -> int:
    """Each call has an argument of another type."""
    return number if number < 1 else without_end((value, number), number - 1)


def test_types_without_end_are_refused_in_a_sentence() -> None:
    with refused(
        RulesError,
        "its calls, its types or an expression go too deep: write it in smaller steps, each name with values of one type",
    ):
        compiled(without_end, 1, 2)


def pair_after_a_search(number: int) -> tuple[int, int]:
    while True:
        if number % 7 == 3:
            return number, number * 2
        number += 1


def row_after_ten_rounds(number: int) -> tuple[int, ...]:
    cells = (1, 2, 3, 4, 5, 6, 7, 8)
    while True:
        cells = put(cells, number % 8, number)  # type: ignore[assignment]
        number += 1
        if number > 19:
            return cells


def after_an_endless_loop(number: int) -> int:
    while 1:
        number -= 1
        if number < 0:
            while True:
                number += 4
                if number > 2:
                    break
            break
    else:
        number = 100
    return number


@pytest.mark.parametrize("function", [pair_after_a_search, row_after_ten_rounds, after_an_endless_loop])
@pytest.mark.parametrize("number", [0, 9, 17])
def test_nothing_need_follow_an_endless_loop(function: Any, number: int) -> None:
    assert compiled(function, number)(number) == function(number)


def listed(board: Any, length: int) -> int:
    numbers = [0]
    for each in range(length):
        numbers.append(each)
    return numbers[-1] + len(numbers)


def test_a_list_may_be_long() -> None:
    native = compiled(listed, Board(), 1)
    for length in (10, 300, 5_000):
        assert native(Board(), length) == listed(Board(), length)


def joined_in_a_loop(board: Any, rounds: int) -> int:
    row = [1, 2]
    for _round in range(rounds):
        row = row + [7]  # noqa: RUF005
    return 100 * len(row) + row[0]


def turned_in_a_loop(board: Any, rounds: int) -> int:
    row = [1, 2, 3]
    for _round in range(rounds):
        row = row[::-1]
    return row[0]


def sorted_in_a_loop(board: Any, rounds: int) -> int:
    row = [4, 2]
    for number in range(rounds):
        row.append(number)
        row = sorted(row)
    return 100 * len(row) + row[-1]


def filtered_in_a_loop(board: Any, rounds: int) -> int:
    row = list(board.cells)
    for number in range(rounds):
        row = [each for each in row if each != number]
    return 100 * len(row) + sum(row)


def pairs_in_a_loop(board: Any, rounds: int) -> int:
    rows = [(1, 2), (3, 4)]
    for number in range(rounds):
        rows = rows + [(number, number)]  # noqa: RUF005
    return 100 * len(rows) + rows[0][1] + rows[-1][0]


def longer(row: list[int]) -> list[int]:
    return row + [len(row)]  # noqa: RUF005


def replaced_by_a_function(board: Any, rounds: int) -> int:
    row = [5]
    for _round in range(rounds):
        row = longer(row)
    return 100 * len(row) + row[0] + row[-1]


@pytest.mark.parametrize(
    "function",
    [
        joined_in_a_loop,
        turned_in_a_loop,
        sorted_in_a_loop,
        filtered_in_a_loop,
        pairs_in_a_loop,
        replaced_by_a_function,
    ],
    ids=lambda function: str(function.__name__),
)
def test_a_list_made_in_a_loop_from_the_list_of_the_same_name(function: Any) -> None:
    native = Twin.for_examples(function, (Board(), 1))
    for rounds in range(6):
        assert native(Board(), rounds) == function(Board(), rounds)
