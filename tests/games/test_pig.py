"""Pig: exact values of short races, and of the endless game by value iteration, as published."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from plyground import game, search, setting
from plyground.arena.match import Match
from plyground.conformance import check
from plyground.core.position import CHANCE

PIG = game("pig:target=5,faces=3,rounds=2")


@pytest.mark.parametrize("text", ["pig", "pig:target=5,faces=3,rounds=2", "pig:target=2,faces=2,rounds=1"])
def test_pig_keeps_the_contract_of_games(text: str) -> None:
    assert game(text).name == text
    assert check(game(text), games=3) == []


@cache
def worth(mine: int, yours: int, turn: int, left: int, target: int, faces: int, rolled: bool) -> Fraction:
    """Return the value for the player whose turn it is, by another recursion: over ``left``, the turns still to end."""
    if mine + turn >= target:
        return Fraction(1)
    if left == 0:
        return Fraction((mine > yours) - (mine < yours))
    after_one = -worth(yours, mine, 0, left - 1, target, faces, False)
    sum_of_rest = sum(worth(mine, yours, turn + face, left, target, faces, True) for face in range(2, faces + 1))
    roll = (after_one + sum_of_rest) / faces
    return max(roll, -worth(yours, mine + turn, 0, left - 1, target, faces, False)) if rolled else roll


@pytest.mark.parametrize(("target", "faces", "rounds"), [(5, 3, 2), (4, 2, 3), (6, 4, 1), (7, 3, 1)])
def test_short_races_told_otherwise(target: int, faces: int, rounds: int) -> None:
    known = game(f"pig:target={target},faces={faces},rounds={rounds}")
    found = search(known.start, "expectiminimax", setting=setting(scores="utility"))
    assert found.value == worth(0, 0, 0, 2 * rounds, target, faces, False)


@pytest.mark.parametrize(
    ("first", "second", "turn_total", "wins"),
    [(0, 0, 0, (4, 7)), (0, 0, 2, (5, 7)), (0, 2, 0, (2, 5)), (0, 2, 2, (3, 5)), (2, 0, 0, (4, 5)), (2, 2, 0, (2, 3))],
)
def test_the_endless_game_by_value_iteration(first: int, second: int, turn_total: int, wins: tuple[int, int]) -> None:
    """Neller & Presser 2004, Piglet to 2: with a coin whose heads count two here, to 4. Over the rules themselves."""
    start: Any = game("pig:target=4,faces=2").start

    def after(here: Any) -> list[Any]:
        return [here.play(move)._replace(turns=0) for move in here.moves()]

    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        fresh = set(after(here)) - reached
        reached |= fresh
        waiting += fresh
    values = {
        here: float(here.utility() * (1 if here.player == 0 else -1)) if here.is_over() else 0.0 for here in reached
    }
    for _again in range(80):  # the error shrinks by a half and more each time
        for here in reached:
            if not here.is_over():
                worths = [values[child] for child in after(here)]
                chance = here.to_move() == CHANCE
                values[here] = sum(worths) / 2 if chance else max(worths) if here.player == 0 else min(worths)
    asked = start._replace(first=first, second=second, turn_total=turn_total, rolling=int(turn_total == 0))
    assert (values[asked] + 1) / 2 == pytest.approx(wins[0] / wins[1], abs=1e-9)


def test_a_one_loses_the_points_of_the_turn() -> None:
    match = Match(PIG)
    for word in ("2", "roll", "1"):
        match = match.play(PIG.notation.parse_move(match.position, word))
    assert (match.position.first, match.position.player) == (0, 1)
    for word in ("3", "hold", "3", "roll", "2"):
        match = match.play(PIG.notation.parse_move(match.position, word))
    assert match.outcome is not None
    assert match.outcome.winner == 0
    assert match.position.points() == (5, 3)  # the points of the turn that wins are banked
    assert PIG.picture.marks(match.position) == "XXXXXOOO.."


def test_a_usual_game_goes_to_a_hundred_points_with_a_usual_die() -> None:
    usual = game("pig")
    match = Match.parse(usual, "6 hold 1 6 hold")
    assert match.position == usual.start._replace(first=12, player=1)  # turns are not counted, so positions can repeat
    assert len(usual.picture.marks(usual.start)) == 200


def test_the_lead_is_seen_from_both_sides() -> None:
    judge = PIG.evaluations["lead"]
    here: Any = PIG.start.play(3)
    assert (judge.value(here), judge.value(here.play(0)), judge.value(here.play(0).play(2))) == (3, 3, -1)
