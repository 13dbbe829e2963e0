"""Lists that become tuples under their own name, ``cells = tuple(cells)``: the tuple gets a name of its own.

A name has values of one type in compiled code. If the list is made and read in one block of statements only, the same text
with two names means the same.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

BLOCKS = ("body", "orelse")
"""The parts of statements that are run one after another."""


def with_names_of_tuples(tree: ast.FunctionDef) -> ast.FunctionDef:
    """Return the function with a name for each tuple that had that of its list; the tree itself if there is none."""
    if not any(_is_frozen(each) for each in ast.walk(tree)):
        return tree
    tree = copy.deepcopy(tree)
    for block in list(_blocks(tree)):
        for place, statement in enumerate(block):
            if _is_frozen(statement) and _is_own(tree, block, name := statement.targets[0].id):  # type: ignore[attr-defined]
                for each in [statement.targets[0], *block[place + 1 :]]:  # type: ignore[attr-defined]
                    _rename(each, name)
    return tree


def _blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a statement and of those in it."""
    for part in BLOCKS:
        if isinstance(block := getattr(tree, part, None), list):
            yield block
            for each in block:
                yield from _blocks(each)


def _is_frozen(node: ast.AST) -> bool:
    """Return True for ``name = tuple(...)`` with the name on both sides."""
    match node:
        case ast.Assign([ast.Name(name)], ast.Call(ast.Name("tuple"), [made], [])):
            return _count(made, name) > 0
    return False


def _is_own(tree: ast.FunctionDef, block: list[ast.stmt], name: str) -> bool:
    """Return True if only this block has the name, and if it first makes a list of that name."""
    if sum(_count(each, name) for each in block) != _count(tree, name):
        return False
    match next(each for each in block if _count(each, name)):
        case ast.Assign([ast.Name(target)], value) | ast.AnnAssign(ast.Name(target), value=ast.expr() as value):
            return target == name and not _count(value, name) and _is_list(value)
    return False


def _is_list(value: ast.expr) -> bool:
    match value:
        case ast.List() | ast.ListComp() | ast.Call(ast.Name("list" | "sorted")):
            return True
        case ast.BinOp(left, _, right):
            return _is_list(left) or _is_list(right)
    return False


def _count(node: ast.AST, name: str) -> int:
    """Return how often a node has a name, parameters included."""
    return sum(name in (getattr(each, "id", None), getattr(each, "arg", None)) for each in ast.walk(node))


def _rename(node: ast.AST, name: str) -> None:
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id == name:
            each.id = f"{name} as a tuple"  # no name of a text has a blank
