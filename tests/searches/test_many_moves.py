"""Positions with thousands of moves: searched, checked and read in time that grows with their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, NamedTuple, cast

import pytest
from refusals import refused

from plyground import Game, Limit, SearchError, deepen, rules, search, uct
from plyground.conformance import check

MOVES = 2_500


@rules
class Number(NamedTuple):
    """Each side names a number; the greater sum of digits wins."""

    first: int = -1
    second: int = -1
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[int]:
        if self.second < 0:
            yield from range(MOVES)

    def play(self, move: int) -> Number:
        return self._replace(first=move, player=1) if self.first < 0 else self._replace(second=move, player=0)

    def is_over(self) -> bool:
        return self.second >= 0

    def utility(self) -> int:
        first = self.first // 1000 + self.first // 100 % 10 + self.first // 10 % 10 + self.first % 10
        second = self.second // 1000 + self.second // 100 % 10 + self.second // 10 % 10 + self.second % 10
        return (first > second) - (first < second)


@rules
class ForEach(Number):
    """The same as a game in which each player has a utility of its own."""

    __slots__ = ()

    def players(self) -> int:
        return 2

    def utilities(self) -> tuple[int, int]:
        return (self.utility(), -self.utility())


@pytest.mark.parametrize("name", ["alphabeta", "pvs"])
def test_every_root_move_has_its_place(name: str) -> None:
    """By hand: 1,999 has the greatest sum, 28, and 2,499 has 24; so the answer to any other number wins."""
    found = search(Number(), name, native=True)
    assert (found.move, found.value, len(found.moves)) == (1_999, 0, MOVES)


def test_every_root_move_has_the_utilities_of_all_players() -> None:
    start: Any = ForEach()
    found = search(start, "max-n", native=True)
    assert (found.move, found.utilities, len(found.moves)) == (1_999, (0, 0), MOVES)
    assert [root.value for root in found.moves] == [0 if root.move == 1_999 else -1 for root in found.moves]


def test_plain_searches_have_the_same_room() -> None:
    after = Number(1_998, -1, 1)
    assert search(after, "minimax").value == 1
    for_each: Any = ForEach(1_998, -1, 1)
    assert search(for_each, "max-n").utilities == (-1, 1)
    assert deepen(after, Limit(depth=1)).move == 1_999


def test_games_with_many_moves_pass_the_check() -> None:
    assert check(Game("number", Number()), games=1, positions=0, seconds=0.5) == []


class Counted(Number):
    """It counts how often it is asked for its moves."""

    asked = 0

    def moves(self) -> Iterator[int]:
        type(self).asked += 1
        return super().moves()


def test_reading_the_names_of_all_moves_asks_for_the_moves_a_few_times() -> None:
    game: Any = Game("counted", cast("Any", Counted()))
    Counted.asked = 0
    for move in range(MOVES):
        assert game.notation.parse_move(game.start, str(move)) == move
    assert Counted.asked < 10


class Endless(Number):
    """It has no last move."""

    def moves(self) -> Iterable[int]:  # type: ignore[override]
        return count()


def test_endless_moves_are_refused() -> None:
    with refused(SearchError, "This position has more than {most} moves, too many for a search."):
        search(cast("Any", Endless()))
    with refused(SearchError, "This position has more than {most} moves, too many for a search."):
        deepen(cast("Any", Endless()), Limit(depth=1))


def test_uct_says_how_many_moves_it_chooses_from() -> None:
    for position in (Number(), Endless()):
        with refused(
            SearchError, "The random games of uct choose from at most {most} moves, and this position has more."
        ):
            uct(position, playouts=1)
