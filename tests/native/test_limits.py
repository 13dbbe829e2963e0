"""Limits of compiling: a program that would take too long is refused with a reason, and its text runs as plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from refusals import refused

from plyground import RulesError, engine, game, rules
from plyground.native import code_generation, compiler
from plyground.native.code_generation import llvm_text, make
from plyground.native.lowering import compilation, functions, loops
from plyground.native.lowering.compilation import BLOCKS_AT_ONCE
from plyground.native.object_code import cache
from plyground.native.options import Options
from plyground.native.targets.emission import object_code
from plyground.native.widths import options_for
from plyground.searches.algorithms.pvs import pvs
from plyground.searches.plain_or_native import Pace
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.tally import new_tally
from plyground.solvers.perft import perft

ROWS = tuple((number,) * (1 + number % 3) for number in range(60))
"""Tuples of unequal lengths, whose loop is written out."""


@rules
class Uneven(NamedTuple):
    """A side takes one of the rows that are left; who takes the last one wins."""

    left: int = (1 << 60) - 1
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[int]:
        for place, row in enumerate(ROWS):
            if self.left >> place & 1 and row[0] == place:
                yield place

    def play(self, move: int) -> Uneven:
        return Uneven(self.left & ~(1 << move), 1 - self.player)

    def is_over(self) -> bool:
        return self.left == 0

    def utility(self) -> int:
        return -1


def arguments() -> tuple[Any, ...]:
    return Uneven(), 1, 0, new_tally().counts


def compiled_anew() -> Any:
    """Compile perft without the cache."""
    examples = arguments()
    return make(perft, examples, options_for(examples), (Uneven,))


def test_a_loop_that_is_written_out_too_often_is_refused_at_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "MAX_BLOCKS", 100)
    monkeypatch.setattr(loops, "MAX_ROUNDS_WRITTEN_OUT", 100)
    with pytest.raises(RulesError) as refused:
        compiled_anew()
    said = str(refused.value)
    assert said.startswith("Uneven.moves (test_limits.py, line ")
    assert "loop over range(len(TABLE)) and take TABLE[i]" in said


def test_too_long_a_program_is_refused_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_generation, "MAX_BLOCKS", 10)
    with refused(
        RulesError,
        "its loops over constant tuples are written out and make too long a program: loop over range(len(TABLE)) and take TABLE[i] in the loop",
    ):
        compiled_anew()


def test_too_many_constants_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "MAX_CONSTANTS", 10)
    start = game("chess").start
    examples = (start, 1, 0, new_tally().counts)
    with refused(RulesError, "its constant tuples have more than {most} numbers"):
        make(perft, examples, options_for(examples), (type(start),))


def test_types_that_are_not_found_in_time_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(functions, "COMPILE_TIMEOUT_S", -1.0)
    with refused(RulesError, "this takes more than {seconds} s: write it in fewer and shorter loops"):
        compiled_anew()


def test_another_process_makes_the_same_code() -> None:
    text, _program, _shape = llvm_text(perft, arguments(), Options())
    assert object_code(text, limit_s=120.0) == object_code(text)


def test_code_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is shorter than any process needs to begin."""
    monkeypatch.setattr(code_generation, "BLOCKS_AT_ONCE", 0)
    monkeypatch.setattr(code_generation, "COMPILE_TIMEOUT_S", 0.001)
    with refused(RulesError, "this takes more than {seconds} s: write it in fewer and shorter loops"):
        compiled_anew()


def test_a_process_that_ends_without_code_is_a_refusal() -> None:
    with pytest.raises(TimeoutError):
        object_code("this is no text of LLVM", limit_s=120.0)


def test_a_refused_text_is_not_compiled_again_and_runs_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "MAX_BLOCKS", 100)
    monkeypatch.setattr(loops, "MAX_ROUNDS_WRITTEN_OUT", 100)
    made = []

    def counting(*given: Any) -> Any:
        made.append(given)
        return make(*given)

    monkeypatch.setattr(code_generation, "make", counting)
    monkeypatch.setattr(cache, "load", lambda _name: None)
    monkeypatch.setattr(compiler, "_refused", {})
    monkeypatch.setattr(compiler, "_made", {})
    reasons: list[Any] = []

    def count(native: bool) -> int:
        text = compiler.compiled(perft, *arguments()) if native else perft
        return int(text(*arguments()))

    for _again in range(2):
        assert Pace(on_message=reasons.append).run(lambda: None, count) == len(ROWS)
    assert len(made) == 1
    assert [str(reason).startswith("Uneven.moves (") for reason in reasons] == [True, True]


@pytest.mark.proof
def test_no_program_of_a_built_in_game_needs_another_process() -> None:
    """The longest one is a search with the evaluation of lines on the largest board with the most lines."""
    known: Any = game("mnk:width=15,height=15,k=3")
    setting = engine(known.start, known.evaluations["open-lines"])
    examples = (known.start, 0, -1, 1, 1, setting._replace(depth=MAX_DEPTH), new_tally())
    _text, program, _shape = llvm_text(pvs, examples, options_for(examples))
    assert program.length() <= BLOCKS_AT_ONCE


PAIRS = tuple((number % 7, (number, 1 << number % 60)) for number in range(600))
"""A long table of numbers beside tuples."""


def found_in_pairs(number: int) -> int:
    total = 0
    for place, (kind, (first, cells)) in enumerate(PAIRS):
        if kind == number and cells >> first % 60 & 1:
            total += place
    return total


def test_a_long_table_is_a_loop_over_its_places() -> None:
    _text, program, _shape = llvm_text(found_in_pairs, (3,), Options())
    assert program.length() < 100
    assert compiler.compiled(found_in_pairs, 3)(3) == found_in_pairs(3)
