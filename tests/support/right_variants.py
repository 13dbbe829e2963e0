"""A generator of right submissions: transformations of syntax trees that keep the meaning, composed at random.

It knows nothing of the grader. Each variant can be called by :meth:`Variant.value`, so that a test can hold it to plain
minimax before it is graded.
"""

from __future__ import annotations

import ast
import copy
import random
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

MAXIMIZING = """
def search(node, depth, maximizing):
    if not isinstance(node, list):
        return node
    if maximizing:
        best = float("-inf")
        for child in node:
            value = search(child, depth + 1, False)
            best = max(best, value)
        return best
    best = float("inf")
    for child in node:
        value = search(child, depth + 1, True)
        best = min(best, value)
    return best
"""
VALUES = """
def search(node, maximizing):
    if not isinstance(node, list):
        return node
    values = [search(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)
"""
TWO_FUNCTIONS = """
def largest(node):
    if not isinstance(node, list):
        return node
    best = float("-inf")
    for child in node:
        best = max(best, smallest(child))
    return best

def smallest(node):
    if not isinstance(node, list):
        return node
    best = float("inf")
    for child in node:
        best = min(best, largest(child))
    return best

def search(node):
    return largest(node)
"""
WITH_MOVE = """
def search(node, maximizing):
    if not isinstance(node, list):
        return node, None
    best, move = (float("-inf"), None) if maximizing else (float("inf"), None)
    for number, child in enumerate(node):
        value = search(child, not maximizing)[0]
        if (maximizing and value > best) or (not maximizing and value < best):
            best, move = value, number
    return best, move
"""
MOVE_FIRST = """
def search(node, maximizing):
    if not isinstance(node, list):
        return None, node
    best, move = (float("-inf"), None) if maximizing else (float("inf"), None)
    for number, child in enumerate(node):
        value = search(child, not maximizing)[1]
        if (maximizing and value > best) or (not maximizing and value < best):
            best, move = value, number
    return move, best
"""
NODES = """
def search(node, maximizing):
    if not node.children:
        return node.value
    values = [search(child, not maximizing) for child in node.children]
    return max(values) if maximizing else min(values)
"""
AB_TWO = """
def largest(node, alpha, beta):
    if not isinstance(node, list):
        return node
    best = float("-inf")
    for child in node:
        best = max(best, smallest(child, alpha, beta))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best

def smallest(node, alpha, beta):
    if not isinstance(node, list):
        return node
    best = float("inf")
    for child in node:
        best = min(best, largest(child, alpha, beta))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best

def search(node):
    return largest(node, float("-inf"), float("inf"))
"""
AB_ONE = """
def search(node, alpha, beta, maximizing):
    if not isinstance(node, list):
        return node
    best = float("-inf") if maximizing else float("inf")
    for child in node:
        value = search(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
NEGAMAX = """
def search(node, alpha, beta, color):
    if not isinstance(node, list):
        return color * node
    best = float("-inf")
    for child in node:
        best = max(best, -search(child, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
EXPECTIMAX = """
def search(node, maximizing):
    if not isinstance(node, list):
        return node
    values = [search(child, not maximizing) for child in node]
    if maximizing:
        return max(values)
    return sum(values) / len(values)
"""
MAX_N = """
def search(node, player):
    if not isinstance(node, list):
        return node
    best = None
    for child in node:
        value = search(child, (player + 1) % 3)
        if best is None or value[player] > best[player]:
            best = value
    return best
"""
BASES = {
    "maximizing": ("minimax", MAXIMIZING),
    "values": ("minimax", VALUES),
    "two-functions": ("minimax", TWO_FUNCTIONS),
    "with-move": ("minimax", WITH_MOVE),
    "move-first": ("minimax", MOVE_FIRST),
    "nodes": ("minimax", NODES),
    "ab-two": ("alphabeta", AB_TWO),
    "ab-one": ("alphabeta", AB_ONE),
    "negamax": ("alphabeta", NEGAMAX),
    "expectimax": ("expectimax", EXPECTIMAX),
    "max-n": ("max-n", MAX_N),
}
"""Right programs, each with its task. The search is the function ``search``."""
ROLES: dict[str, Any] = {
    "node": None, "depth": 0, "maximizing": True, "alpha": float("-inf"), "beta": float("inf"), "color": 1, "player": 0,
}  # fmt: skip
"""The parameters of the bases, and their values at the root."""
WORDS = {
    "english": {"search": "evaluate_position", "node": "position", "child": "successor", "maximizing": "my_turn", "best": "record", "value": "score", "values": "scores", "alpha": "lower", "beta": "upper", "depth": "level", "largest": "best_for_me", "smallest": "best_for_you", "move": "choice", "color": "side_factor"},
    "portuguese": {"search": "calcular", "node": "no", "child": "filho", "maximizing": "vez_do_max", "best": "melhor", "value": "valor", "values": "valores", "alpha": "alfa", "beta": "beta", "depth": "profundidade", "largest": "maior", "smallest": "menor", "move": "jogada", "color": "cor", "player": "jogador"},
    "romanian": {"search": "calculeaza", "node": "nod", "child": "fiu", "maximizing": "este_max", "best": "cel_mai_bun", "value": "valoare", "values": "valori", "alpha": "alfa", "beta": "beta", "depth": "adancime", "largest": "maxim", "smallest": "minim", "player": "jucator", "color": "semn"},
    "german": {"search": "bewerte", "node": "knoten", "child": "kind", "maximizing": "weiss_am_zug", "best": "bestwert", "value": "wert", "values": "werte", "alpha": "untergrenze", "beta": "obergrenze", "depth": "tiefe", "largest": "groesster", "smallest": "kleinster", "move": "zug", "color": "vorzeichen", "player": "spieler"},
    "letters": {"search": "f", "node": "t", "child": "c", "maximizing": "m", "best": "r", "value": "v", "values": "w", "alpha": "a", "beta": "b", "depth": "d", "largest": "g", "smallest": "h", "color": "s", "player": "p", "move": "k", "number": "i"},
    "nonsense": {"search": "foo", "node": "x1", "child": "x2", "maximizing": "flag", "best": "tmp", "value": "res", "values": "arr", "alpha": "lo", "beta": "hi", "depth": "cnt", "largest": "foo1", "smallest": "foo2", "color": "mult", "player": "who_now"},
    "task": {"search": "minimax_search"},
}  # fmt: skip
"""Other names for the names of the bases."""


@dataclass
class Variant:
    """A right submission, and how to call it."""

    base: str
    task: str
    module: ast.Module
    applied: list[str] = field(default_factory=list)
    entry: str = "search"
    stages: list[list[tuple[str, str, bool]]] = field(default_factory=list)  # (name, role, by name) of each call
    owner: str = ""  # class of the entry
    result: str = ""  # "", "dict", "count" or "object"
    renamed: dict[str, str] = field(default_factory=dict)
    takes: str = "list"

    @property
    def text(self) -> str:
        """The Python text."""
        return ast.unparse(ast.fix_missing_locations(self.module)) + "\n"

    def value(self, tree: Any) -> Any:
        """Return the value that the submission gives a tree."""
        module = types.ModuleType("variant")
        exec(compile(self.text, "variant.py", "exec"), vars(module))
        names = vars(module)
        call: Any = getattr(names[self.owner](), self.entry) if self.owner else names[self.entry]
        for stage in self.stages:
            given = {name: tree if role == "node" else ROLES[role] for name, role, _named in stage}
            call = call(*(given[name] for name, _role, named in stage if not named), **{name: given[name] for name, _role, named in stage if named})  # fmt: skip
        if self.result == "dict":
            return call["value"]
        if self.result in ("count", "float"):
            return call[0] if self.result == "count" else call
        if self.base in ("with-move", "move-first"):
            return call[self.base == "move-first"]
        return next(iter(vars(call).values())) if self.result == "object" else call

    @property
    def functions(self) -> list[ast.FunctionDef]:
        """The functions of the base, wherever they stand now."""
        return [node for node in ast.walk(self.module) if isinstance(node, ast.FunctionDef)]

    def function(self, name: str) -> ast.FunctionDef:
        """Return a function by its name."""
        return next(each for each in self.functions if each.name == name)

    def searching(self) -> list[ast.FunctionDef]:
        """Return the functions that take a node and call themselves or each other."""
        names = {"search", "largest", "smallest"}
        return [each for each in self.functions if each.name in names and len(each.body) > 1]


def parsed(text: str) -> list[ast.stmt]:
    """Return the statements of a text."""
    return ast.parse(text).body


def calls(module: ast.AST, name: str) -> list[ast.Call]:
    """Return the calls of a function."""
    return [node for node in ast.walk(module) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name]  # fmt: skip


class _Replace(ast.NodeTransformer):
    """Replace expressions or statements by the result of a function that returns None for no change."""

    def __init__(self, replace: Callable[[ast.AST], Any]) -> None:
        self.replace = replace

    def visit(self, node: ast.AST) -> Any:
        node = self.generic_visit(node)
        found = self.replace(node)
        return node if found is None else found


def _change(variant: Variant, replace: Callable[[ast.AST], Any]) -> bool:
    before = ast.dump(variant.module)
    variant.module = _Replace(replace).visit(variant.module)
    return ast.dump(variant.module) != before


LEAF_TEST = ast.dump(ast.parse("not isinstance(node, list)", mode="eval").body)
NODE_TEST = ast.dump(ast.parse("not node.children", mode="eval").body)


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def leaf_test(variant: Variant, chance: random.Random) -> bool:
    """Write the test for a leaf otherwise."""
    if variant.task == "max-n":
        options = ["type(node) != list", "isinstance(node, tuple)", "type(node) is tuple", "list != type(node)"]
    else:
        options = ["type(node) != list", "isinstance(node, int)", "isinstance(node, (int, float))", "type(node) is int", "type(node) == int", "not hasattr(node, '__len__')", "type(node) is not list", "isinstance(node, list) is False", "node.__class__ is int", "not isinstance(node, (list, tuple))", "type(node).__name__ == 'int'"]  # fmt: skip
    text = chance.choice(options)
    return _change(variant, lambda node: _expression(text) if ast.dump(node) == LEAF_TEST else None)


def is_leaf_helper(variant: Variant, chance: random.Random) -> bool:
    """Move the test for a leaf into a helper."""
    name = chance.choice(["is_leaf", "terminal", "eh_folha", "este_frunza", "done"])
    parameter = chance.choice(["node", "n", "x", "state", "estado"])
    found: list[ast.expr] = []

    def replace(node: ast.AST) -> Any:
        if ast.dump(node) in (LEAF_TEST, NODE_TEST):
            found.append(node)  # type: ignore[arg-type]
            return _expression(f"{name}(node)")
        return None

    if not _change(variant, replace):
        return False
    test = ast.unparse(found[0]).replace("node", parameter)
    bodies = [
        f"return {test}",
        f"if {test}:\n        return True\n    return False",
        f"answer = {test}\n    return answer",
    ]
    variant.module.body[:0] = parsed(f"def {name}({parameter}):\n    {chance.choice(bodies)}\n")
    return True


def evaluate_helper(variant: Variant, chance: random.Random) -> bool:
    """Move the value of a leaf into a helper."""
    name = chance.choice(["evaluate", "utility", "avaliar", "val"])
    parameter = chance.choice(["node", "n", "leaf", "state"])

    def replace(node: ast.AST) -> Any:
        if isinstance(node, ast.If) and isinstance(node.body[0], ast.Return) and node.body[0].value is not None:
            node.body[0].value = _Replace(
                lambda each: _expression(f"{name}(node)") if isinstance(each, ast.Name) and each.id == "node" else None
            ).visit(node.body[0].value)
        return None

    if variant.takes != "list" or not _change(variant, replace):
        return False
    variant.module.body[:0] = parsed(f"def {name}({parameter}):\n    return {parameter}\n")
    return True


def children_helper(variant: Variant, chance: random.Random) -> bool:
    """Move the list of children into a helper, which may be a generator."""
    name = chance.choice(["children", "successors", "filhos_de", "moves"])
    body = chance.choice(["return list(n)", "return n", "for each in n:\n        yield each", "yield from n", "return [each for each in n]", "return tuple(n)", "return n[:]", "return iter(n)"])  # fmt: skip

    def replace(node: ast.AST) -> Any:
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Name) and node.iter.id == "node":
            node.iter = _expression(f"{name}(node)")
        return None

    if not _change(variant, replace):
        return False
    variant.module.body[:0] = parsed(f"def {name}(n):\n    {body}\n")
    return True


def index_loop(variant: Variant, chance: random.Random) -> bool:
    """Loop over indices."""
    style = chance.choice(["range", "while"])

    def replace(node: ast.AST) -> Any:
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Name) and node.iter.id == "node":
            if style == "while":
                (loop,) = [each for each in parsed("place = 0\nwhile place < len(node):\n    child = node[place]\n    place += 1\n") if isinstance(each, ast.While)]  # fmt: skip
                loop.body += node.body
                return [*parsed("place = 0"), loop]
            (begin,) = parsed("for place in range(len(node)):\n    child = node[place]\n")
            begin.body += node.body  # type: ignore[attr-defined]
            return begin
        return None

    return _change(variant, replace)


