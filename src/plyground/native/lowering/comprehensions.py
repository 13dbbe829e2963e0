"""Generator expressions and list comprehensions: they become loops."""

from __future__ import annotations

import ast
import copy

from plyground.native.lowering.assignments import assign_to
from plyground.native.lowering.builtins import known_length, known_parts
from plyground.native.lowering.dispatch import lower
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.generators import Renamed, for_elements, lower_comprehension_loops
from plyground.native.lowering.lists import new_list, push
from plyground.native.lowering.loops import for_each
from plyground.native.lowering.names import assign_name, load_slot
from plyground.native.lowering.numbers.truth import truth_of
from plyground.native.lowering.scope import RegisterSlot
from plyground.native.lowering.values import FIXED, Cells, Comprehension, Record, Value
from plyground.native.refusals import NO_LENGTH
from plyground.native.shapes import dims_of

FOLDED = (any, all, sum)
"""Functions of a generator expression that become a loop."""
KEYED = (max, min, sorted)
"""Functions with ``key=``."""


def call_of_comprehension(frame: Frame, function: object, node: ast.Call) -> list[Value] | None:
    """Return (in a list) the result of a function called with a generator expression; None for other calls."""
    if function in (map, filter):
        written = _written_out(function, node)
        return None if written is None else [lower_generator_exp(frame, written)]
    if function in KEYED and (keyed := _by_key(function, node)):
        return [lower(frame, keyed)]
    made = node.args[0] if len(node.args) == 1 else None
    if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in ("map", "filter"):
        made = _written_out(lower(frame, made.func), made)
    if not isinstance(made, ast.GeneratorExp):
        return None
    if function in FOLDED and not node.keywords:
        return [_folded(frame, function, made)]
    if function is tuple:
        return [_tuple_of(frame, made)]
    if function is list:
        return [lower_list_comp(frame, made)]
    return None


def _written_out(function: object, node: ast.Call) -> ast.GeneratorExp | None:
    """Return the generator expression that ``map(of, values)`` or ``filter(of, values)`` means; None for other calls."""
    if function not in (map, filter) or len(node.args) != 2 or node.keywords:
        return None
    applied = _applied(node.args[0])
    if applied is None:
        return None
    value, result = applied
    loop = ast.comprehension(_stored(value), node.args[1], [result] if function is filter else [], 0)
    made = ast.GeneratorExp(value if function is filter else result, [loop])
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _by_key(function: object, node: ast.Call) -> ast.expr | None:
    """Return what ``max(values, key=of)`` means: the last part of ``max((of(value), -number, value) ...)``, so that the first
    of equal values is taken. None for other calls.
    """
    applied = _applied(node.keywords[0].value) if len(node.keywords) == 1 and node.keywords[0].arg == "key" else None
    if applied is None or len(node.args) != 1:
        return None
    value, result = applied
    number = ast.Name("its number", ast.Load())
    place = ast.UnaryOp(ast.USub(), number) if function is max else number
    over = ast.Call(ast.Constant(enumerate), [node.args[0]], [])  # type: ignore[arg-type]  # not by its name
    both = ast.Tuple([_stored(number), _stored(value)], ast.Store())
    triples = ast.GeneratorExp(ast.Tuple([result, place, value], ast.Load()), [ast.comprehension(both, over, [], 0)])
    made: ast.expr = ast.Call(ast.Constant(function), [triples], [])  # type: ignore[arg-type]
    if function is sorted:
        last = ast.Subscript(number, ast.Constant(2), ast.Load())
        made = ast.ListComp(last, [ast.comprehension(_stored(number), made, [], 0)])
    else:
        made = ast.Subscript(made, ast.Constant(2), ast.Load())
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _applied(of: ast.expr) -> tuple[ast.Name, ast.expr] | None:
    """Return a name, and a function applied to it; None for a function of more parameters."""
    value = ast.Name("each value", ast.Load())  # no name of a text has a blank
    match of:
        case ast.Lambda(ast.arguments([], [ast.arg(name)], None, [], [], None, [])):
            return ast.Name(name, ast.Load()), of.body
        case ast.Lambda():
            return None
        case ast.Constant(None):  # filter(None, values) tests the values themselves
            return value, value
    return value, ast.Call(of, [value], [])


