"""Rules in another process: they answer as here, and a call that does not return ends that process only."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from paths import OWN_GAMES
from samples import sample

from plyground.arena.match import Match
from plyground.bots.offers import tree_size
from plyground.core.game import Game
from plyground.engines.program import Program
from plyground.errors import FileError, MoveError
from plyground.games import GAMES, loading
from plyground.games.loading import Source
from plyground.games.remote.remote_rules import RemoteRules
from plyground.games.remote.rules_process import AnswerUnpickler, PositionUnpickler, packed
from plyground.i18n import Number, Sentence
from plyground.presentation.boards.board_state import BoardView
from plyground.presentation.boards.board_text import written
from plyground.presentation.boards.quick_move import quick_choice

FAULTY = """\
import ctypes
import os
from typing import NamedTuple
from plyground import rules

@rules
class Faulty(NamedTuple):
    left: int = 3

    def moves(self):
        return range(1, self.left + 1)

    def play(self, move):
        if move == 1:
            10**10**10
        if move == 2:
            os._exit(3)
        ctypes.string_at(0)

    def to_move(self):
        return self.left % 2

    def is_over(self):
        return not self.left

    def utility(self):
        return 1 // 0
"""


def remote(path: Path, faults: list[FileError] | None = None) -> Game:
    source = Source(path.stem, str(path), path.read_text(), loading.RUN_AS + path.stem, "")
    return RemoteRules(source, (faults if faults is not None else []).append).entry().make()


@pytest.fixture
def local() -> Iterator[Game]:
    yield loading.game(str(OWN_GAMES / "noughts_and_crosses.py"))
    loading._loaded.pop("noughts_and_crosses")
    GAMES.remove("noughts_and_crosses")


def seen(match: Match) -> tuple[Any, ...]:
    """Return what a page shows of a match."""
    board = BoardView(match).state("", 0, {}, playable=True, focus=False) if match.outcome is None else None
    return match.words, match.outcome, match.times, written(match.game, match.position), board


def test_a_game_is_played_as_in_this_process(local: Game) -> None:
    chance = random.Random(7)
    here, there = Match(local), Match(remote(OWN_GAMES / "noughts_and_crosses.py"))
    assert (here.game.title, here.game.summary, here.game.sides) == (
        there.game.title,
        there.game.summary,
        there.game.sides,
    )
    assert tree_size(here.game) == tree_size(there.game)
    while here.outcome is None:
        assert seen(here) == seen(there)
        move = chance.choice(list(here.position.moves()))
        here, there = here.play(move), there.play(move)
    assert seen(here) == seen(there)
    assert Match.parse(there.game, here.format()).positions == there.positions
    with pytest.raises(MoveError, match="is not a move here"):
        there.game.notation.parse_move(there.game.start, "z9")
    assert quick_choice(Match(there.game)).move in there.game.start.moves()


@pytest.mark.parametrize(
    ("move", "said"),
    sample(
        [
            (1, r"line 15: Faulty.play\(\) has not returned for 0.5 s"),
            (2, r"line 17: Faulty.play\(\) ended the whole program, with the exit code 3"),
            (3, r"line 18: Faulty.play\(\) ended the whole program, with the signal SIGSEGV"),
        ],
        every=3,
    ),
)
def test_rules_that_break_off_are_told_with_their_line(
    move: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_RULES_TIMEOUT", "0.5")
    (tmp_path / "faulty.py").write_text(FAULTY)
    faults: list[FileError] = []
    game = remote(tmp_path / "faulty.py", faults)
    with pytest.raises(FileError, match="line 27: utility raises ZeroDivisionError"):
        game.start.utility()
    with pytest.raises(FileError, match=said):
        game.start.play(move)
    assert [str(fault) for fault in faults] == [str(faults[0])]
    with pytest.raises(FileError, match=said):
        game.start.is_stuck()  # nobody is asked again


def test_received_values_name_no_foreign_class() -> None:
    with pytest.raises(Exception, match="numpy"):
        PositionUnpickler(b"cnumpy.core.multiarray\nscalar\n.", lambda *_parts: None).load()
    assert PositionUnpickler(packed(((1, 2), "x", None)), lambda *_parts: None).load() == ((1, 2), "x", None)


MISSPELT = """\
from typing import NamedTuple
from plyground import rules

@rules
class Heap(NamedTuple):
    left: int = 8

    def moves(self):
        return range(1, 3)

    def play(self, move):
        return Heap(self.left / 2 if move == 1 else self.lefd - 1)

    def to_move(self):
        return 0

    def is_over(self):
        return not self.left

    def utility(self):
        return -1
"""


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (1, "Heap.play() makes the field “left” 4.0: divide with // instead of /, or round with int()."),
        (2, "Heap.play(): Heap has no field or method “lefd”: did you mean “left”?"),
    ],
)
def test_a_mistake_in_the_other_process_is_said_with_its_line(move: int, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "heap.py"
    path.write_text(MISSPELT)
    loading.game(str(path))  # so that its file is known as foreign
    game = remote(path)
    with pytest.raises(FileError) as raised:
        game.start.play(move)
    assert str(raised.value) == f"{path}, line 12: {sentence}"


@pytest.mark.parametrize("module", ["lib2to3.__main__", "antigravity", "plyground_absent"])
def test_an_answer_of_the_process_imports_no_module(module: str) -> None:
    """The first ends the program that imports it."""
    with pytest.raises(pickle.UnpicklingError):
        AnswerUnpickler(f"c{module}\nmain\n.".encode(), lambda *_parts: None).load()
    assert module not in sys.modules


def test_a_sentence_of_the_process_shows_no_attribute_of_this_one() -> None:
    text = "Hello {name.__init__.__globals__[re]}"
    sent = packed((True, Sentence(text, {"name": Number(1)})))
    assert str(AnswerUnpickler(sent, lambda *_parts: None).load()[1]) == text


class Attack:
    """An answer that calls a function or makes a thing when it is read."""

    def __init__(self, call: Callable[..., object], *arguments: object) -> None:
        self.call = call, arguments

    def __reduce__(self) -> tuple[Any, ...]:
        return self.call


@pytest.mark.parametrize("call", [
    (os.system, "touch {path}"), (subprocess.Popen, ["touch", "{path}"]), (open, "{path}", "w"), (exec, "open('{path}', 'w')"),
    (Path.touch, "{path}"), (getattr, "os", "system"), (Program, ["touch", "{path}"], None),
])  # fmt: skip
def test_an_answer_of_the_process_is_never_run(call: tuple[Any, ...], tmp_path: Path) -> None:
    path = tmp_path / "pwned"
    text = repr(call[1:]).replace("{path}", str(path))
    arguments = eval(text)
    sent = pickle.dumps((True, Attack(call[0], *arguments)))
    with pytest.raises((pickle.UnpicklingError, TypeError)):
        AnswerUnpickler(sent, lambda *_parts: None).load()
    assert not path.exists()
