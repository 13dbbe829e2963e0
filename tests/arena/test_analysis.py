"""The analysis of a position: the values of all moves, and the cost of each search."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from plyground.arena.analysis import CONTESTANTS, LITTLE, contestants, measure, move_values
from plyground.errors import SearchStopped
from plyground.games import game
from plyground.searches import new_tally, search, setting
from plyground.searches.tally import NODES, STOP, Tally

TICTACTOE = game("tictactoe")


@given(st.permutations(range(9)), st.integers(3, 8))
def test_values_are_those_of_plain_minimax(cells: list[int], plies: int) -> None:
    position = TICTACTOE.start
    for cell in cells[:plies]:
        if not position.is_over():
            position = position.play(cell)
    assume(not position.is_over())
    values = move_values(TICTACTOE, position, new_tally())
    assert values.proven
    assert [root.move for root in values.result.moves] == list(position.moves())
    for root in values.result.moves:
        reply = search(position.play(root.move), "minimax", setting(scores="distance"))
        assert root.value == -reply.value
        assert root.distance == (None if reply.distance is None else reply.distance + 1)


@pytest.mark.nightly
def test_a_long_look_is_compiled_and_answers_alike() -> None:
    """Of the depths that plain Python finishes and of those that it gives up for the compiled twin."""
    board = game("mnk:width=4,height=3,k=3")
    tally = new_tally()
    found = move_values(board, board.start, tally)
    assert found.proven
    chosen = setting(depth=found.depth, evaluation=board.evaluations["open-lines"], scores="distance")
    assert found.result.moves == search(board.start, "alphabeta", chosen, every_move=True, native=True).moves
    assert tally.counts[NODES] > LITTLE


@pytest.mark.proof
def test_the_published_costs() -> None:
    nodes = [
        measure(TICTACTOE, TICTACTOE.start, contestant, new_tally()).nodes for contestant in contestants(TICTACTOE)
    ]
    assert nodes == [549_946, 18_297, 146_120, 94_978]


class _Impatient(list[int]):
    """Counts that say stop after some nodes."""

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place, value)
        if place == NODES and value == 20_000:
            super().__setitem__(STOP, 1)


def impatient() -> Tally:
    tally = new_tally()
    return tally._replace(counts=_Impatient(tally.counts))


def test_a_stopped_look_gives_the_deepest_finished_one() -> None:
    large = game("mnk:width=5,height=5,k=4")
    values = move_values(large, large.start, impatient())
    assert not values.proven
    assert values.depth >= 2
    assert len(values.result.moves) == 25
    exact = setting(depth=values.depth, evaluation=large.evaluations["open-lines"], scores="distance")
    again = search(large.start, "minimax", exact)
    assert {root.move: root.score for root in values.result.moves} == {
        root.move: root.score for root in again.moves
    }  # fmt: skip


def test_a_certain_win_proves_nothing_of_the_other_moves() -> None:
    large = game("mnk:width=5,height=5,k=4")
    position = large.start
    for cell in (0, 20, 1, 22, 2, 24):
        position = position.play(cell)
    values = move_values(large, position, impatient())
    assert values.result.proven
    assert not values.proven
    assert {
        root.move: root.distance for root in values.result.moves if root.distance == 1 and (root.value or 0) > 0
    } == {3: 1}
    assert any(root.distance is None for root in values.result.moves)


def test_a_stopped_measurement_says_so() -> None:
    large = game("mnk:width=5,height=5,k=4")
    with pytest.raises(SearchStopped):
        measure(large, large.start, CONTESTANTS[0], impatient())
