"""The tables that speak for a move: together they are the difference of the values, and the judge names their cells."""

from __future__ import annotations

import random
from typing import Any

import pytest
from samples import some

from plyground import game, learn
from plyground.judge.because import because
from plyground.judge.judge import Judge
from plyground.learning.bundled_weights import path_of
from plyground.learning.learned import Learned
from plyground.learning.telling_tables import telling_tables
from plyground.learning.weights_file import read_weights

CONNECT_FOUR = game("connect_four")
BUNDLED = read_weights(path_of("connect_four")).evaluation(CONNECT_FOUR)
BREAKTHROUGH = game("breakthrough")


def two_children(start: Any, chance: random.Random, plies: int) -> tuple[Any, Any]:
    """Return two positions after moves from one random position, neither over."""
    while True:
        here = start
        for _ply in range(plies):
            if here.is_over():
                break
            here = here.play(chance.choice(list(here.moves())))
        children = [] if here.is_over() else [here.play(move) for move in here.moves()]
        going = [child for child in children if not child.is_over()]
        if len(going) > 1:
            one, other = chance.sample(going, 2)
            return one, other


def learned_breakthrough() -> Learned:
    """An evaluation with an exchange of the sides: the second side sees the board upside down."""
    return learn(BREAKTHROUGH, games=60, seed=1, tables="lines2", on_top="none").evaluation(BREAKTHROUGH)


@pytest.mark.parametrize("name", ["connect_four", "breakthrough"])
def test_all_tables_together_are_the_difference_of_the_values(name: str) -> None:
    played = game(name)
    evaluation = BUNDLED if name == "connect_four" else learned_breakthrough()
    chance = random.Random(2)
    for _pair in range(20):
        one, other = two_children(played.start, chance, 9)
        gains = sum(each.points for each in telling_tables(evaluation, one, other))
        losses = sum(each.points for each in telling_tables(evaluation, other, one))
        assert gains - losses == pytest.approx(evaluation.value(other) - evaluation.value(one), abs=3)


@pytest.mark.proof
def test_only_cells_near_the_change_tell_two_positions_apart() -> None:
    """After two different first moves of Breakthrough, tables without a changed cell say the same."""
    one, other = (BREAKTHROUGH.start.play(move) for move in list(BREAKTHROUGH.start.moves())[:2])
    marks = [BREAKTHROUGH.picture.marks(position) for position in (one, other)]
    changed = {cell for cell, (here, there) in enumerate(zip(*marks, strict=True)) if here != there}
    for table in some(telling_tables(learned_breakthrough(), one, other)):
        assert changed & set(table.cells)


def test_the_judge_names_the_cells_of_the_strongest_table() -> None:
    judge = Judge(CONNECT_FOUR, nodes=2_000)
    judge.evaluation = BUNDLED
    chance = random.Random(5)
    told = set()
    for _try in range(30):
        one, _other = two_children(CONNECT_FOUR.start, chance, 7)
        moves = list(one.moves())
        cause = because(judge, one, chance.choice(moves))
        told.add(cause.code)
        if cause.code == "learned":
            assert "as games have taught" in str(cause.sentence)
            assert cause.cells
            return
    pytest.fail(f"only {told}")
