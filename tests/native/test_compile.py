"""Twins: the same text, compiled, does the same; and what is kept on disk is never stale."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program import PATIENCE
from random_trees import CONVENTIONS
from refusals import refused
from samples import sample, some

from plyground import RulesError, SearchError, SearchStopped, SearchTooDeep, game, rules, search, setting
from plyground.core.authoring.marked_rules import helper
from plyground.core.position import MAX
from plyground.native.code_generation import llvm_text
from plyground.native.compiler import compiled
from plyground.native.object_code import fingerprint
from plyground.native.object_code.fingerprint import Text
from plyground.native.options import Options
from plyground.native.targets.machine import lies_together, target_machine
from plyground.native.targets.passes import ALWAYS, LATER, optimized
from plyground.native.text.source import seldom, source_of
from plyground.searches import algorithm
from plyground.searches.scores import NAMES
from plyground.searches.tally import STOP, new_tally
from plyground.trees.tree import Tree

TEXTS = ("minimax", "alphabeta", "static-cutoff")
GAMES = {text: game(text) for text in ("tictactoe", "mnk:width=2,height=7,k=2")}


@st.composite
def positions(draw: Any, text: str) -> Any:
    """A position of a game, reached by random play."""
    here: Any = GAMES[text].start
    for _ply in range(draw(st.integers(0, 9))):
        if here.is_over():
            break
        here = here.play(draw(st.sampled_from(list(here.moves()))))
    return here


@settings(max_examples=40)
@pytest.mark.parametrize(
    ("name", "text"),
    sample([*((name, "tictactoe") for name in TEXTS), ("alphabeta", "mnk:width=2,height=7,k=2")], every=4),
)
@given(data=st.data())
def test_a_twin_does_what_its_text_does(name: str, text: str, data: Any) -> None:
    """Same value, moves, line and counts; the visits agree in number, and so does what each root move gave."""
    here = data.draw(positions(text))
    evaluation = data.draw(st.sampled_from([None, GAMES[text].evaluations["open-lines"]]))
    chosen = setting(
        depth=data.draw(st.integers(1, 4)),
        evaluation=evaluation,
        scores=data.draw(st.sampled_from(NAMES)),
        convention=data.draw(st.sampled_from(CONVENTIONS)),
    )
    every_move = data.draw(st.booleans())
    plain = search(here, name, chosen, every_move=every_move, native=False)
    native = search(here, name, chosen, every_move=every_move, native=True)
    assert {**vars(native), "seconds": 0, "native": None} == {**vars(plain), "seconds": 0, "native": None}


@pytest.mark.parametrize("name", TEXTS)
def test_a_ninth_of_tic_tac_toe(name: str) -> None:
    """All after the first move; all of it is in the bench signature."""
    after: Any = GAMES["tictactoe"].start.play(0)
    plain = search(after, name, native=False)
    native = search(after, name, native=True)
    assert {**vars(native), "seconds": 0, "native": None} == {**vars(plain), "seconds": 0, "native": None}


def test_a_twin_can_be_stopped() -> None:
    tally = new_tally()
    tally.counts[STOP] = 1
    with pytest.raises(SearchStopped):
        search(GAMES["tictactoe"].start, tally=tally, native=True)


def test_traces_and_the_book_s_text_are_not_compiled() -> None:
    for name, trace in (("alphabeta", new_tally()), ("book-minimax", None)):
        with pytest.raises(SearchError, match="native speed"):
            search(GAMES["tictactoe"].start, name, native=True, trace=trace)


@pytest.mark.parametrize("name", sample(["expectiminimax", "star1", "star2"], every=3, first=1))
@pytest.mark.parametrize("start", [Tree.of([3, [4, 5]]).start, GAMES["tictactoe"].start], ids=["tree", "tictactoe"])
def test_searches_of_chance_are_compiled_only_where_there_is_chance(start: Any, name: str) -> None:
    with pytest.raises(SearchError, match="only in games with chance, and there is no chance here"):
        search(start, name, native=True)
    assert search(start, name).value == search(start, "minimax", native=True).value


@rules
class Endless(NamedTuple):
    """A game that never ends."""

    ply: int = 0

    def moves(self) -> Any:
        yield 0

    def play(self, move: int) -> Any:
        return Endless(self.ply + 1)

    def is_over(self) -> bool:
        return False

    def utility(self) -> int:
        return 0


def test_a_game_without_end_is_refused_by_both() -> None:
    for native in (False, True):
        with pytest.raises(SearchTooDeep):
            search(Endless(), "minimax", native=native)


class Stones(NamedTuple):
    """A heap from which one to three stones are taken; each mistake below changes one method."""

    stones: int = 4


class Takes:
    """Rules without a fault."""

    def moves(self: Any) -> Any:
        for taken in (1, 2, 3):
            if taken <= self.stones:
                yield taken

    def is_over(self: Any) -> bool:
        return bool(self.stones == 0)

    def utility(self: Any) -> int:
        return -1


def unmarked(number: int) -> int:
    """Is not marked @helper."""
    return number


MISTAKES = {  # the body of a method, and what its author is told
    "def play(self, move): return Wrong(self.stones - {each: 1 for each in (0, 1)}[move & 1])": "a dictionary must be a constant",
    "def play(self, move): return Wrong(self.stone - move) if move > 9 else Wrong(self.stones - move)": "stone is none",
    "def play(self, move): return Wrong(self.stones - move if move < 9 else nowhere)": "the name nowhere in it is not",
    "def play(self, move): return Wrong(self.stones - move) if move < 9 else (move,)": "values of different types",
    "def play(self, move): return Wrong(self.stones - len(tuple([0] * move)))": "the length of this tuple is not known",
    "def play(self, move): return Wrong(self.stones - int(f'{move:02}'))": "rules must not make texts",
    "def play(self, move):\n        import math\n        return Wrong(self.stones - math.ceil(move))": "head of the file",
    "def play(self, move):\n        global taken\n        taken = 1\n        return Wrong(self.stones - move)": "global",
    "def play(self, move):\n        with LOCK as lock:\n            return Wrong(self.stones - move)": "must not use with",
    "def play(self, move):\n        try:\n            return Wrong(self.stones - move)\n"
    "        except ValueError:\n            return self": "must not catch exceptions",
    "def play(self, move): return Wrong(self.stones - (lambda: move)())": "move it to the top level of the file",
    "def moves(self):\n        for move in self.moves():\n            yield move": "keep open work in a list",
    "def play(self, move): return Wrong(self.stones - print(move))": "print is no function that compiled rules know",
    "def utility(self): return 0.5 if self.stones else -1": "it must always return a whole number",
}


@pytest.mark.parametrize("body", MISTAKES)
def test_a_mistake_is_named_in_a_sentence(body: str, tmp_path: Path) -> None:
    """Class, method, file, line and what to do: for what beginners write, each of which plain Python runs."""
    with pytest.raises(RulesError) as error:
        written(body, tmp_path)
    sentence = str(error.value)
    method = re.search(r"def (\w+)", body)
    assert method is not None
    assert re.match(rf"Wrong\.{method[1]} \(mine\.py, line [2-8]\) cannot be compiled: ", sentence)
    assert MISTAKES[body] in sentence
    assert len(sentence) < 250


RIGHT = (
    "def is_over(self): return sum(self.stones > other for other in range(9)) == 0",
    "def is_over(self): return not any(self.stones == other for other in (1, 2, 3, 4))",
    "def play(self, move): return self._replace(stones=self.stones - move)",
    "def moves(self): yield from (1,)",
    "def moves(self):\n        yield from self.some()\n    def some(self):\n        for move in (3, 1):\n            if move <= self.stones:\n                yield move",
    "def play(self, move): return Wrong(self.left - move)\n    @property\n    def left(self): return self.stones",
    "def play(self, move): return Wrong(self.stones - move * self.ONE)\n    ONE = 1",
    "def play(self, move): return Wrong(stones=self.stones - unmarked(move))",
    "def moves(self):\n        for move in reversed((3, 2, 1)):\n            if move <= self.stones:\n                yield move",
    "def is_over(self): return self.empty(0)\n    def empty(self, past): return self.stones == 0 if past > 3 else self.empty(past + 1)",
    "def play(self, move):\n        assert move\n        half, rest = divmod(self.stones - move, 2)\n        return Wrong(2 * half + rest)",
    "def play(self, move):\n        if (rest := self.stones - move) >= 0:\n            return Wrong(rest)\n        return self",
)
"""Other ways to write the game, each of which compiles."""


@pytest.mark.parametrize("body", RIGHT)
def test_usual_constructs_compile_with_the_same_meaning(body: str, tmp_path: Path) -> None:
    native, cls = written(body, tmp_path)
    text = algorithm("minimax").text
    plainly, compiled_tally = new_tally(), new_tally()
    expected = text(cls(), 0, 1, setting(depth=4), plainly)
    assert native(cls(), 0, 1, setting(depth=4), compiled_tally) == expected
    assert compiled_tally.counts == plainly.counts


def written(body: str, folder: Path) -> Any:
    """Return the twin of minimax for the game with a method of its own, and the game's class."""
    right = "" if body.startswith("def play") else "    def play(self, move): return Wrong(self.stones - move)\n"
    source = f"@rules\nclass Wrong(Stones, Takes):\n    {body}\n{right}"
    file = folder / "mine.py"
    file.write_text(source)
    scope = dict(globals())
    exec(compile(source, str(file), "exec"), scope)
    cls = scope["Wrong"]
    return compiled(algorithm("minimax").text, cls(), 0, 1, setting(depth=2), new_tally()), cls


