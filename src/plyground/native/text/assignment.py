"""Definite assignment: the names that a path through a function may read before they have a value.

Python raises UnboundLocalError there, and compiled code must as well. Most names need no check at run time: on
each path to a reading there is an assignment. The analysis goes over the statements once, with the names that
every path so far has assigned.
"""

from __future__ import annotations

import ast
from typing import TypeAlias

State: TypeAlias = "frozenset[str] | None"
"""Names that are assigned on every path to a place; None if no path leads there."""
INNER = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.Lambda)
"""Expressions with names of their own."""


def local_names(tree: ast.FunctionDef) -> frozenset[str]:
    """Return the parameters of a function and all names that it assigns."""
    arguments = (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)
    return frozenset({each.arg for each in arguments} | {name for part in tree.body for name in stored_names(part)})


GROWING = ("append", "clear", "extend", "insert", "pop", "remove")
"""Methods that change the length of a list."""


def growing_names(tree: ast.FunctionDef) -> frozenset[str]:
    """Return the names of lists whose length a statement changes."""
    found = set()
    for part in ast.walk(tree):
        match part:
            case ast.Call(ast.Attribute(ast.Name(name), method)) if method in GROWING:
                found.add(name)
            case ast.Delete([ast.Subscript(ast.Name(name))]) | ast.AugAssign(ast.Name(name), ast.Add()):
                found.add(name)
    return frozenset(found)


def stored_names(node: ast.AST) -> set[str]:
    """Return the names that a node assigns, without the names inside comprehensions."""
    found = set()
    left = [node]
    while left:
        part = left.pop()
        if isinstance(part, INNER):
            found |= {each.target.id for each in ast.walk(part) if isinstance(each, ast.NamedExpr)}
        elif isinstance(part, ast.Name):
            if isinstance(part.ctx, ast.Store):
                found.add(part.id)
        else:
            left += ast.iter_child_nodes(part)
    return found


def unsure_names(tree: ast.FunctionDef) -> frozenset[str]:
    """Return the local names that some path reads before it assigns them. O(size of the text)."""
    paths = _Paths(local_names(tree))
    arguments = (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)
    paths.run(tree.body, frozenset(each.arg for each in arguments))
    return frozenset(paths.unsure)


class _Paths:
    """A walk over all paths through the statements of one function."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names
        self.unsure: set[str] = set()
        self.breaks: list[list[State]] = []  # assigned names at each break of each loop

    def run(self, statements: list[ast.stmt], state: State) -> State:
        for statement in statements:
            if state is None:
                return None
            state = self.step(statement, state)
        return state

    def step(self, node: ast.stmt, state: frozenset[str]) -> State:
        """Return the names that are assigned after a statement, given those assigned before it."""
        match node:
            case ast.If():
                self.read(node.test, state)
                return _joined(self.run(node.body, state), self.run(node.orelse, state))
            case ast.While():
                self.read(node.test, state)
                endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
                return self.loop(node, state, None if endless else state)
            case ast.For():
                self.read(node.iter, state)
                return self.loop(node, state | stored_names(node.target), state)
            case ast.Break():
                self.breaks[-1].append(state)
                return None
            case ast.Continue():
                return None
            case ast.Return() | ast.Raise():
                self.read(node, state)
                return None
            case ast.AugAssign():
                self.read(node.value, state)
                self.read(
                    ast.Name(node.target.id, ast.Load()) if isinstance(node.target, ast.Name) else node.target, state
                )
                return state | stored_names(node.target)
            case ast.Assign() | ast.AnnAssign(value=ast.expr()):
                self.read(node, state)
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                return state.union(*map(stored_names, targets))
        self.read(node, state)
        return state  # an assignment by := may not have run

    def loop(self, node: ast.While | ast.For, inside: frozenset[str], after: State) -> State:
        self.breaks.append([])
        self.run(node.body, inside)
        ends = self.breaks.pop()
        state = self.run(node.orelse, after) if after is not None else None
        for end in ends:
            state = _joined(state, end)
        return state

    def read(self, node: ast.AST, state: frozenset[str]) -> None:
        missing = self.names - state
        if not missing:
            return
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id in missing:
                self.unsure.add(part.id)


def _joined(one: State, other: State) -> State:
    return other if one is None else one if other is None else one & other
