"""Mistakes in a game of one's own are said in one sentence by every command: class, method, line, and what is right."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from program import CAN_FORK, ENVIRONMENT, run
from samples import sample

RULES = """\
from typing import NamedTuple

from plyground import rules


@rules
class Heap(NamedTuple):
    stones: int = {stones}
    player: int = 0

    def moves(self):
        for take in (1, 2, 3):
            if take <= self.stones:
                {moves}

    def play(self, move):
        {play}

    def is_over(self):
        {is_over}

    def utility(self):
        {utility}

    def to_move(self):
        {to_move}
"""
RIGHT = {
    "stones": "9",
    "moves": "yield take",
    "play": "return Heap(self.stones - move, 1 - self.player)",
    "is_over": "return self.stones == 0",
    "utility": "return -1",
    "to_move": "return self.player",
}
LINES = {name: number for number, line in enumerate(RULES.splitlines(), 1) for name in re.findall(r"\{(\w+)\}", line)}
COMMANDS = (
    ["games"], ["search"], ["search", "--native"], ["search", "--seconds", "1"], ["search", "--algorithm", "uct"], ["solve"],
    ["explore"], ["perft", "4"], ["audit", "minimax"], ["compare", "--depths", "3"], ["console", "--first", "random", "--second", "random"],
)  # fmt: skip
OTHER_COMMANDS = (["tournament", "random", "greedy"], ["levels"], ["engine"], ["engine", "--protocol", "uci"])
"""Commands that let bots play the game."""
MISTAKES = {
    "nothing from utility": ({"utility": "pass"}, 20, "Heap.utility(): it is None, not a whole number. Return whole numbers"),
    "a text from utility": ({"utility": "return 'lost'"}, 20, "Heap.utility(): it is 'lost', not a whole number."),
    "nothing from play": ({"play": "pass"}, 16, "Heap.play(): for the move 1 it returns None"),
    "another class from play": ({"play": "return self.stones - move"}, 16, "Heap.play(): for the move 1 it returns 8"),
    "nothing from moves": ({"moves": "pass"}, 11, "Heap.moves(): it returns None, but it should yield moves."),
    "a text from moves": ({"moves": "yield str(take)"}, 11, "Heap.moves(): it gives '1', which is not a whole number."),
    "nothing from is_over": ({"is_over": "pass"}, 19, "Heap.is_over(): it returns None"),
    "no end": ({"is_over": "return False"}, 11, "Heap.moves(): the game is not over, yet there is no move."),
    "no such player": ({"to_move": "return 7"}, 25, "Heap.to_move(): it is 7, and the players are 0 to 1."),
    "an error": ({"utility": "return 1 // 0"}, 22, "Heap.utility(): it raises ZeroDivisionError"),
    "a misspelt field": ({"moves": "yield take if self.stonez else 1"}, 11, "Heap.moves(): Heap has no field or method “stonez”: did you mean “stones”? (heap.py, line 14)"),
    "a misspelt method": ({"utility": "return self.result_of()", "to_move": "return self.player\n\n    def result(self):\n        return -1"}, 21, "Heap.utility(): Heap has no field or method “result_of”: did you mean “result”? (heap.py, line 23)"),
    "a misspelt variable": ({"is_over": "return stones == 0"}, 19, "Heap.is_over(): there is no variable “stones”: did you mean “self.stones”? (heap.py, line 20)"),
    "a misspelt field of a new position": ({"play": "return self._replace(stone=self.stones - move)"}, 16, "Heap.play(): Heap has no field or method “stone”: did you mean “stones”? (heap.py, line 17)"),
    "a fraction in a field": ({"play": "return Heap((self.stones - move) / 1, 1 - self.player)"}, 16, "Heap.play(): after the move 1 the field “stones” is 8.0, not a whole number (heap.py, line 17). Divide with // instead of /, or round with int()."),
    "a fraction from another method": ({"play": "return Heap(self.left(move), 1 - self.player)", "to_move": "return self.player\n\n    def left(self, move):\n        half = (self.stones - move) / 2\n        return half"}, 16, "Heap.left(): after the move 1 the field “stones” is 4.0, not a whole number (heap.py, line 29). Divide with //"),
    "endless calls": ({"utility": "return self.utility()"}, 22, "Heap.utility(): it calls itself without end."),
    "a process that leaves": ({"utility": "import sys; sys.exit(3)"}, 22, "Heap.utility(): it raises SystemExit: 3"),
}  # fmt: skip
"""Faulty rules with the place of the fault and the beginning of the sentence about it."""

CALL_OF_C = "if self.stones == 5: sum(iter(int, 1))"
"""Holds Python's lock for ever: no other thread of the process runs."""