def beyond(position: Any) -> int:
    """Return an allocation that the compiler refuses."""
    return len(position.nothing())


def test_right_rules_are_not_blamed_and_end_no_process() -> None:
    """Dame has more moves than the compiler lays into its callers: the process once aborted here."""
    with refused(RulesError, "The search cannot be compiled for this game: {cause}."):
        compiled(beyond, game("dame:size=3").start)


taken = 1


@helper
def step() -> int:
    """Uses a constant that a person may change while the process lives, in a notebook say."""
    return taken


@rules
class Heap(NamedTuple):
    """Take one stone, or as many as ``step`` says, in turn; who takes the last wins."""

    left: int = 6

    def moves(self) -> Any:
        if self.left > 0:
            yield 1

    def play(self, move: int) -> Any:
        return Heap(self.left - step())

    def is_over(self) -> bool:
        return self.left <= 0

    def utility(self) -> int:
        return -1


BEYOND = {0: 0}


class Watched(Heap):
    """The same with a rule that looks into a dictionary."""

    def is_over(self) -> bool:
        return self.left <= BEYOND[0]


def test_a_change_in_a_living_process_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a notebook a person changes rules and constants as long as the process lives: no old twin answers for them."""
    assert search(Heap(), native=True).nodes == search(Heap(), native=False).nodes == 7
    monkeypatch.setitem(globals(), "taken", 2)
    for name in TEXTS:
        assert search(Heap(), name, native=True).nodes == search(Heap(), name, native=False).nodes == 4


@pytest.mark.parametrize(
    ("width", "moves"), sample([(8, (63, 0, 62, 1, 61, 2, 55, 3)), (9, (71, 0, 64, 1, 63, 2, 62, 3))], every=2)
)
def test_a_board_may_have_more_cells_than_a_word_has_bits(width: int, moves: tuple[int, ...]) -> None:
    """The last cell of 8 × 8 is the sign of the word."""
    here: Any = game(f"mnk:width={width},height=8,k=5").start
    for move in some(moves):
        here = here.play(move)
        plain, native = (search(here, "minimax", setting(depth=2), native=native) for native in (False, True))
        assert {**vars(native), "seconds": 0, "native": None} == {**vars(plain), "seconds": 0, "native": None}


def test_a_number_that_outgrows_a_word_is_computed_in_a_wider_one() -> None:
    for ply in (1, 1 << 64, 1 << 130):
        plain, native = (search(Endless(ply), "minimax", setting(depth=2), native=native) for native in (False, True))
        assert {**vars(native), "seconds": 0, "native": None} == {**vars(plain), "seconds": 0, "native": None}


def ends_early(number: int) -> int:
    return number + 1
    late = number
    return late * late


def never_yields(number: int) -> Any:
    return
    yield number


def test_a_text_may_end_with_lines_that_are_never_reached() -> None:
    """They have no instructions, but are a part of the text: the last one makes a generator of its function."""
    assert compiled(ends_early, 3)(4) == 5
    assert source_of(cast("FunctionType", ends_early)).locals == {"number", "late"}
    assert [type(each).__name__ for each in source_of(cast("FunctionType", never_yields)).tree.body] == [
        "Return",
        "Expr",
    ]


def test_changes_of_looked_up_names_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A constant, a method, a helper's own text, the content of a dictionary: each is seen to change, and to be as before."""
    text = Text(Watched)
    changes: tuple[Callable[[], object], ...] = (
        lambda: monkeypatch.setitem(globals(), "taken", 3),
        lambda: monkeypatch.setattr(Watched, "is_over", lambda self: self.left < 1),
        lambda: monkeypatch.setattr(step, "__code__", (lambda: taken + 1).__code__),
        lambda: monkeypatch.setitem(BEYOND, 0, 1),
        lambda: monkeypatch.setattr(Watched, "more", lambda self: 1, raising=False),
    )
    for change in changes:
        assert not text.has_changed()
        change()
        assert text.has_changed()
        assert text.has_changed()
        monkeypatch.undo()
    assert not text.has_changed()