def written_comparison(variant: Variant, chance: random.Random) -> bool:
    """Write ``x = max(x, y)`` as a test."""
    style = chance.choice(["if", "ifexp", "sorted", "list"])

    def replace(node: ast.AST) -> Any:
        call = node.value if isinstance(node, ast.Assign) else None
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("max", "min") and len(call.args) == 2):  # fmt: skip
            return None
        target, other = ast.unparse(node.targets[0]), ast.unparse(call.args[1])  # type: ignore[attr-defined]
        sign = ">" if call.func.id == "max" else "<"
        texts = {
            "if": f"found = {other}\nif found {sign} {target}:\n    {target} = found",
            "ifexp": f"found = {other}\n{target} = found if found {sign} {target} else {target}",
            "sorted": f"{target} = sorted([{target}, {other}])[{-1 if sign == '>' else 0}]",
            "list": f"{target} = {call.func.id}([{target}, {other}])",
        }
        return parsed(texts[style])

    return _change(variant, replace)


def prints(variant: Variant, chance: random.Random) -> bool:
    """Print what the search does."""
    text = chance.choice(["print('visiting', node)", "print(f'at {node}')", "print(repr(node), file=__import__('sys').stderr)", "log.append(str(node))"])  # fmt: skip
    for each in variant.searching():
        each.body[:0] = parsed(text)
    if text.startswith("log"):
        variant.module.body[:0] = parsed("log = []")
    return True


