"""A test that passes has checked something: no test returns before its checks, or has them all in a loop that may be empty."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from paths import ROOT
from samples import some

SOURCES = sorted((ROOT / "src").rglob("*.py"))
Function = ast.FunctionDef | ast.AsyncFunctionDef
NOT_EMPTY_OF_NOT_EMPTY = {"enumerate", "list", "pairwise", "product", "reversed", "sorted", "tuple", "zip"}
"""Functions whose result is not empty if no argument is."""


@cache
def files_of_tests() -> tuple[tuple[Path, ast.Module], ...]:
    """Return the files of tests with their texts as trees."""
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return tuple((path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def checks(function: Function) -> Iterator[tuple[ast.AST, tuple[ast.For, ...]]]:
    """Yield each assertion of a function, with the loops around it."""
    waiting: list[tuple[ast.AST, tuple[ast.For, ...]]] = [(part, ()) for part in function.body]
    while waiting:
        part, loops = waiting.pop()
        if isinstance(part, (*Function.__args__, ast.ClassDef, ast.Lambda)):
            continue
        if is_check(part):
            yield part, loops
        inside = (*loops, part) if isinstance(part, ast.For) else loops
        body = {id(each) for each in part.body} if isinstance(part, ast.For) else set()
        waiting += [(each, inside if id(each) in body else loops) for each in ast.iter_child_nodes(part)]


def is_check(part: ast.AST) -> bool:
    """Return True for an assertion, and for a call of a function with which this project's tests assert."""
    if isinstance(part, ast.Call):
        return called(part) in {"raises", "refused", "warns", "fail", "expect"}
    return isinstance(part, ast.Assert)


def called(call: ast.Call) -> str:
    """Return the name of the function that is called; of ``expect(...).to_have_text()`` it is ``expect``."""
    match call.func:
        case ast.Name(name) | ast.Attribute(ast.Name("pytest"), name):
            return name
        case ast.Attribute(ast.Call() as inner):
            return called(inner)
    return ""


def returns(statements: Iterable[ast.stmt]) -> Iterator[ast.Return]:
    """Yield the returns that stand in no loop and no function of its own."""
    for each in statements:
        if isinstance(each, ast.Return):
            yield each
        elif isinstance(each, ast.If | ast.With | ast.Try):
            yield from returns([part for part in ast.iter_child_nodes(each) if isinstance(part, ast.stmt)])


def has_cases(cases: ast.expr, known: dict[str, ast.expr]) -> bool:
    """Return True if what a loop goes through is surely not empty: written out, a constant, or checked by ``some``."""
    match cases:
        case ast.Tuple(elts) | ast.List(elts) | ast.Set(elts):
            return any(not isinstance(each, ast.Starred) or has_cases(each.value, known) for each in elts)
        case ast.Dict(keys):
            return bool(keys)
        case ast.Constant(str(text)):
            return bool(text)
        case ast.Name(name):
            return name.isupper() or (name in known and has_cases(known[name], {}))
        case ast.Attribute(_, name):
            return name.isupper()
        case ast.Subscript(value):
            return has_cases(value, known)
        case ast.IfExp(_, first, second):
            return has_cases(first, known) and has_cases(second, known)
        case ast.GeneratorExp(generators=[only]):
            return has_cases(only.iter, known) and not only.ifs
        case ast.Call(ast.Name("some")):
            return True
        case ast.Call(ast.Name("range"), arguments):
            try:
                return bool(range(*map(ast.literal_eval, arguments)))
            except ValueError:
                return False
        case ast.Call(ast.Name(name), arguments) if name in NOT_EMPTY_OF_NOT_EMPTY:
            return bool(arguments) and all(has_cases(each, known) for each in arguments)
        case ast.Call(ast.Attribute(value, "items" | "keys" | "values"), []):
            return has_cases(value, known)
    return False


def weakness(function: Function) -> str:
    """Return how a test can pass without a check; an empty text if it cannot, or if others check for it."""
    found = list(checks(function))
    if not found:
        return ""
    first = min(check.lineno for check, _loops in found if isinstance(check, ast.stmt | ast.expr))
    if any(each.lineno < first for each in returns(function.body)):
        return "it may return before its first check: use assume(), or leave the case out of its parameters"
    known: dict[str, ast.expr] = {}
    for each in ast.walk(function):
        target = (
            each.targets[0]
            if isinstance(each, ast.Assign)
            else each.target
            if isinstance(each, ast.AnnAssign)
            else None
        )
        if isinstance(each, ast.Assign | ast.AnnAssign) and isinstance(target, ast.Name) and each.value:
            known[target.id] = each.value
    if not any(all(has_cases(loop.iter, known) for loop in loops) for _check, loops in found):
        return "all its checks are in a loop that may be empty: go through some(cases)"
    return ""


def messages(path: Path) -> Iterator[str]:
    """Yield the messages of a file that are marked for translation."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and called(call) in ("_", "_n"):
            yield from (
                each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def test_every_test_checks_something() -> None:
    weak = [
        f"{path.relative_to(ROOT)}:{function.lineno} {function.name}: {how}"
        for path, tree in some(files_of_tests())
        for function in ast.walk(tree)
        if isinstance(function, Function) and function.name.startswith("test_") and (how := weakness(function))
    ]
    assert weak == []


def test_messages_of_refusals_are_messages_of_the_program() -> None:
    known = {message for path in SOURCES for message in messages(path)}
    unknown = [
        f"{path.relative_to(ROOT)}:{call.lineno} {message}"
        for path, tree in some(files_of_tests())
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and called(call) == "refused" and len(call.args) > 1
        if isinstance(call.args[1], ast.Constant)
        if (message := str(call.args[1].value)) not in known
    ]
    assert unknown == []


@pytest.mark.parametrize(
    ("body", "is_weak"),
    [
        ("for case in cases():\n  assert case", True),
        ("for case in some(cases()):\n  assert case", False),
        ("for case in cases():\n  assert case\n assert True", False),
        ("for case in (1, 2):\n  for part in case:\n   assert part", True),
        ("for case in range(3):\n  assert case", False),
        ("for case in range(count):\n  assert case", True),
        ("cases = [1, 2]\n for case in cases:\n  with pytest.raises(ValueError):\n   read(case)", False),
        ("if over:\n  return\n assert here", True),
        ("while True:\n  if over:\n   return\n  assert here", False),
        ("def inner():\n  return 1\n assert inner()", False),
    ],
)
def test_weak_tests_are_found(body: str, is_weak: bool) -> None:
    (function,) = ast.parse(f"def test():\n {body}").body
    assert isinstance(function, ast.FunctionDef)
    assert bool(weakness(function)) is is_weak