def game_file(folder: Path, **wrong: str) -> Path:
    path = folder / "heap.py"
    path.write_text(RULES.format(**RIGHT | wrong))
    return path


def only_sentence(folder: Path, *command: str, **wrong: str) -> str:
    """Return what a command says of a game with these mistakes; it is one line, and the exit code that of a mistake."""
    first, *options = command
    path = game_file(folder, **wrong)
    done = run(first, str(path), *options)
    [line] = done.stderr.splitlines()
    assert done.returncode == 2, done.stderr
    assert "defect" not in line
    return line


@pytest.mark.parametrize("name", sample(MISTAKES, every=6))
def test_a_mistake_is_said_with_class_method_and_line(name: str, tmp_path: Path) -> None:
    wrong, _line, sentence = MISTAKES[name]
    said = only_sentence(tmp_path, "search", **wrong)
    assert re.match(rf"{re.escape(str(tmp_path / 'heap.py'))}, line \d+: {re.escape(sentence)}", said), said


ON_A_BOARD = {
    "nothing from play": ("return Line(", "Line(", "Line.play() (line {play}) returns None: return a position: Line(...)."),
    "another class from play": ("return Line(put(", "return (put(", "Line.play() (line {play}) returns ("),
    "nothing from moves": ("yield cell", "pass", "Line.moves() (line {moves}) returns None: return a list of whole numbers"),
    "a text from moves": ("yield cell", "yield str(cell)", "Line.moves() (line {moves}) returns '0': return whole numbers"),
    "a move too large": ("yield cell", "yield 2**70 + cell", "Line.moves() (line {moves}) returns 1180591620717411303424: return moves of at most 63 bits."),
    "the end of the program": ("LINES =", "raise SystemExit(3)\nLINES =", "Line {LINES} ends the program: remove sys.exit() from the rules."),
}  # fmt: skip
"""Mistakes in rules that have a board, which is drawn as soon as the file is read."""