def docstrings(variant: Variant, _chance: random.Random) -> bool:
    """Add docstrings."""
    for each in variant.functions:
        each.body[:0] = parsed('"""Plain search, no alpha-beta and no expectimax here; MIN node returns 0."""')
    return True


def hints(variant: Variant, chance: random.Random) -> bool:
    """Add types."""
    hint = chance.choice(["object", "'Node'", "type", "list[int] | int"])
    for each in variant.functions:
        for argument in each.args.args:
            argument.annotation = _expression(hint)
        each.returns = _expression(chance.choice(["object", "float", "int | float"]))
    return True


def counter(variant: Variant, chance: random.Random) -> bool:
    """Count visits in a global variable."""
    style = chance.choice(["counter", "calls[0]"])
    for each in variant.searching():
        each.body[:0] = parsed("global counter\ncounter += 1" if style == "counter" else "calls[0] += 1")
    variant.module.body[:0] = parsed("counter = 0" if style == "counter" else "calls = [0]")
    return True


def else_branch(variant: Variant, _chance: random.Random) -> bool:
    """Put everything after an early return into ``else``."""
    for each in variant.searching():
        for place, statement in enumerate(each.body):
            if isinstance(statement, ast.If) and not statement.orelse and isinstance(statement.body[-1], ast.Return):
                rest = each.body[place + 1 :]
                if rest:
                    statement.orelse = rest
                    del each.body[place + 1 :]
                break
    return True


