"""Max^n and max^n with shallow pruning, compiled: every step, value and count as in plain Python, for 2 to 4 players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from recorded_steps import UtilitiesFootprints
from refusals import refused
from samples import sample

from plyground import RulesError, game, search, setting
from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import put
from plyground.native.compiler import compiled
from plyground.searches import Limit, algorithm, deepen
from plyground.searches.scores import INFINITY, NAMES
from plyground.searches.tally import row
from plyground.templates import three as three_template

NAMES_OF_SEARCHES = ("max-n", "max-n-shallow")
WEIGHTS = (5, 1, 4, 2, 3, 6, 8)
"""The worth of each stone."""


def stones(count: int) -> Any:
    """Return the start of a game: players take a stone from one end of a row in turn, and gain what they take."""

    class Position(NamedTuple):
        gains: tuple[int, ...] = (0,) * count
        left: int = 0
        right: int = len(WEIGHTS)
        player: int = 0

        def moves(self) -> Iterator[int]:
            yield from range(min(2, self.right - self.left))

        def play(self, move: int) -> Position:
            taken = WEIGHTS[self.left] if move == 0 else WEIGHTS[self.right - 1]
            gains = put(self.gains, self.player, self.gains[self.player] + taken)
            return Position(gains, self.left + (move == 0), self.right - move, (self.player + 1) % count)

        def is_over(self) -> bool:
            return self.left == self.right

        def to_move(self) -> int:
            return self.player

        def players(self) -> int:
            return count

        def utmost(self) -> int:
            return sum(WEIGHTS)

        def bounds(self) -> tuple[int, int]:
            return 0, sum(WEIGHTS)

        def total(self) -> int:
            return sum(WEIGHTS)

        def utilities(self) -> tuple[int, ...]:
            return self.gains

    Position.__name__ = Position.__qualname__ = f"Stones{count}"
    return rules(Position)()


STARTS = {
    **{text: game(text).start for text in ("three:width=3,height=3", "three", "three:width=5,height=3")},
    **{f"stones of {count}": stones(count) for count in (2, 3, 4)},
    "template": three_template.Three(),
}
JUDGES: dict[str, list[Any]] = {
    text: [None, *(game(text).evaluations.values() if text.startswith("three") else ())] for text in STARTS
}


@st.composite
def positions(draw: Any, text: str) -> Any:
    """A position of a game, reached by random play; of boards with nine cells or more not the first ones."""
    here: Any = STARTS[text]
    for _ply in range(draw(st.integers(3 if text.startswith("three") else 0, 9))):
        if here.is_over():
            break
        here = here.play(draw(st.sampled_from(list(here.moves()))))
    return here


@pytest.mark.parametrize("name", NAMES_OF_SEARCHES)
@pytest.mark.parametrize("text", sample(STARTS, every=7, first=3))
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_every_step_in_the_same_order(name: str, text: str, data: Any) -> None:
    here = data.draw(positions(text))
    known = algorithm(name)
    chosen = setting(
        depth=data.draw(st.integers(1, 4)),
        evaluation=data.draw(st.sampled_from(JUDGES[text])),
        scores=data.draw(st.sampled_from(NAMES)),
    )
    window = (-INFINITY, INFINITY) if known.windowed else ()
    prints, values = [], []
    for native in (False, True):
        trace = UtilitiesFootprints(row(1))
        arguments = (here, 0, *window, 1, chosen, trace)
        values.append((compiled(known.text, *arguments) if native else known.text)(*arguments))
        prints.append(trace.prints[0])
    assert values[0] == values[1]
    assert prints[0] == prints[1]


@pytest.mark.parametrize("name", NAMES_OF_SEARCHES)
@pytest.mark.parametrize("text", sample(STARTS, every=7, first=3))
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_the_whole_result_is_the_same(name: str, text: str, data: Any) -> None:
    """Utilities, values of the root moves, best line, counts, whatever the choice of ties and root moves."""
    here = data.draw(positions(text))
    assume(not here.is_over())
    depth = data.draw(st.sampled_from([1, 2, 3, None if text.startswith(("stones", "template")) else 4]))
    judge = data.draw(st.sampled_from(JUDGES[text])) if depth else None
    ties, every_move = data.draw(st.sampled_from(["first", "last"])), data.draw(st.booleans())
    plain, native = (
        search(here, name, setting(depth=depth, evaluation=judge), ties=ties, every_move=every_move, native=native)
        for native in (False, True)
    )
    assert native == replace(plain, seconds=native.seconds)


@pytest.mark.parametrize("name", NAMES_OF_SEARCHES)
@pytest.mark.parametrize("nodes", sample([20, 150, 1000], every=3, first=1))
def test_iterative_deepening_is_the_same(name: str, nodes: int) -> None:
    judge = JUDGES["three"][1]
    plain, native = (
        deepen(STARTS["three"], Limit(nodes=nodes), setting(depth=1, evaluation=judge), algorithm=name, native=native)
        for native in (False, True)
    )
    assert native == replace(plain, seconds=native.seconds)
    assert plain.nodes == nodes


def test_an_unknown_number_of_players_is_refused_with_what_to_write() -> None:
    with refused(
        RulesError, "a tuple can be repeated only a fixed number of times: let players() return a number such as 3"
    ):
        search(Varying(), "max-n", native=True)


@rules
class Varying(NamedTuple):
    """A game whose number of players is a field."""

    seats: int = 3
    stones: int = 3

    def moves(self) -> Iterator[int]:
        yield from range(1, min(2, self.stones) + 1)

    def play(self, move: int) -> Varying:
        return Varying(self.seats, self.stones - move)

    def is_over(self) -> bool:
        return self.stones == 0

    def to_move(self) -> int:
        return self.stones % self.seats

    def players(self) -> int:
        return self.seats

    def utilities(self) -> tuple[int, ...]:
        return (0,) * self.seats


@rules
class Unmoved(NamedTuple):
    """A game for three that is not over, and without a move."""

    number: int = 0

    def moves(self) -> Iterator[int]:
        yield from range(self.number)

    def play(self, move: int) -> Unmoved:
        return self

    def is_over(self) -> bool:
        return False

    def to_move(self) -> int:
        return 1

    def players(self) -> int:
        return 3

    def utilities(self) -> tuple[int, int, int]:
        return 0, 0, 0


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("name", NAMES_OF_SEARCHES)
def test_rules_without_moves_are_at_fault(name: str, native: bool) -> None:
    with refused(RulesError, "{cls}.moves: a position that is not over has no move.", cls="Unmoved"):
        search(Unmoved(), name, native=native)
