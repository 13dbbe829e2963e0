"""Ownership: which names need their own memory for a row, and which may share another name's.

A row is passed by its address, and nothing writes to a row that can still be read. A name that is assigned repeatedly,
as in ``cells = put(cells, place, value)`` or in a loop, has its own memory, and its row is copied when another name
gets it. The text alone decides: how often a name is assigned, whether in a loop, and whether it is assigned again
later.
"""

from __future__ import annotations

import ast
from typing import TypeAlias, TypeGuard

Loops: TypeAlias = tuple[int, ...]
"""The loops around a place in a text, by their identities, outermost first."""


class Ownership:
    """The assignments of one function's text, by name."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        arguments = (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)
        self.count: dict[str, int] = {each.arg: 1 for each in arguments}  # number of assignments of each name
        self._last: dict[str, int] = {each.arg: 0 for each in arguments}  # line of the last assignment of each name
        self._looped: set[str] = set()  # names assigned in a loop
        self._changed: set[str] = set()  # names changed by name = put(name, ...)
        self._repeated: set[int] = set()  # ids of the statements that may run again
        self._loops: list[tuple[int, int]] = []  # (first line, last line) of the loops
        self._assigned_in: dict[str, Loops] = {each.arg: () for each in arguments}  # loops around its last assignment
        self._read_in: dict[str, set[Loops]] = {}
        self._walk(tree.body, ())

    def owns(self, name: str) -> bool:
        """Return True if the name must have memory of its own."""
        return self.count.get(name, 0) > 1 and (name in self._looped or name in self._changed)

    def stays(self, name: str) -> bool:
        """Return True if one statement assigns the name, and it is read only in the loops around that statement."""
        if self.count.get(name) != 1:
            return False
        loops = self._assigned_in[name]
        return all(each[: len(loops)] == loops for each in self._read_in.get(name, ()))

    def is_read(self, name: str) -> bool:
        """Return True if the text reads the name somewhere."""
        return name in self._read_in

    def repeats(self, statement: ast.stmt) -> bool:
        """Return True if a statement is in a loop."""
        return id(statement) in self._repeated

    def is_final(self, name: str, statement: ast.stmt) -> bool:
        """Return True if the name is never assigned at or after a statement."""
        last = self._last.get(name, 0)
        return last < statement.lineno and not any(
            first <= last <= end and first <= statement.lineno <= end for first, end in self._loops
        )

    def _walk(self, statements: list[ast.stmt], loops: Loops) -> None:
        for each in statements:
            loop = isinstance(each, (ast.For, ast.While))
            inner = (*loops, id(each)) if loop else loops
            if loops or isinstance(each, ast.While):
                self._repeated.add(id(each))
            if loop:
                self._loops.append((each.lineno, each.end_lineno or each.lineno))
            inside = {*getattr(each, "body", []), *getattr(each, "orelse", [])}
            own = [part for part in ast.iter_child_nodes(each) if part not in inside]
            for part in (part for one in own for part in ast.walk(one)):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                    self.count[part.id] = self.count.get(part.id, 0) + 1
                    self._last[part.id] = max(self._last.get(part.id, 0), part.lineno)
                    self._assigned_in[part.id] = inner
                    if inner:
                        self._looped.add(part.id)
                elif isinstance(part, ast.Name):
                    self._read_in.setdefault(part.id, set()).add(inner if isinstance(each, ast.While) else loops)
            if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
                self._read_in.setdefault(each.target.id, set()).add(loops)
            if isinstance(each, ast.Assign) and is_put(each.value) and isinstance(each.targets[0], ast.Name):
                source: ast.expr = each.value
                while is_put(source):
                    source = source.args[0]
                if isinstance(source, ast.Name) and source.id == each.targets[0].id:
                    self._changed.add(source.id)
            self._walk(getattr(each, "body", []), inner)
            self._walk(getattr(each, "orelse", []), loops)


def is_put(node: ast.AST) -> TypeGuard[ast.Call]:
    """Return True for ``put(row, place, value)``."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "put"
        and len(node.args) == 3
        and not node.keywords
    )


def is_assigned_in(name: str, node: ast.AST) -> bool:
    """Return True if a name is assigned somewhere in a node."""
    return any(
        isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store) for part in ast.walk(node)
    )
