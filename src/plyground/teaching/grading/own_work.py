"""The notices about a submission whose right answers may not be the student's own work."""

from __future__ import annotations

import ast

from plyground.i18n import _
from plyground.teaching.grading.submission_report import Report

PACKAGE = "plyground"


def with_notices(report: Report, text: str) -> Report:
    """Return a report with the notices about the submission's text.

    Plyground's own searches would answer every question of a task. Tasks about games may need the package, so this is
    no fault: a person has to look.
    """
    if not imports_plyground(text):
        return report
    told = _("It imports plyground, whose own search could give these answers: read the file.")
    return report._replace(sentences=(*report.sentences, told), notice=told)


def imports_plyground(text: str) -> bool:
    """Return True if a text imports plyground, or names it in a string, by which modules can be imported, too."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return PACKAGE in text
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}  # docstrings
    for node in nodes:
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            names = [node.value]
        if any(name.partition(".")[0].strip() == PACKAGE for name in names):
            return True
    return False