@pytest.mark.parametrize("name", ["tictactoe", "connect_four", "chess", "pig", "kalah", "go"])
def test_a_bundled_game_is_read_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its searches look up whether its names have changed, and need not read its texts again."""
    gc.collect()
    text = Text(algorithm("alphabeta").text, type(game(name).start))
    monkeypatch.setattr(fingerprint, "_read", None)
    assert not text.has_changed()


@cache
def cached(number: int) -> int:
    return number + taken


class Caching(Heap):
    """The same with a constant that a cached function gives."""

    def is_over(self) -> bool:
        return self.left <= cached(0)


def test_the_text_of_a_cached_function_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Text(Caching)
    monkeypatch.setitem(globals(), "taken", 3)
    assert text.has_changed()


RULES = '''
from typing import NamedTuple
from plyground.core.authoring.marked_rules import rules
from helpers import Base, gain

class Total(NamedTuple):
    reached: int = 0

@rules
class Race(Base, Total):
    """Add 1 or 2 in turn; who reaches the target wins."""
    def moves(self):
        if not self.is_over():
            for step in range(1, 3):
                yield step
    def play(self, move): return Race(self.reached + gain(move))
    def utility(self): return -1
'''
HELPERS = """
from enum import IntEnum
from plyground.core.authoring.marked_rules import helper
from plyground.core.position import MAX
import constants
class Step(IntEnum):
    ONE = {one}
