"""Public functions choose plain or compiled code themselves, and the choice changes no answer."""

from __future__ import annotations

import gc
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from program import ENVIRONMENT

from plyground import (
    ArgumentError,
    Game,
    Limit,
    SearchStopped,
    bot,
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
    solve,
    uct,
)
from plyground.bots import Thought
from plyground.core.position import Demand
from plyground.core.time_manager import MoveClock
from plyground.searches.best_first.mcts_tree import Tree
from plyground.searches.limit import OUT_OF_TIME
from plyground.searches.tally import NODES, STOP
from plyground.solvers.perft import count_sequences

TICTACTOE = game("tictactoe")
FOUR = game("connect_four")


@pytest.mark.parametrize(
    "ask",
    [
        lambda native: search(TICTACTOE, depth=2, native=native),
        lambda native: search(TICTACTOE, native=native),
        lambda native: search(TICTACTOE, "pvs", ties="last", every_move=True, native=native),
        lambda native: search(FOUR, setting=setting(depth=6), native=native),
        lambda native: search(FOUR, "pvs", engine(FOUR, depth=5, memory_mb=1), native=native),
        lambda native: search("pig:target=6,faces=3,rounds=2", "expectiminimax", depth=5, native=native),
        lambda native: deepen(FOUR, Limit(nodes=500), engine(FOUR, memory_mb=1), native=native),
        lambda native: deepen(FOUR, Limit(nodes=8_000), engine(FOUR, memory_mb=1), native=native),
        lambda native: uct(TICTACTOE, playouts=20, seed=1, native=native),
        lambda native: uct(TICTACTOE, playouts=400, seed=1, native=native),
        lambda native: proof_number(TICTACTOE.start.play(4).play(1), 1, native=native),
        lambda native: proof_number(TICTACTOE, 1, native=native),
        lambda native: exact(TICTACTOE, every_move=True, memory_mb=1, native=native),
        lambda native: exact("mnk:width=4,height=3,k=3", memory_mb=1, native=native),
    ],
)
def test_the_answer_is_that_of_plain_python(ask: Any) -> None:
    chosen, plain = ask(None), ask(False)
    assert replace(chosen, seconds=0) == replace(plain, seconds=0)
    assert chosen.position == plain.position is not None


@pytest.mark.proof
def test_the_counts_are_those_of_plain_python() -> None:
    for depth in (2, 6):
        assert perft(TICTACTOE, depth) == perft(TICTACTOE, depth, native=False)
    assert solve(TICTACTOE)[TICTACTOE.start] == solve(TICTACTOE, native=False)[TICTACTOE.start]
    tally = new_tally()
    for found in (search(TICTACTOE, tally=tally), search(TICTACTOE, depth=2, tally=tally)):
        assert found.nodes
    assert tally.counts[NODES] == 18_297 + search(TICTACTOE, depth=2).nodes
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
    for nodes in (1, 700, 9_000):
        tally = new_tally()
        tally.counts[STOP] = nodes
        with pytest.raises(SearchStopped):
            search(TICTACTOE, tally=tally)
        assert tally.counts[NODES] == nodes


@rules
class Listed(NamedTuple):
    """Numbers are read from texts, by code that cannot be compiled."""

    left: int = 12

    def moves(self) -> list[int]:
        return [int(each) for each in ("1", "2") if int(each) <= self.left]

    def play(self, move: int) -> Listed:
        return Listed(self.left - move)

    def is_over(self) -> bool:
        return self.left == 0

    def utility(self) -> int:
        return -1


@pytest.mark.proof
def test_rules_that_cannot_be_compiled_run_plain_after_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert search(Listed(5)).value == 1  # a small search asks for no compiler
    with pytest.warns(UserWarning, match="Listed.moves"):
        found = search(Listed(25), "minimax")
    assert found == replace(search(Listed(25), "minimax", native=False), seconds=found.seconds)


def test_a_stopped_search_by_random_games_gives_its_estimate() -> None:
    """A stop from outside is not the choice's own limit, whatever its number is."""
    tally = new_tally()

    class Stopping:
        """A trace that stops the search at its hundredth step."""

        steps = 0

        def __getattr__(self, _step: str) -> Any:
            self.steps += 1
            if self.steps == 100:
                tally.counts[STOP] = OUT_OF_TIME
            return lambda *_told: None

    found = uct(FOUR, playouts=100_000, trace=Stopping(), tally=tally)
    assert 0 < found.playouts < 100


@rules
class Forced(NamedTuple):
    """One first move, and three everywhere else."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        yield 1
        if self.ply:
            yield 2
            yield 3

    def play(self, move: int) -> Forced:
        return Forced(self.ply + 1)

    def is_over(self) -> bool:
        return False

    def utility(self) -> int:
        return 0


def test_many_sequences_are_counted_compiled_whatever_the_first_position_has(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = list[bool]()

    def heard(*parts: Any, native: bool, **named: Any) -> int:
        compiled.append(native)
        return count_sequences(*parts, native=native, **named)

    monkeypatch.setattr("plyground.entry.solving.count_sequences", heard)
    assert perft(Forced(), 5) == 3**4
    assert perft(Forced(), 12) == 3**11
    assert compiled == [False, False, True]  # the second trial was stopped


def test_games_solved_in_plain_python_warn_of_no_missing_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.native.targets.target.has_compiler", lambda: False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solve(Listed(12))[Listed(12)].utility == -1


def test_fractions_are_searched_plainly() -> None:
    for ask in (search, lambda position: deepen(position, Limit(depth=3), algorithm="minimax")):
        assert ask(Halves()).value == Fraction(1, 2)
    halves = Game("halves", Halves())
    clocked = Thought(native=True, clock=MoveClock(move_s=60))
    assert bot("depth-limited:depth=2", halves).choose(Halves(), clocked).value == Fraction(1, 2)


@rules
class Halves(NamedTuple):
    """The last move wins a half."""

    left: int = 3

    def moves(self) -> Iterator[int]:
        yield 1
        if self.left == 3:
            yield 2

    def play(self, move: int) -> Halves:
        return Halves(self.left - move)

    def is_over(self) -> bool:
        return not self.left

    def utility(self) -> Fraction:
        return Fraction(-1, 2)

    def to_move(self) -> int:
        return (3 - self.left) % 2

    def demands(self) -> Demand:
        return Demand.FRACTIONS


def test_limits_are_checked_before_they_are_compared() -> None:
    wrong: Any = "x"
    with pytest.raises(ArgumentError, match="nodes"):
        deepen(TICTACTOE, Limit(nodes=wrong))


def test_a_stopped_search_frees_its_tree_at_once() -> None:
    """Trees have 256 megabytes each: none may wait for the garbage collector."""
    position = FOUR.start.play(3)
    uct(position, playouts=10, native=True)
    gc.collect()
    gc.disable()
    before = trees()
    try:
        tally = new_tally()
        tally.counts[STOP] = 1_000
        uct(position, playouts=100_000, native=True, tally=tally)
        assert trees() == before
    finally:
        gc.enable()


def trees() -> int:
    """Return the number of trees in memory."""
    return sum(isinstance(each, Tree) for each in gc.get_objects())
