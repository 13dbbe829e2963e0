"""The recursion of the language: a node is lowered by the function that the language has for its type."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NoReturn

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.numbers.conversions import checked
from plyground.native.lowering.values import Value
from plyground.native.refusals import STATEMENTS


def lower(frame: Frame, node: ast.expr) -> Value:
    """Return the value of an expression."""
    return checked(frame, lower_unchecked(frame, node))


def lower_unchecked(frame: Frame, node: ast.expr) -> Value:
    """Return the value of an expression. A sum, product or shift may have lost its highest bits."""
    lower_node = frame.program.language.expressions.get(type(node), refuse_node)
    return lower_node(frame, node)


def lower_block(frame: Frame, statements: Sequence[ast.stmt]) -> None:
    """Lower statements."""
    seldom, frame.is_seldom = frame.is_seldom, False  # an inlined text is not part of the test around it
    for statement in statements:
        if frame.b.block.is_terminated:
            break
        frame.node = statement
        lower_node = frame.program.language.statements.get(type(statement), refuse_node)
        lower_node(frame, statement)
    frame.is_seldom = seldom


def refuse_node(frame: Frame, node: ast.AST) -> NoReturn:
    """Refuse an unsupported part of the language; the error names the nearest supported one."""
    cause = STATEMENTS.get(type(node).__name__)
    if cause is not None:
        frame.refuse(cause)
    frame.refuse_text(node)
