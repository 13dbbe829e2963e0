"""Signatures that are inferred, and facts that are kept from one compilation to the next: little is lowered twice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from samples import some

from plyground import put, rules
from plyground.core.authoring.marked_rules import helper
from plyground.native.arguments import shape_of_example
from plyground.native.code_generation import llvm_text
from plyground.native.compiler import compiled
from plyground.native.game_facts import GameFacts, facts_of
from plyground.native.lowering import functions
from plyground.native.lowering.compilation import Hints
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.functions import lower_program
from plyground.native.lowering.language import PYTHON
from plyground.native.object_code import cache
from plyground.native.options import Options


def half(number: int) -> int:
    if number < 0:
        raise ValueError("negative")
    return number // 2


def halves(number: int) -> tuple[int, int]:
    return half(number), number - half(number)


def of_both(number: int) -> int:
    one, other = halves(number)
    return one * other


def parity(number: int) -> int:
    """Return the parity of a number by two functions that call each other."""
    return is_even(number) + 2 * half(number)


def is_even(number: int) -> int:
    return 1 if number == 0 else is_odd(number - 1)


def is_odd(number: int) -> int:
    return 0 if number == 0 else is_even(number - 1)


def digits(number: int) -> int:
    """Return the sum of the digits of a number by a function that calls itself and another one."""
    return number if 0 <= number < 10 else half(2 * (number % 10)) + digits(number // 10)


def thirds(number: int) -> float:
    """Return a sum of fractions by a function that calls itself before it returns one."""
    if number > 0:
        return thirds(number - 1) + number / 3
    return 0.0


def moved(cells: tuple[int, ...], place: int) -> tuple[int, ...]:
    return put(cells, place, half(8))


def sum_after(cells: tuple[int, ...], place: int) -> int:
    return sum(moved(cells, place))


def mean(numbers: tuple[int, ...]) -> float:
    """Return a mean, whose name holds a whole number before it holds a float."""
    total: float = half(0)
    for each in numbers:
        total = total + each / len(numbers)
    return total


def refused(number: int) -> int:
    raise ValueError("refused")


def times_lowered(function: Any, *examples: Any) -> dict[str, int]:
    """Return how often the text of each function is lowered."""
    times: Counter[str] = Counter()

    def frame(program: Any, function: Any, *rest: Any) -> Frame:
        times[function.__name__] += 1
        return Frame(program, function, *rest)

    shapes = tuple(shape_of_example(each, Options(), {}) for each in examples)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(functions, "Frame", frame)
        lower_program(PYTHON, function, shapes, Options(), {}, Hints())
    return dict(times)


def test_a_function_with_a_result_in_registers_is_lowered_once() -> None:
    assert times_lowered(of_both, 9) == {"of_both": 1, "halves": 1, "half": 1}


def test_a_function_that_calls_itself_is_lowered_once() -> None:
    """Unless it returns no whole number, which is found out only at its end."""
    assert times_lowered(digits, 99) == {"digits": 1, "half": 1}
    assert times_lowered(thirds, 9) == {"thirds": 2}


def test_functions_that_call_each_other_or_make_rows_are_lowered_twice() -> None:
    """So are the functions that call the first ones, as these calls are not known at first."""
    assert times_lowered(parity, 9) == {"parity": 2, "is_even": 2, "is_odd": 2, "half": 1}
    assert times_lowered(sum_after, (1, 2, 3), 0) == {"sum_after": 1, "moved": 2, "half": 1}


def test_a_fact_found_late_lowers_again_only_what_depends_on_it() -> None:
    assert times_lowered(mean, (1, 2, 4)) == {"mean": 2, "half": 1}


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (of_both, (9,)),
        (digits, (907,)),
        (thirds, (4,)),
        (parity, (9,)),
        (parity, (6,)),
        (sum_after, ((1, 2, 3), 1)),
        (mean, ((1, 2, 4),)),
    ],
)
def test_inferred_functions_mean_the_same(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    assert compiled(function, *arguments)(*arguments) == pytest.approx(function(*arguments), rel=1e-15)


def test_exceptions_of_inferred_functions_are_raised() -> None:
    with pytest.raises(ValueError, match="negative"):
        compiled(of_both, 9)(-9)
    with pytest.raises(ValueError, match="refused"):  # it never returns
        compiled(refused, 9)(9)


weight = 2


@helper
def weighed(number: int) -> Any:
    total: Any = 0
    for each in range(number):
        total = total + each * weight
    return total


@rules
class Weights(NamedTuple):
    """A position with a rule that looks at a constant of its module."""

    number: int = 4

    def play(self, move: int) -> Weights:
        return Weights(weighed(self.number) + move)

    def weighed(self) -> Any:
        return weighed(self.number)


def first_search(position: Any) -> Any:
    value = position.weighed()
    return value + 1


def second_search(position: Any) -> Any:
    value = position.weighed()
    return value - 1


def facts_found() -> dict[str, int]:
    """Return how many results each search finds known in the facts about the game, when it is compiled."""
    facts, found = facts_of((Weights,)), {}
    for each in (first_search, second_search):
        found[each.__name__] = len(facts.hints(Options(), {}).memoised)
        llvm_text(each, (Weights(),), Options(), facts)
    return found


def test_a_search_knows_what_an_earlier_one_found_out() -> None:
    assert facts_found() == {"first_search": 0, "second_search": 2}  # the method and the helper
    assert GameFacts((Weights,)).text.code >= {Weights.weighed, Weights.play, weighed}


def test_facts_end_with_a_change_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A constant becomes a float: then a name is a float in the next search, too, and no whole number any more."""
    for number in (2, 0.5, 3):
        monkeypatch.setitem(globals(), "weight", number)
        for function in (first_search, second_search):
            answer, right = compiled(function, Weights())(Weights()), function(Weights())
            assert (answer, type(answer)) == (right, type(right))


