"""The network of backgammon: shots as published, first plays as published, races, and its compiled twin."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground import bot, game
from plyground.games.backgammon.backgammon_network import NetworkEquity, shots
from plyground.games.backgammon.backgammon_rules import BAR, CHECKERS, Backgammon
from plyground.native.compiler import compiled

GAME = game("backgammon")
CUBE = game("backgammon:cube=yes")
EQUITY = NetworkEquity()
SHOTS = {
    1: 11,
    2: 12,
    3: 14,
    4: 15,
    5: 15,
    6: 17,
    7: 6,
    8: 6,
    9: 5,
    10: 3,
    11: 2,
    12: 3,
    15: 1,
    16: 1,
    18: 1,
    20: 1,
    24: 1,
}
"""Rolls of thirty-six that hit a blot so far away (P. Magriel 1976, Backgammon)."""
FIRST_PLAYS = {31: "8/5 6/5", 42: "8/4 6/4", 53: "8/3 6/3", 61: "13/7 8/7", 65: "24/13"}
"""First plays that all books agree on."""


def row(points: dict[int, int]) -> tuple[int, ...]:
    on = [points.get(point, 0) for point in range(1, BAR + 1)]
    return (CHECKERS - sum(on), *on)


def value(position: Any) -> int:
    return EQUITY.value(position)


def test_shots_are_counted_as_published() -> None:
    found = {distance: shots(row({25: 1}), row({distance: 1})) for distance in range(1, 25)}
    assert found == {distance: SHOTS.get(distance, 0) for distance in range(1, 25)}


def test_points_in_the_way_take_shots_away() -> None:
    blot = {17: 1}  # six points before the checker on 14
    assert shots(row({14: 1}), row(blot)) == SHOTS[6]
    assert shots(row({14: 1}), row({**blot, 14: 2})) == SHOTS[6] - 1  # without 3-3
    assert shots(row({14: 1}), row({**blot, 14: 2, 13: 2})) == SHOTS[6] - 2  # without 2-2, too


@pytest.mark.parametrize(("roll", "play"), FIRST_PLAYS.items())
def test_first_plays_are_those_of_the_books(roll: int, play: str) -> None:
    rolled = GAME.start.play(roll)
    chosen = bot("expectiminimax:depth=1", GAME).choose(rolled).move
    assert GAME.notation.format_move(rolled, chosen) == play


def test_a_won_race_is_worth_a_point_and_a_lost_one_costs_it() -> None:
    ahead, behind = row({1: 2}), row({6: 7, 5: 4})
    assert value(Backgammon(ahead, behind, 0, 0, 0, 0)) > 9_000
    assert value(Backgammon(behind, ahead, 0, 0, 0, 0)) < -9_000


def test_the_side_that_rolls_has_the_advantage_at_the_start() -> None:
    start = GAME.start._replace(opening=0)
    assert 0 < value(start) < 1_500
    assert value(start._replace(second=1)) == -value(start)  # before a roll values are those of the first side


@pytest.mark.proof
def test_the_compiled_network_agrees() -> None:
    position: Any = GAME.start
    native = compiled(NetworkEquity.value, EQUITY, position)
    chance = random.Random(4)
    for _ply in range(60):
        assert native(EQUITY, position) == value(position)
        moves = list(position.moves())
        if not moves:
            break
        position = position.play(chance.choice(moves))


def choice(text: str) -> str:
    position = CUBE.notation.parse(text)
    return CUBE.notation.format_move(position, bot("expectiminimax:depth=1", CUBE).choose(position).move)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("-b----E-C---eE---c-e----B- White - cube 1 -", "roll"),  # nobody is ahead
        ("-b----E-C---eE---c-e----B- White doubled cube 1 -", "take"),
        ("-BB--------------------bb- White - cube 1 -", "double"),  # doubles alone can save Black
        ("-BB--------------------bb- Black doubled cube 1 -", "drop"),
    ],
)
def test_plain_decisions_about_the_cube(text: str, move: str) -> None:
    assert choice(text) == move
