"""The text of a function: its syntax tree, with its author's file and lines, and its marks."""

from __future__ import annotations
import __future__

import ast
import linecache
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_
from pathlib import Path
from threading import Lock
from types import CodeType, FunctionType
from typing import Any, TypeVar

from plyground.native.text.assignment import growing_names, local_names, unsure_names
from plyground.native.text.frozen_lists import with_names_of_tuples
from plyground.native.text.ownership import Ownership

Function = TypeVar("Function", bound=Callable[..., Any])

FUTURE_FEATURES = reduce(or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))
"""Flags of code that ``from __future__ import`` sets; in a notebook, an earlier cell may have set them."""
BODIES = ("body", "orelse", "handlers", "finalbody", "cases")
"""The parts of statements that have statements."""
REWRITTEN = "@py"
"""Names in code of which pytest has rewritten the ``assert`` statements."""


class NoText(Exception):
    """The text of a function cannot be read, or has changed since the function was loaded."""


@dataclass(frozen=True, eq=False)
class Source:
    """The text of one function, and what the compiler asks about it as a whole."""

    tree: ast.FunctionDef
    path: str  # path of the author's file

    @property
    def file(self) -> str:
        """The name of the file, as people see it."""
        return Path(self.path).name

    def line(self, node: ast.AST) -> int:
        """Return the line of the file on which a node of the tree begins."""
        return int(getattr(node, "lineno", self.tree.lineno))

    @cached_property
    def parameters(self) -> list[str]:
        """The names of the parameters, in their order."""
        arguments = self.tree.args
        return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]

    @cached_property
    def locals(self) -> frozenset[str]:
        """The names that belong to the function."""
        return local_names(self.tree)

    @cached_property
    def unsure(self) -> frozenset[str]:
        """The local names that may be read before they are assigned."""
        return unsure_names(self.tree)

    @cached_property
    def growing(self) -> frozenset[str]:
        """The names of lists of which the text changes the length."""
        return growing_names(self.tree)

    @cached_property
    def called(self) -> frozenset[str]:
        """The names that belong to others, and are called."""
        calls = [node.func for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        return frozenset(each.id for each in calls if isinstance(each, ast.Name)) - self.locals

    @cached_property
    def constant(self) -> ast.Constant | ast.Name | None:
        """The constant or global name that the function returns as its only statement; None for any other function."""
        *documentation, last = self.tree.body
        if any(not isinstance(getattr(each, "value", None), ast.Constant) for each in documentation):
            return None
        found = last.value if isinstance(last, ast.Return) else None
        if isinstance(found, ast.Name) and found.id in self.locals:
            return None
        return found if isinstance(found, (ast.Constant, ast.Name)) else None

    @cached_property
    def ownership(self) -> Ownership:
        """The names that need memory of their own for a row."""
        return Ownership(self.tree)


def source_of(function: FunctionType) -> Source:
    """Return the text of ``function``. Raise :class:`NoText` if there is none."""
    with _READING:
        linecache.lazycache(function.__code__.co_filename, function.__globals__)  # a module may lie in an archive
        return _read(function.__code__, function.__code__.co_filename)


# Python 3.11 fails with SystemError if two threads make syntax trees at once, because it adds up the depths of both
# (issue 106905 of CPython).
_READING = Lock()


@lru_cache(maxsize=4096)
def _read(code: CodeType, path: str) -> Source:
    linecache.checkcache(path)
    try:
        file = _file("".join(linecache.getlines(path)), code.co_flags & FUTURE_FEATURES)
    except (SyntaxError, ValueError):  # not Python; ValueError: a null character
        raise NoText from None
    for found in sorted(file.codes[code.co_name], key=lambda each: each.co_firstlineno != code.co_firstlineno):
        tree = file.functions.get((found.co_firstlineno, found.co_name))
        if tree is not None and (_is_rewritten(code, found) or _without_place(found) == _without_place(code)):
            return Source(with_names_of_tuples(tree), path)
    raise NoText


@dataclass(frozen=True)
class File:
    """The functions that a whole file defines: their syntax trees, and Python's code for them.

    Python's code for a function depends on what is around it: names of the module, variables of other functions,
    private names of classes, indentation of texts. So the whole file is compiled, and two codes are simply compared.
    """

    functions: dict[tuple[int, str], ast.FunctionDef]  # trees by (first line with decorators, name)
    codes: dict[str, list[CodeType]]  # code objects by name


@lru_cache(maxsize=32)
def _file(text: str, flags: int) -> File:
    flags |= ast.PyCF_ALLOW_TOP_LEVEL_AWAIT  # allowed in notebooks
    tree = compile(text, "text", "exec", flags | ast.PyCF_ONLY_AST, dont_inherit=True)
    codes = defaultdict(list)
    for each in _codes(compile(tree, "text", "exec", flags, dont_inherit=True)):
        codes[each.co_name].append(each)
    return File({(_first_line(each), each.name): each for each in _functions(tree)}, codes)


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Yield the functions that a module, a function or another statement defines, and those within these."""
    for part in BODIES:
        for each in getattr(tree, part, ()):
            if isinstance(each, ast.FunctionDef):
                yield each
            yield from _functions(each)


def _first_line(tree: ast.FunctionDef) -> int:
    return min([tree.lineno, *(each.lineno for each in tree.decorator_list)])


def _codes(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _codes(part)


def _is_rewritten(code: CodeType, found: CodeType) -> bool:
    """Return True if pytest has rewritten the assertions of a function that begins on the same line of its file."""
    names = [name for each in (code, *_codes(code)) for name in each.co_names]
    return code.co_firstlineno == found.co_firstlineno and any(name.startswith(REWRITTEN) for name in names)


def _without_place(code: CodeType) -> CodeType:
    """Return the code as if it stood on the first line of a file without a name."""
    parts = (_without_place(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_filename="", co_firstlineno=1, co_linetable=b"", co_consts=tuple(parts))


def seldom(function: Function) -> Function:
    """Mark a function or a method that is seldom called: compiled code keeps it apart from the code that runs at each
    visit.
    """
    vars(function)["is_seldom"] = True
    return function


def is_seldom(function: object) -> bool:
    """Return True if the function has the mark."""
    return bool(getattr(function, "is_seldom", False))
