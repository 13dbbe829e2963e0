"""The definitions in the cells of a running notebook, as the text of a file."""

from __future__ import annotations

import ast
import builtins
import sys
from typing import Any

DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
"""Statements that are kept; calls and outputs of cells are left out."""
GRADING = {"assert_right", "earned", "graded", "get_ipython", "otter", "nbgrader"}
"""Names in a grader's own lines. A student's code does not need them, and importing a grader takes seconds."""


def notebook_code() -> str | None:
    """Return the imports, functions, classes and constants of the cells that ran; None outside of a notebook.

    A later definition replaces an earlier one, as it does in the notebook.
    """
    ipython: Any = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None:
        return None
    kept: list[ast.stmt] = []
    known = set(dir(builtins))
    for cell in shell.user_ns.get("In", []):
        try:
            statements = ast.parse(cell).body
        except SyntaxError:  # a command of IPython is not Python
            continue
        for statement in statements:
            if isinstance(statement, DEFINITIONS) and not _asks(statement) and not _lacks(statement, known):
                kept.append(statement)
                known |= _defined(statement)
    return "\n\n".join(map(ast.unparse, kept)) + "\n"


def _lacks(statement: ast.stmt, known: set[str]) -> bool:
    """Return True for an assignment that needs an unknown name, such as a value of the grader's own."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return False
    used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return not used <= known | _defined(statement)


def _defined(statement: ast.stmt) -> set[str]:
    """Return the names that a statement defines, including the names inside it."""
    names = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def _asks(statement: ast.stmt) -> bool:
    """Return True for a statement that uses this package or a grader."""
    names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    names |= {node.name.partition(".")[0] for node in ast.walk(statement) if isinstance(node, ast.alias)}
    if isinstance(statement, ast.ImportFrom) and statement.module is not None:
        package, _dot, module = statement.module.partition(".")
        names |= {package, "assert_right"} if module == "testing" else {package}
    return bool(GRADING & names)
