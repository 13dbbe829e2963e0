"""Fields and classes of positions that cannot work are refused when the class is defined, in a file and in Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from program import run
from refusals import refused

from plyground import FileError, Game, RulesError, check, exact, game, rules, search, solve
from plyground.core import position as protocol
from plyground.core.position import CountedPosition

METHODS = sorted({name for each in protocol.PROTOCOLS for name in vars(each) if not name.startswith("_")})
COUNTED = {name for each in protocol.PROTOCOLS if CountedPosition in each.__mro__ for name in vars(each)} - {"rank"}
"""Methods that only a position with numbers is asked for."""
FILE = '''
from typing import NamedTuple
from plyground import rules

@rules
class Heap(NamedTuple):
    """Heap: take one or two; who takes the last wins."""
    left: int = 5
    player: int = 0
    {field}: int = 1

    def to_move(self):
        return self.player

    def moves(self):
        for taken in (1, 2):
            if taken <= self.left:
                yield taken

    def play(self, taken):
        return self._replace(left=self.left - taken, player=1 - self.player)

    def is_over(self):
        return self.left == 0

    def utility(self):
        return -1
'''
MINE = {"to_move", "moves", "play", "is_over", "utility"}
"""Methods of the class in the file, which no field can have the name of."""


def class_with(field: str) -> Any:
    """Return an unmarked class of positions with a field of this name."""

    def moves(self: Any) -> Iterator[int]:
        return iter(range(1, min(self.left, 2) + 1))

    def play(self: Any, taken: int) -> Any:
        return self._replace(left=self.left - taken, player=1 - self.player)

    made: Any = NamedTuple("Heap", [("left", int), ("player", int), (field, int)])  # type: ignore[misc]
    made.__new__.__defaults__ = 5, 0, 1
    methods = {
        "to_move": lambda self: self.player, "moves": moves, "play": play, "is_over": lambda self: self.left == 0, "utility": lambda self: -1
    }  # fmt: skip
    for name, method in methods.items():
        if name != field:
            setattr(made, name, method)
    return made


def test_the_protocol_has_all_methods_that_a_position_is_asked_for() -> None:
    """The names that findings of users were about, some of each protocol."""
    assert {"turn", "score", "key", "rank", "bounds", "valid", "promise", "players", "picture", "grundy"} <= {*METHODS}
    assert {"highlight", "move_text", "hands", "stakes", "canonical", "predecessors", "points", "seen_by"} <= {*METHODS}


@pytest.mark.parametrize("name", sorted({*METHODS} - COUNTED))
def test_a_field_that_hides_a_method_is_named_with_its_cure(name: str, tmp_path: Path) -> None:
    said = f"the field {name} of class Heap hides the method {name}() of the protocol: rename it"
    if name != "play":  # without it the class is not one of positions
        with pytest.raises(RulesError) as refused:
            rules(class_with(name))
        assert str(refused.value) == said
    if name not in MINE:
        path = tmp_path / "heap.py"
        path.write_text(FILE.format(field=name))
        with pytest.raises(FileError) as told:
            game(path)
        assert str(told.value) == f"{path}, line 5: {said}"


@pytest.mark.parametrize("name", sorted(COUNTED & {*METHODS}))
def test_a_name_that_only_numbered_positions_need_is_free_for_others(name: str, tmp_path: Path) -> None:
    """Such a field, as "size" often is, changes no answer."""
    path = tmp_path / "heap.py"
    path.write_text(FILE.format(field=name))
    free = game(path)
    assert check(free) == []
    assert free.notation.parse(free.notation.format(free.start)) == free.start
    plain = Game("heap", rules(class_with("other"))())
    assert search(free.start).value == search(plain.start).value == 1
    assert exact(free.start).value == exact(plain.start).value
    assert solve(free)[free.start] == solve(plain)[plain.start]


def test_a_name_of_numbered_positions_is_not_free_for_one_with_numbers() -> None:
    numbered = class_with("size")
    numbered.rank = lambda self: 0
    with refused(
        RulesError,
        "the field {field} of class {name} hides the method {field}() of the protocol: rename it",
        field="size",
        name="Heap",
    ):
        rules(numbered)


@pytest.mark.parametrize("value", [property(lambda self: 1), 7, (0, 1)])
def test_a_property_or_a_constant_under_the_name_of_a_method_is_named(value: object) -> None:
    made = class_with("other")
    made.bounds = value
    with refused(
        RulesError,
        "{method} of class {name} is not a method, but the protocol has a method {method}(): make it a method, or rename it",
        method="bounds",
        name="Heap",
    ):
        rules(made)


@pytest.mark.parametrize("marks", ["@dataclass\n@rules", "@dataclass", "@dataclass(frozen=True)"])
@pytest.mark.parametrize("made", ["", "\ngame = Game('heap', Heap())\n"])
def test_a_dataclass_without_the_mark_is_named_with_its_line(tmp_path: Path, marks: str, made: str) -> None:
    path = tmp_path / "heap.py"
    text = FILE.format(field="other").replace("@rules", marks).replace("(NamedTuple)", "") + made
    path.write_text("from dataclasses import dataclass\nfrom plyground import Game\n" + text)
    done = run("search", str(path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert re.search(r"heap.py, line \d+: ", done.stderr)
    assert (
        "class Heap is not a NamedTuple: write class Heap(NamedTuple), or @rules above @dataclass(frozen=True)"
        in done.stderr
    )


def test_a_plain_class_is_told_to_be_a_named_tuple() -> None:
    class Line:
        def play(self, move: int) -> Line:
            return self

    with refused(
        RulesError,
        "class {name} is not a NamedTuple: write class {name}(NamedTuple), or @rules above @dataclass(frozen=True)",
        name="Line",
    ):
        rules(Line)
