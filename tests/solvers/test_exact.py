"""The exact solver: published scores, and minimax with memory on boards small enough for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from paths import DATA
from recorded_steps import Footprints
from samples import sample, some

from plyground import SearchError, SearchTooDeep, exact, game, rules
from plyground.native.compiler import compiled
from plyground.searches.algorithms.endgame import endgame, new_settings
from plyground.searches.bounds_table import Bounds, new_bounds
from plyground.searches.scores import INFINITY
from plyground.searches.tally import NODES, STOP, new_tally, row
from plyground.solvers.exact import Solver, Step
from plyground.solvers.forward import solve
from plyground.solvers.walk import children_first

DATA = DATA / "connect_four"
CONNECT_FOUR = game("connect_four")


def scored(name: str) -> list[tuple[Any, int]]:
    """The positions of a data file and their scores."""
    lines = [line.split() for line in (DATA / name).read_text().splitlines()]
    return [(CONNECT_FOUR.notation.parse(columns), int(score)) for columns, score in lines]


@pytest.mark.parametrize(
    "name", sample(["begin_easy_156.txt", "end_easy.txt", "middle_easy.txt", "middle_medium_200.txt"], every=4)
)
def test_the_solver_finds_every_published_score(name: str) -> None:
    """Every one of them (tests/data/connect_four)."""
    solver = Solver(CONNECT_FOUR.start, memory_mb=64, native=True)
    wrong = [(here, score, found) for here, score in scored(name) if (found := solver.score(here)) != score]
    assert wrong == []


def test_an_early_position_with_a_far_score_takes_few_visits() -> None:
    """Pons's solver visits 3,250 positions on average on his whole set; at most half as many more are allowed."""
    positions = scored("begin_easy_156.txt")
    tally = new_tally()
    for position, score in positions:
        assert Solver(position, memory_mb=1, tally=tally, native=True).score(position) == score
    assert tally.counts[NODES] <= 1.5 * 3250 * len(positions)


def test_a_short_call_takes_no_second_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.solvers.exact.interruptible", None)
    position, score = scored("end_easy.txt")[0]
    assert Solver(position, memory_mb=1, native=True).score(position) == score


def test_a_long_call_goes_on_in_a_second_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    position, score = scored("middle_medium_200.txt")[0]
    alone = new_tally()
    Solver(position, memory_mb=1, tally=alone, native=True).score(position)
    monkeypatch.setattr("plyground.solvers.exact.BRIEF_NODES", 100)
    tally = new_tally()
    assert Solver(position, memory_mb=1, tally=tally, native=True).score(position) == score
    assert tally.counts[NODES] < 2 * alone.counts[NODES]
    assert tally.counts[STOP] == 0


@cache
def scores_by_minimax(text: str) -> dict[Any, int]:
    """The exact score of every position of a game, from its moves and ends alone."""
    scores: dict[Any, int] = {}
    for position in children_first(game(text).start):
        if position.is_over():
            scores[position] = position.score()
        else:
            children = [position.play(move) for move in position.moves()]
            scores[position] = max(position.turn(child) * scores[child] for child in children)
    return scores


SMALL = ["tictactoe", "mnk:width=5,height=2,k=3", "connect_four:width=4,height=4", "othello:size=4"]


@pytest.mark.parametrize("text", sample(SMALL, every=4, first=1))
def test_every_position_of_a_small_board(text: str) -> None:
    """Score, each move's score, and a line that keeps it, on every 397th position; the table is shared by all."""
    scores = scores_by_minimax(text)
    solver = Solver(game(text).start, memory_mb=1)
    for position in some(list(scores)[::397]):
        found = solver.exact(position, every_move=True)
        assert found.value == scores[position]
        for move, score in found.moves:
            child = position.play(move)
            assert score == position.turn(child) * scores[child]
        assert found.move == (found.line[0] if found.line else None)
        score = found.value
        for move in found.line:
            child = position.play(move)
            score *= position.turn(child)
            assert scores[child] == score
            position = child
        assert position.is_over()


@pytest.mark.parametrize("text", sample(SMALL, every=4, first=1))
def test_bounds_that_positions_give_are_true(text: str) -> None:
    """Its prospects hold its score between them, and a best move is among its candidates."""
    scores = scores_by_minimax(text)
    for position, score in some(list(scores.items())[::5]):
        if position.is_over():
            continue
        for alpha, beta in ((-INFINITY, INFINITY), (-1, 0), (0, 1), (score - 1, score), (score, score + 1)):
            least, most = position.prospects(alpha, beta)
            assert least <= score <= most
        if least < most:
            children = [position.play(move) for move in position.candidates()]
            assert max(position.turn(child) * scores[child] for child in children) == score


