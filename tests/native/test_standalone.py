"""Compiled code outside of Python: on an emulated arm64, as WebAssembly, and under valgrind's checks of memory."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hundred_cells import Hundred
from rule_texts import RuleText, agree, arguments_for, outcome, scope_of
from samples import sample
from standalone_program import ARM64, ARM64_COMPILER, ARM64_EMULATOR, missing, outcomes

from plyground.core.position import Demand
from plyground.games import GAMES, game
from plyground.native.compiler import BEGIN_AGAIN
from plyground.native.options import Options
from plyground.native.targets.machine import host_triple
from plyground.native.targets.target import WASM32
from plyground.native.widths import options_for
from plyground.templates import mark, move, take

ON_ARM64: dict[str, Any] = {"target": ARM64, "compiler": ARM64_COMPILER, "runner": [ARM64_EMULATOR]}
AS_WASM: dict[str, Any] = {"target": WASM32}
CHECKED: dict[str, Any] = {"target": host_triple(), "runner": ["valgrind", "--quiet", "--error-exitcode=9"]}
"""Code for any processor of this kind: valgrind does not know the newest instructions."""
STARTS: dict[str, Any] = {
    **{entry.name: game(entry.name).start for entry in GAMES if game(entry.name).demands in Demand.TURNS},
    "mark": mark.Mark(),
    "move": move.Move(),
    "take": take.Take(),
    "hundred cells": Hundred(),
}
needs_arm64 = pytest.mark.skipif(
    bool(missing(ARM64_COMPILER, ARM64_EMULATOR)), reason="needs gcc-aarch64-linux-gnu and qemu-user"
)
needs_node = pytest.mark.skipif(bool(missing("node")), reason="needs node")
needs_valgrind = pytest.mark.skipif(bool(missing("gcc", "valgrind")), reason="needs gcc and valgrind")


def tour(position: Any, depth: int) -> int:
    """Return a number into which all moves, keys and results down to ``depth`` are folded."""
    if position.is_over():
        return int(position.utility()) + 7
    if depth == 0:
        return int(position.mobility())
    folded = position.key() & 0xFFFFF
    for each in position.moves():
        folded = (folded * 31 + each % 1009 + tour(position.play(each), depth - 1)) % 1_000_003
    return int(folded)


def tours(start: Any) -> tuple[list[tuple[Any, int]], Options]:
    """Return calls of the tour from positions of a random game, and the options for their numbers."""
    chance = random.Random(3)
    calls, position = [(start, 2)], start
    for _ply in range(12):
        if position.is_over():
            break
        position = position.play(chance.choice(list(position.moves())))
        calls.append((position, 1))
    return calls, options_for(calls[0])


def compare_tour(name: str, folder: Path, how: dict[str, Any]) -> None:
    calls, options = tours(STARTS[name])
    assert outcomes(tour, calls, folder, options=options, **how) == [tour(*call) for call in calls]


def compare_texts(seeds: range, folder: Path, how: dict[str, Any]) -> None:
    for seed in seeds:
        scope = scope_of(RuleText(seed).write(), f"<standalone text {seed}>")
        chance = random.Random(seed)
        calls = [arguments_for(scope, chance) for _call in range(6)]
        first = scope["G"](), 1, 1
        found = outcomes(scope["run"], [first, *calls], folder, options=options_for(first), **how)[1:]
        for call, own in zip(calls, found, strict=True):
            begins_again = own in BEGIN_AGAIN  # a caller in Python would compile wider numbers
            assert begins_again or agree(outcome(scope["run"], call), own), (seed, call)


@needs_arm64
@pytest.mark.parametrize("name", ["tictactoe", "mark"])
def test_games_mean_the_same_on_arm64(name: str, tmp_path: Path) -> None:
    compare_tour(name, tmp_path, ON_ARM64)


@pytest.mark.proof
@needs_arm64
@pytest.mark.parametrize("name", STARTS)
def test_every_game_means_the_same_on_arm64(name: str, tmp_path: Path) -> None:
    compare_tour(name, tmp_path, ON_ARM64)


@pytest.mark.nightly
@needs_arm64
def test_random_texts_mean_the_same_on_arm64(tmp_path: Path) -> None:
    compare_texts(range(20), tmp_path, ON_ARM64)


@needs_node
@pytest.mark.parametrize("name", sample(["tictactoe", "othello", "hundred cells"], every=3))
def test_games_mean_the_same_as_webassembly(name: str, tmp_path: Path) -> None:
    compare_tour(name, tmp_path, AS_WASM)


@pytest.mark.proof
@needs_node
@pytest.mark.parametrize("name", STARTS)
def test_every_game_means_the_same_as_webassembly(name: str, tmp_path: Path) -> None:
    compare_tour(name, tmp_path, AS_WASM)


@pytest.mark.nightly
@needs_node
def test_random_texts_mean_the_same_as_webassembly(tmp_path: Path) -> None:
    compare_texts(range(60), tmp_path, AS_WASM)


@pytest.mark.proof
@needs_valgrind
@pytest.mark.parametrize("name", STARTS)
def test_no_game_touches_memory_that_is_not_its_own(name: str, tmp_path: Path) -> None:
    compare_tour(name, tmp_path, CHECKED)


@pytest.mark.nightly
@needs_valgrind
def test_no_random_text_touches_memory_that_is_not_its_own(tmp_path: Path) -> None:
    compare_texts(range(20), tmp_path, CHECKED)
