"""Games that repeat, solved without numbers of their own: published values, and two independent methods."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from fixed_point import by_fixed_point
from graphs import GraphPosition, loopy_graphs
from hypothesis import given
from loopy_games import Blocked, Quixo, Strip, ThreeMensMorris
from refusals import refused

from plyground import Facts, Game, SearchError, SearchStopped, bot, game, rules, search, solve
from plyground.searches.tally import NODES, STOP, new_tally
from plyground.solvers import retrograde
from plyground.solvers.enumerated import solve as solve_in_memory
from plyground.solvers.explore import explore
from plyground.solvers.forward import Value, after_each
from plyground.solvers.sweep import Sweeper
from plyground.solvers.walk import reachable

PONG_HAU_KI = Blocked(0b00011, 0b11000)
MU_TORERE = Blocked(0b00001111, 0b11110000, True)
LOOPY = [Strip(7, 0, 6), Strip(4, 0, 3), PONG_HAU_KI, MU_TORERE, ThreeMensMorris()]


@pytest.mark.parametrize("start", LOOPY, ids=repr)
def test_values_are_those_of_their_definition(start: Any) -> None:
    assert {position: tuple(value) for position, value in solve_in_memory(start).items()} == by_fixed_point(
        reachable(start)
    )


@given(loopy_graphs())
def test_random_graphs_have_the_values_of_their_definition(start: GraphPosition) -> None:
    assert {position: tuple(value) for position, value in solve_in_memory(start).items()} == by_fixed_point(
        reachable(start)
    )


def test_a_table_by_position_numbers_agrees() -> None:
    start = game("dame:size=3").start
    table = retrograde.solve(start, Sweeper(native=False))
    values = solve_in_memory(start)
    assert len(values) == 3_312  # docs/solved.md
    assert all(value == table[position] for position, value in values.items())


@pytest.mark.parametrize("start", [PONG_HAU_KI, MU_TORERE], ids=["Pong Hau K'i", "Mu Torere"])
def test_blocking_games_are_drawn(start: Any) -> None:
    """M. Ascher (1987), Mu Torere: an analysis of a Maori game; P. Straffin (1995), Position graphs for Pong Hau K'i and
    Mu Torere.
    """
    values = solve_in_memory(start)
    assert values[start] == Value(0, None)
    assert any(value.utility for value in values.values())  # a side can be blocked


@pytest.mark.proof
def test_quixo_has_its_published_values() -> None:
    """S. Tanaka et al. (2020), Quixo is solved: on 3 × 3 the first player wins in 7, and no position is drawn."""
    values = solve_in_memory(Quixo())
    assert values[Quixo()] == Value(1, 7)
    assert all(value.utility for value in values.values())


def test_a_strip_is_won_by_the_side_with_the_opposition() -> None:
    """With an even distance the other king keeps it even; each search to a fixed depth finds the same."""
    start = Strip(7, 0, 6)
    assert solve_in_memory(start)[start] == Value(-1, 10)
    assert search(start, "alphabeta", depth=10).value == -1
    assert search(start, "alphabeta", depth=9).value == 0


def test_wins_may_take_more_plies_than_a_table_has_room_for() -> None:
    start = Strip(85, 0, 84)
    values = solve_in_memory(start)
    distance = values[start].distance
    assert distance is not None
    assert distance > retrograde.MAX_WIN_PLIES
    for position, value in values.items():  # each follows from the values after its moves, down to an end
        if not position.is_over():
            assert value == max(after_each(values, position).values(), key=lambda after: after.preference)


def test_the_whole_library_solves_such_games() -> None:
    strip = Game("strip", Strip(7, 0, 6), facts=Facts(loops=True))
    assert solve(strip)[strip.start] == Value(-1, 10)
    assert len(explore(solve(strip), strip.start).line) == 10
    assert bot("table", strip).choose(strip.start.play(1).play(0)).value == -1


def test_too_large_a_game_is_refused() -> None:
    with refused(SearchError, "This game has more than {count} position: too many to visit all of them."):
        solve_in_memory(ThreeMensMorris(), limit=1_000)


def test_the_work_can_be_stopped_and_counts_positions() -> None:
    tally = new_tally()
    assert len(solve_in_memory(Strip(7, 0, 6), tally=tally)) == tally.counts[NODES] + 1 == 25
    tally.counts[STOP] = 1
    with pytest.raises(SearchStopped):
        solve_in_memory(Strip(7, 0, 6), tally=tally)


@rules
class Points(NamedTuple):
    """Go round a circle of three places; who stops gets as many points as the place's number."""

    place: int = 0
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> tuple[int, ...]:
        return () if self.is_over() else (0, 1)

    def play(self, move: int) -> Points:
        return Points((self.place + 1) % 3 if move else 3, 1 - self.player)

    def is_over(self) -> bool:
        return self.place == 3

    def utility(self) -> int:
        return -2

    def utmost(self) -> int:
        return 2


def test_games_of_points_that_repeat_are_refused_with_a_reason() -> None:
    with pytest.raises(SearchError, match="it counts points"):
        solve(Points())
