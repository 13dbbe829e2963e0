"""Public functions choose plain or compiled code themselves, and the choice changes no answer."""

from __future__ import annotations

import subprocess
import sys
import warnings
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from program import ENVIRONMENT

from plyground import (
    Limit,
    SearchStopped,
    deepen,
    engine,
    exact,
    game,
    new_tally,
    perft,
    proof_number,
    rules,
    search,
    setting,
    solve_game,
    uct,
)
from plyground.searches.tally import STOP, VISITS

TICTACTOE = game("tictactoe")
FOUR = game("connect_four")


@pytest.mark.parametrize(
    "ask",
    [
        lambda native: search(TICTACTOE, depth=2, native=native),
        lambda native: search(TICTACTOE, native=native),
        lambda native: search(TICTACTOE, "pvs", ties="last", every_move=True, native=native),
        lambda native: search(FOUR, setting=setting(depth=6), native=native),
        lambda native: search(FOUR, "pvs", engine(FOUR, depth=5, megabytes=1), native=native),
        lambda native: search("pig:target=6", "expectiminimax", depth=5, native=native),
        lambda native: deepen(FOUR, Limit(nodes=500), engine(FOUR, megabytes=1), native=native),
        lambda native: deepen(FOUR, Limit(nodes=8_000), engine(FOUR, megabytes=1), native=native),
        lambda native: uct(TICTACTOE, playouts=20, seed=1, native=native),
        lambda native: uct(TICTACTOE, playouts=400, seed=1, native=native),
        lambda native: proof_number(TICTACTOE.start.play(4).play(1), 1, native=native),
        lambda native: proof_number(TICTACTOE, 1, native=native),
        lambda native: exact(TICTACTOE, every_move=True, megabytes=1, native=native),
        lambda native: exact("mnk:width=4,height=3,k=3", megabytes=1, native=native),
    ],
)
def test_the_answer_is_that_of_plain_python(ask: Any) -> None:
    chosen, plain = ask(None), ask(False)
    assert replace(chosen, seconds=0) == replace(plain, seconds=0)
    assert chosen.position == plain.position is not None


def test_the_counts_are_those_of_plain_python() -> None:
    for depth in (2, 6):
        assert perft(TICTACTOE, depth) == perft(TICTACTOE, depth, native=False)
    assert solve_game(TICTACTOE)[TICTACTOE.start] == solve_game(TICTACTOE, native=False)[TICTACTOE.start]
    tally = new_tally()
    for found in (search(TICTACTOE, tally=tally), search(TICTACTOE, depth=2, tally=tally)):
        assert found.visits
    assert tally.counts[VISITS] == 18_297 + search(TICTACTOE, depth=2).visits
    assert tally.counts[STOP] == 0


COMPILED = "import sys, plyground; plyground.search('tictactoe'{}); print('plyground.native.compiler' in sys.modules)"


def test_only_a_long_search_is_compiled() -> None:
    for options, is_compiled in ((", depth=2", False), ("", True), (", native=False", False)):
        call = [sys.executable, "-c", COMPILED.format(options)]
        assert (
            subprocess.run(call, capture_output=True, text=True, env=ENVIRONMENT, check=True).stdout
            == f"{is_compiled}\n"
        )


def test_averages_stay_exact() -> None:
    value: Any = search(
        "pig", "expectiminimax", setting(depth=6, evaluation=next(iter(game("pig").evaluations.values())))
    ).value
    assert isinstance(value, Fraction)


def test_a_stop_ends_the_search_at_its_visit() -> None:
    for visits in (1, 700, 9_000):
        tally = new_tally()
        tally.counts[STOP] = visits
        with pytest.raises(SearchStopped):
            search(TICTACTOE, tally=tally)
        assert tally.counts[VISITS] == visits


@rules
class Listed(NamedTuple):
    """Numbers are taken from a list, by code that cannot be compiled."""

    left: int = 12

    def moves(self) -> list[int]:
        return [each for each in {1: "one", 2: "two"} if each <= self.left]

    def play(self, move: int) -> Listed:
        return Listed(self.left - move)

    def is_over(self) -> bool:
        return self.left == 0

    def utility(self) -> int:
        return -1


def test_rules_that_cannot_be_compiled_run_plain_after_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert search(Listed(5)).value == 1  # a small search asks for no compiler
    with pytest.warns(UserWarning, match="Listed.moves"):
        found = search(Listed(25), "minimax")
    assert found == replace(search(Listed(25), "minimax", native=False), seconds=found.seconds)
