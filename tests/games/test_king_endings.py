"""Solved endings of English draughts: they follow from the rules, two kings win, and the engine looks them up."""

from __future__ import annotations

import random
from functools import cache
from math import comb
from typing import Any

import pytest
from samples import some

from plyground import game
from plyground.bots import bot
from plyground.bots.ending_tables import EndingValues, table_of
from plyground.errors import UnsolvedPosition
from plyground.games.draughts.english_draughts import KingEnding, king_ending
from plyground.judge.solved_positions import solved_positions
from plyground.searches import new_tally
from plyground.solvers.explore import explore, perfect_line
from plyground.solvers.forward import after_each

DRAUGHTS = game("english_draughts")
LONGEST_WIN_PLIES, FEW_DRAWS = 33, 34
"""Figures of our own table, which the first test proves by the rules."""


@cache
def solved() -> EndingValues:
    return EndingValues(DRAUGHTS, table_of(KingEnding()).result())


def endings() -> list[KingEnding]:
    """Return each ending that goes on, once."""
    found = (KingEnding().unrank(number) for number in range(KingEnding().period()))
    return list(dict.fromkeys(each for each in found if each.valid() and not each.is_over()))


@pytest.mark.proof
def test_values_follow_from_the_rules() -> None:
    values = solved()
    for ending in some(random.Random(2).sample(endings(), 500)):
        here = ending.draughts
        assert king_ending(here) == ending
        assert values[here].preference == max(each.preference for each in after_each(values, here).values())


def test_two_kings_win_but_for_a_few_positions() -> None:
    values = solved()
    strong = [each.draughts for each in endings() if each.draughts.own.bit_count() == 2]
    worths = [values[here] for here in strong if here.other.bit_count() == 1]
    assert len(worths) == 14_880 == 32 * comb(31, 2)
    assert sum(worth.utility == 0 for worth in worths) == FEW_DRAWS
    assert not any(worth.utility < 0 for worth in worths)
    assert max(worth.distance or 0 for worth in worths) == LONGEST_WIN_PLIES


@pytest.mark.parametrize("text", ["W:WK32,K31:BK1", "B:BK10,K14:WK28"])
def test_the_engine_looks_the_ending_up(text: str) -> None:
    position: Any = DRAUGHTS.notation.parse(text)
    values = solved()
    assert values[position].utility == 1
    chosen = bot("engine:nodes=200000", DRAUGHTS).choose(position)
    assert values[position.play(chosen.move)].utility == -1
    line = perfect_line(values, position, values[position].distance or 0)
    for move in line:
        position = position.play(move)
    assert position.is_over()


def test_other_material_is_no_ending() -> None:
    assert king_ending(DRAUGHTS.start) is None
    assert king_ending(DRAUGHTS.notation.parse("W:WK32,31:BK1")) is None


def test_exploring_tells_the_distance_of_every_move() -> None:
    values, solution = solved_positions(DRAUGHTS, new_tally()), solved()
    position: Any = DRAUGHTS.notation.parse("W:WK32,K31:BK1")
    found = explore(values, position)
    assert found.value.utility == 1
    assert found.value.distance == solution[position].distance == len(found.line)
    with pytest.raises(UnsolvedPosition):
        values[DRAUGHTS.start]
