"""Faulty submissions: listed mistakes in the styles of :mod:`right_variants`, and random mutations of right ones."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Iterator

from right_variants import BASES, variant_of

INFINITY, MINUS_INFINITY = 'float("inf")', 'float("-inf")'
CHANGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "zero-start": ("maximizing", (MINUS_INFINITY, "0", INFINITY, "0")),
    "zero-start-max": ("maximizing", (MINUS_INFINITY, "0")),
    "zero-start-min": ("two-functions", (INFINITY, "0")),
    "finite-start": ("maximizing", (MINUS_INFINITY, "-3", INFINITY, "12")),
    "infinity-swapped": ("maximizing", (MINUS_INFINITY, "#", INFINITY, MINUS_INFINITY, "#", INFINITY)),
    "same-infinity": ("two-functions", (INFINITY, MINUS_INFINITY)),
    "swapped": ("values", ("max(values) if maximizing else min(values)", "min(values) if maximizing else max(values)")),
    "one-side": ("values", ("not maximizing)", "maximizing)")),
    "stays-min": ("maximizing", ("depth + 1, True", "depth + 1, False")),
    "last-child": ("two-functions", ("max(best, smallest(child))", "smallest(child)", "min(best, largest(child))", "largest(child)")),
    "first-child": ("maximizing", ("best = max(best, value)", "best = max(best, value)\\n            return best", "best = min(best, value)", "best = min(best, value)\\n        return best")),
    "skips-last": ("values", ("in node]", "in node[:-1] or node]")),
    "skips-first": ("maximizing", ("child in node:", "child in node[1:]:")),
    "prunes": ("ab-one", ()),
    "nothing-cut": ("ab-one", ("        if alpha >= beta:\\n            break\\n", "")),
    "min-never-cuts": ("ab-two", ("        if best <= alpha:\\n            return best\\n", "")),
    "max-never-cuts": ("ab-two", ("        if best >= beta:\\n            return best\\n", "")),
    "window-exchanged": ("ab-two", ("(child, alpha, beta)", "(child, beta, alpha)")),
    "other-rule": ("ab-one", ("alpha >= beta", "alpha > beta")),
    "other-rule-max": ("ab-two", ("best >= beta", "best > beta")),
    "other-rule-min": ("ab-two", ("best <= alpha", "best < alpha")),
    "bounds-replaced": ("ab-two", ("alpha = max(alpha, best)", "alpha = best", "beta = min(beta, best)", "beta = best")),
    "wrong-side": ("ab-two", ("best >= beta", "best <= #", "best <= alpha", "best >= beta", "#", "alpha")),
    "alpha-zero": ("ab-two", ("largest(node, " + MINUS_INFINITY, "largest(node, 0")),
    "beta-zero": ("ab-two", (MINUS_INFINITY + ", " + INFINITY + ")\\n", MINUS_INFINITY + ", 0)\\n")),
    "root-window": ("ab-two", ("    return largest(node, ", "    if not isinstance(node, list):\\n        return node\\n    return max(smallest(child, ", INFINITY + ")\\n$", INFINITY + ") for child in node)\\n")),
    "right-to-left": ("ab-one", ("child in node:", "child in reversed(node):")),
    "leaf-sign": ("negamax", ("color * node", "node")),
    "no-minus": ("negamax", ("-search(child, -beta, -alpha", "search(child, alpha, beta")),
    "sum": ("expectimax", (" / len(values)", "")),
    "whole-average": ("expectimax", (" / len", " // len")),
    "chance-as-min": ("expectimax", ("sum(values) / len(values)", "min(values)")),
    "chance-as-max": ("expectimax", ("sum(values) / len(values)", "max(values)")),
    "halved": ("expectimax", ("len(values)", "2")),
    "average-everywhere": ("expectimax", ("return max(values)", "return sum(values) / len(values)")),
    "stays-chance": ("expectimax", ("not maximizing)", "False)")),
    "first-player": ("max-n", ("value[player] > best[player]", "value[0] > best[0]")),
    "next-player": ("max-n", ("value[player] > best[player]", "value[(player + 1) % 3] > best[(player + 1) % 3]")),
    "two-players": ("max-n", ("% 3", "% 2")),
    "greatest-sum": ("max-n", ("value[player] > best[player]", "sum(value) > sum(best)")),
}  # fmt: skip
"""Listed mistakes: the base in which each is made, and replacements of its text."""
UNKIND = ("cache",)
"""Transformations that add a second peculiarity to a mistake."""


def faulty_text(name: str) -> str:
    """Return a base with a listed mistake."""
    base, changes = CHANGES[name]
    text = BASES[base][1] + "$"
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        old, new = old.replace("\\n", "\n"), new.replace("\\n", "\n")
        assert old in text, (name, old)
        text = text.replace(old, new)
    return text.replace("$", "")


def listed(count: int, first: int = 0) -> Iterator[tuple[str, str, str]]:
    """Yield (name of the mistake, task, text) of listed mistakes in random styles."""
    names = list(CHANGES)
    for number in range(first, first + count):
        name = names[number % len(names)]
        base = CHANGES[name][0]
        variant = variant_of(base, number, faulty_text(name), UNKIND)
        yield name, "minimax" if name == "prunes" else variant.task, variant.text


class _Mutation(ast.NodeTransformer):
    """Change the ``place``-th node that a mutation fits. The operators know nothing of the listed mistakes."""

    def __init__(self, place: int, chance: random.Random) -> None:
        self.place = place
        self.chance = chance
        self.count = 0

    def _is_here(self) -> bool:
        self.count += 1
        return self.count - 1 == self.place

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if self._is_here():
            node.ops = [self.chance.choice([ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq])()]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if self._is_here():
            node.op = self.chance.choice([ast.Add, ast.Sub, ast.Mult, ast.Mod])()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return node.operand if self._is_here() else node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, int | bool) and self._is_here():
            return ast.Constant(not node.value if isinstance(node.value, bool) else node.value + self.chance.choice([-1, 1, 2]))  # fmt: skip
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        others = {"max": "min", "min": "max", "alpha": "beta", "beta": "alpha", "best": "value", "value": "best", "largest": "smallest", "smallest": "largest"}  # fmt: skip
        if isinstance(node.ctx, ast.Load) and node.id in others and self._is_here():
            return ast.Name(others[node.id], ast.Load())
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if len(node.args) > 1 and self._is_here():
            node.args[0], node.args[1] = node.args[1], node.args[0]
        if len(node.args) == 2 and self._is_here():
            return node.args[self.chance.randrange(2)]
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        return ast.Pass() if self._is_here() else node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        if self._is_here():
            return ast.Pass()
        if self._is_here():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if node.value is not None and self._is_here():
            node.value = ast.Call(ast.Name("abs", ast.Load()), [node.value], [])
        if node.value is not None and self._is_here():
            node.value = ast.BinOp(node.value, ast.Add(), ast.Constant(1))
        return node


def mutants(count: int, first: int = 0) -> Iterator[tuple[str, str]]:
    """Yield (task, text) of right bases with one or two random mutations. Some change nothing."""
    names = list(BASES)
    for number in range(first, first + count):
        base = names[number % len(names)]
        task, text = BASES[base]
        chance = random.Random(f"mutant {number}")
        module = ast.parse(text)
        for _number in range(chance.choice([1, 1, 2])):
            counting = _Mutation(-1, chance)
            counting.visit(copy.deepcopy(module))
            module = _Mutation(chance.randrange(counting.count), chance).visit(module)
        yield task, ast.unparse(ast.fix_missing_locations(module)) + "\n"