def one_exit(variant: Variant, _chance: random.Random) -> bool:
    """Keep the result of a leaf in a variable first."""

    def replace(node: ast.AST) -> Any:
        if isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Name):
            return [*parsed(f"outcome = {ast.unparse(node.value)}"), *parsed("return outcome")]
        return None

    return _change(variant, replace)


def reorder(variant: Variant, chance: random.Random) -> bool:
    """Change the order of parameters, everywhere."""
    changed = False
    for each in variant.searching():
        count = len(each.args.args)
        if count < 2 or each.args.defaults or each.args.kwonlyargs:
            continue
        order = list(range(count))
        chance.shuffle(order)
        sites = calls(variant.module, each.name)
        if any(len(call.args) != count or call.keywords for call in sites):
            continue
        each.args.args = [each.args.args[place] for place in order]
        for call in sites:
            call.args = [call.args[place] for place in order]
        changed = True
    return changed


def keyword_only(variant: Variant, _chance: random.Random) -> bool:
    """Make all parameters but the node keyword-only."""
    each = variant.function("search")
    names = [argument.arg for argument in each.args.args]
    sites = calls(variant.module, "search")
    if len(names) < 2 or each.args.kwonlyargs or any(len(call.args) != len(names) for call in sites):
        return False
    each.args.kwonlyargs = [argument for argument in each.args.args if argument.arg != "node"]
    each.args.args = [argument for argument in each.args.args if argument.arg == "node"]
    each.args.kw_defaults = [None] * len(each.args.kwonlyargs)
    for call in sites:
        given = dict(zip(names, call.args, strict=True))
        call.args = [given.pop("node")]
        call.keywords = [ast.keyword(name, value) for name, value in given.items()]
    return True


