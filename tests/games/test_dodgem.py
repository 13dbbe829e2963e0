"""Dodgem: its rules as Winning Ways tells them, and who wins as published."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import MoveError, PositionError, bot, game
from plyground.arena.match import Match
from plyground.conformance import check
from plyground.core.evaluation_registry import Evaluations
from plyground.errors import GameOver
from plyground.learning.bundled_weights import learned
from plyground.solvers.retrograde import Retrograde, solve
from plyground.solvers.sweep import Sweeper
from plyground.solvers.verify import verify

PLAIN = Sweeper(native=False)
DODGEM = game("dodgem")
PARSE, MOVE = DODGEM.notation.parse, DODGEM.notation.parse_move


@pytest.fixture(scope="module")
def solved() -> Retrograde:
    return solve(DODGEM.start, PLAIN)


@pytest.mark.parametrize("text", ["dodgem", "dodgem:size=4", "dodgem:size=5"])
def test_dodgem_keeps_the_contract_of_games(text: str) -> None:
    assert game(text).name == text
    assert check(game(text), games=2) == []


@pytest.mark.parametrize("size", [3, 4, 5])
@settings(max_examples=60)
@given(data=st.data())
def test_numbers_and_moves_backwards(size: int, data: Any) -> None:
    """Of any position, also of those that play does not lead to."""
    start: Any = game(f"dodgem:size={size}").start
    number = data.draw(st.integers(0, start.size() - 1))
    here = start.unrank(number)
    assert here.rank() == number
    if here.valid():
        for before in here.predecessors():
            assert before.valid()
            assert here in [before.play(move) for move in before.moves()]
        for move in here.moves():
            assert here in list(here.play(move).predecessors())


def test_the_first_player_wins(solved: Retrograde) -> None:
    """Winning Ways, chapter 22."""
    assert solved[DODGEM.start] == (1, 20)
    assert all(code != 0 for code in solved.codes)  # nothing is drawn
    assert verify(solved, PLAIN).faults == 0


@pytest.mark.proof
def test_on_four_by_four_nobody_wins() -> None:
    """D. des Jardins 1996: with perfect play the game never ends."""
    found = game("dodgem:size=4")
    assert solve(found.start)[found.start] == (0, None)


def test_the_best_evaluation_comes_first(solved: Retrograde) -> None:
    """It keeps a win most often with one ply of look-ahead. The learned one, on top of it, keeps more."""

    def kept(evaluation: Any) -> int:
        wins = 0
        start: Any = DODGEM.start
        for position in map(start.unrank, range(start.period())):
            if position.valid() and not position.is_over() and solved[position].utility > 0:
                best = max(map(position.play, position.moves()), key=lambda child: -evaluation.value(child))
                wins += solved[best].utility < 0
        return wins

    evaluations = DODGEM.evaluations
    assert isinstance(evaluations, Evaluations)
    by_name = {name: kept(each) for name, each in evaluations.own.items()}
    assert list(by_name) == sorted(by_name, key=lambda name: -by_name[name])
    assert kept(learned(DODGEM)) > max(by_name.values())


def test_a_side_that_cannot_move_has_won() -> None:
    blocked = PARSE("XO./O../... X")
    gone = PARSE(".../.../.OO X")
    for position in (blocked, gone):
        assert position.is_over()
        outcome = DODGEM.outcome(position)
        assert outcome is not None
        assert outcome.winner == 0


def test_the_table_bot_wins_a_match_against_itself() -> None:
    match, table = Match(DODGEM), bot("table", DODGEM)
    while not match.outcome:
        match = match.play(table.choose(match.position).move)
    assert (match.ply, match.outcome.winner) == (20, 0)


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        ("X../X../.OO X", "b2-c2", "There is no car on b2."),
        ("X../X../.OO X", "b1-b2", "The car on b1 is not yours: Blue is to move."),
        ("X../X../.OO X", "a2-a3", "a3 is occupied."),
        (
            "X../X../.OO X",
            "a2-c2",
            "The blue cars (X) go one cell to the right or sideways, and leave the board on the right",
        ),
        ("X../X../.OO O", "b1-b0", "The orange cars (O) go one cell up or sideways, and leave the board at the top"),
        ("X../X../.OO X", "d2-e2", "There is no car on d2."),
        ("X../X../.OO X", "a2", "“a2” is not a move: write two cells, such as a2b2."),
    ],
)
def test_illegal_moves_are_refused_with_the_reason(position: str, text: str, sentence: str) -> None:
    with pytest.raises(MoveError, match=re.escape(sentence)):
        MOVE(PARSE(position), text)


def test_cars_leave_over_the_edge() -> None:
    off = PARSE("..X/O../... X")
    assert DODGEM.notation.format(off.play(MOVE(off, "c3-d3"))) == ".../O../... O"
    off = PARSE("..X/.../O.. O").play(MOVE(PARSE("..X/.../O.. O"), "a1a2"))
    assert DODGEM.notation.format(off) == "..X/O../... X"
    with pytest.raises(GameOver):
        MOVE(PARSE(".../.../.OO X"), "a1-b1")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("X../X../X.. X", "it has 3 cars of one side, and each has 2 at most"),
        ("X../X.. X", "it needs 3 rows of 3 cells"),
        ("X../X../.OZ X", "its cells can only be X, O and ., not Z"),
        ("X../X../.OO", "the side to move, X or O"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=re.escape(sentence)):
        PARSE(text)