def test_a_weak_solution_is_the_sign_of_the_score() -> None:
    for position, score in some(scored("middle_easy.txt")[::40]):
        assert exact(position, weak=True, native=True, memory_mb=1).value == (score > 0) - (score < 0)


def test_the_utility_where_a_game_has_no_score_of_its_own() -> None:
    values = solve(game("tictactoe").start)
    solver = Solver(game("tictactoe").start, memory_mb=1)
    for position in some(list(values)[::101]):
        assert solver.exact(position).value == values[position].utility


@pytest.mark.proof
@settings(max_examples=25, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize(
    "text",
    [
        "connect_four:width=5,height=4",
        pytest.param("mnk:width=4,height=3,k=3", marks=pytest.mark.proof),
        pytest.param("othello:size=4", marks=pytest.mark.proof),
    ],
)
def test_every_step_in_the_same_order(text: str, data: Any) -> None:
    """Positions, windows, replies, cuts and values leave the same footprints, plain and compiled."""
    here: Any = game(text).start
    for _ply in range(data.draw(st.integers(5, 12))):
        if here.is_over():
            break
        here = here.play(data.draw(st.sampled_from(list(here.moves()))))
    assume(not here.is_over())
    alpha = data.draw(st.integers(-3, 2))
    beta = data.draw(st.integers(alpha + 1, 3))
    prints = []
    for native in (False, True):
        trace: Any = Footprints(row(1))
        arguments: tuple[Any, ...] = (here, 0, alpha, beta, 1, new_settings(here, 1)[0], trace)
        text_ = compiled(endgame, *arguments) if native else endgame
        prints.append((text_(*arguments), trace.prints[0]))
    assert prints[0] == prints[1]


class TestTable:
    @given(st.integers(-(1 << 63), (1 << 63) - 1), st.integers(-300, 300), st.integers(0, 300), st.integers(-1, 300))
    def test_bounds_are_kept_as_far_as_they_are_true(self, key: int, least: int, more: int, move: int) -> None:
        table = Bounds(row(32), 15)
        most = least + more
        table.store(key, least, most, move)
        known = table.probe(key)
        assert known.least <= least
        assert known.most >= most
        if abs(least) <= 127 and abs(most) <= 127:
            assert known[:2] == (least, most)
        assert known.move == (move if move < 255 else -1)

    @given(st.integers(-(1 << 63), (1 << 63) - 1), st.integers(4, 63))
    def test_another_position_in_the_same_place_is_not_mistaken(self, key: int, bit: int) -> None:
        table = Bounds(row(32), 15)
        table.store(key, 1, 2, 3)
        other = (key ^ 1 << bit) if bit < 63 else key ^ -(1 << 63)
        assert table.probe(other) == (-INFINITY, INFINITY, -1)
        assert table.probe(key) == (1, 2, 3)

    def test_a_new_one_knows_nothing(self) -> None:
        table = new_bounds(1)
        assert len(table.words) == 1 << 17
        assert table.probe(0) == (-INFINITY, INFINITY, -1)


@rules
class Endless(NamedTuple):
    """A game that never ends."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        yield 0

    def play(self, move: int) -> Any:
        return Endless(self.ply + 1)

    def is_over(self) -> bool:
        return False

    def utility(self) -> int:
        return 0


@pytest.mark.parametrize("native", [False, True])
def test_a_game_without_end_is_refused(native: bool) -> None:
    with pytest.raises(SearchTooDeep):
        exact(Endless(), native=native)


def test_one_solver_knows_one_game() -> None:
    solver = Solver(CONNECT_FOUR.start, memory_mb=1)
    with pytest.raises(SearchError, match="one game"):
        solver.exact(game("connect_four:width=5,height=5").start)


def test_the_solver_reports_each_step_and_can_be_stopped() -> None:
    told: list[Step] = []
    found = exact(CONNECT_FOUR.notation.parse("274552224131661"), native=True, memory_mb=16, on_progress=told.append)
    assert (told[-1].least, told[-1].most) == (found.value, found.value)
    assert all(before.least <= after.least <= after.most <= before.most for before, after in pairwise(told))
    tally = new_tally()
    tally.counts[STOP] = 1
    with pytest.raises(SearchError):
        exact(CONNECT_FOUR, tally=tally, native=True, memory_mb=1)
    assert tally.counts[NODES] == 1
