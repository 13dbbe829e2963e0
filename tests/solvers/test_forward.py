"""Solving with memory: equal to plain search, position by position."""

from __future__ import annotations

from typing import Any

import pytest
from graphs import GraphPosition, graphs
from hypothesis import given
from refusals import refused
from samples import some

from plyground import SearchError, SearchStopped, game, search, setting
from plyground.searches.tally import NODES, STOP, new_tally
from plyground.solvers.forward import Value, best_moves, solve
from plyground.solvers.walk import reachable

BY_LEVEL = setting(scores="level")


def same_as_search(start: Any, name: str, positions: list[Any]) -> None:
    values = solve(start)
    for position in positions:
        if not position.is_over():
            found = search(position, name, BY_LEVEL)
            assert values[position] == (found.value, found.distance)
            assert best_moves(values, position)[0] == found.move


class TestTicTacToe:
    """All 4,520 unfinished positions."""

    START = game("tictactoe").start

    @pytest.mark.proof
    def test_the_first_plies_as_alphabeta_says(self) -> None:
        same_as_search(self.START, "alphabeta", reachable(self.START, plies=2))

    @pytest.mark.proof
    def test_the_others_as_minimax_says(self) -> None:
        early = set(reachable(self.START, plies=2))
        rest = [position for position in reachable(self.START) if position not in early]
        same_as_search(self.START, "minimax", rest)

    def test_tic_tac_toe_has_its_published_values(self) -> None:
        parse = game("tictactoe").notation.parse
        values = solve(self.START)
        assert values[self.START] == Value(0, None)
        assert best_moves(values, self.START) == list(range(9))
        assert best_moves(values, parse("x........")) == [4]
        assert values[parse("xxox....o")] == Value(1, 1)
        assert best_moves(values, parse("xxox....o")) == [5]


@pytest.mark.parametrize(
    "size",
    [
        "width=2,height=2,k=2",
        "width=4,height=2,k=3",
        pytest.param("width=3,height=4,k=3", marks=pytest.mark.proof),
        "width=3,height=3,k=2",
    ],
)
def test_other_boards(size: str) -> None:
    start = game(f"mnk:{size}").start
    same_as_search(start, "alphabeta", [start, *reachable(start)[-2000::7]])


@given(graphs())
def test_extra_turns_and_other_utilities(start: GraphPosition) -> None:
    values = solve(start)
    for position in some(reachable(start)):
        found = search(position, "minimax", setting(scores="distance"), every_move=True)
        expected = (found.value, 0 if position.is_over() and found.value else found.distance)
        assert values[position] == expected
        if not position.is_over():
            best = max(root.score for root in found.moves if root.score is not None)
            assert best_moves(values, position) == [root.move for root in found.moves if root.score == best]


def test_too_large_a_game_is_refused() -> None:
    with refused(SearchError, "This game has more than {count} position: too many to visit all of them."):
        solve(game("mnk:width=4,height=4,k=4").start, limit=10_000)


def test_forward_solving_counts_positions_and_can_be_stopped() -> None:
    tally = new_tally()
    solve(game("tictactoe").start, tally=tally)
    assert tally.counts[NODES] == 5478 - 1  # all but the start
    tally.counts[STOP] = 1
    with pytest.raises(SearchStopped):
        solve(game("tictactoe").start, tally=tally)