def _stored(name: ast.Name) -> ast.Name:
    return ast.Name(name.id, ast.Store())


def lower_generator_exp(frame: Frame, node: ast.GeneratorExp) -> Value:
    """Return the values of a generator expression as a tuple, if their number is known; else computed in a loop."""
    if len(node.generators) == 1 and not node.generators[0].ifs:
        parts = known_parts(frame, lower(frame, node.generators[0].iter))
        if parts is not None:
            return _tuple_of(frame, node, parts)
    return Comprehension(node, frame.scope)


def lower_list_comp(frame: Frame, node: ast.ListComp | ast.GeneratorExp) -> Value:
    """Lower a list comprehension."""
    length = None
    first = node.generators[0]
    if len(node.generators) == 1 and not first.ifs:
        over = lower(frame, first.iter)
        length = known_length(frame, over)
        frame.scope.slots[name := f"values {frame.next_hidden()}"] = RegisterSlot(over)
        values = ast.comprehension(first.target, ast.Name(name, ast.Load()), [], 0)
        node = ast.copy_location(ast.ListComp(node.elt, [values]), node)
    made = new_list(frame, node, length)

    for_elements(frame, node, lambda value: push(frame, made, value))
    return made


def lower_list(frame: Frame, node: ast.List) -> Value:
    """Lower a list of some values."""
    if not any(isinstance(each, ast.Starred) for each in node.elts):
        made = new_list(frame, node, len(node.elts) or None)
        for each in node.elts:
            push(frame, made, lower(frame, each))
        return made
    parts: list[tuple[ast.expr, Value]] = []
    for each in node.elts:
        parts.append((each, lower(frame, each.value if isinstance(each, ast.Starred) else each)))
    lengths = [known_length(frame, part) if isinstance(each, ast.Starred) else 1 for each, part in parts]
    made = new_list(frame, node, None if None in lengths else sum(each or 0 for each in lengths))
    for each, part in parts:
        if isinstance(each, ast.Starred):
            for_each(frame, part, lambda value: push(frame, made, value))
        else:
            push(frame, made, part)
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
    lower_comprehension_loops(frame, made, body, stop)
    found = load_slot(frame, frame.scope.slots[total])
    return found if function is sum else truth_of(frame, found)


def _tuple_of(frame: Frame, made: ast.GeneratorExp, parts: list[Value] | None = None) -> Value:
    """Return a tuple with one value for each round of loops over iterables of known length; ``parts`` are the values of
    the first one, if they are lowered already.
    """
    values = _values_of(frame, made.elt, made.generators, parts)
    whole = tuple(values)
    return whole if dims_of(whole) else Record(None, values)


def _values_of(
    frame: Frame, element: ast.expr, generators: list[ast.comprehension], parts: list[Value] | None = None
) -> list[Value]:
    """Return the value of an expression for each round of some loops."""
    if not generators:
        value = lower(frame, element)
        return [frame.copied(value) if isinstance(value, Cells) and value.lifetime != FIXED else value]
    each, *inner = generators
    parts = known_parts(frame, lower(frame, each.iter)) if parts is None else parts
    if parts is None or each.ifs:
        frame.refuse(NO_LENGTH)
    number = frame.next_hidden()
    own = {part.id: f"{part.id} {number}" for part in ast.walk(each.target) if isinstance(part, ast.Name)}
    frame.scope.of_comprehensions.update(own.values())
    rename = Renamed(own)
    target, element = rename.visit(copy.deepcopy(each.target)), rename.visit(copy.deepcopy(element))
    inner = [rename.visit(copy.deepcopy(more)) for more in inner]
    for node in (part for one in (target, element, *inner) for part in ast.walk(one)):
        if not hasattr(node, "lineno"):
            ast.copy_location(node, each.target)
    values: list[Value] = []
    for part in parts:
        assign_to(frame, target, part)
        values += _values_of(frame, element, inner)
    return values