def defaults(variant: Variant, chance: random.Random) -> bool:
    """Give the last parameters default values."""
    each = variant.function("search")
    arguments = each.args.args
    if len(arguments) < 2 or each.args.kwonlyargs or each.args.defaults:
        return False
    values: list[ast.expr] = []
    for argument in reversed(arguments):
        if argument.arg == "node":
            break
        values.insert(0, _expression({"alpha": "float('-inf')", "beta": "float('inf')"}.get(argument.arg, repr(ROLES[argument.arg]))))  # fmt: skip
        if chance.random() < 0.3:
            break
    each.args.defaults = values
    return bool(values)


def front(variant: Variant, chance: random.Random) -> bool:
    """Put a function in front that takes the node only."""
    inner = variant.function("search")
    given = ", ".join(
        f"{argument.arg}=" + {"node": "tree", "alpha": "float('-inf')", "beta": "float('inf')"}.get(argument.arg, repr(ROLES[argument.arg]))
        for argument in (*inner.args.args, *inner.args.kwonlyargs)
    )  # fmt: skip
    variant.renamed["front"] = chance.choice(["solve", "resolver", "rezolva", "run", "start_search"])
    name = variant.renamed["front"]
    lead = chance.choice(["", "    import copy\n    tree = copy.deepcopy(tree)\n", "    assert tree is not None\n"])
    variant.module.body += parsed(f"def {name}(tree):\n{lead}    return search({given})\n")
    variant.entry = name
    return True


def other_result(variant: Variant, chance: random.Random) -> bool:
    """Return the value in a dictionary, an object, or with the number of visits."""
    if variant.entry == "search" or variant.base in ("with-move", "move-first") or variant.task == "max-n":
        return False
    last = variant.function(variant.entry).body[-1]
    assert isinstance(last, ast.Return) and last.value is not None
    variant.result = chance.choice(["dict", "count", "object", "float"])
    inner = ast.unparse(last.value)
    texts = {
        "dict": f"{{'value': {inner}, 'nodes': 1000}}",
        "count": f"({inner}, 1000)",
        "object": f"Outcome({inner})",
        "float": f"float({inner})",
    }
    last.value = _expression(texts[variant.result])
    if variant.result == "object":
        variant.module.body[:0] = parsed("class Outcome:\n    def __init__(self, value):\n        self.value = value\n")
    return True


