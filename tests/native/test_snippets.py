"""Rules as authors write them: each snippet of ``tests/data/rule_snippets.py`` is refused or does what Python does."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from paths import DATA
from refusals import refused
from samples import sample

from plyground import game, perft
from plyground.errors import RulesError
from plyground.native import refusals
from plyground.native.compiler import Twin

MOST_REFUSED = 30
"""Most snippets that may be refused; the number falls as the language grows."""
INPUTS = list(itertools.product(range(-4, 5), repeat=2))


def written(name: str, folder: str = "") -> ModuleType:
    """Return a module of the data of the tests."""
    if name not in sys.modules:
        found = importlib.util.spec_from_file_location(name, Path(DATA, folder, f"{name}.py"))
        assert found is not None and found.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(found)
        found.loader.exec_module(sys.modules[name])
    return sys.modules[name]


MODULE = written("rule_snippets")
SNIPPETS = {
    name: each
    for name, each in vars(MODULE).items()
    if isinstance(each, FunctionType) and each.__module__ == MODULE.__name__ and not name.startswith("_")
}
BOARDS = [MODULE.Board(), MODULE.Board((1, 1, 1, 2, 0, 2, 1, 0, 2), (0, 9), 1, 4)]


def answer(function: Callable[..., Any], *arguments: Any) -> object:
    """Return the value or the exception of a call."""
    try:
        value = function(*arguments)
    except Exception as error:
        return type(error)
    return value


def refusal_of(name: str) -> str:
    """Compile a snippet and compare it with CPython on all inputs. Return the sentence if it is refused."""
    function = SNIPPETS[name]
    try:
        twin = Twin.for_examples(function, (BOARDS[0], 1, 1))
        for board in BOARDS:
            for x, y in INPUTS:
                plain, native = answer(function, board, x, y), answer(twin, board, x, y)
                assert native == plain, (board, x, y)
    except RulesError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", sample(sorted(SNIPPETS), every=16))
def test_a_snippet_is_refused_or_does_what_python_does(name: str) -> None:
    refusal_of(name)


SENTENCES = {
    "list_slice_assign": refusals.SLICE_REPLACED,
    "list_unsized_tuple": refusals.NO_LENGTH,
    "tuple_filtered": refusals.NO_LENGTH,
    "flood": refusals.NO_SETS,
    "set_of_cells": refusals.NO_SETS,
    "max_of_two_by_key": refusals.NO_KEY,
    "dict_name_key": refusals.TEXT_CHOSEN,
    "text_item_equal": refusals.TEXT_CHOSEN,
    "text_compare": refusals.TEXT_CHOSEN,
    "round_digits": refusals.NO_DIGITS,
    "float_floor": refusals.FLOAT_DIVISION,
    "hypot": refusals.NO_SUCH_FUNCTION,
    "map_two": refusals.NO_MAP,
    "dict_comprehension": refusals.STATEMENTS["DictComp"],
    "data_point": refusals.NO_CLASS,
    "data_moved": refusals.NO_CLASS,
    "match_statement": refusals.STATEMENTS["Match"],
    "try_statement": refusals.STATEMENTS["Try"],
    "inner_function": refusals.STATEMENTS["FunctionDef"],
    "lambda_name": refusals.STATEMENTS["Lambda"],
    "isinstance_int": refusals.NO_TYPES,
    "star_arguments": refusals.FIXED_ARGUMENTS,
    "slice_variable": refusals.SLICE_LENGTH,
    "put_by_slices": refusals.SLICE_LENGTH,
    "list_named_twice_in_loop": refusals.LIST_KEPT,
    "lists_turned_in_loop": refusals.LIST_KEPT,
    "set_counted": refusals.NO_SETS,
    "set_equal": refusals.NO_SETS,
    "set_in_loop": refusals.NO_SETS,
    "list_replaced_after_alias": refusals.LIST_KEPT,
}
"""The cause of each refusal."""


@pytest.mark.parametrize("name", SENTENCES)
def test_a_refused_snippet_is_told_what_works(name: str) -> None:
    with refused(RulesError, SENTENCES[name].text):
        Twin.for_examples(SNIPPETS[name], (BOARDS[0], 1, 1))


@pytest.mark.proof
def test_few_snippets_are_refused() -> None:
    found = {name: text for name in SNIPPETS if (text := refusal_of(name))}
    assert len(found) <= MOST_REFUSED and set(found) <= set(SENTENCES), found


def power(number: int, exponent: int) -> int:
    return int(number**exponent)


def test_a_negative_exponent_of_whole_numbers_raises() -> None:
    twin = Twin.for_examples(power, (1, 1))
    assert twin(3, 30) == 3**30
    with pytest.raises(ValueError):
        twin(3, -1)


FIRST_GAMES = sorted(path.stem for path in Path(DATA, "first_games").glob("*.py"))


@pytest.mark.parametrize("name", sample(FIRST_GAMES, every=4))
def test_a_game_compiles_as_its_author_first_wrote_it(name: str) -> None:
    start = game(Path(DATA, "first_games", f"{name}.py")).start
    assert perft(start, 2, native=True) == perft(start, 2, native=False)
