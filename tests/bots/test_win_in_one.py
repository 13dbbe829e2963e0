"""Players that search take a win in one move, and the fastest of several wins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from program import run
from samples import sample, some

from plyground import Game, SearchError, bot, game, search, setting
from plyground.bots import Thought
from plyground.core.random_game import random_game
from plyground.solvers.forward import Valued, best_moves, solve
from plyground.solvers.walk import reachable

TICTACTOE = game("tictactoe")
ONE_OF_MANY = Thought(native=True, is_one_of_many=True)
"""The context of a move that is compiled at once."""
TO_THE_END = ["minimax", "alphabeta", "static-cutoff", "depth-limited:depth=9", "engine:depth=9,memory=1", "table"]
DEPTHS = range(1, 10)
SHORT_SIGHTED = [
    *(f"{name}:depth={depth}" for depth in DEPTHS for name in ("depth-limited", "static-cutoff", "minimax")),
    *(f"depth-limited:depth={depth},ties=last" for depth in (3, 4)),
    *(f"engine:depth={depth},memory=1" for depth in (1, 4)),
    "engine:nodes=50,memory=1",
    "greedy",
    "expert",
    "expert-complete",
    "dictionary",
    "uct:playouts=100,seed=1",
]


def winning(rules: Game, position: Any) -> set[int]:
    """Return the moves that end the game with a win for the side to move."""
    won = set()
    for move in position.moves():
        ended = rules.outcome(position.play(move))
        if ended and ended.winner is not None and rules.sides[ended.winner] == rules.mover(position):
            won.add(move)
    return won


@cache
def wins_in_one() -> dict[Any, set[int]]:
    """Return the winning moves of each position of tic-tac-toe that has some."""
    found = {here: winning(TICTACTOE, here) for here in reachable(TICTACTOE.start) if not here.is_over()}
    return {here: moves for here, moves in found.items() if moves}


@cache
def values() -> Valued:
    return solve(TICTACTOE.start)


def random_wins(rules: Game, games: int) -> Iterator[tuple[Any, set[int]]]:
    """Yield positions of random games with moves that win at once, and these moves."""
    for seed in range(games):
        for here in random_game(rules.start, Random(seed), 200):
            moves = set() if here.is_over() else winning(rules, here)
            if moves:
                yield here, moves


def test_as_many_positions_have_a_win_in_one_as_an_independent_program_counts() -> None:
    assert len(wins_in_one()) == 2358


def every(number: int, specs: list[str]) -> list[Any]:
    """Return the bots for the ``number``-th part of the positions and, as proofs, for all positions."""
    return [(spec, number) for spec in specs] + [pytest.param(spec, 1, marks=pytest.mark.proof) for spec in specs]


@pytest.mark.parametrize(("spec", "part"), every(50, [*TO_THE_END, *SHORT_SIGHTED]))
def test_no_bot_of_tic_tac_toe_declines_a_win_in_one(spec: str, part: int) -> None:
    chosen = bot(spec, TICTACTOE)
    assert all(chosen.choose(here, ONE_OF_MANY).move in moves for here, moves in list(wins_in_one().items())[::part])


@pytest.mark.parametrize(("spec", "part"), every(25, TO_THE_END))
def test_wins_are_as_fast_and_losses_as_slow_as_possible(spec: str, part: int) -> None:
    """In every position of tic-tac-toe, by the values of a solver that looks backwards."""
    chosen = bot(spec, TICTACTOE)
    for here in some([here for here in reachable(TICTACTOE.start) if not here.is_over()][::part]):
        assert chosen.choose(here, ONE_OF_MANY).move in best_moves(values(), here)


@pytest.mark.parametrize(
    ("name", "games"),
    [("connect_four:width=4,height=4", 60), ("breakthrough:width=4,height=5", 30)],
)
@pytest.mark.parametrize("spec", sample(["depth-limited:depth=4", "static-cutoff:depth=3", "engine:depth=4"], every=3))
def test_two_more_games_with_wins_in_one(name: str, games: int, spec: str) -> None:
    rules = game(name)
    chosen = bot(spec, rules)
    found = list(random_wins(rules, games))
    assert len(found) >= games // 2
    assert all(chosen.choose(here, ONE_OF_MANY).move in moves for here, moves in found)


@pytest.mark.parametrize("spec", sample(["max-n:depth=4", "paranoid:depth=4"], every=2))
def test_three_players_do_not_decline_a_win_in_one(spec: str) -> None:
    three = game("three:width=4,height=4")
    chosen = bot(spec, three)
    found = list(random_wins(three, 15))
    assert len(found) >= 15
    assert all(chosen.choose(here, ONE_OF_MANY).move in moves for here, moves in found)


@pytest.mark.parametrize(("options", "part"), every(40, ["", "--depth 4", "--nodes 300", "--algorithm static-cutoff"]))
def test_the_command_takes_a_win_in_one(options: str, part: int) -> None:
    wins = list(wins_in_one().items())[::part]
    lines = "\n".join(TICTACTOE.notation.format(here) for here, _moves in wins)
    done = run("search", "tictactoe", *options.split(), "--positions", "-", stdin=lines)
    played = [json.loads(line)["move"] for line in done.stdout.splitlines()]
    assert all(move in moves for move, (_here, moves) in zip(played, wins, strict=True))


def test_a_convention_of_a_course_takes_the_first_of_equal_wins() -> None:
    """AIMA's alpha-beta does not count plies: here it prefers a win in three."""
    here = TICTACTOE.notation.parse(".x..o.oxx")
    assert bot("depth-limited:depth=4,convention=aima", TICTACTOE).choose(here).move == 0
    assert search(here).move == 0
    assert bot("depth-limited:depth=4", TICTACTOE).choose(here).move == 2


def test_scores_that_count_plies_are_refused_where_results_are_averages() -> None:
    pig = game("pig:target=5,faces=3,rounds=2")
    for scores in ("distance", "level"):
        with pytest.raises(SearchError, match="a score cannot count plies"):
            search(pig.start, "expectiminimax", setting(depth=2, scores=scores))
    assert search(pig.start, "expectiminimax", depth=2).exact
