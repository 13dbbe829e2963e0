"""Exploring solved games: values against independent ones, and perfect lines."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import reference_tictactoe
from samples import some

from plyground import SearchError, game
from plyground.core.random_game import random_game
from plyground.judge.solved_positions import solved_positions
from plyground.searches import new_tally, search, setting
from plyground.solvers import retrograde
from plyground.solvers.explore import equally_best, explore, perfect_line, ranked
from plyground.solvers.forward import Value, Valued
from plyground.solvers.proven import Proven
from plyground.solvers.sweep import Sweeper
from plyground.solvers.walk import reachable
from plyground.trees import Tree

TICTACTOE = game("tictactoe")
RACE = game("dame:size=3")


@cache
def solved(name: str) -> Valued:
    return retrograde.solve(game(name).start, Sweeper(native=False))


def test_every_move_of_every_tic_tac_toe_position() -> None:
    """Against a bot of its own, on strings."""
    values = solved("tictactoe")
    positions = reachable(TICTACTOE.start)
    assert len(positions) == 5478
    for position in positions:
        if position.is_over():
            continue
        board = TICTACTOE.notation.format(position)
        ranking = ranked(values, position)
        worths = [reference_tictactoe.worth(board, move) for move, _value in ranking]
        assert [(value.utility, value.distance or 0) for _move, value in ranking] == [
            (result, abs(plies)) for result, plies in worths
        ]
        assert worths == sorted(worths, reverse=True)
        best = [cell for cell in range(9) if board[cell] == "." and reference_tictactoe.worth(board, cell) == worths[0]]
        assert list(equally_best(ranking)) == best


def sample(name: str, count: int) -> list[Any]:
    """Unfinished positions on random games' ways."""
    chance = random.Random(4)
    found: list[Any] = []
    while len(found) < count:
        position = random_game(game(name).start, chance, chance.randrange(6, 14))[-1]
        if not position.is_over():
            found.append(position)
    return found


def test_proven_values_are_those_of_a_search_with_distances() -> None:
    """The exact solver's scores, read as plies, against alpha-beta by distance, another text."""
    name = "connect_four:width=4,height=4"
    proven = Proven(game(name).start, native=False, memory_mb=1)
    for position in some(sample(name, 12)):
        found = search(position, "alphabeta", setting(scores="distance"), every_move=True)
        expected = {root.move: (root.value, root.distance if root.value else None) for root in found.moves}
        assert {move: tuple(value) for move, value in ranked(proven, position)} == expected


def test_dame_against_a_search_to_a_depth() -> None:
    """A search of some depth finds exactly the wins and losses that the table has within so many plies."""
    values = solved("dame:size=3")
    decided = [position for position in reachable(RACE.start) if not position.is_over() and values[position].distance][
        ::6
    ]
    assert len(decided) > 20
    for position in decided:
        for move, value in ranked(values, position):
            if value.distance is None or value.distance == 1:
                continue
            child = position.play(move)
            found = search(child, "alphabeta", setting(depth=value.distance - 1, scores="distance"))
            assert (-found.value, found.distance) == (value.utility, value.distance - 1)


def test_dame_4_x_4_against_a_search() -> None:
    """From the solution that people explore: wins and losses in at most four plies, and nothing below them."""
    race = game("dame")
    values = solved_positions(race, new_tally())
    chance, found = random.Random(6), 0
    while found < 12:
        position = race.start.unrank(chance.randrange(race.start.size()))
        value = values[position]
        if position.is_over() or value.distance not in (1, 2, 3):
            continue
        found += 1
        seen = search(position, "alphabeta", setting(depth=value.distance, scores="distance"))
        assert (seen.value, seen.distance) == value
        if value.distance > 1:
            before = search(position, "alphabeta", setting(depth=value.distance - 1, scores="distance"))
            assert before.value == 0


@pytest.mark.parametrize("name", ["tictactoe", "dame:size=3"])
def test_perfect_lines_keep_the_value_and_end_when_they_should(name: str) -> None:
    values = solved(name)
    for start in some(reachable(game(name).start)[::25]):
        if start.is_over():
            continue
        value, position = values[start], start
        line = perfect_line(values, position)
        met = {position}
        for move in line:
            worth = values[position]
            position = position.play(move)
            assert values[position].before(-1).preference == worth.preference
            assert position not in met or move is line[-1]
            met.add(position)
        if value.distance is not None:
            assert len(line) == value.distance
            assert position.is_over()
            assert line == explore(values, start).line


def test_a_drawn_line_ends_at_a_board_that_was_met_whatever_its_quiet_moves() -> None:
    """A drawn ending: no move wins or loses, and each position counts one more quiet move."""
    start = game("chess").notation.parse("4k3/8/8/8/8/8/8/R3K2r w - - 0 1")

    class Drawn:
        def __getitem__(self, position: Any) -> Value:
            return Value(0, None)

    line, boards = perfect_line(Drawn(), start), [start]
    for move in line:
        boards.append(boards[-1].play(move))
    bare = [board.recurring() for board in boards]
    assert len(line) < 100
    assert bare[-1] in bare[:-1]
    assert len(set(bare)) == len(line)


def test_solved_positions_keep_games_apart() -> None:
    """The empty boards of two games are equal as tuples."""
    first, second = (solved_positions(game(name), new_tally()) for name in ("tictactoe", "mnk:width=3,height=2,k=2"))
    assert first[TICTACTOE.start] == Value(0, None)
    assert second[game("mnk:width=3,height=2,k=2").start] == Value(1, 3)


@pytest.mark.proof
def test_the_end_of_a_game_on_a_board_beyond_a_word() -> None:
    """Nine rows of nine with one free cell: its rules cannot be compiled, but the last move can be looked at."""
    large = game("mnk:width=9,height=9,k=5")
    full = "xxxxoxoxoooooxoxoxxxxxooxoxooooxxoxoxxxxoxoxoooooxoxoxxxxxooxoxooooxxoxoxoxoxoxo."
    position = large.notation.parse(full)
    assert solved_positions(large, new_tally())[position].utility == max(
        -position.play(move).utility() for move in position.moves()
    )


def test_chance_and_many_players_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.core.game.made", {})  # trees have no game elsewhere
    for tree in (Tree.of([[1, 2], [3, 4]], levels="chance,max"), Tree.of([[(1, 2, 3), (3, 2, 1)]])):
        start: Any = tree.start
        with pytest.raises(SearchError, match="explore"):
            solved_positions(replace(TICTACTOE, start=start), new_tally())
