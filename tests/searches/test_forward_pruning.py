"""Forward pruning: a width that no position exceeds changes nothing, and a smaller one keeps the best moves."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import bot as bot_named
from plyground import game, search, setting
from plyground.bots import Thought
from plyground.errors import SearchError, SpecError
from plyground.searches.child_order import BestByEvaluation
from plyground.searches.run_search import search as searched
from plyground.trace.record import record

BACKGAMMON = game("backgammon")
RACE = BACKGAMMON.evaluations["race"]
CONTROL = BACKGAMMON.evaluations["board control"]
PIG = game("pig:target=30,faces=3,rounds=2")
FOUR = game("connect_four")
BEARING_OFF = BACKGAMMON.notation.parse("-BB--------------------bb- White 21")
"""A position near its end, whose plays win or lose at once."""


def reached(of: Any, plies: int, seed: int) -> Any:
    """Return an unfinished position of a game after random plies."""
    chance = random.Random(seed)
    position = of.start
    for _ply in range(plies):
        after = position.play(chance.choice(list(position.moves())))
        if after.is_over():
            break
        position = after
    return position


def static_value(position: Any, move: int, evaluation: Any) -> int:
    child = position.play(move)
    value = child.utility() * evaluation.win if child.is_over() else evaluation.value(child)
    return int(position.turn(child) * value)


@given(st.integers(0, 40), st.integers(0, 999), st.integers(1, 5))
@settings(deadline=None)
def test_the_best_moves_are_kept_and_every_outcome_of_chance(plies: int, seed: int, width: int) -> None:
    position = reached(BACKGAMMON, plies, seed)
    moves = list(position.moves())
    best = sorted(moves, key=lambda move: -static_value(position, move, CONTROL))[:width]
    assert list(BestByEvaluation(CONTROL, width).moves(position)) == (moves if position.is_chance() else best)


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2"])
@given(st.integers(0, 12), st.integers(0, 999))
@settings(deadline=None)
def test_a_width_that_no_position_exceeds_changes_no_value(algorithm: str, plies: int, seed: int) -> None:
    position = reached(PIG, plies, seed)
    evaluation = PIG.evaluations["lead"]
    full, wide = (
        searched(position, algorithm, setting(depth=4, evaluation=evaluation, width=width)) for width in (None, 9)
    )
    assert full.value == wide.value
    assert {root.move: root.value for root in full.moves} == {root.move: root.value for root in wide.moves}


@given(st.integers(0, 20), st.integers(0, 999))
@settings(deadline=None)
def test_alphabeta_of_a_sufficient_width_has_the_same_value(plies: int, seed: int) -> None:
    position = reached(FOUR, plies, seed)
    evaluation = FOUR.evaluations["threats"]
    full, wide = (
        searched(position, "alphabeta", setting(depth=3, evaluation=evaluation, width=width)) for width in (None, 7)
    )
    assert full.value == wide.value


def test_at_the_horizon_one_move_is_as_good_as_all() -> None:
    """The best move by the evaluation is the best of a search of one ply."""
    for seed in range(20):
        position = reached(BACKGAMMON, 5, seed)
        full, narrow = (
            searched(position, "expectiminimax", setting(depth=1, evaluation=CONTROL, width=width))
            for width in (None, 1)
        )
        assert full.value == narrow.value


def test_pruned_moves_are_told_and_get_values_on_request() -> None:
    position = BACKGAMMON.start.play(31)
    narrow = setting(depth=1, evaluation=RACE, width=3)
    found = searched(position, "expectiminimax", narrow)
    assert [root.bound for root in found.moves].count("exact") == 3
    assert {root.move for root in found.moves} == set(position.moves())
    assert found.nodes == 1 + 3
    assert all(root.bound == "exact" for root in searched(position, "expectiminimax", narrow, every_move=True).moves)
    last = searched(position, "expectiminimax", narrow, ties="last")  # all plays of a race are equal
    assert last.move == [root.move for root in found.moves if root.bound == "exact"][-1]


def test_a_pruned_search_proves_nothing() -> None:
    full = search(BEARING_OFF, "expectiminimax", setting(depth=1, evaluation=RACE))
    assert full.proven is False  # Black may still win
    won = BACKGAMMON.notation.parse("-A---------------------bb- White 21")
    assert search(won, "expectiminimax", setting(depth=1, evaluation=RACE)).proven
    assert not search(won, "expectiminimax", setting(depth=1, evaluation=RACE, width=1)).proven


def test_the_recorded_tree_has_the_kept_moves_alone() -> None:
    position = BACKGAMMON.start.play(31)
    run = record(position, "expectiminimax", setting(depth=2, evaluation=RACE, width=2))
    kept = list(run.children(0))
    assert len(kept) == 2
    assert all(len(list(run.children(child.number))) == 21 for child in kept)


@pytest.mark.proof
def test_the_compiled_search_visits_and_plays_as_its_text() -> None:
    bot = bot_named("expectiminimax:depth=3,width=2,evaluation=race", BACKGAMMON)
    for seed in range(2):
        position = reached(BACKGAMMON, 7, seed)
        plain = bot.choose(position, Thought(native=None)).result
        native = bot.choose(position, Thought(native=True, is_one_of_many=True)).result
        assert plain is not None
        assert native is not None
        assert (plain.move, plain.nodes, plain.line) == (native.move, native.nodes, native.line)
        assert native.value == pytest.approx(float(plain.value))


def test_a_width_needs_an_evaluation_and_a_move() -> None:
    with pytest.raises(SearchError, match="at least one move, not 0"):
        setting(depth=1, evaluation=RACE, width=0)
    with pytest.raises(SearchError, match="give an evaluation"):
        setting(depth=1, width=3)
    with pytest.raises(SearchError, match="give an evaluation"):
        bot_named("expectiminimax:evaluation=none,width=3", BACKGAMMON)
    with pytest.raises(SpecError):
        bot_named("expectiminimax:width=0", BACKGAMMON)
