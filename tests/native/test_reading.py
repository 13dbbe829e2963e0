"""Reading texts: the compiler sees the whole text of a function, and how long each name keeps its value."""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

import pytest
from samples import sample, some

from plyground.native.compiler import compiled
from plyground.native.text.ownership import Ownership
from plyground.native.text.source import NoText, source_of

MODULES = ("argparse", "ast", "asyncio.base_events", "calendar", "configparser", "copy", "csv",
    "dataclasses", "difflib", "doctest", "email.header", "fractions", "gettext", "heapq", "inspect", "json.decoder",
    "logging", "pprint", "random", "shutil", "statistics", "subprocess", "tempfile", "textwrap", "tokenize",
    "traceback", "typing", "unittest.mock", "zipfile")  # fmt: skip
"""Modules of Python, by many authors."""


def functions_of(module: ModuleType) -> Iterator[FunctionType]:
    """Yield the functions and methods that a module defines."""
    left: list[Any] = list(vars(module).values())
    for each in left:
        if isinstance(each, type) and each.__module__ == module.__name__:
            left += [part for part in vars(each).values() if part not in left]
        elif isinstance(each, FunctionType) and each.__code__.co_filename == module.__file__:
            yield each


@pytest.mark.parametrize("name", sample(MODULES, every=5))
def test_a_text_is_read_to_its_end(name: str) -> None:
    """Python finds the same functions in the whole file."""
    module = __import__(name, fromlist=["*"])
    whole = ast.walk(ast.parse(inspect.getsource(module)))
    defined = {
        min([each.lineno, *(part.lineno for part in each.decorator_list)]): ast.dump(each)
        for each in whole
        if isinstance(each, ast.FunctionDef)
    }
    read = 0
    for function in functions_of(module):
        try:
            source = source_of(function)
        except NoText:  # such as a coroutine
            continue
        assert ast.dump(source.tree) == defined[function.__code__.co_firstlineno]
        assert source.line(source.tree.body[-1]) >= function.__code__.co_firstlineno
        read += 1
    assert read > 3


TEXTS = {
    "a text in quotation marks that is never reached": 'def f(n):\n    return n\n    """\nMore.\n    """\n',
    "an open bracket that is never reached": "def f(n):\n    return n\n    g(\n1,\n    )\n",
    "a comment at the left": "def f(n):\n    n += 1\n# a comment\n    return n\n    n += 2\n",
    "a comment at the left, and then lines that are never reached": "def f(n):\n    return n\n# a comment\n    n += 2\n",
    "an empty line": "def f(n):\n    return n\n\n    n += 2\n",
    "one line": "def f(n): return n\n",
    "no line break at the end": "def f(n):\n    return n",
    "a head of several lines": "def f(\n    n,\n    m=2,\n):\n    return n\n",
    "only a docstring": 'def f(\n    n,\n):\n    """Return.\n\nNothing."""\n',
    "a longer line": "def f(n):\n    return n + \\\n1\n",
    "tabs": "def f(n):\n\tif n:\n\t\treturn n\n\treturn 1\n\tn += 1\n",
}


@pytest.mark.parametrize("title", TEXTS)
@pytest.mark.parametrize("rest", ["", "def g(n):\n    return 1\n", "\n\n# the end\nx = (\n    1)\n"])
@pytest.mark.parametrize("inside", [False, True])
def test_ends_that_are_hard_to_find(title: str, rest: str, inside: bool) -> None:
    text = TEXTS[title]
    if inside:
        text = "class C:\n" + textwrap.indent(text, "    ", lambda line: '"""' not in text or not line[:1].isupper())
    whole = f"{text}\n{rest}" if rest else text
    file = f"<hard to find: {hash(whole)}>"
    linecache.cache[file] = len(whole), None, whole.splitlines(keepends=True), file
    names: dict[str, Any] = {}
    exec(compile(whole, file, "exec"), names)
    function = names["C"].f if "C" in names else names["f"]
    defined = [each for each in ast.walk(ast.parse(whole)) if isinstance(each, ast.FunctionDef)]
    (wanted,) = [each for each in defined if each.name == "f"]
    source = source_of(function)
    assert ast.dump(source.tree) == ast.dump(wanted)
    assert [source.line(each) for each in source.tree.body] == [each.lineno for each in wanted.body]


def test_no_text_is_guessed() -> None:
    names: dict[str, Any] = {}
    exec(compile("def f(n):\n    return n\n", "<nowhere>", "exec"), names)
    with pytest.raises(NoText):
        source_of(names["f"])
    with pytest.raises(NoText):
        source_of(lambda: sys.maxsize)  # type: ignore[arg-type]


