"""Twins of every search on every game: the same steps in the same order, plain and compiled."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import CONVENTIONS
from recorded_steps import Footprints
from samples import sample

from plyground import game, setting
from plyground.native.compiler import compiled
from plyground.searches import ALGORITHMS, Limit, algorithm, deepen, engine
from plyground.searches.scores import INFINITY, NAMES
from plyground.searches.tally import row
from plyground.searches.transposition_table import Table

GAMES = {
    text: game(text)
    for text in (
        "tictactoe",
        "mnk:width=4,height=3,k=3",
        "connect_four",
        "othello",
        "othello:size=4",
        "breakthrough",
        "hex",
        "domineering",
    )
}
TEXTS = [name for name, known in ALGORITHMS.items() if known.compiles and not (known.alone or known.for_each)]
WHOLLY = ("tictactoe", "connect_four", "othello")
"""Games on which every search is compared; the others with the search that asks the most of a game."""
PAIRS = [(name, text) for text in GAMES for name in (TEXTS if text in WHOLLY else ["pvs"])]
QUICK = [(name, "tictactoe") for name in ("minimax", "pvs")]
"""Settings of the comparison each time; a twin on a larger game takes seconds to make, so that the rest are proofs."""


@st.composite
def positions(draw: Any, text: str) -> Any:
    """A position of a game, reached by random play."""
    here: Any = GAMES[text].start
    for _ply in range(draw(st.integers(0, 12))):
        if here.is_over():
            break
        here = here.play(draw(st.sampled_from(list(here.moves()))))
    return here


@pytest.mark.parametrize(
    ("name", "text"), [pytest.param(*pair, marks=[] if pair in QUICK else pytest.mark.proof) for pair in PAIRS]
)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_every_step_in_the_same_order(name: str, text: str, data: Any) -> None:
    """Positions, windows, replies, cuts, table hits and values, one after the other, leave the same footprints."""
    here = data.draw(positions(text))
    known = algorithm(name)
    judge = next(iter(GAMES[text].evaluations.values()))
    chosen: Any = setting(
        depth=data.draw(st.integers(1, 3)),
        evaluation=judge,
        scores=data.draw(st.sampled_from(NAMES)),
        convention=data.draw(st.sampled_from(CONVENTIONS)),
    )
    window = (-INFINITY, INFINITY) if known.windowed else ()
    text_of_search = known.text_under(chosen.convention)
    prints = []
    for native in (False, True):
        trace = Footprints(row(1))
        given_to = engine(here, memory_mb=1)._replace(**chosen._asdict()) if known.remembers else chosen
        arguments = (here, 0, *window, 1, given_to, trace)
        function = compiled(text_of_search, *arguments) if native else text_of_search
        function(*arguments)
        prints.append(trace.prints[0])
    assert prints[0] == prints[1]


@pytest.mark.parametrize("text", sample(["tictactoe", "connect_four", "othello"], every=3))
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_deepening_stops_at_the_same_visit(text: str, data: Any) -> None:
    """A limit in nodes or depth: the same answer with the same counts, and so again with what is remembered."""
    here = data.draw(positions(text))
    judge = next(iter(GAMES[text].evaluations.values()))
    limit = data.draw(
        st.integers(1, 600).map(lambda nodes: Limit(nodes=nodes))
        | st.integers(1, 4).map(lambda depth: Limit(depth=depth))
    )
    plain, native = (engine(here, judge, memory_mb=1) for _each in range(2))
    for _again in range(2):
        first = deepen(here, limit, plain)
        second = deepen(here, limit, native, native=True)
        assert {**vars(first), "seconds": 0, "native": None} == {**vars(second), "seconds": 0, "native": None}
    assert isinstance(plain.table, Table) and isinstance(native.table, Table)
    assert plain.table.words == native.table.words
    assert plain.ordering.history == native.ordering.history
