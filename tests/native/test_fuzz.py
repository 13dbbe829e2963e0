"""Random rule texts, compiled and in CPython: results, exceptions and arguments left unchanged are equal."""

from __future__ import annotations

import random

import pytest
from list_texts import ListText
from rule_texts import RuleText, difference
from samples import sample
from set_texts import SetText, set_arguments

from plyground.errors import RulesError
from plyground.native.options import Options

TEXTS = 200
SET_TEXTS = 120
LIST_TEXTS = 120
NEW_TEXTS = 50
NEW_SEEDS = range(1_000, 1_000_000_000)
WAYS = {
    "as it is": Options(),
    "no shared memory": Options(share=False),
    "cells of 64 bits": Options(cell_bits=64),
}
"""Ways to compile a text that must not matter."""


def compare(seed: int, way: str) -> None:
    found = difference(RuleText(seed).write(), f"<rule text {seed}>", WAYS[way])
    assert found is None, f"seed {seed}, {way}: {found}"


def compare_sets(seed: int, way: str) -> None:
    text = SetText(seed).write()
    found = difference(text, f"<set text {seed}>", WAYS[way], arguments=set_arguments)
    assert found is None, f"seed {seed}, {way}: {found}"


def compare_lists(seed: int, way: str) -> bool:
    """Compare a text with lists. Return False if it is refused, as a name may get values of two types."""
    try:
        found = difference(ListText(seed).write(), f"<list text {seed}>", WAYS[way])
    except RulesError:
        return False
    assert found is None, f"seed {seed}, {way}: {found}"
    return True


@pytest.mark.parametrize("part", sample(range(20), every=20))
def test_random_texts_mean_the_same_compiled(part: int) -> None:
    for seed in range(part, TEXTS, 20):
        compare(seed, "as it is")


@pytest.mark.parametrize("way", ["no shared memory", "cells of 64 bits"])
@pytest.mark.parametrize("part", sample(range(4), every=4))
def test_random_texts_mean_the_same_however_they_are_compiled(part: int, way: str) -> None:
    for seed in range(10 * part, TEXTS, 40):
        compare(seed, way)


@pytest.mark.parametrize("part", sample(range(20), every=20))
def test_random_texts_with_lists_mean_the_same_compiled(part: int) -> None:
    compiled = [compare_lists(seed, list(WAYS)[seed // 20 % len(WAYS)]) for seed in range(part, LIST_TEXTS, 20)]
    assert sum(compiled) >= len(compiled) // 2


@pytest.mark.parametrize("part", sample(range(20), every=20))
def test_random_texts_on_sets_of_cells_mean_the_same_compiled(part: int) -> None:
    for seed in range(part, SET_TEXTS, 20):
        compare_sets(seed, "as it is" if seed % 5 else list(WAYS)[seed // 5 % len(WAYS)])


def test_a_word_that_a_shift_takes_to_bit_63_is_wide_beside_wide_sets() -> None:
    compare_sets(30_116, "cells of 64 bits")


def test_bits_that_a_shifted_word_lost_are_missed_in_a_wide_sum() -> None:
    compare_sets(23_429, "as it is")


@pytest.mark.proof
def test_a_number_beyond_all_limits_is_refused() -> None:
    compare_sets(23_126, "as it is")


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(8))
def test_new_random_texts_on_sets_mean_the_same_compiled(part: int, dice: random.Random) -> None:
    for seed in dice.sample(NEW_SEEDS, NEW_TEXTS):
        compare_sets(seed, list(WAYS)[seed % len(WAYS)])


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(8))
def test_new_random_texts_with_lists_mean_the_same_compiled(part: int, dice: random.Random) -> None:
    compiled = [compare_lists(seed, list(WAYS)[seed % len(WAYS)]) for seed in dice.sample(NEW_SEEDS, NEW_TEXTS)]
    assert sum(compiled) >= len(compiled) // 2


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(8))
def test_new_random_texts_mean_the_same_compiled(part: int, dice: random.Random) -> None:
    for seed in dice.sample(NEW_SEEDS, NEW_TEXTS):
        compare(seed, list(WAYS)[seed % len(WAYS)])


@pytest.mark.parametrize("seed", [6_032, 6_085, 20_035, 20_377, 27_211, 32_342])
def test_texts_that_once_differed_or_were_refused(seed: int) -> None:
    """Rows of a name's positions that shared memory; tuples in registers, compared as rows; a pass of LLVM that ended
    the process; a number doubled in a loop.
    """
    for way in WAYS:
        compare(seed, way)


def test_a_list_reversed_in_a_loop_is_not_written_over() -> None:
    assert compare_lists(5_300_253, "as it is")
