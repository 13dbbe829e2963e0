"""Random rule texts: well-typed functions in the language of rules, to be compiled and compared with CPython.

``text_of(seed)`` gives a class ``G`` of positions with rows of cells and rows of rows, methods, generators and a
function ``run(self, x, y)`` that uses them all: rows put, aliased, swapped and cut, loops in loops, early returns,
generators within generators, expressions of every operator.
"""

from __future__ import annotations

import linecache
import random
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.bits import count, highest, lowest, put, shift_right

ERRORS = (IndexError, OverflowError, ValueError, ZeroDivisionError, UnboundLocalError)
"""Exceptions that a text may raise, plain and compiled."""


class RuleText:
    """Writes one text."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.names = 0
        self.size = self.pick(3, 4, 5, 9)
        self.numbers: list[str] = []  # names of numbers
        self.rows: list[str] = []  # names of rows
        self.methods = 0  # f0, f1, ... that may be called
        self.budget = 0  # statements left
        self.returned = ""  # further values in each return, after a number

    def pick(self, *options: Any) -> Any:
        return self.random.choice(options)

    def say(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    # Expressions

    def number(self, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.2:
            return str(self.pick(str(self.random.randint(-4, 9)), *self.numbers, *self.numbers, "self.n", "self.m"))

        def part() -> str:
            return self.number(depth - 1)

        rare = [
            lambda: (
                f"int({self.pick('any', 'all')}(e {self.pick('<', '==', '>')} {self.number(0)}"
                f" for e in {self.row(depth - 1)} if e {self.pick('<', '!=')} {self.number(0)}))"
            ),
            lambda: f"sum(e * i & 15 for e in {self.row(depth - 1)} for i in range({self.random.randint(0, 3)}))",
            lambda: f"int({part()} {self.pick('//', '%')} {self.number(0)})",
            lambda: f"({part()} {self.pick('+', '-')} {part()})",
            lambda: f"({part()} {self.pick('+', '-')} {part()})",
            lambda: f"({part()} * {part()} & 63)",
            lambda: f"({part()} {self.pick('//', '%')} {self.pick('3', '4', '7', '-5', '8', f'({part()} & 7 | 1)')})",
            lambda: f"({part()} {self.pick('&', '|', '^')} {part()})",
            lambda: f"(({part()} & 15) {self.pick('<<', '>>')} ({part()} & 3))",
            lambda: f"(({part()} & 255) >> ({part()} & 127))",
            lambda: f"{self.pick('min', 'max')}({part()}, {part()})",
            lambda: f"({part()} if {self.test(depth - 1)} else {part()})",
            *[lambda: f"{self.row(depth - 1)}[{self.index(depth - 1)}]"] * 4,
            lambda: f"{self.pick('sum', 'min', 'max', 'len')}({self.row(depth - 1)})",
            lambda: f"{self.row(depth - 1)}.count({part()})",
            lambda: f"TABLE[{self.index(depth - 1, 3)}][{self.index(depth - 1, 2)}]",
            lambda: f"RAGGED[{self.random.randrange(3)}][0]",
            lambda: f"abs({part()})",
            lambda: f"divmod({part()}, {self.pick('3', '-7', '8')})[{self.random.randrange(2)}]",
            lambda: f"sorted({self.row(depth - 1)})[{self.index(depth - 1)}]",
            lambda: f"({self.number(0)} & 255).{self.pick('bit_count', 'bit_length')}()",
            lambda: f"(-{part()})",
            lambda: f"self.SCALE * ({part()} & 3)",
        ]
        if self.methods:
            rare += [
                lambda: f"self.f{self.random.randrange(self.methods)}({part()}, {self.row(depth - 1)})",
                lambda: f"self.make(y={part()}, x={part()}).{self.pick('n', 'm', 'cells[0]', 'grid[1][0]')}",
            ]
        return str(self.pick(*rare)())

    def index(self, depth: int, size: int | None = None) -> str:
        size = size or self.size
        kind = self.random.random()
        if kind < 0.25:
            return str(self.random.randrange(-size, size))
        return f"({self.number(depth)}) % {size}" if kind < 0.9 else self.number(depth)  # the last may be outside

    def row(self, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.4:
            return str(self.pick("self.cells", *self.rows, *self.rows))
        kind = self.random.randrange(9)
        if kind < 4:
            return f"put({self.row(depth - 1)}, {self.index(depth - 1)}, {self.number(depth - 1)} & 63)"
        if kind == 4:
            return f"({self.row(depth - 1)} if {self.test(depth - 1)} else {self.row(depth - 1)})"
        if kind == 5:
            return f"tuple(reversed({self.row(depth - 1)}))"
        if kind == 6:
            return f"tuple(e & {self.pick(7, 63)} for e in {self.row(depth - 1)})"
        if kind == 7:
            return f"(ROW[:{self.size - 1}] + ({self.number(depth - 1)} & 1023,))"
        return f"({self.row(depth - 1)}[:2] + {self.row(depth - 1)}[2:])"

    def test(self, depth: int) -> str:
        def part() -> str:
            return self.number(depth - 1)

        compare = f"{part()} {self.pick('<', '<=', '==', '!=', '>', '>=')} {part()}"
        kind = self.random.randrange(8)
        if kind < 3:
            return compare
        if kind == 3:
            return f"({self.test(depth - 1)} {self.pick('and', 'or')} {self.test(depth - 1)})" if depth > 0 else part()
        if kind == 4:
            return f"not {part()}"
        if kind == 5:
            return f"{part()} {self.pick('in', 'not in')} {self.row(depth - 1)}"
        if kind == 6:
            return f"{self.row(depth - 1)} {self.pick('==', '!=', '<', '>=')} {self.row(depth - 1)}"
        return f"{part()} <= {part()} < {part()}"

    # Statements

    def body(self, depth: int, loops: int, *, yields: bool) -> None:
        for _statement in range(self.random.randint(1, 4)):
            if self.budget <= 0:
                break
            self.budget -= 1
            self.statement(depth, loops, yields=yields)
        else:
            return
        self.say(depth, "pass")

    def statement(self, depth: int, loops: int, *, yields: bool) -> None:
        kind = self.random.randrange(17)
        nested = depth < 5
        number, row = self.pick(*self.numbers), self.pick(*self.rows)
        if kind < 3:
            self.say(depth, f"{number} = {self.number(3)} & 255")
        elif kind == 3:
            self.say(depth, f"{number} {self.pick('+=', '-=', '^=')} {self.number(2)}")
        elif kind == 4:
            self.say(depth, f"{row} = {self.row(2)}")
        elif kind in (5, 6):
            self.say(depth, f"{row} = put({row}, {self.index(2)}, {self.number(2)} & 63)")
        elif kind == 7 and self.random.random() < 0.5:
            self.say(depth, f"r0, r1 = {self.pick('r1, r0', 'r1, r2', self.row(1) + ', ' + self.row(1))}")
        elif kind == 7:
            pair = self.pick("y, x", f"TABLE[{self.index(1, 3)}]", f"{self.number(1)}, {self.number(1)}")
            self.say(depth, f"x, y = {pair}")
        elif kind == 8 and nested:
            self.say(depth, f"if {self.test(2)}:")
            self.body(depth + 1, loops, yields=yields)
            if self.random.random() < 0.5:
                self.say(depth, "else:")
                self.body(depth + 1, loops, yields=yields)
        elif kind in (9, 10) and nested and loops < 2:
            self.loop(depth, loops, yields=yields)
        elif kind == 11 and nested and loops < 2:
            self.names += 1
            name = f"w{self.names}"
            self.say(depth, f"{name} = 0")
            self.say(depth, f"while {name} < {self.random.randint(1, 4)} and {self.test(1)}:")
            self.say(depth + 1, f"{name} += 1")
            self.body(depth + 1, loops + 1, yields=yields)
        elif kind == 12 and loops:
            self.say(depth, f"if {self.test(1)}:")
            self.say(depth + 1, self.pick("break", "continue"))
        elif kind == 13:
            made = self.pick("self", "p0", "p1", "self.make(x, y)", "p0.make(y, x)", "p1.make(x & 7, 3)")
            self.say(depth, f"p{self.random.randrange(2)} = {made}")
        elif kind == 14:
            part = self.pick("n", "m", f"cells[{self.index(1)}]", f"grid[{self.index(1, 2)}][{self.index(1, 3)}]")
            self.say(depth, f"{number} = p{self.random.randrange(2)}.{part}")
        elif kind == 15 and self.random.random() < 0.3:
            self.say(depth, f"{number} = u")  # it may have no value yet
        elif kind == 15:
            self.say(depth, f"u = {self.number(1)}")
        elif yields:
            self.say(depth, f"yield {self.number(2)}")
        elif depth > 2:
            self.say(depth, f"if {self.test(1)}:")
            self.say(depth + 1, f"return {self.number(2)}{self.returned}")
        else:
            self.say(depth, f"x ^= sum(r{self.random.randrange(3)}) & 1023")

    def loop(self, depth: int, loops: int, *, yields: bool) -> None:
        self.names += 1
        name = self.pick(*self.numbers, f"v{self.names}")
        below = "self.falling" if yields else "self.rising"
        over = self.pick(
            f"range({self.random.randint(0, 5)})",
            f"range({self.random.randint(-3, 3)}, {self.random.randint(0, 6)})",
            f"range({self.random.randint(0, 9)}, -1, -2)",
            self.row(1),
            f"reversed({self.row(1)})",
            f"{below}(x & 7)",
            f"{below}(3)",
            f"(1, {self.number(1)}, 5)",
            "LINE",
        )
        if self.random.random() < 0.2:
            self.say(
                depth,
                f"for {name}, z in {self.pick(f'enumerate({self.row(1)})', f'zip(LINE, {self.row(1)})', 'TABLE')}:",
            )
        else:
            self.say(depth, f"for {name} in {over}:")
        known = list(self.numbers)
        if name not in known:
            self.numbers.append(name)
        self.body(depth + 1, loops + 1, yields=yields)
        self.numbers = known
        if self.random.random() < 0.3:
            self.say(depth, "else:")
            self.body(depth + 1, loops, yields=yields)

    # The whole

    def begin(self, depth: int, *lines: str) -> None:
        self.numbers, self.rows = ["x", "y", "z"], ["r0", "r1", "r2"]
        for line in ("z = 0", "r0 = self.cells", "r2 = r0", "p0 = self", "p1 = self", *lines, "if x > 4: u = x"):
            self.say(depth, line)

    def write(self) -> str:
        draw = self.random.randint
        self.say(0, f"TABLE = {tuple((draw(-9, 99), draw(0, 300)) for _row in range(3))}")
        self.say(0, f"RAGGED = {tuple(tuple(draw(0, 99) for _cell in range(length)) for length in (1, 3, 2))}")
        self.say(0, f"LINE = {tuple(draw(0, 9) for _cell in range(self.pick(2, 3, 12)))}")
        self.say(0, f"ROW = {tuple(draw(-9, 99) for _cell in range(self.size))}")
        self.say(0, "@rules")
        self.say(0, "class G(NamedTuple):")
        self.say(1, f"cells: tuple = {tuple(draw(0, 5) for _cell in range(self.size))}")
        for line in ("grid: tuple = ((1, 2, 3), (4, 5, 6))", "n: int = 1", "m: int = 2", "SCALE = 3"):
            self.say(1, line)
        self.say(1, "def play(self, move):")
        self.say(2, f"return G(put(self.cells, move % {self.size}, 1), self.grid, self.n, self.m)")
        self.say(1, "def falling(self, k):")
        for depth, line in ((2, "while k > 0:"), (3, "k -= 2"), (3, "yield k")):
            self.say(depth, line)
        self.make()
        self.say(1, "def rising(self, x):")
        self.begin(2, "y = 1", "r1 = self.cells")
        self.budget = 10
        self.body(2, 0, yields=True)
        self.say(2, "yield x & 31")
        for number in range(2):
            self.say(1, f"def f{number}(self, x, r1):")
            self.begin(2, "y = x")
            self.budget = 14
            self.body(2, 0, yields=False)
            sums = "sum(r0) * 7 + sum(r1) * 11 + sum(r2) * 13"
            self.say(2, f"return (x + y * 3 + z * 5 + {sums} + p0.n + p1.m) & 63")
            self.methods = number + 1
        self.say(0, "def run(self, x, y):")
        self.returned = ", r0, p0, r1, r2, p1"
        self.begin(1, "r1 = put(r0, 1, 9)")
        self.budget = 22
        self.body(1, 0, yields=False)
        self.body(1, 0, yields=False)
        self.say(1, "found = x + y * 3 + z * 5")
        self.say(1, f"return found{self.returned}")
        return "\n".join(self.lines) + "\n"

    def make(self) -> None:
        """Write the method that makes positions."""
        self.say(1, "def make(self, x, y):")
        self.numbers, self.rows = ["x", "y"], ["r0", "r1"]
        for line in ("r0 = self.cells", "r1 = put(r0, 0, y & 63)", "g = self.grid"):
            self.say(2, line)
        for _line in range(self.random.randint(0, 3)):
            cell = f"put(g[{self.index(1, 2)}], {self.index(1, 3)}, {self.number(1)} & 63)"
            self.say(
                2,
                self.pick(
                    f"r0 = put(r0, {self.index(1)}, {self.number(1)} & 63)",
                    f"r1 = put(r0, {self.index(1)}, {self.number(1)} & 63)",
                    "r0, r1 = r1, r0",
                    f"g = put(g, {self.index(1, 2)}, {cell})",
                    "g = (g[1], g[0])",
                    f"if {self.test(1)}: return self",
                    f"if {self.test(1)}: r1 = self.cells",
                ),
            )
        self.say(2, f"return G({self.pick('r0', 'r1', 'put(r1, 1, x & 63)')}, g, x & 63, {self.number(1)} & 63)")


def scope_of(text: str, name: str) -> dict[str, Any]:
    """Run a text, so that its lines can be read by ``name``; return its names."""
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    scope: dict[str, Any] = {"rules": rules, "helper": helper, "NamedTuple": NamedTuple, "__name__": "rule_text"}
    scope |= {each.__name__: each for each in (put, count, lowest, highest, shift_right)}
    exec(compile(text, name, "exec"), scope)
    return scope


def arguments_for(scope: dict[str, Any], chance: random.Random) -> tuple[Any, int, int]:
    """Return a random position and two numbers."""
    size = len(scope["G"]().cells)
    cells = tuple(chance.randint(0, 9) for _cell in range(size))
    grid = tuple(tuple(chance.randint(0, 9) for _cell in range(3)) for _row in range(2))
    position = scope["G"](cells, grid, chance.randint(-3, 9), chance.randint(-3, 9))
    return position, chance.randint(-9, 9), chance.randint(-9, 9)


def outcome(function: Any, arguments: tuple[Any, ...]) -> Any:
    """Return what a function gives, or the exception that it raises."""
    try:
        return function(*arguments)
    except ERRORS as error:
        return type(error)


def bits_of(value: Any) -> int:
    """Return the bits of the longest number in a value."""
    if isinstance(value, tuple):
        return max(map(bits_of, value), default=0)
    return value.bit_length() if isinstance(value, int) else 0


def agree(plain: Any, compiled: Any) -> bool:
    """Return True for equal outcomes, and if compiled code refuses a number that is longer than it can have."""
    from plyground.native.compiler import MAX_NUMBER_BITS
    from plyground.native.refusals import NumberTooLong

    if compiled is NumberTooLong:
        return bits_of(plain) >= MAX_NUMBER_BITS
    if isinstance(plain, tuple):
        return (
            isinstance(compiled, tuple)
            and len(plain) == len(compiled)
            and all(agree(one, two) for one, two in zip(plain, compiled, strict=True))
        )
    if not isinstance(plain, int) or not isinstance(compiled, int):
        return bool(plain is compiled)
    return plain == compiled


def difference(text: str, name: str, options: Any, runs: int = 12, arguments: Any = None) -> tuple[Any, ...] | None:
    """Compile a text and compare it with CPython; return the first arguments that differ, with both outcomes.

    ``arguments`` draws those of a text on sets.
    """
    from plyground.native.compiler import Twin

    scope = scope_of(text, name)
    chance = random.Random(name)
    native = Twin.for_examples(scope["run"], (scope["G"](), 1, 1), options)
    for _run in range(runs):
        given = (arguments or arguments_for)(scope, chance)
        plain, compiled = outcome(scope["run"], given), outcome(native, given)
        if not agree(plain, compiled):
            return *given, plain, compiled
    return None
