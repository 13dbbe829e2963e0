"""Counting positions and lines of play, and the walks behind it."""

from __future__ import annotations

import json

import pytest
from graphs import GraphPosition, graphs
from hypothesis import given
from paths import DATA
from refusals import refused

from plyground import SearchError, game
from plyground.solvers.count import Lines, count_games
from plyground.solvers.walk import children_first, reachable, successors

PUBLISHED = json.loads((DATA / "tic_tac_toe.json").read_text())
START = game("tictactoe").start
CIRCLE = GraphPosition(((0, (1,), 0), (1, (2, 3), 0), (0, (0,), 0), (0, (), 1)))
"""A game that can come back to where it began."""


def lines_by_definition(position: GraphPosition) -> Lines:
    """Every line walked, one by one, for the first side."""
    if position.is_over():
        utility = -position.utility() if position.to_move() else position.utility()
        return Lines(int(utility > 0), int(utility == 0), int(utility < 0))
    return sum(map(lines_by_definition, successors(position)), Lines())


class TestTicTacToe:
    def test_games_are_counted_as_published(self) -> None:
        lines = count_games(START)
        assert [lines.wins, lines.losses, lines.draws] == PUBLISHED["games_won_by_first_second_drawn"]
        assert lines.total == PUBLISHED["games"]

    def test_positions_are_counted_as_published(self) -> None:
        positions = reachable(START)
        assert len(positions) == len(set(positions)) == PUBLISHED["reachable_positions"]
        assert sum(position.is_over() for position in positions) == PUBLISHED["over"]
        assert len(reachable(START, canonical=True)) == PUBLISHED["up_to_symmetry"]
        assert set(children_first(START)) == set(positions)

    def test_positions_of_the_first_plies(self) -> None:
        """Two plies: the empty board, 9 first marks, 9 · 8 seconds; orders of play meet only later."""
        assert len(reachable(START, plies=2)) == 1 + 9 + 72
        assert reachable(START, plies=0) == [START]


class TestWalks:
    @given(graphs())
    def test_counts_are_those_of_walking_every_line(self, start: GraphPosition) -> None:
        lines = lines_by_definition(start)
        assert count_games(start) == (lines if start.to_move() == 0 else Lines(lines.losses, lines.draws, lines.wins))

    @given(graphs())
    def test_each_position_once_after_its_children(self, start: GraphPosition) -> None:
        order = list(children_first(start))
        assert order[-1] == start
        assert set(order) == set(reachable(start))
        place = {position: number for number, position in enumerate(order)}
        assert len(place) == len(order)
        assert all(place[child] < place[position] for position in order for child in successors(position))

    def test_a_game_that_can_repeat_positions_is_refused(self) -> None:
        with pytest.raises(SearchError, match="can repeat"):
            count_games(CIRCLE)
        assert len(reachable(CIRCLE)) == 4  # a set of positions needs no end of play

    def test_too_many_positions_are_refused(self) -> None:
        for walk in (reachable, count_games):
            with refused(SearchError, "This game has more than {count} position: too many to visit all of them."):
                walk(START, limit=5000)
            walk(START, limit=5478)

    def test_a_long_game_needs_no_deep_recursion(self) -> None:
        row = GraphPosition((*((place % 2, (place + 1,), 0) for place in range(1500)), (0, (), 1)))
        assert count_games(row) == Lines(wins=1)
