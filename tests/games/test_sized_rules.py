"""Classes of positions with the constants of one size."""

from __future__ import annotations

import pickle
from typing import Any, ClassVar, NamedTuple

import pytest

from plyground import search
from plyground.core.authoring.marked_rules import rules
from plyground.games.breakthrough import breakthrough
from plyground.games.connect_four import connect_four
from plyground.games.dame import dame
from plyground.games.dodgem import dodgem
from plyground.games.domineering import domineering
from plyground.games.go.go_rules import go
from plyground.games.hexes import hex_board
from plyground.games.kalah import kalah
from plyground.games.othello import othello
from plyground.games.sized_rules import sized


class Heap(NamedTuple):
    left: int = 10


class Take(Heap):
    """Take counters; whoever takes the last one wins."""

    __slots__ = ()
    most: ClassVar[int]
    new: ClassVar[staticmethod[[int], Take]]

    def moves(self) -> range:
        return range(1, min(self.most, self.left) + 1)

    def play(self, move: int) -> Take:
        return self.new(self.left - move)

    def is_over(self) -> bool:
        return self.left == 0

    def utility(self) -> int:
        return -1


@pytest.mark.parametrize("native", [False, True], ids=["plain", "native"])
def test_each_size_has_its_own_constants(native: bool) -> None:
    """The side to move loses if the counters are a multiple of one more than it may take."""
    two, three = sized(Take, "Take_2", most=2), sized(Take, "Take_3", most=3)
    for left in range(1, 13):
        values = [search(kind(left), native=native).value for kind in (two, three)]
        assert values == [-1 if left % 3 == 0 else 1, -1 if left % 4 == 0 else 1]


@pytest.mark.parametrize(
    "start",
    [
        breakthrough(4, 5)(),
        connect_four(5, 4)(),
        domineering(4, 4)(),
        go(3, 3)(),
        go(3, 3)().sketch(),
        hex_board(4, True)(),
        dodgem(3)(),
        dame(3, 8)(),
        othello(4)(),
        kalah(4, 3, True)(),
    ],
    ids=lambda start: type(start).__name__,
)
def test_a_position_of_a_size_stays_one_when_it_is_played_and_pickled(start: Any) -> None:
    child = start.play(next(iter(start.moves())))
    assert type(child) is type(start)
    again = pickle.loads(pickle.dumps(child))
    assert (type(again), again) == (type(child), child)


def test_a_size_has_one_class() -> None:
    assert sized(Take, "Take_3", most=3) is sized(Take, "Take_3", most=3)
    assert sized(Take, "Take_3", most=4) is not sized(Take, "Take_3", most=3)


def test_the_key_of_a_class_that_inherits_its_fields_tells_positions_apart() -> None:
    marked = rules(type("Inherited", (Take,), {"__slots__": (), "most": 2}))
    assert len({marked(left).key() for left in range(50)}) == 50


def test_the_start_of_each_size_has_its_own_fields() -> None:
    small, large = breakthrough(3, 5), breakthrough(4, 6)
    assert small() == (0b111111, 0b111111 << 9, 0)
    assert large() == (0b11111111, 0b11111111 << 16, 0)
    assert small(own=1) == (1, 0b111111 << 9, 0)
