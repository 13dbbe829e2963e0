"""Searches of the bundled games on at most 64 cells: their sets of cells are words, compiled once."""

from __future__ import annotations

import random

import pytest
from samples import sample

from plyground import exact, game, search, setting, uct
from plyground.native import compiler
from plyground.native.shapes import WORD_BITS
from plyground.searches import Limit, deepen


def widths() -> set[int]:
    """Return the bits of the sets in all twins of this process since :data:`compiler._made` was cleared."""
    return {twin._loaded.code.options.wide_bits for twin in compiler._made.values()}


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


@pytest.mark.parametrize("name", sample(["othello", "breakthrough", "chess"], every=3))
def test_monte_carlo_tree_search_computes_in_words(name: str) -> None:
    compiler._made.clear()
    uct(game(name).start, playouts=10, seed=1, native=True)
    assert widths() == {WORD_BITS}


@pytest.mark.parametrize("name", sample(["othello", "breakthrough:width=4,height=5"], every=2))
def test_the_exact_solver_computes_in_words(name: str) -> None:
    compiler._made.clear()
    chance = random.Random(1)
    line = [game(name).start]
    while not line[-1].is_over():
        line.append(line[-1].play(chance.choice(list(line[-1].moves()))))
    exact(line[-5], native=True)
    assert widths() == {WORD_BITS}