@pytest.mark.parametrize(("name", "command"), sample(product(ON_A_BOARD, ("search", "check", "console")), every=8))
def test_a_mistake_is_said_before_the_board_is_drawn(name: str, command: str, tmp_path: Path) -> None:
    right, wrong, sentence = ON_A_BOARD[name]
    path = tmp_path / "line.py"
    assert run("new", "line", "-o", str(path)).returncode == 0
    lines = path.read_text().splitlines()
    places = {
        word: next(n for n, text in enumerate(lines, 1) if text.strip().startswith(f"def {word}("))
        for word in ("moves", "play")
    }
    places["LINES"] = next(n for n, text in enumerate(lines, 1) if text.startswith("LINES"))
    path.write_text(path.read_text().replace(right, wrong))
    done = run(command, str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{path}: {sentence.format(**places)}")


@pytest.mark.parametrize("command", sample(COMMANDS, every=3), ids=" ".join)
def test_every_command_says_it(command: list[str], tmp_path: Path) -> None:
    assert "Heap.utility(): it is None" in only_sentence(tmp_path, *command, utility="pass")


@pytest.mark.parametrize("command", sample([*COMMANDS, *OTHER_COMMANDS], every=3, first=1), ids=" ".join)
def test_every_command_says_the_nearest_name(command: list[str], tmp_path: Path) -> None:
    said = only_sentence(tmp_path, *command, utility="return self.stonez")
    place = f"{tmp_path / 'heap.py'}, line {LINES['utility'] - 1}: Heap.utility()"
    near = "Heap has no field or method “stonez”: did you mean “stones”?"
    assert said == f"{place}: {near} (heap.py, line {LINES['utility']})"


@pytest.mark.parametrize("command", sample([*COMMANDS, *OTHER_COMMANDS], every=3, first=2), ids=" ".join)
def test_every_command_says_where_a_fraction_comes_from(command: list[str], tmp_path: Path) -> None:
    said = only_sentence(tmp_path, *command, play="return Heap((self.stones - move) / 1, 1 - self.player)")
    assert f"the field “stones” is 8.0, not a whole number (heap.py, line {LINES['play']})" in said


@pytest.mark.parametrize("missing", ["utility", "to_move"])
def test_a_needed_method_with_a_misspelt_name_is_said(missing: str, tmp_path: Path) -> None:
    path = game_file(tmp_path)
    path.write_text(path.read_text().replace(f"def {missing}", f"def {missing}s"))
    done = run("search", str(path))
    assert done.returncode == 2
    assert f"class Heap lacks {missing}(): is “{missing}s” a misspelling?" in done.stderr


@pytest.mark.parametrize("command", sample(COMMANDS, every=4), ids=" ".join)
def test_a_right_game_is_taken_by_every_command(command: list[str], tmp_path: Path) -> None:
    first, *options = command
    done = run(first, str(game_file(tmp_path)), *options)
    assert done.returncode == 0, done.stderr


def test_the_line_is_that_of_the_method(tmp_path: Path) -> None:
    said = only_sentence(tmp_path, "search", utility="pass")
    assert f", line {LINES['utility'] - 1}: Heap.utility()" in said


def test_a_mistake_far_from_the_start_is_said_when_it_is_met(tmp_path: Path) -> None:
    """Only a search comes there, by the first move again and again; no random game is likely to."""
    path = game_file(
        tmp_path,
        stones="40, ones: int = 0".replace(", ", "\n    "),
        moves="yield from (1, 2, 3, 4, 5, 6, 7, 8)[: self.stones]\n                return",
    )
    path.write_text(
        path.read_text()
        .replace("1 - self.player)", "1 - self.player, self.ones + 1 if move == 1 else 0)")
        .replace("    ones: int = 0\n    player: int = 0", "    player: int = 0\n    ones: int = 0")
        .replace("return -1", "return 'lost' if self.ones > 20 else -1")
    )
    done = run("search", str(path))
    assert done.returncode == 2
    assert "its rules return an invalid value" in done.stderr or "it is 'lost'" in done.stderr


def test_a_number_of_more_than_64_bits_is_said(tmp_path: Path) -> None:
    wrong = {"moves": "yield 2**70 + take", "play": "return Heap(self.stones - move + 2**70, 1 - self.player)"}
    assert "Heap.moves(): a move has 71 bits." in only_sentence(tmp_path, "search", **wrong)


@pytest.mark.skipif(not CAN_FORK, reason="a process that ends is told apart where one can fork")
@pytest.mark.parametrize(
    ("code", "how"),
    [("import os; os._exit(7)", "the exit code 7"), ("import ctypes; ctypes.string_at(0)", "the signal SIGSEGV")],
)
def test_rules_that_end_the_process_are_said(code: str, how: str, tmp_path: Path) -> None:
    said = only_sentence(tmp_path, "search", utility=code)
    place = f"{tmp_path / 'heap.py'}, line {LINES['utility']}: Heap.utility()"
    assert said == f"{place} ended the whole program, with {how}. Rules must not call os, sys or ctypes."


@pytest.mark.parametrize(
    "command",
    sample([["search"], ["solve"], ["explore"], ["console", "--first", "random", "--second", "random"]], every=4),
    ids=" ".join,
)
@pytest.mark.parametrize("loop", sample(["while self.stones == 5: pass", CALL_OF_C], every=2), ids=["python", "C"])
def test_an_endless_loop_is_said(
    command: list[str], loop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if loop == CALL_OF_C and not CAN_FORK:
        pytest.skip("a process that waits sees where it is where one can fork")
    monkeypatch.setitem(ENVIRONMENT, "PLYGROUND_RULES_TIMEOUT", "3")
    said = only_sentence(tmp_path, *command, moves=f"{loop}\n                yield take")
    assert f", line {LINES['moves']}: Heap.moves() has not returned for 3 s. Look for a loop" in said


@pytest.mark.skipif(not CAN_FORK, reason="signals are told apart where one can fork")
def test_a_terminated_command_leaves_no_process(tmp_path: Path) -> None:
    path = game_file(
        tmp_path,
        stones="1000",
        moves="print('at work', flush=True)\n                while True: pass\n                yield 1",
    )
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", "search", str(path)], stdout=subprocess.PIPE, env=ENVIRONMENT
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline()
        running.send_signal(signal.SIGTERM)
        assert running.stdout.read() == b""  # closed by all that had it
    assert running.returncode == 128 + signal.SIGTERM


def test_a_search_of_ones_own_that_never_ends_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "PLYGROUND_RULES_TIMEOUT", "1")
    path = tmp_path / "mine.py"
    path.write_text("def search(game, state):\n    while True:\n        pass\n")
    done = run("compare-search", str(path))
    assert done.returncode == 2
    assert done.stderr.strip().startswith(f"{path}, line ")
    assert "search() has not returned for 1 s." in done.stderr
