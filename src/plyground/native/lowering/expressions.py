"""Expressions: each method lowers one kind of node of Python's syntax tree to a value."""

from __future__ import annotations

import ast
from typing import Any

from plyground.native.lowering.lookups import Lookups
from plyground.native.lowering.values import (
    Cells,
    Listed,
    Record,
    Value,
    is_number,
    parts_of,
)
from plyground.native.refusals import (
    NO_LENGTH,
    NO_SUCH_CALL,
    NUMBER_WANTED,
    STATEMENTS,
)


class Expressions(Lookups):
    """Lowers expressions."""

    def value(self, node: Any) -> Value:
        return self.whole(self.unchecked(node))

    def unchecked(self, node: Any) -> Value:
        """Return the value of an expression. A sum, product or shift may have lost its highest bits."""
        method = getattr(self, f"ex_{type(node).__name__}", self.refuse_node)
        return method(node)

    def refuse_node(self, node: Any) -> Any:
        """Refuse an unsupported part of the language; the error names the nearest supported one."""
        cause = STATEMENTS.get(type(node).__name__)
        if cause is not None:
            self.refuse(cause)
        self.refuse_text(node)

    def ex_Constant(self, node: Any) -> Value:
        if isinstance(node.value, (int, float)) or node.value is None:
            return node.value
        self.refuse_text(node)

    def ex_Name(self, node: Any) -> Value:
        return self.read_name(node.id)

    def ex_NamedExpr(self, node: Any) -> Value:
        value = self.value(node.value)
        self.assign(node.target.id, value)  # stored in memory, because this part of the expression may not run
        return self.read_name(node.target.id)

    def ex_Tuple(self, node: Any) -> Value:
        parts: list[Value] = []
        for each in node.elts:
            if isinstance(each, ast.Starred):
                more = self.value(each.value)
                inner = self.all_cells(more) if isinstance(more, Cells) else parts_of(more)
                parts += self.refuse_node(node) if inner is None else inner
            else:
                parts.append(self.value(each))
        return Record(None, parts)

    def ex_Set(self, node: Any) -> Value:
        return self.ex_Tuple(node)

    # Operators

    def ex_BinOp(self, node: Any) -> Value:
        return self._operate(node.op, self.unchecked(node.left), self.unchecked(node.right))

    def operate(self, node: Any, left: Value, right: Value) -> Value:
        """Return the result of an operator."""
        return self.whole(self._operate(node, left, right))

    def _operate(self, node: Any, left: Value, right: Value) -> Value:
        tuples = [isinstance(each, (tuple, Record, Cells)) for each in (left, right)]
        if not any(tuples):
            if isinstance(left, Listed) or isinstance(right, Listed):
                self.refuse(NO_LENGTH)
            if not (is_number(left) and is_number(right)):
                self.refuse(NUMBER_WANTED)
            return self.operate_numbers(node, left, right)
        if isinstance(node, ast.Add) and all(tuples):
            return self.joined_rows(left, right)
        if isinstance(node, ast.Mult) and tuples == [True, False]:
            return self.repeated(left, right)
        if isinstance(node, ast.Mult) and tuples == [False, True]:
            return self.repeated(right, left)
        self.refuse(NO_SUCH_CALL, name={"Sub": "-", "BitAnd": "&", "BitOr": "|"}.get(type(node).__name__, "operator"))