class Constants:
    """Constants of a class, which a rule looks at."""

    FACTOR: Any = 2

    @staticmethod
    def more(number: int) -> Any:
        return number + 1


@rules
class Size(NamedTuple):
    """A tuple with a default."""

    width: int = 3


class Amount(NamedTuple):
    """The field of a position."""

    number: int = 4


@rules
class Scaled(Amount):
    """A position with a table of its class, and rules that take whole numbers as well as floats."""

    __slots__ = ()
    TABLE: tuple[int, ...] = (1, 2, 3, 4)

    def play(self, move: int) -> Scaled:
        return Scaled(self.number + move)

    def scaled(self, factor: Any) -> Any:
        total: Any = 0
        for _each in range(3):
            total = total + factor
        return total

    def table(self) -> Any:
        return self.TABLE

    def of_constants(self) -> Any:
        return Constants.more(self.number) * Constants.FACTOR * Size().width

    def sum_of(self, numbers: Any) -> Any:
        total = numbers[0]
        for each in numbers[1:]:
            total = total + each
        return total


def by_a_half(position: Any) -> Any:
    return position.scaled(0.5)


def by_one(position: Any) -> Any:
    return position.scaled(1)


def place_by_one(position: Any) -> Any:
    return (10, 20, 30, 40)[position.scaled(1)]


def of_whole_numbers(position: Any) -> Any:
    return position.sum_of((1, 2, 3, 4))


def of_floats(position: Any) -> Any:
    return position.sum_of((1.0, 2.0, 3.0, 4.0))


def of_both_kinds(position: Any) -> Any:
    return position.sum_of((1, 2, 3, 4)), position.sum_of((1.0, 2.0, 3.0, 4.0))


def second_of_table(position: Any) -> Any:
    return position.table()[1]


def twice_second_of_table(position: Any) -> Any:
    return 2 * position.table()[1]


def constants_of(position: Any) -> Any:
    return position.of_constants()


def two_more(number: int) -> int:
    return number + 2


def is_answered(function: Callable[..., Any], *arguments: Any) -> bool:
    """Return True if compiled code gives the same values of the same types."""
    answer, right = compiled(function, *arguments)(*arguments), function(*arguments)
    return repr(answer) == repr(right)


@pytest.mark.parametrize(
    "searches",
    [(by_a_half, by_one, place_by_one), (of_whole_numbers, of_floats), (of_floats, of_whole_numbers), (of_both_kinds,)],
)
def test_searches_with_numbers_of_other_types_do_not_share_facts(searches: tuple[Callable[..., Any], ...]) -> None:
    facts_of((Scaled,))._hints.clear()
    for each in some(searches):
        assert is_answered(each, Scaled())


def test_constants_of_classes_count_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of the rules' own class, a constant and a static method of another class."""
    searches = (second_of_table, twice_second_of_table, constants_of)
    assert all(is_answered(each, Scaled()) for each in searches)
    for cls, name, value in (
        (Scaled, "TABLE", (10, 20, 30, 40)),
        (Constants, "FACTOR", 0.5),
        (Constants, "more", staticmethod(two_more)),
    ):
        before = {each: compiled(each, Scaled()) for each in searches}
        monkeypatch.setattr(cls, name, value)
        assert all(is_answered(each, Scaled()) for each in searches)
        assert any(compiled(each, Scaled()) is not before[each] for each in searches)


def test_defaults_of_fields_count_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_answered(constants_of, Scaled())
    before = compiled(constants_of, Scaled())
    monkeypatch.setattr(Size, "_field_defaults", {"width": 5})
    monkeypatch.setattr(Size.__new__, "__defaults__", (5,))
    assert is_answered(constants_of, Scaled())
    assert compiled(constants_of, Scaled()) is not before


