"""The recursion of the language: a node is lowered by the function that the language has for its type."""

from __future__ import annotations

import ast
import time
from collections.abc import Sequence
from typing import NoReturn

from plyground.native.lowering.frame import Frame
from plyground.native.lowering.numbers.conversions import checked
from plyground.native.lowering.values import Optional, Value
from plyground.native.refusals import STATEMENTS, TooSlow


def lower(frame: Frame, node: ast.expr) -> Value:
    """Return the value of an expression. Compiled code raises TypeError if it is None and something else is expected."""
    return checked(frame, lower_unchecked(frame, node))


def lower_unchecked(frame: Frame, node: ast.expr) -> Value:
    """Return the value of an expression, as :func:`lower`. A sum, product or shift may have lost its highest bits."""
    return present_value(frame, _lower(frame, node))


def lower_optional(frame: Frame, node: ast.expr) -> Value:
    """Return the value of an expression, which may be None."""
    return checked(frame, _lower(frame, node))


def _lower(frame: Frame, node: ast.expr) -> Value:
    lower_node = frame.program.language.expressions.get(type(node), refuse_node)
    return lower_node(frame, node)


def present_value(
    frame: Frame, value: Value, error: type[Exception] = TypeError, message: str = "None has no such operation"
) -> Value:
    """Return a value that is not None. Compiled code raises ``error`` if it is None."""
    if not isinstance(value, Optional):
        return value
    frame.raise_if(frame.b.not_(value.present.llvm), error, message)
    return value.value


def lower_block(frame: Frame, statements: Sequence[ast.stmt]) -> None:
    """Lower statements."""
    seldom, frame.is_seldom = frame.is_seldom, False  # an inlined text is not part of the test around it
    for statement in statements:
        if frame.b.block.is_terminated:
            break
        frame.node = statement
        if time.thread_time() > frame.program.end:
            raise TooSlow
        lower_node = frame.program.language.statements.get(type(statement), refuse_node)
        lower_node(frame, statement)
    frame.is_seldom = seldom


def refuse_node(frame: Frame, node: ast.AST) -> NoReturn:
    """Refuse an unsupported part of the language; the error names the nearest supported one."""
    cause = STATEMENTS.get(type(node).__name__)
    if cause is not None:
        frame.refuse(cause)
    frame.refuse_text(node)
