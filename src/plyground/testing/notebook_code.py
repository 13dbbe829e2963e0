"""The definitions in the cells of a running notebook, as the text of a file."""

from __future__ import annotations

import ast
import sys
from typing import Any

DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
"""Statements that are kept; calls and outputs of cells are left out."""


def notebook_code() -> str | None:
    """Return the imports, functions, classes and constants of the cells that ran; None outside of a notebook.

    A later definition replaces an earlier one, as it does in the notebook.
    """
    ipython: Any = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None:
        return None
    kept = []
    for cell in shell.user_ns.get("In", []):
        try:
            statements = ast.parse(cell).body
        except SyntaxError:  # a command of IPython
            continue
        kept += [statement for statement in statements if isinstance(statement, DEFINITIONS) and not _asks(statement)]
    return "\n\n".join(map(ast.unparse, kept)) + "\n"


def _asks(statement: ast.stmt) -> bool:
    """Return True for a statement that names this package: a student's file needs no grading."""
    names = {node.name.partition(".")[0] for node in ast.walk(statement) if isinstance(node, ast.alias)}
    module = (statement.module or "").partition(".")[2] if isinstance(statement, ast.ImportFrom) else ""
    calls = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    return module == "testing" or bool({"assert_right", "graded", "get_ipython"} & (calls | names))
