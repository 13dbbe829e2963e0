"""The text of a function: its syntax tree, with its author's file and lines, and its marks."""

from __future__ import annotations

import ast
import dis
import inspect
import linecache
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from tokenize import TokenError
from types import CodeType, FunctionType
from typing import Any, TypeAlias, TypeVar

from plyground.native.text.assignment import local_names, unsure_names
from plyground.native.text.ownership import Ownership

Function = TypeVar("Function", bound=Callable[..., Any])

NOBODYS_NAME = "the text"
"""A function name that no program can use."""


REWRITTEN = "@py"
"""Names in code of which pytest has rewritten the ``assert`` statements."""
UNIMPORTANT = bytes(dis.opmap[name] for name in ("CACHE", "EXTENDED_ARG", "PUSH_NULL", "PRECALL") if name in dis.opmap)
"""Bytecode instructions that depend on the position of a text in its file."""
SAME_CALLS = bytes.maketrans(bytes([dis.opmap.get("LOAD_METHOD", 0)]), bytes([dis.opmap["LOAD_ATTR"]]))


class NoText(Exception):
    """The text of a function cannot be read, or has changed since the function was loaded."""


@dataclass(frozen=True, eq=False)
class Source:
    """The text of one function, and what the compiler asks about it as a whole."""

    tree: ast.FunctionDef
    path: str  # of its author's file
    lines_before: int  # the lines of the file before the first one of the tree

    @property
    def file(self) -> str:
        """The name of the file, as people see it."""
        return Path(self.path).name

    def line(self, node: Any) -> int:
        """Return the line of the file on which a node of the tree begins."""
        return int(self.lines_before + getattr(node, "lineno", self.tree.lineno))

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
        linecache.lazycache(function.__code__.co_filename, function.__globals__)  # modules may lie in an archive
        return _read(function.__code__, function.__code__.co_filename)


# Two threads must not make syntax trees at once: Python 3.11 counts the depth of both as one and raises SystemError
# (issue 106905 of CPython).
_READING = Lock()


@lru_cache(maxsize=4096)
def _read(code: CodeType, path: str) -> Source:
    for read in (_by_indentation, _by_words):
        found = read(code, path)
        if found is not None and _is_text_of(found[0], code):
            tree, line = found
            first = min([tree.lineno, *(each.lineno for each in tree.decorator_list)])
            return Source(tree, path, line - first)
    raise NoText


Found: TypeAlias = "tuple[ast.FunctionDef, int] | None"
"""A function's syntax tree, and the line of the file on which it begins."""


def _by_indentation(code: CodeType, path: str) -> Found:
    """Find the end of a function by the indentation of its lines, which is quick.

    The text has at least the lines of the function's instructions, and further lines that are indented more than the
    first one: statements that are never reached have no instructions. If a bracket or a text in quotation marks is open
    there, these lines are no valid Python.
    """
    linecache.checkcache(path)
    lines, before = linecache.getlines(path), code.co_firstlineno - 1
    if before >= len(lines):
        return None
    end = max([before + 1, *(line for each in (code, *_codes(code)) for *_place, line in each.co_lines() if line)])
    indent = _indent(lines[before])
    while end < len(lines) and (
        not lines[end].strip() or lines[end].lstrip()[0] == "#" or _indent(lines[end]) > indent
    ):
        end += 1
    return _parsed(lines[before:end], code.co_firstlineno)


def _by_words(code: CodeType, _path: str) -> Found:
    """Find the end of a function by reading its text word by word. It may have moved in its file by some lines."""
    try:
        return _parsed(*inspect.getsourcelines(code))
    except (OSError, IndexError, TokenError):
        return None


def _parsed(lines: list[str], line: int) -> Found:
    """Return the function that some lines define, which begin on a line of their file."""
    text = "".join(lines)
    try:
        outer: Any = ast.parse(f"if 1:\n{text}").body[0] if _indent(lines[0]) else ast.parse(text)
    except SyntaxError:
        return None
    is_function = len(outer.body) == 1 and isinstance(outer.body[0], ast.FunctionDef)
    return (outer.body[0], line) if is_function else None


def _indent(line: str) -> int:
    """Return the number of white characters at the beginning of a line."""
    return len(line) - len(line.lstrip())


def _is_text_of(tree: ast.FunctionDef, code: CodeType) -> bool:
    """Return False if the file has changed since ``code`` was loaded from it."""
    if any(name.startswith(REWRITTEN) for each in (code, *_codes(code)) for name in each.co_names):
        return True
    at: Any = {"lineno": tree.lineno, "col_offset": tree.col_offset}
    closed_over = [
        ast.Assign([ast.Name(name, ast.Store(), **at)], ast.Constant(None, **at), **at) for name in code.co_freevars
    ]
    inner = ast.FunctionDef(NOBODYS_NAME, tree.args, tree.body, [], None, **at)
    bare = ast.arguments([], [], None, [], [], None, [])
    outer = ast.FunctionDef("around", bare, [*closed_over, inner], [], None, **at)
    for each in (inner, outer):
        setattr(each, "type_params", [])  # noqa: B010 - Python 3.11 does not know the field
    for anew in _codes(compile(ast.Module([outer], []), "text", "exec", dont_inherit=True)):
        if anew.co_name == NOBODYS_NAME:
            return _essence(anew) == _essence(code)
    return False


def _codes(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _codes(part)


def _essence(code: CodeType) -> tuple[Any, ...]:
    """Return the parts in which two codes of one text agree, wherever the text is.

    Python calls a function of a module by other instructions if it knows that the name is a module's, and indents
    constant texts differently.
    """
    names = [name.rpartition("__")[2] for name in code.co_names]  # a private name has its class before it
    numbers = [part for part in code.co_consts if not isinstance(part, (str, CodeType))]
    return code.co_code[::2].translate(SAME_CALLS, UNIMPORTANT), names, code.co_varnames, numbers


def seldom(function: Function) -> Function:
    """Mark a function or a method that is seldom called: compiled code keeps it apart from the code that runs at each
    visit.
    """
    vars(function)["is_seldom"] = True
    return function


def is_seldom(function: Any) -> bool:
    """Return True if the function has the mark."""
    return bool(getattr(function, "is_seldom", False))
