"""The language: the function that lowers each type of node of Python's syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from plyground.native.lowering.assignments import lower_ann_assign, lower_assign, lower_aug_assign, lower_named_expr
from plyground.native.lowering.calls import lower_call
from plyground.native.lowering.choices import lower_bool_op, lower_if_exp
from plyground.native.lowering.compilation import Language
from plyground.native.lowering.comprehensions import lower_generator_exp, lower_list, lower_list_comp
from plyground.native.lowering.control_flow import lower_break, lower_continue, lower_if
from plyground.native.lowering.expressions import (
    lower_attribute,
    lower_constant,
    lower_dict,
    lower_name,
    lower_set,
    lower_subscript,
    lower_tuple,
)
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.loops import lower_for, lower_while
from plyground.native.lowering.operators import lower_bin_op, lower_compare, lower_unary_op
from plyground.native.lowering.simple_statements import (
    lower_assert,
    lower_delete,
    lower_expr,
    lower_pass,
    lower_raise,
    lower_return,
)
from plyground.native.lowering.values import Value

EXPRESSIONS: dict[type[ast.expr], Callable[[Frame, Any], Value]] = {
    ast.Attribute: lower_attribute,
    ast.BinOp: lower_bin_op,
    ast.BoolOp: lower_bool_op,
    ast.Call: lower_call,
    ast.Compare: lower_compare,
    ast.Constant: lower_constant,
    ast.Dict: lower_dict,
    ast.GeneratorExp: lower_generator_exp,
    ast.IfExp: lower_if_exp,
    ast.List: lower_list,
    ast.ListComp: lower_list_comp,
    ast.Name: lower_name,
    ast.NamedExpr: lower_named_expr,
    ast.Set: lower_set,
    ast.Subscript: lower_subscript,
    ast.Tuple: lower_tuple,
    ast.UnaryOp: lower_unary_op,
}
STATEMENTS: dict[type[ast.stmt], Callable[[Frame, Any], None]] = {
    ast.AnnAssign: lower_ann_assign,
    ast.Assert: lower_assert,
    ast.Assign: lower_assign,
    ast.AugAssign: lower_aug_assign,
    ast.Break: lower_break,
    ast.Continue: lower_continue,
    ast.Delete: lower_delete,
    ast.Expr: lower_expr,
    ast.For: lower_for,
    ast.If: lower_if,
    ast.Pass: lower_pass,
    ast.Raise: lower_raise,
    ast.Return: lower_return,
    ast.While: lower_while,
}
PYTHON = Language(EXPRESSIONS, STATEMENTS)
