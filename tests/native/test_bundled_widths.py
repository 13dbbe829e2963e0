"""Searches of the bundled games on at most 64 cells: their sets of cells are words, compiled once."""

from __future__ import annotations

import pytest
from samples import sample

from plyground import game, search, setting
from plyground.native import compiler
from plyground.native.shapes import WORD_BITS
from plyground.searches.deepen import Limit, deepen


def widths() -> set[int]:
    """Return the bits of the sets in all twins of this process since :data:`compiler._made` was cleared."""
    return {twin._loaded.code.options.wide_bits for twin, _text in compiler._made.values()}


@pytest.mark.parametrize("name", sample(["connect_four", "othello", "breakthrough", "chess"], every=4))
def test_an_engine_computes_in_words(name: str) -> None:
    compiler._made.clear()
    deepen(game(name).start, Limit(depth=5), native=True)
    assert widths() == {WORD_BITS}


@pytest.mark.parametrize("name", sample(["connect_four", "chess"], every=2))
def test_alpha_beta_with_the_usual_evaluation_computes_in_words(name: str) -> None:
    compiler._made.clear()
    chosen = game(name)
    evaluation = next(iter(chosen.evaluations.values()))
    search(chosen.start, "alphabeta", setting(depth=4, evaluation=evaluation), native=True)
    assert widths() == {WORD_BITS}