def test_a_text_with_an_assertion_is_compared_with_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where pytest has rewritten the assertions, they cannot be compared."""
    file = tmp_path / "asserting.py"
    monkeypatch.syspath_prepend(tmp_path)
    file.write_text("def f(n):\n    assert n > 0\n    return n + 1\n")
    function = __import__("asserting").f
    file.write_text("def f(n):\n    assert n > 0\n    return 5 * n\n")
    with pytest.raises(NoText):
        source_of(function)
    with pytest.raises(AssertionError):
        compiled(asserting, 0)(0)


EDITS = {"n + 1": "n * 1", "n // 2": "n % 2", "n < 1": "n > 1", "g(n, 1)": "g(1, n)", "n, 1": "1, n"}
"""Results of a function before and after an edit."""


def loaded(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, later: str) -> FunctionType:
    """Return a function ``f`` from a file that has another text now."""
    file = folder / "edited.py"
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "edited", raising=False)
    file.write_text(text)
    function: FunctionType = __import__("edited").f
    file.write_text(later)
    return function


@pytest.mark.parametrize("before", EDITS)
def test_an_edit_of_a_loaded_text_is_noticed(before: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "import os.path as g\n\ndef f(n):\n    return {}\n"
    with pytest.raises(NoText):
        source_of(loaded(tmp_path, monkeypatch, text.format(before), text.format(EDITS[before])))


@pytest.mark.parametrize("before", EDITS)
def test_a_loaded_text_may_move_in_its_file(before: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"def f(n):\n    return {before}\n"
    moved = source_of(
        loaded(tmp_path, monkeypatch, f"import os.path as g\n\n{text}", f"import os.path as g\nN = 1\n\n{text}")
    )
    assert (ast.unparse(moved.tree), moved.line(moved.tree.body[0])) == (ast.unparse(ast.parse(text)), 5)


def asserting(number: int) -> int:
    assert number > 0
    return number


def staying(cells: tuple[int, ...]) -> int:
    """Names that stay, and names that do not."""
    first = cells[0]
    total, last = 0, 0
    for cell in cells:
        double = cell * 2
        total += double
        last = cell
    if total > first:
        more = total - first
        total = more + last
    for place in range(3):
        found = place
        if place > first:
            break
    return total + found


def test_a_name_stays_if_it_is_read_only_in_the_loops_around_its_assignment() -> None:
    ownership = Ownership(source_of(cast("FunctionType", staying)).tree)
    names = {"cells", "first", "total", "cell", "double", "last", "more", "place", "found"}
    assert {name for name in names if ownership.stays(name)} == {"cells", "first", "cell", "double", "more", "place"}


def after_the_loop(cells: tuple[int, ...]) -> int:
    """Each round gives the name a value, and the last one counts."""
    for cell in cells:
        found = cell
        if cell > 2:
            break
    else:
        return -1
    return found


def in_unrolled_rounds(number: int) -> int:
    total = 0
    for step in (1, 7, 63):
        moved = number << step & (1 << 40) - 1
        for again in (moved, moved >> 1):
            part = again ^ step
            total = (total * 3 + part) % 1_000_003
    return total


def of_both_branches(number: int) -> int:
    if number % 2:
        half = number // 2
    else:
        return 3 * number
    while number > half:
        rest = number - half
        number -= rest if rest < 3 else 3
    return number * half


def odd_numbers(most: int) -> Any:
    for number in range(most):
        if number % 2:
            yield number
            yield -number


def over_generators(most: int) -> int:
    total = 0
    for number in odd_numbers(most):
        square = number * number
        for other in odd_numbers(number % 5):
            product = square * other
            if product > 100:
                continue
            total += product - square + sum(square for each in odd_numbers(other) if each < square)
    return total


def kinds_by_round(number: int) -> float:
    """Return a sum of whole numbers and fractions to which one name is given in turns."""
    total = 0.0
    for factor in (1, 0.5, number):
        part = number * factor
        total += part / 2
    return total


@pytest.mark.parametrize(
    ("function", "values"),
    [
        (after_the_loop, [(each,) for each in ((1, 2, 3, 4), (1, 1, 1, 1), (3, 9, 9, 9))]),
        (in_unrolled_rounds, [(each,) for each in (0, 1, 5, (1 << 40) - 1, 123_456_789)]),
        (of_both_branches, [(each,) for each in range(12)]),
        (over_generators, [(each,) for each in range(14)]),
        (kinds_by_round, [(each,) for each in (0, 1, 7)]),
    ],
)
def test_names_in_registers_have_their_values(function: Callable[..., Any], values: list[tuple[Any, ...]]) -> None:
    for each in some(values):
        answer, right = compiled(function, *each)(*each), function(*each)
        assert (answer, type(answer)) == (right, type(right))
