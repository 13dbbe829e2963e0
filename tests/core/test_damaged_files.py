"""Mutants of each format that plyground writes: a damaged file is refused in a sentence, or tells the same."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from samples import some

from plyground.arena import match_file
from plyground.arena.match import Match
from plyground.dictionary import dictionary_file
from plyground.dictionary.building import build
from plyground.dictionary.codes import form_of
from plyground.errors import PlygroundError
from plyground.games import game
from plyground.learning.learn import learn
from plyground.learning.weights_file import read_weights
from plyground.puzzles import puzzle_file
from plyground.puzzles.choose import choose_puzzles
from plyground.solvers.retrograde import solve
from plyground.solvers.sweep import Sweeper
from plyground.solvers.tablebase import Tablebase
from plyground.solvers.tablebase import write as write_table
from plyground.store.store import Store
from plyground.teaching.grading.grading_journal import GradingJournal
from plyground.teaching.grading.submission_report import Graded
from plyground.trace import run_file
from plyground.trace.record import record
from plyground.trees import Tree

NIM, TICTACTOE = game("nim"), game("tictactoe")
TREE = Tree.of([[3, 12, 8], [2, 4, 6]])


def make_match(path: Path) -> None:
    path.write_text(match_file.write(Match(TICTACTOE, (0, 3, 1, 4, 2)), ("human", "engine")))


def read_match(path: Path) -> object:
    saved = match_file.read(path.read_bytes())
    return saved.match.moves, saved.players


def make_dictionary(path: Path) -> None:
    path.write_text(dictionary_file.format_file(build(TICTACTOE), form_of(TICTACTOE, "code")))


def make_table(path: Path) -> None:
    write_table(path, NIM, solve(NIM.start, Sweeper(threads=1)))


def make_journal(path: Path) -> None:
    journal = GradingJournal(path.with_suffix(""), "terms")
    for name in ("Ana", "Ben"):
        journal.keep(name, "text", Graded(name, {"credit": 0.5}, ("a sentence",), is_right=False, record={"n": 1}))
    journal.close()
    journal.path.rename(path)


def read_journal(path: Path) -> object:
    journal = GradingJournal(path.with_suffix(""), "terms")
    path.rename(journal.path)
    journal = GradingJournal(path.with_suffix(""), "terms")
    try:
        return [found for name in ("Ana", "Ben") if (found := journal.known(name, "text"))]
    finally:
        journal.close()
        journal.path.unlink()


def make_store(path: Path) -> None:
    store = Store(path)
    for number in range(40):
        store.keep(f"visitor {number}", "play", "a title", f"/play/nim?moves={number}")
    store.close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode = DELETE")


def read_store(path: Path) -> object:
    store = Store(path)
    try:
        return [[page.address for page in store.kept(f"visitor {number}")] for number in range(40)]
    finally:
        store.close()


FORMATS: dict[str, tuple[Callable[[Path], object], Callable[[Path], object]]] = {
    "match": (make_match, read_match),
    "run": (lambda path: run_file.save(record(TREE.start, of=TREE), path), lambda path: run_file.write(run_file.load(path))),
    "dictionary": (make_dictionary, lambda path: dictionary_file.load(path).dictionary.moves),
    "table": (make_table, lambda path: bytes(Tablebase(path).load().codes)),
    "weights": (
        lambda path: learn("tictactoe", games=12, seed=1).write(path),
        lambda path: bytes(read_weights(path).weights),
    ),
    "puzzles": (
        lambda path: puzzle_file.write(path, TICTACTOE, choose_puzzles(TICTACTOE, count=2)),
        lambda path: [puzzle_file.record(puzzle) for puzzle in puzzle_file.read(path)],
    ),
    "journal": (make_journal, read_journal),
    "store": (make_store, read_store),
}  # fmt: skip


def mutant(sound: bytes, dice: random.Random) -> bytes:
    damaged, at = bytearray(sound), dice.randrange(len(sound))
    kind = dice.randrange(5)
    if kind == 0:
        damaged[at] ^= 1 << dice.randrange(8)
    elif kind == 1:
        damaged[at : at + 8] = dice.randbytes(8)
    elif kind == 2:
        del damaged[at:]
    elif kind == 3:
        del damaged[at : at + 1 + dice.randrange(9)]
    else:
        other = dice.randrange(len(sound))
        damaged[at : at + 32] = sound[other : other + 32]
    return bytes(damaged)


@pytest.mark.parametrize("count", [20, pytest.param(500, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", FORMATS)
def test_a_damaged_file_is_refused_or_tells_the_same(name: str, count: int, tmp_path: Path) -> None:
    make, read = FORMATS[name]
    sound_file, path = tmp_path / "sound.txt", tmp_path / "damaged.txt"
    make(sound_file)
    sound, dice = sound_file.read_bytes(), random.Random(count)
    path.write_bytes(sound)
    expected: Any = read(path)
    for _mutant in some(range(count)):
        path.write_bytes(mutant(sound, dice))
        try:
            found: Any = read(path)
        except PlygroundError as error:
            assert str(error)
            continue
        finally:
            for left in tmp_path.glob("damaged.txt-*"):
                left.unlink()
        if name == "journal":
            assert all(each in expected for each in found)  # a damaged line is graded again
        elif name != "store":  # the values in a store are not sealed
            assert found == expected
