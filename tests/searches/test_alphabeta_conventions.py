"""The text of alpha-beta as textbooks print it, and the text that follows every convention, are one search."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from random_trees import CONVENTIONS, root_of, trees
from recorded_steps import Footprints

from plyground.core.position import MAX, MIN
from plyground.searches import algorithm, setting
from plyground.searches.algorithms.alphabeta import alphabeta
from plyground.searches.algorithms.alphabeta_conventions import alphabeta_conventions
from plyground.searches.conventions import AIMA
from plyground.searches.tally import row

windows = st.tuples(st.integers(-5, 5), st.integers(-5, 5)).filter(lambda window: window[0] < window[1])


@given(trees, windows, st.sampled_from((MAX, MIN)))
def test_both_texts_make_the_same_steps_under_the_convention_of_the_book(
    tree: Any, window: tuple[int, int], side: int
) -> None:
    found = []
    root: Any = root_of(tree, side)
    for text in (alphabeta, alphabeta_conventions):
        trace = Footprints(row(1))
        found.append((text(root, 0, *window, side, setting(), trace), trace.prints[0]))
    assert found[0] == found[1]


def test_the_short_text_runs_under_the_convention_of_the_book_alone() -> None:
    known = algorithm("alphabeta")
    short = [convention for convention in CONVENTIONS if known.text_under(convention) is alphabeta]
    assert short == [AIMA, AIMA._replace(right_to_left=True)]
    assert {known.text_under(convention) for convention in CONVENTIONS if convention not in short} == {
        alphabeta_conventions
    }
