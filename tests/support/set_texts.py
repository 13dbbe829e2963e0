"""Random rule texts on sets of cells: a whole number holds up to 361 cells, and bit 63 is a cell like any other.

``SetText(seed).write()`` gives a class ``G`` of positions whose fields, pairs and rows are sets, methods that take and
return them, generators of cells and of sets, and a function ``run(self, x, y)`` that shifts, masks, counts, compares,
puts and keeps them in names, rows, lists and positions. Operations are those of ``plyground.core.bits`` where compiled
words differ from Python's numbers.
"""

from __future__ import annotations

import random
from typing import Any

WIDTHS = (5, 9, 31, 63, 64, 64, 65, 81, 100, 127, 128, 169, 361)
"""Cells of the boards; 64 has a cell on the sign of a word."""
WORD_CELLS = 64


class SetText:
    """Writes one text."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.cells = self.pick(*WIDTHS)
        self.wide = self.cells > WORD_CELLS
        self.full_word = self.cells == WORD_CELLS  # cell 63 is the sign of a signed word
        self.names = 0
        self.numbers: list[str] = []
        self.methods = 0
        self.budget = 0

    def pick(self, *options: Any) -> Any:
        return self.random.choice(options)

    def say(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    # Expressions

    def constant(self) -> str:
        cells = self.cells
        some = [
            0,
            1,
            (1 << cells) - 1,
            1 << cells - 1,
            self.random.getrandbits(cells),
            1 << self.random.randrange(cells),
        ]
        return f"({self.pick(*some)})"

    def cell(self, depth: int) -> str:
        """Return an expression for a cell of the board, or (rarely) for one that is none."""
        if self.random.random() < 0.3:
            return str(self.pick(0, self.cells - 1, min(63, self.cells - 1), self.random.randrange(self.cells)))
        return f"({self.number(depth)}) % {self.cells}" if self.random.random() < 0.95 else f"({self.number(depth)})"

    def set(self, depth: int) -> str:
        """Return an expression for a set within the board."""
        if depth <= 0 or self.random.random() < 0.2:
            names = ("a", "b", "self.own", "self.other", "self.pair[0]", "FULL", "EDGE", self.constant())
            return str(self.pick("a", "b", *names))

        def part() -> str:
            return self.set(depth - 1)

        options = [
            *[lambda: f"({part()} {self.pick('&', '|', '^')} {part()})"] * 3,
            lambda: f"(~{part()} & FULL)",
            lambda: f"({part()} & ~{part()} & FULL)",
            lambda: f"(FULL ^ {part()})",
            *[lambda: f"({part()} << {self.shift(depth)} & FULL)"] * 2,
            lambda: f"(1 << {self.cell(depth - 1)} & FULL)",
            lambda: f"({part()} | 1 << {self.random.randrange(self.cells)})",
            lambda: f"({part()} + {part()} & FULL)",
            lambda: f"({part()} * {self.random.randrange(9)} & FULL)",
            lambda: f"({part()} - 1 & FULL)",
            lambda: f"(-{part()} & FULL)",
            lambda: f"({part()} if {self.test(depth - 1)} else {part()})",
            lambda: f"{self.row(depth - 1)}[{self.index(3)}]",
            lambda: f"sets[{self.index(2)}]",
            lambda: f"q[{self.index(2)}]",
            lambda: f"TABLE[{self.index(4)}]",
            lambda: f"GRID[{self.index(2)}][{self.index(3)}]",
            lambda: f"p.{self.pick('own', 'other', 'pair[1]', 'rows[2]')}",
        ]
        options += [
            *[lambda: f"({part()} >> {self.shift(depth)})"] * 3,
            lambda: f"({part()} {self.pick('//', '%')} {self.pick('3', '8', '10', '12345', f'({part()} | 1)')})",
            lambda: f"{self.pick('min', 'max')}({part()}, {part()})",
            lambda: f"{self.pick('min', 'max')}({self.row(depth - 1)})",
            lambda: f"sorted({self.row(depth - 1)})[{self.index(3)}]",
            lambda: f"abs({part()} - {part()}) & FULL",
            lambda: f"(sum({self.row(depth - 1)}) & FULL)",
            lambda: f"({part()} - {part()} & FULL)",
        ]
        if not self.wide:
            options.append(lambda: f"shift_right({part()}, {self.random.randrange(64)})")
        if self.methods:
            options += [
                lambda: f"self.s{self.random.randrange(self.methods)}({part()}, {self.number(depth - 1)})",
                lambda: f"joined({part()}, {part()})",
                lambda: f"split({part()})[{self.random.randrange(2)}]",
            ]
        found = str(self.pick(*options)())
        return f"({found})" if found.startswith("abs") else found

    def shift(self, depth: int) -> str:
        kind = self.random.random()
        if kind < 0.4:
            return str(self.pick(0, 1, 8, self.cells // 2, self.cells - 1, self.random.randrange(self.cells)))
        if kind < 0.5:
            return str(self.pick(self.cells, self.cells + 1, 64, 65, 200))
        return f"({self.number(depth - 1)} & {self.pick(7, 63, 127)})"

    def number(self, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.25:
            return str(self.pick(str(self.random.randint(-3, 9)), *self.numbers, "self.n"))

        def part() -> str:
            return self.number(depth - 1)

        def one() -> str:
            return self.set(depth - 1)

        options = [
            lambda: f"({part()} {self.pick('+', '-')} {part()})",
            lambda: f"({part()} {self.pick('//', '%')} {self.pick('3', '7')})",
            *[lambda: f"count({one()})"] * 3,
            lambda: f"lowest({one()} | 1 << {self.random.randrange(self.cells)})",
            lambda: f"({one()} >> {self.random.randrange(self.cells)} & 1)",
            lambda: f"int({self.test(depth - 1)})",
            lambda: f"{self.row(depth - 1)}.count({one()})",
            lambda: "len(sets)",
            lambda: f"({one()} & {self.pick('255', '7', '1')})",
            lambda: f"({part()} if {self.test(depth - 1)} else {part()})",
        ]
        if not self.wide:
            options.append(lambda: f"highest({one()} | 1)")
        options += [
            lambda: f"{one()}.{self.pick('bit_count', 'bit_length')}()",
            lambda: f"({one()} % {self.pick('3', '7', '16', '1009')})",
            lambda: f"{self.row(depth - 1)}.index({one()})",
        ]
        if self.full_word:  # numbers beside the sets of a word: negative ones, and ones of more bits
            options += [
                lambda: f"((~{one()}) >> {self.shift(depth)} & 255)",
                lambda: f"((-{one()}) // 3 % 1009)",
                lambda: f"({one()} - {one()}).bit_length()",
                lambda: f"({one()} << {self.pick(1, 8, 63)} >> 8 & 255)",
                lambda: f"({one()} + {one()}).bit_count()",
                lambda: f"divmod({one()}, {self.pick('7', '-3', part(), f'({one()} | 1)')})[1] % 1009",
                lambda: f"int(({one()} | {part()}) {self.pick('<', '>=', '==')} {self.pick(one(), part(), '-1')})",
                lambda: f"int({part()} {self.pick('<', '>', '==', '!=')} {one()})",
                lambda: f"int(bool({self.pick('-', '~')}{one()}))",
                lambda: f"(({one()} ^ {part()}) % 1009)",
                lambda: f"int(float({one()}) / 4.0 > 1e18)",
            ]
        return str(self.pick(*options)())

    def index(self, size: int) -> str:
        if self.random.random() < 0.6:
            return str(self.random.randrange(-size, size))
        return f"({self.number(1)}) % {size}"

    def row(self, depth: int) -> str:
        """Return an expression for a row of three sets."""
        if depth <= 0 or self.random.random() < 0.5:
            return str(self.pick("r", "r", "self.rows", "t"))
        kind = self.random.randrange(7)
        if kind < 3:
            return f"put({self.row(depth - 1)}, {self.index(3)}, {self.set(depth - 1)})"
        if kind == 3:
            return f"({self.set(depth - 1)}, {self.set(depth - 1)}, {self.set(depth - 1)})"
        if kind == 4:
            return f"tuple(e ^ {self.set(0)} for e in {self.row(depth - 1)})"
        if kind == 5:
            return f"({self.row(depth - 1)} if {self.test(depth - 1)} else {self.row(depth - 1)})"
        return f"tuple(reversed({self.row(depth - 1)}))"

    def test(self, depth: int) -> str:
        kind = self.random.randrange(8)
        one, two = self.set(depth - 1), self.set(depth - 1)
        if kind == 0:
            return f"{one} {self.pick('==', '!=')} {two}"
        if kind == 1:
            return f"{one} & {two} == {two}"
        if kind == 2:
            return f"not {one}"
        if kind == 3:
            return f"{one} >> {self.random.randrange(self.cells)} & 1"
        if kind == 4:
            return f"{one} {self.pick('in', 'not in')} {self.pick('r', 't', 'sets', 'TABLE', 'self.rows', 'q')}"
        if kind == 5:
            return f"{self.row(depth - 1)} {self.pick('==', '!=')} {self.row(depth - 1)}"
        if kind == 6:
            sign = self.pick("<", "<=", ">", ">=")
            return f"{one} {sign} {two}" if self.random.random() < 0.6 else f"{self.row(0)} {sign} {self.row(0)}"
        return f"{self.number(depth - 1)} {self.pick('<', '==', '>')} {self.number(depth - 1)}"

    # Statements

    def body(self, depth: int, loops: int) -> None:
        for _statement in range(self.random.randint(1, 4)):
            if self.budget <= 0:
                break
            self.budget -= 1
            self.statement(depth, loops)
        self.say(depth, "pass")

    def statement(self, depth: int, loops: int) -> None:
        kind = self.random.randrange(19)
        name = self.pick("a", "b")
        if kind < 4:
            self.say(depth, f"{name} = {self.set(3)}")
        elif kind == 4:
            self.say(depth, f"{name} {self.pick('&=', '|=', '^=')} {self.set(2)}")
        elif kind == 5:
            self.say(depth, f"r = {self.row(2)}")
        elif kind == 6:
            self.say(depth, f"{self.pick('r', 't')} = put(r, {self.index(3)}, {self.set(2)})")
        elif kind == 7:
            self.say(
                depth, self.pick("a, b = b, a", f"a, b = split({self.set(1)})", "a, b = q", "q = (b, a)", "r, t = t, r")
            )
        elif kind == 8:
            self.say(
                depth,
                f"q = {self.pick('put(q, ' + self.index(2) + ', ' + self.set(1) + ')', 'split(a ^ b)', 'self.pair')}",
            )
        elif kind == 9:
            act = self.pick(f"append({self.set(2)})", f"append({self.set(1)})", "reverse()")
            self.say(depth, f"sets.{act}" if loops == 0 or act == "reverse()" else f"sets[0] = {self.set(1)}")
        elif kind == 10:
            self.say(depth, f"sets[{self.index(2)}] = {self.set(2)}")
        elif kind == 11:
            made = self.pick(
                "self", f"G({self.set(1)}, b, (a, b), r, x & 7)", f"p._replace(own={self.set(1)})", "p.play(x)"
            )
            self.say(depth, f"p = {made}")
        elif kind in (12, 13) and depth < 5:
            self.say(depth, f"if {self.test(2)}:")
            self.body(depth + 1, loops)
            if self.random.random() < 0.5:
                self.say(depth, "else:")
                self.body(depth + 1, loops)
        elif kind in (14, 15, 16) and loops < 2 and depth < 5:
            self.loop(depth, loops)
        elif kind == 17:
            self.say(depth, f"x = {self.number(3)} & 255")
        else:
            self.say(depth, f"y {self.pick('+=', '^=')} {self.number(2)}")

    def loop(self, depth: int, loops: int) -> None:
        self.names += 1
        cell = f"c{self.names}"
        kind = self.random.randrange(5)
        if kind == 0:
            self.say(depth, f"{cell} = {self.set(1)}")
            self.say(depth, f"while {cell}:")
            self.say(depth + 1, self.pick(f"{cell} &= {cell} - 1", f"{cell} ^= {cell} & -{cell}"))
            self.say(depth + 1, f"y += lowest({cell}) if {cell} else 1")
            if self.random.random() < 0.5:
                self.say(depth + 1, "if y & 4: break")
            return
        over = self.pick("self.cells_of(a)", f"self.cells_of({self.set(1)})", "range(3)") if kind < 3 else None
        if over is None:
            over = self.pick("self.parts(b)", "r", "sets", "self.rows", "TABLE", f"split({self.set(1)})")
            self.say(depth, f"for {cell} in {over}:")
            self.say(depth + 1, f"{self.pick('a', 'b')} {self.pick('^=', '|=')} {cell}")
        else:
            self.say(depth, f"for {cell} in {over}:")
            self.numbers.append(cell)
        if self.random.random() < 0.5 and over != "sets":
            self.body(depth + 1, loops + 1)
        if self.random.random() < 0.3:
            self.say(depth + 1, f"if {self.test(1)}: {self.pick('break', 'continue')}")
        self.say(depth + 1, "y += 1")
        if cell in self.numbers:
            self.numbers.remove(cell)

    # The whole

    def begin(self, depth: int) -> None:
        self.numbers = ["x", "y"]
        for line in ("p = self", "q = self.pair", "r = self.rows", "t = self.rows", "sets = [a, b]"):
            self.say(depth, line)

    def write(self) -> str:
        cells, draw = self.cells, self.random.getrandbits
        self.say(0, f"FULL = {(1 << cells) - 1}")
        self.say(0, f"EDGE = {1 << cells - 1 | 1}")
        self.say(0, f"TABLE = {tuple(draw(cells) for _set in range(4))}")
        self.say(0, f"GRID = {tuple(tuple(draw(cells) for _set in range(3)) for _row in range(2))}")
        self.say(0, "@helper")
        self.say(0, "def joined(a, b):")
        self.say(1, "return a | b")
        self.say(0, "@helper")
        self.say(0, "def split(a):")
        self.say(1, "return a & EDGE, a & ~EDGE & FULL")
        self.say(0, "@rules")
        self.say(0, "class G(NamedTuple):")
        small = self.random.random() < 0.3  # the sets of the first position fit a byte
        rows = (1, 2, 3) if small else tuple(draw(cells) for _set in range(3))
        self.say(1, f"own: int = {1 if small else draw(cells)}")
        self.say(1, f"other: int = {0 if small else 1 << cells - 1}")
        self.say(1, f"pair: tuple = {(0, 1) if small else (draw(cells), draw(cells))}")
        self.say(1, f"rows: tuple = {rows}")
        self.say(1, "n: int = 1")
        self.say(1, "def play(self, move):")
        taken = f"self.own | 1 << move % {cells}"
        self.say(
            2,
            f"return G(self.other, {taken}, (self.pair[1], self.own), put(self.rows, move % 3, self.other), move & 7)",
        )
        self.say(1, "def cells_of(self, a):")
        for depth, line in ((2, "while a:"), (3, "yield lowest(a)"), (3, "a &= a - 1")):
            self.say(depth, line)
        self.say(1, "def parts(self, a):")
        for depth, line in ((2, "yield a"), (2, "for each in self.rows:"), (3, "yield a & each")):
            self.say(depth, line)
        for number in range(2):
            self.say(1, f"def s{number}(self, a, x):")
            self.say(2, "b = self.other")
            self.say(2, "y = x")
            self.begin(2)
            self.budget = 7
            self.body(2, 0)
            self.say(2, f"if {self.test(1)}: return {self.set(2)}")
            self.say(2, "return a ^ b ^ r[1]")
            self.methods = number + 1
        self.say(0, "def run(self, x, y):")
        self.say(1, "a = self.own")
        self.say(1, "b = self.other")
        self.begin(1)
        self.budget = 16
        self.body(1, 0)
        self.body(1, 0)
        self.body(1, 0)
        self.say(1, "whole = 0")
        self.say(1, "for each in sets: whole ^= each")
        self.say(1, "return x, y, a, b, whole, q, r, t, p")
        return "\n".join(self.lines) + "\n"


def set_arguments(scope: dict[str, Any], chance: random.Random) -> tuple[Any, int, int]:
    """Return a random position and two numbers; often with the last cell of the board, or with bit 63."""
    cells = scope["FULL"].bit_length()

    def one() -> int:
        edges = 1 << cells - 1, 1 << min(63, cells - 1), scope["FULL"], 0, 1
        return chance.choice((*edges, chance.getrandbits(cells), chance.getrandbits(cells), chance.getrandbits(cells)))

    position = scope["G"](one(), one(), (one(), one()), (one(), one(), one()), chance.randint(0, 9))
    return position, chance.randint(-9, 9), chance.randint(-9, 9)
