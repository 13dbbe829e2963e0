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
from samples import sample

from plyground.errors import RulesError
from plyground.native.compiler import Twin

MOST_REFUSED = 25
"""Most snippets that may be refused; the number falls as the language grows."""
INPUTS = list(itertools.product(range(-4, 5), repeat=2))


def snippets() -> ModuleType:
    """Return the module of the snippets."""
    name = "rule_snippets"
    if name not in sys.modules:
        found = importlib.util.spec_from_file_location(name, Path(DATA, f"{name}.py"))
        assert found is not None and found.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(found)
        found.loader.exec_module(sys.modules[name])
    return sys.modules[name]


MODULE = snippets()
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


@pytest.mark.proof
def test_few_snippets_are_refused() -> None:
    refused = {name: text for name in SNIPPETS if (text := refusal_of(name))}
    assert len(refused) <= MOST_REFUSED, "\n".join(f"{name}: {text}" for name, text in refused.items())


def power(number: int, exponent: int) -> int:
    return int(number**exponent)


def test_a_negative_exponent_of_whole_numbers_raises() -> None:
    twin = Twin.for_examples(power, (1, 1))
    assert twin(3, 30) == 3**30
    with pytest.raises(ValueError):
        twin(3, -1)