def test_code_of_changed_constants_is_not_kept_for_the_old_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin that must begin again after a change of a constant is another twin."""
    twin: Any = compiled(times_weight, 1)
    kept = (cache.cache_folder() / f"{twin.name}{cache.SUFFIX}").read_bytes()
    monkeypatch.setitem(globals(), "weight", 3)
    assert twin(1 << 62) == 3 << 62
    assert (cache.cache_folder() / f"{twin.name}{cache.SUFFIX}").read_bytes() == kept


class OneNumber(NamedTuple):
    """The field of a part."""

    number: int = 1


class Limit(OneNumber):
    """A part of a position, whose constant a rule looks at."""

    __slots__ = ()
    FACTOR: float = 2


@rules
class Limited(NamedTuple):
    """A position with a part."""

    part: Limit = Limit()

    def play(self, move: int) -> Limited:
        return Limited(Limit(self.part.number + move))

    def worth(self) -> Any:
        total = self.part.FACTOR * self.part.number
        return total + 1


def worth(position: Any) -> Any:
    return position.worth()


def twice_the_worth(position: Any) -> Any:
    return position.worth() * 2


@pytest.mark.parametrize("start", [Limited(), Limited(Limit(7))])
def test_constants_of_parts_of_a_position_count_as_text(start: Limited, monkeypatch: pytest.MonkeyPatch) -> None:
    for factor in (2, 0.5, 3):
        monkeypatch.setattr(Limit, "FACTOR", factor)
        assert is_answered(worth, start)
        assert is_answered(twice_the_worth, start)


def doubled(function: Callable[[int], int]) -> Callable[[int], int]:
    @wraps(function)
    def twice(number: int) -> int:
        if number == 13:
            raise ValueError("unlucky")
        return function(number) * 2

    return twice


@doubled
def doubled_at_each_call(number: int) -> int:
    return 1 if number < 1 else doubled_at_each_call(number - 1) + 5 // (number - 7)


def of_a_decorated_function(number: int) -> int:
    return doubled_at_each_call(number)


def test_a_decorator_is_compiled_too() -> None:
    twin = compiled(of_a_decorated_function, 3)
    assert twin(3) == of_a_decorated_function(3) == doubled_at_each_call(3)
    for number, error in ((9, ZeroDivisionError), (13, ValueError)):
        with pytest.raises(error) as plain:
            of_a_decorated_function(number)
        with pytest.raises(error) as native:
            twin(number)
        trace: Any = plain.tb
        while trace.tb_next is not None:
            trace = trace.tb_next
        assert f"line {trace.tb_lineno}," in native.value.__notes__[0]


def times_weight(number: int) -> int:
    return number * weight


def in_a_circle(number: int, most: int) -> int:
    """Call one function directly and through another, which calls it, too: all three call themselves."""
    if number > most:
        return number
    first = directly(number, most) if number < -1000 else 0
    return (first ^ indirectly(number, most)) % 7 + indirectly(number, most + 1)


def directly(number: int, most: int) -> int:
    return (in_a_circle(number + 1, most) * 3) % 11 + number


def indirectly(number: int, most: int) -> int:
    return (directly(number, most) * 5) % 13 + number


def test_a_circle_of_calls_ends_as_in_python() -> None:
    twin = compiled(in_a_circle, 3, 2)
    assert twin(3, 2) == in_a_circle(3, 2)
    for _again in range(2):
        with pytest.raises(RecursionError):
            twin(3, 5)


def row_or_numbers(cells: tuple[int, ...], number: int) -> tuple[int, ...]:
    if number > 0:
        return cells
    return (number, number, number)


def row_and_number(cells: tuple[int, ...], number: int) -> tuple[tuple[int, ...], int]:
    if number > 0:
        return cells, number
    return (number, number, number), number


@pytest.mark.parametrize("function", [row_or_numbers, row_and_number])
@pytest.mark.parametrize("number", [1, -1, -1000, 1 << 40])
def test_numbers_become_a_row_where_another_branch_returns_one(function: Callable[..., Any], number: int) -> None:
    assert is_answered(function, (1, 2, 3), number)


TEXT = """
from plyground import game
from plyground.native.code_generation import llvm_text
from plyground.native.widths import options_for
def unset(position):
    for move in position.moves():
        one, two, three, four, five = 1, 2, 3, 4, 5
    return one + two + three + four + five
start = game("tictactoe").start
print(llvm_text(unset, (start,), options_for((start,)))[0])
"""


@pytest.mark.proof
def test_a_text_of_llvm_is_the_same_in_each_process(tmp_path: Path) -> None:
    (file := tmp_path / "show.py").write_text(TEXT)
    texts = {
        subprocess.run(
            [sys.executable, file], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1
