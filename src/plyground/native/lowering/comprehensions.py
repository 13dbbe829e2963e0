"""Generator expressions and list comprehensions: they become loops."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable

from plyground.native.lowering.assignments import assign_to
from plyground.native.lowering.builtins import known_parts
from plyground.native.lowering.dispatch import lower, lower_block
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.lists import lower_list_method, new_list
from plyground.native.lowering.names import assign_name, load_slot
from plyground.native.lowering.numbers.truth import truth_of
from plyground.native.lowering.scope import KnownSlot
from plyground.native.lowering.values import FIXED, Cells, Record, Value
from plyground.native.refusals import NO_LENGTH
from plyground.native.shapes import dims_of

FOLDED = (any, all, sum)
"""Functions of a generator expression that become a loop."""


def call_of_comprehension(frame: Frame, function: object, node: ast.Call) -> list[Value] | None:
    """Return (in a list) the result of a function called with a generator expression; None for other calls."""
    if len(node.args) != 1 or not isinstance(node.args[0], ast.GeneratorExp):
        return None
    made = node.args[0]
    if function in FOLDED and not node.keywords:
        return [_folded(frame, function, made)]
    if function is tuple:
        return [_tuple_of(frame, made)]
    if function is list:
        return [lower_list_comp(frame, made)]
    return None


def lower_generator_exp(frame: Frame, node: ast.GeneratorExp) -> Value:
    """Return the values of a generator expression as a tuple, if their number is known."""
    return _tuple_of(frame, node)


def lower_list_comp(frame: Frame, node: ast.ListComp | ast.GeneratorExp) -> Value:
    """Lower a list comprehension."""
    made = new_list(frame, node)
    frame.scope.slots[name := f"list {frame.next_hidden()}"] = KnownSlot(made)
    _loops(frame, node, lambda inner: [ast.Expr(_call_of(name, "append", inner))])
    return made


def lower_list(frame: Frame, node: ast.List) -> Value:
    """Lower a list of some values."""
    made = new_list(frame, node)
    for each in node.elts:
        lower_list_method(frame, "append", made, [lower(frame, each)])
    return made


def _folded(frame: Frame, function: object, made: ast.GeneratorExp) -> Value:
    """Lower ``any``, ``all`` or ``sum`` of a generator expression to loops. Return its result."""
    total = f"total {frame.next_hidden()}"

    def name_of(context: ast.expr_context) -> ast.Name:
        return ast.Name(total, context)

    def body(inner: ast.expr) -> list[ast.stmt]:
        if function is sum:
            return [ast.AugAssign(name_of(ast.Store()), ast.Add(), inner)]
        test = inner if function is any else ast.UnaryOp(ast.Not(), inner)
        found = ast.Assign([name_of(ast.Store())], ast.Constant(int(function is any)))
        return [ast.If(test, [found, ast.Break()], [])]

    assign_name(frame, total, int(function is all))
    stop = (
        None if function is sum else ast.Compare(name_of(ast.Load()), [ast.Eq()], [ast.Constant(int(function is any))])
    )
    _loops(frame, made, body, stop)
    found = load_slot(frame, frame.scope.slots[total])
    return found if function is sum else truth_of(frame, found)


def _loops(
    frame: Frame,
    made: ast.GeneratorExp | ast.ListComp,
    body_of: Callable[[ast.expr], list[ast.stmt]],
    stop: ast.expr | None = None,
) -> None:
    """Lower the loops of a comprehension; the innermost loop runs ``body_of(element)``."""
    number = frame.next_hidden()
    own = {
        part.id: f"{part.id} {number}"
        for each in made.generators
        for part in ast.walk(each.target)
        if isinstance(part, ast.Name)
    }
    frame.scope.of_comprehensions.update(own.values())
    rename = _Renamed(own)
    body = body_of(rename.visit(copy.deepcopy(made.elt)))
    for place, each in reversed(list(enumerate(made.generators))):
        for test in reversed(each.ifs):
            body = [ast.If(rename.visit(copy.deepcopy(test)), body, [])]
        over = copy.deepcopy(each.iter) if place == 0 else rename.visit(copy.deepcopy(each.iter))
        if stop is not None and place < len(made.generators) - 1:
            body = [*body, ast.If(stop, [ast.Break()], [])]
        body = [ast.For(rename.visit(copy.deepcopy(each.target)), over, body, [])]
    for statement in body:
        for part in ast.walk(statement):
            ast.copy_location(part, made)
    node = frame.node
    lower_block(frame, body)
    frame.node = node


def _tuple_of(frame: Frame, made: ast.GeneratorExp) -> Value:
    """Return a tuple with one value for each element of an iterable of known length."""
    (each, *more) = made.generators
    if more or each.ifs:
        frame.refuse(NO_LENGTH)
    over = lower(frame, each.iter)
    parts = known_parts(frame, over)
    if parts is None:
        frame.refuse(NO_LENGTH)
    number = frame.next_hidden()
    own = {part.id: f"{part.id} {number}" for part in ast.walk(each.target) if isinstance(part, ast.Name)}
    frame.scope.of_comprehensions.update(own.values())
    rename = _Renamed(own)
    target, element = rename.visit(copy.deepcopy(each.target)), rename.visit(copy.deepcopy(made.elt))
    for node in (*ast.walk(target), *ast.walk(element)):
        ast.copy_location(node, made)
    values: list[Value] = []
    for part in parts:
        assign_to(frame, target, part)
        value = lower(frame, element)
        if isinstance(value, Cells) and value.lifetime != FIXED:
            value = frame.copied(value)
        values.append(value)
    whole = tuple(values)
    return whole if dims_of(whole) else Record(None, values)


class _Renamed(ast.NodeTransformer):
    """Renames the variables of a comprehension, because it has its own scope."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


def _call_of(name: str, method: str, argument: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(ast.Name(name, ast.Load()), method, ast.Load()), [argument], [])