@helper
def gain(move): return move{more} + constants.EXTRA + Step.ONE - 1
class Base:
    def is_over(self): return self.reached >= {target}
"""
PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from race import Race
from plyground.native.options import Options
from plyground.native.code_generation import llvm_text
from plyground.native.compiler import compiled

def visits(position):
    number = 1
    for move in position.moves():
        number += visits(position.play(move))
    return number

native = compiled(visits, Race(), on_message=lambda sentence: print(sentence, file=sys.stderr))
assert native(Race()) == visits(Race())
print(native(Race()))
"""


def write_rules(folder: Path, *, target: int = 10, more: str = "", one: int = 1, extra: int = 0) -> None:
    """The rules and all that they use from other files."""
    (folder / "race.py").write_text(RULES)
    (folder / "helpers.py").write_text(HELPERS.format(target=target, more=more, one=one))
    (folder / "constants.py").write_text(f"EXTRA = {extra}\n")


def run(folder: Path, **environment: str) -> tuple[str, str]:
    """Search in a fresh process; what it printed, and what it told the person who waits."""
    (folder / "program.py").write_text(PROGRAM.format(folder=str(folder)))
    done = subprocess.run(
        [sys.executable, "-B", str(folder / "program.py")],
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


@pytest.mark.proof
def test_the_cache_is_hit_in_the_next_process_and_never_stale(tmp_path: Path) -> None:
    """An edit in any file causes a new compilation; the former text is found in the cache again.

    Each process compares its compiled search with the plain one (see PROGRAM).
    """
    write_rules(tmp_path)
    visits, told = run(tmp_path)
    assert "Compiling Race (visits) for this machine, once" in told
    assert run(tmp_path) == (visits, "")
    for edit in (
        {"target": 12},  # in a method that is inherited from a class in another file
        {"more": " + 1"},  # in a helper
        {"one": 2},  # in an enumeration that the helper uses
        {"extra": 1},  # in a constant of a module that the helper names
    ):
        write_rules(tmp_path, **edit)
        changed, told = run(tmp_path)
        assert told, edit
        assert changed != visits, edit
    write_rules(tmp_path)
    assert run(tmp_path) == (visits, "")


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    write_rules(tmp_path)
    (tmp_path / "file").write_text("no folder")
    _visits, told = run(tmp_path, XDG_CACHE_HOME=str(tmp_path / "file"))
    assert "as each time: it cannot be kept in" in told


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    write_rules(tmp_path)
    (tmp_path / "program.py").write_text(PROGRAM.format(folder=str(tmp_path)))
    started = [
        subprocess.Popen(
            [sys.executable, "-B", str(tmp_path / "program.py")],
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _process in range(2)
    ]
    answers = {process.communicate()[0] for process in started}
    assert len(answers) == 1
    assert [process.returncode for process in started] == [0, 0]


def test_without_llvmlite_the_plain_text_runs_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.native.targets.target.has_compiler", lambda: False)
    with pytest.warns(UserWarning, match="llvmlite is not installed"):
        assert search(GAMES["tictactoe"].start, native=True).nodes == 18297


STOPPED = """
import os, signal, threading, time
from plyground import game, search
from plyground.searches.tally import NODES, new_tally
tally = new_tally()
def interrupt():
    while tally.counts[NODES] < 1_000_000:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    search(game("mnk:width=7,height=7,k=5").start, native=True, tally=tally)
except KeyboardInterrupt:
    print("stopped")
"""


def test_ctrl_c_reaches_a_search_at_native_speed() -> None:
    """It would take years; others see how far it is, and it ends when told to."""
    done = subprocess.run([sys.executable, "-c", STOPPED], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout == "stopped\n"


EQUAL_CALLS = """
define internal i64 @root(i64 %cells) nounwind {mark}
{{
start:
  br label %loop
loop:
  %number = phi i64 [0, %start], [%next, %loop]
  %next = add i64 %number, 1
  %square = mul i64 %next, %next
  %goes_on = icmp ule i64 %square, %cells
  br i1 %goes_on, label %loop, label %end
end:
  ret i64 %number
}}

define i64 @enter(i64 %cells) nounwind
{{
  %one = call i64 @root(i64 %cells)
  %is_odd = trunc i64 %one to i1
  br i1 %is_odd, label %odd, label %even
odd:
  %two = call i64 @root(i64 %cells)
  %sum = add i64 %one, %two
  ret i64 %sum
even:
  ret i64 %one
}}
"""


@pytest.mark.parametrize(("mark", "loops"), [(LATER, 1), (ALWAYS, 2)])
def test_equal_calls_of_a_pure_function_become_one_before_it_is_inlined(mark: str, loops: int) -> None:
    text = str(optimized(EQUAL_CALLS.format(mark=mark), target_machine()))
    assert text.count(" mul ") == loops
    assert "call" not in text


@helper
def doubled(number: int) -> int:
    return 2 * number


@helper
@seldom
def doubled_apart(number: int) -> int:
    return 2 * number


def with_helper(number: int) -> int:
    return doubled(number) + 1


def with_seldom_helper(number: int) -> int:
    return doubled_apart(number) + 1


def test_a_seldom_function_stays_apart_and_means_the_same() -> None:
    for function, is_apart in ((with_helper, False), (with_seldom_helper, True)):
        text, _program, _shape = llvm_text(function, (3,), Options())
        assert ("noinline" in text) == is_apart
        assert compiled(function, 3)(20) == 41


def steps_down(number: int) -> int:
    if number == 0:
        return 0
    return steps_down(number - 1) + steps_down(number // 2) + 1


@pytest.mark.skipif(not lies_together(), reason="code and tables may lie far apart here")
def test_calls_within_a_program_need_no_whole_address() -> None:
    machine = target_machine()
    text, _program, _shape = llvm_text(steps_down, (3,), Options())
    assembly = machine.emit_assembly(optimized(text, machine))
    assert "steps_down" in assembly
    assert "movabs" not in assembly
    assert compiled(steps_down, 3)(20) == steps_down(20)


def test_a_status_is_a_number_of_its_own_to_llvm() -> None:
    arguments = game("tictactoe").start, 0, MAX, setting(), new_tally()
    text, _program, _shape = llvm_text(algorithm("minimax").text, arguments, Options())
    assert "phi {" not in str(optimized(text, target_machine()))