def own_nodes(variant: Variant, chance: random.Random) -> bool:
    """Make tuples, or nodes of an own class, from the lists first."""
    if variant.entry == "search" or variant.takes != "list" or variant.task == "max-n":
        return False
    style = chance.choice(["tuple", "class"])
    if style == "tuple":
        variant.module.body[:0] = parsed("def convert(t):\n    return tuple(convert(c) for c in t) if isinstance(t, list) else t\n")  # fmt: skip
        if not _change(variant, lambda node: _expression("not isinstance(node, tuple)") if ast.dump(node) == LEAF_TEST else None):  # fmt: skip
            return False
    else:
        variant.module.body[:0] = parsed("""
class Knot:
    def __init__(self, t):
        self.below = [Knot(c) for c in t] if isinstance(t, list) else []
        self.number = t if not isinstance(t, list) else None

    def __iter__(self):
        return iter(self.below)

    def __len__(self):
        return len(self.below)

    def __getitem__(self, place):
        return self.below[place]

    def __str__(self):
        return "knot"

def convert(t):
    return Knot(t)
""")
        leaf = lambda node: _expression("not node.below") if ast.dump(node) == LEAF_TEST else None  # noqa: E731
        if not _change(variant, leaf):
            return False

        def number(node: ast.AST) -> Any:
            return _expression("node.number") if isinstance(node, ast.Name) and node.id == "node" else None

        def value(node: ast.AST) -> Any:
            if (
                isinstance(node, ast.If)
                and ast.unparse(node.test) == "not node.below"
                and isinstance(node.body[0], ast.Return)
            ):
                node.body[0] = _Replace(number).visit(node.body[0])
            return None

        _change(variant, value)
    variant.takes = "own"
    entry = variant.function(variant.entry)
    entry.body[:0] = parsed("tree = convert(tree)")
    return True


def cache(variant: Variant, chance: random.Random) -> bool:
    """Remember results: by identity, or, in a search without cuts, by the text of the subtree."""
    if variant.base not in ("maximizing", "values", "expectimax") or variant.takes != "list":
        return False
    inner = variant.function("search")
    if inner.args.kwonlyargs or inner.args.defaults or variant.entry == "search":
        return False
    names = [argument.arg for argument in inner.args.args]
    key = chance.choice(["id(node)", "str(node)"])
    inner.name = "computed"
    mover = "maximizing" if "maximizing" in names else "0"
    variant.module.body += parsed(f"""
table = {{}}
def search({", ".join(names)}):
    key = ({key}, {mover})
    if key not in table:
        table[key] = computed({", ".join(names)})
    return table[key]
""")
    front_function = variant.function(variant.entry)
    front_function.body[:0] = parsed("table.clear()")
    return True


def curried(variant: Variant, chance: random.Random) -> bool:
    """Take the arguments one function after another."""
    if variant.entry != "search" or variant.owner:
        return False
    inner = variant.function("search")
    names = [argument.arg for argument in inner.args.args]
    if len(names) < 2 or inner.args.kwonlyargs or inner.args.defaults:
        return False
    cut = chance.randrange(1, len(names))
    variant.module.body += parsed(
        f"def prepared({', '.join(names[:cut])}):\n    def apply({', '.join(names[cut:])}):\n        return search({', '.join(names)})\n    return apply\n"
    )
    variant.entry = "prepared"
    variant.stages = [[(name, name, False) for name in part] for part in (names[:cut], names[cut:])]
    return True


def lambdas(variant: Variant, _chance: random.Random) -> bool:
    """Give the entry another name by a lambda."""
    if variant.entry == "search" or variant.owner or variant.stages:
        return False
    variant.module.body += parsed(f"answer = lambda t: {variant.entry}(t)")
    variant.entry = "answer"
    return True


def demo(variant: Variant, chance: random.Random) -> bool:
    """Add a main part that must not run, or one that does."""
    variant.module.body += parsed(chance.choice(["if __name__ == '__main__':\n    print(search(input('tree? ')))\n", "EXAMPLE = [[3, 12], [2, 4]]\nprint('ready', EXAMPLE)\n", "def main():\n    print('try me')\n\nif __name__ == '__main__':\n    main()\n"]))  # fmt: skip
    return True


