"""Generator expressions and list comprehensions: they become loops."""

from __future__ import annotations

import ast
import copy
from abc import abstractmethod
from typing import Any

from plyground.native.lowering.builtins import Builtins
from plyground.native.lowering.scope import KnownSlot
from plyground.native.lowering.values import Cells, Record, Value
from plyground.native.refusals import NO_LENGTH
from plyground.native.shapes import dims_of

FOLDED = (any, all, sum)
"""Functions of a generator expression that become a loop."""


class Comprehensions(Builtins):
    """Lowers generator expressions and list comprehensions."""

    def of_comprehension(self, function: Any, node: Any) -> list[Value] | None:
        if len(node.args) != 1 or not isinstance(node.args[0], ast.GeneratorExp):
            return None
        made = node.args[0]
        if function in FOLDED and not node.keywords:
            return [self._folded(function, made)]
        if function is tuple:
            return [self._tuple_of(made)]
        if function is list:
            return [self.ex_ListComp(made)]
        return None

    def ex_GeneratorExp(self, node: Any) -> Value:
        """Return the values of a generator expression as a tuple, if their number is known."""
        return self._tuple_of(node)

    def ex_ListComp(self, node: Any) -> Value:
        made = self.new_list(node)
        self.scope.slots[name := f"list {self._number()}"] = KnownSlot(made)
        self._loops(node, lambda inner: [ast.Expr(_call_of(name, "append", inner))])
        return made

    def ex_List(self, node: Any) -> Value:
        made = self.new_list(node)
        for each in node.elts:
            self.list_method("append", made, [self.value(each)])
        return made

    def _number(self) -> int:
        """Return a number for the hidden names of one comprehension."""
        self.hidden = getattr(self, "hidden", 0) + 1
        return self.hidden

    def _folded(self, function: Any, made: Any) -> Value:
        """Lower ``any``, ``all`` or ``sum`` of a generator expression to loops. Return its result."""
        total = f"total {self._number()}"

        def name_of(context: Any) -> Any:
            return ast.Name(total, context)

        def body(inner: Any) -> list[Any]:
            if function is sum:
                return [ast.AugAssign(name_of(ast.Store()), ast.Add(), inner)]
            test = inner if function is any else ast.UnaryOp(ast.Not(), inner)
            found = ast.Assign([name_of(ast.Store())], ast.Constant(int(function is any)))
            return [ast.If(test, [found, ast.Break()], [])]

        self.assign(total, int(function is all))
        stop = (
            None
            if function is sum
            else ast.Compare(name_of(ast.Load()), [ast.Eq()], [ast.Constant(int(function is any))])
        )
        self._loops(made, body, stop)
        found = self.read(self.scope.slots[total])
        return found if function is sum else self.truth(found)

    def _loops(self, made: Any, body_of: Any, stop: Any = None) -> None:
        """Lower the loops of a comprehension; the innermost loop runs ``body_of(element)``."""
        number = self._number()
        own = {
            part.id: f"{part.id} {number}"
            for each in made.generators
            for part in ast.walk(each.target)
            if isinstance(part, ast.Name)
        }
        self.scope.of_comprehensions.update(own.values())
        rename = _Renamed(own)
        body = body_of(rename.visit(copy.deepcopy(made.elt)))
        for place, each in reversed(list(enumerate(made.generators))):
            for test in reversed(each.ifs):
                body = [ast.If(rename.visit(copy.deepcopy(test)), body, [])]
            over = copy.deepcopy(each.iter) if place == 0 else rename.visit(copy.deepcopy(each.iter))
            if stop is not None and place < len(made.generators) - 1:
                body = [*body, ast.If(stop, [ast.Break()], [])]
            body = [ast.For(rename.visit(copy.deepcopy(each.target)), over, body, [])]
        for each in body:
            for part in ast.walk(each):
                ast.copy_location(part, made)
        node = self.node
        self.block(body)
        self.node = node

    def _tuple_of(self, made: Any) -> Value:
        """Return a tuple with one value for each element of an iterable of known length."""
        (each, *more) = made.generators
        if more or each.ifs:
            self.refuse(NO_LENGTH)
        over = self.value(each.iter)
        parts = self.parts_known(over)
        if parts is None:
            self.refuse(NO_LENGTH)
        number = self._number()
        own = {part.id: f"{part.id} {number}" for part in ast.walk(each.target) if isinstance(part, ast.Name)}
        self.scope.of_comprehensions.update(own.values())
        rename = _Renamed(own)
        target, element = rename.visit(copy.deepcopy(each.target)), rename.visit(copy.deepcopy(made.elt))
        for part in (*ast.walk(target), *ast.walk(element)):
            ast.copy_location(part, made)
        values = []
        for part in parts:
            self.to(target, part)
            value = self.value(element)
            if isinstance(value, Cells) and value.origin != "fixed":
                value = self.copied(value)
            values.append(value)
        whole = tuple(values)
        return whole if dims_of(whole) else Record(None, values)

    @abstractmethod
    def to(self, target: Any, value: Value) -> None:
        """Assign a value to a target."""


class _Renamed(ast.NodeTransformer):
    """Renames the variables of a comprehension, because it has its own scope."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


def _call_of(name: str, method: str, argument: Any) -> Any:
    return ast.Call(ast.Attribute(ast.Name(name, ast.Load()), method, ast.Load()), [argument], [])
