"""Statements other than assignments, branches and loops."""

from __future__ import annotations

import ast

from plyground.native.lowering import texts
from plyground.native.lowering.dispatch import lower, lower_optional
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.inlining import call_text
from plyground.native.lowering.loops import for_each
from plyground.native.lowering.numbers.truth import bit_of, truth_of
from plyground.native.lowering.values import Bound, ListBuffer
from plyground.native.refusals import STATEMENTS


def lower_expr(frame: Frame, node: ast.Expr) -> None:
    """Lower an expression that is a statement: a ``yield``, or a call."""
    if isinstance(node.value, ast.Yield):
        frame.scope.on_yield(None if node.value.value is None else lower_optional(frame, node.value.value))
    elif isinstance(node.value, ast.YieldFrom):
        for_each(frame, lower(frame, node.value.value), frame.scope.on_yield)
    elif not isinstance(node.value, ast.Constant):
        value = lower(frame, node.value)
        if isinstance(value, Bound):
            frame.refuse_text(node)


def lower_pass(frame: Frame, node: ast.Pass) -> None:
    """Lower ``pass``."""


def lower_delete(frame: Frame, node: ast.Delete) -> None:
    """Lower ``del row[place]`` for lists."""
    for target in node.targets:
        owner = lower(frame, target.value) if isinstance(target, ast.Subscript) else None
        if not isinstance(target, ast.Subscript) or not isinstance(owner, ListBuffer):
            frame.refuse(STATEMENTS["Delete"])
        call_text(frame, texts.delete, owner, lower(frame, target.slice))


def lower_return(frame: Frame, node: ast.Return) -> None:
    """Lower ``return``."""
    frame.scope.on_return(None if node.value is None else lower_optional(frame, node.value))


def lower_raise(frame: Frame, node: ast.Raise) -> None:
    """Lower ``raise``."""
    error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    kind = None if error is None else lower(frame, error)
    if not isinstance(kind, type) or not issubclass(kind, BaseException):
        frame.refuse_text(node)
    message = ""
    if isinstance(node.exc, ast.Call) and len(node.exc.args) == 1 and isinstance(node.exc.args[0], ast.Constant):
        message = str(node.exc.args[0].value)
    elif isinstance(node.exc, ast.Call) and node.exc.args:
        frame.refuse_text(node)
    frame.raise_error(kind, message)


def lower_assert(frame: Frame, node: ast.Assert) -> None:
    """Lower ``assert``."""
    test = truth_of(frame, lower_optional(frame, node.test))
    if test is not True:
        message = node.msg.value if isinstance(node.msg, ast.Constant) else ""
        frame.raise_if(frame.b.not_(bit_of(test)), AssertionError, str(message))
