"""Tic-tac-toe for three players: max^n against a memory of the same idea, told otherwise."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

from plyground import PositionError, game, search, setting
from plyground.conformance import check

THREE, SMALL = game("three"), game("three:width=3,height=3")
LINES = [
    {(row + step * down, column + step * across) for step in range(3)}
    for (row, column), (down, across) in product(product(range(4), repeat=2), ((0, 1), (1, 0), (1, 1), (1, -1)))
]


@pytest.mark.parametrize("text", ["three", "three:width=3,height=3", "three:width=6,height=3"])
def test_three_keeps_the_contract_of_games(text: str) -> None:
    assert game(text).name == text
    assert check(game(text), games=3) == []


@cache
def shares(board: str) -> tuple[int, ...]:
    """Return each player's utility on a 3 × 3 board of the signs 0, 1, 2 and ``.``; of equally good cells the first is taken."""
    for player in range(3):
        marks = {divmod(cell, 3) for cell, mark in enumerate(board) if mark == str(player)}
        if any(line <= marks for line in LINES):
            return tuple(2 if each == player else -1 for each in range(3))
    free = [cell for cell, mark in enumerate(board) if mark == "."]
    if not free:
        return 0, 0, 0
    mover = (9 - len(free)) % 3
    after = [shares(f"{board[:cell]}{mover}{board[cell + 1 :]}") for cell in free]
    return max(after, key=lambda each: each[mover])


@pytest.mark.parametrize("moves", [(0, 1, 4), (4, 0, 8), (1, 3, 5), (2, 4, 6, 8)])
def test_utilities_equal_an_independent_count(moves: tuple[int, ...]) -> None:
    here: Any = SMALL.start
    board = ["."] * 9
    for ply, cell in enumerate(moves):
        board[cell] = str(ply % 3)
        here = here.play(cell)
    found = search(here, "max-n", setting=setting(scores="utility"))
    assert found.utilities == shares("".join(board))
    assert search(here, "max-n-shallow", setting=setting(scores="utility")).utilities == found.utilities


def test_a_completed_line_wins_a_point_from_each_opponent() -> None:
    here: Any = THREE.start
    for cell in (0, 4, 8, 1, 5, 9):
        here = here.play(cell)
    won = here.play(2)
    assert won.utilities() == (2, -1, -1)
    assert THREE.outcome(won).winner == 0  # type: ignore[union-attr]


def test_an_open_line_counts_for_its_owner_and_against_the_others() -> None:
    judge: Any = THREE.evaluations["open-for-one"]
    here: Any = THREE.start.play(5)
    values = judge.values(here)
    assert sum(values) == 0
    assert values[0] > 0 > values[1] == values[2] == judge.value(here)


@pytest.mark.parametrize("text", ["3,0,0", "1,1,0", "7,112,896", "65536,0,0", "1,2"])
def test_wrong_positions_are_refused(text: str) -> None:
    with pytest.raises(PositionError):
        THREE.notation.parse(text)