def in_class(variant: Variant, chance: random.Random) -> bool:
    """Wrap all functions into a class."""
    if variant.stages:
        return False
    functions = [each for each in variant.module.body if isinstance(each, ast.FunctionDef)]
    names = {each.name for each in functions}
    if (
        any(isinstance(inner, ast.Global) for each in functions for inner in ast.walk(each))
        or variant.entry not in names
    ):
        return False
    for each in functions:
        each.args.args.insert(0, ast.arg("self"))

    def replace(node: ast.AST) -> Any:
        if isinstance(node, ast.Name) and node.id in names:
            return ast.Attribute(ast.Name("self", ast.Load()), node.id, ast.Load())
        return None

    rest = [each for each in variant.module.body if each not in functions]
    if any(isinstance(inner, ast.Name) and inner.id in names for each in rest for inner in ast.walk(each)):
        for each in functions:
            del each.args.args[0]
        return False
    functions = [_Replace(replace).visit(each) for each in functions]
    name = chance.choice(["Solver", "Agent", "Busca", "Minimax", "Cautare"])
    extra = parsed(chance.choice(["class C:\n    pass", "class C:\n    def __init__(self):\n        self.count = 0"]))[
        0
    ]
    body = [each for each in extra.body if not isinstance(each, ast.Pass)]  # type: ignore[attr-defined]
    made = ast.ClassDef(name, [], [], [*body, *functions], [])
    variant.module.body = [*rest, made]
    variant.owner = name
    return True


def rename(variant: Variant, chance: random.Random) -> bool:
    """Translate the names."""
    language = chance.choice(list(WORDS))
    words = WORDS[language]
    taken = {node.id for node in ast.walk(variant.module) if isinstance(node, ast.Name)} | {each.name for each in variant.functions}  # fmt: skip
    mapping = {old: new for old, new in words.items() if new not in taken}
    if len(set(mapping.values())) != len(mapping):
        return False

    functions = {each.name for each in variant.functions}

    def replace(node: ast.AST) -> Any:
        if isinstance(node, ast.Name) and node.id in mapping:
            node.id = mapping[node.id]
        elif isinstance(node, ast.arg | ast.keyword) and node.arg is not None and node.arg in mapping:
            node.arg = mapping[node.arg]
        elif isinstance(node, ast.FunctionDef) and node.name in mapping:
            node.name = mapping[node.name]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self" and node.attr in functions & set(mapping):  # fmt: skip
            node.attr = mapping[node.attr]
        return None

    _change(variant, replace)
    variant.entry = mapping.get(variant.entry, variant.entry)
    variant.renamed.update({new: old for old, new in mapping.items()})
    variant.stages = [
        [(mapping.get(name, name), role, named) for name, role, named in stage] for stage in variant.stages
    ]
    return True


FIRST: tuple[Callable[[Variant, random.Random], bool], ...] = (
    reorder, keyword_only, front, written_comparison, index_loop, evaluate_helper,
)  # fmt: skip
THEN = (own_nodes, leaf_test, is_leaf_helper, children_helper, cache, other_result, one_exit, else_branch, defaults)
LAST = (prints, counter, hints, docstrings, curried, lambdas, demo, in_class, rename)
"""The transformations in the order in which they may be applied."""


def variant_of(base: str, seed: int, text: str = "", left_out: tuple[str, ...] = ()) -> Variant:
    """Return a random variant of a base, or of a ``text`` with its names; some transformations may be left out."""
    chance = random.Random(f"{base} {seed}")
    task, usual = BASES[base]
    variant = Variant(base, task, ast.parse(text or usual))
    if base == "nodes":
        variant.takes = "node"
    wanted = chance.uniform(0.15, 0.7)
    for transformation in (*FIRST, *THEN, *LAST):
        if chance.random() < wanted and transformation.__name__ not in left_out:
            tried = copy.deepcopy(variant)
            if transformation(tried, chance):
                variant = tried
                variant.applied.append(transformation.__name__)
    if not variant.stages:
        entry = variant.function(variant.entry) if variant.entry != "answer" else None
        arguments = [("t", "node", False)] if entry is None else [
            *((each.arg, False) for each in entry.args.args[: len(entry.args.args) - len(entry.args.defaults)] if each.arg != "self"),
            *((each.arg, True) for each in entry.args.kwonlyargs),
        ]  # fmt: skip
        if entry is None:
            variant.stages = [arguments]  # type: ignore[list-item]
        else:
            variant.stages = [[(name, _role(variant, name), named) for name, named in arguments]]  # type: ignore[misc]
    return variant


def _role(variant: Variant, name: str) -> str:
    role = variant.renamed.get(name, name)
    return role if role in ROLES else "node"


def variants(count: int, first: int = 0) -> Iterator[Variant]:
    """Yield this many variants of all bases in turn."""
    names = list(BASES)
    for number in range(first, first + count):
        yield variant_of(names[number % len(names)], number)
