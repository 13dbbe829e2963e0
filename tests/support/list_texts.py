"""Random rule texts with lists, None, constant dictionaries, ``map``, ``key=`` and defaults, to be compiled and compared."""

from __future__ import annotations

from rule_texts import RuleText


class ListText(RuleText):
    """Writes one text. ``s0`` is a board as a list, ``s1`` a list that grows and shrinks, ``best`` may be None."""

    has_lists = False  # the method that is being written has them

    def number(self, depth: int) -> str:
        if not self.has_lists or depth <= 0 or self.random.random() < 0.6:
            return super().number(depth)

        def part() -> str:
            return super(ListText, self).number(depth - 1)

        row = self.pick("s0", "s1", self.row(depth - 1))
        return str(
            self.pick(
                lambda: f"s0[{self.index(depth - 1)}]",
                lambda: f"s1[{self.index(depth - 1, 2)}]",
                lambda: f"len({row})",
                lambda: f"sum({row})",
                lambda: f"{self.pick('max', 'min')}({row}, default={part()})",
                lambda: f"{row}.count({part()})",
                lambda: f"next((e for e in {row} if e {self.pick('<', '>')} {self.number(0)}), {part()})",
                lambda: f"(best if best is not None else {part()})",
                lambda: f"POINTS.get({part()} & 7, {part()})",
                lambda: f"POINTS[{part()} % 3]",
                lambda: f"sum(map(abs, {row}))",
                lambda: f"{self.pick('max', 'min')}({row}, key=lambda e: e * {self.number(0)} & 7)",
                lambda: f"sorted({row}, key=lambda e: e * {self.number(0)} & 7)[{self.index(0, 2)}]",
                lambda: f"len(list(filter(lambda e: e > {self.number(0)}, {row})))",
                lambda: f"max((e, i) for i, e in enumerate({row}))[{self.random.randrange(2)}]",
                lambda: f"math.gcd({part()}, {part()})",
                lambda: f"math.isqrt({part()} & 255)",
                lambda: f"({part()} & 3) ** ({part()} & 3)",
                lambda: f"sum(1 for e in {row} if e == {self.number(0)})",
                lambda: f"int(any(e > {self.number(0)} for e in {row}))",
                lambda: f"(({part()}) in {row}) * 5",
            )()
        )

    def statement(self, depth: int, loops: int, *, yields: bool) -> None:
        if self.random.random() < 0.6:
            return super().statement(depth, loops, yields=yields)
        value = f"{self.number(2)} & 63"
        line = self.pick(
            f"s0[{self.index(1)}] = {value}",
            f"s0[{self.index(1)}] += {self.number(0)} & 3",
            f"s1[{self.index(1, 2)}] = {value}",
            f"s1.append({value})",
            f"s1.insert({self.index(1)}, {value})",
            "s1.pop()",
            f"s1.pop({self.index(0, 2)})",
            f"s1.extend({self.row(1)})",
            f"s1 += [{value}]",
            f"del s1[{self.index(0, 2)}]",
            f"s1.remove({self.number(1)})",
            f"{self.pick('s0', 's1')}.{self.pick('sort', 'reverse')}()",
            f"s1 = [e for e in {self.row(1)} if e > {self.number(0)}]",
            f"s1 = sorted({self.row(1)})",
            f"s1 = s1[{self.pick('::-1', ':3', '1:', '-2:')}]",
            "s1.clear()",
            f"{self.pick(*self.rows)} = tuple(s0)",
            f"best = {value}",
            "best = None",
            f"best = next((e for e in {self.row(1)} if e > {self.number(0)}), None)",
        )
        self.say(depth, line)
        if self.random.random() < 0.2:
            self.say(depth, f"for e in {self.pick('s1', 's0', f'map(abs, {self.row(1)})')}:")
            self.say(depth + 1, self.pick("x = x * 3 + e & 255", "if best is None or e > best: best = e", "y ^= e"))
        return None

    def begin(self, depth: int, *lines: str) -> None:
        self.has_lists = True
        super().begin(depth, *lines, "s0 = list(self.cells)", "s1 = [x & 7, 3]", "best = None")

    def make(self) -> None:
        self.has_lists = False
        super().make()

    def write(self) -> str:
        self.say(0, "import math")
        points = {key: self.random.randint(-9, 99) for key in range(self.pick(3, 4, 6))}
        self.say(0, f"POINTS = {points}")
        return super().write()
