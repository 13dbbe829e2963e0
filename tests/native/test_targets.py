"""The code that is made for other machines: LLVM accepts it, and it calls nothing that is not there."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import llvmlite.binding as llvm
import pytest
from hundred_cells import Hundred, examined
from samples import sample

from plyground import setting
from plyground.core.position import MAX
from plyground.games.loading import game as game_named
from plyground.native.code_generation import llvm_text
from plyground.native.options import Options
from plyground.native.targets.machine import target_machine
from plyground.native.targets.passes import optimized
from plyground.native.widths import options_for
from plyground.searches.registry import algorithm
from plyground.searches.scores import INFINITY
from plyground.searches.tally import new_tally
from plyground.templates import path_of

TARGETS = ("x86_64-pc-windows-msvc", "aarch64-unknown-linux-gnu", "arm64-apple-macosx", "x86_64-unknown-linux-gnu")
KNOWN = {"memcpy", "memset", "memmove", "log", "exp", "__chkstk"}
"""Functions that the libraries of every system have."""


def search_text(name: str) -> str:
    """Return alpha-beta for a game as a text of LLVM."""
    known = algorithm("alphabeta").text
    examples = (
        game_named(str(path_of(name)) if name == "mark" else name).start,
        0,
        -INFINITY,
        INFINITY,
        MAX,
        setting(depth=3),
        new_tally(),
    )
    return llvm_text(known, examples, options_for(examples))[0]


def test_vectors_have_at_most_256_bits_but_use_avx_512() -> None:
    """Othello's eight directions go into vectors of four words; an operation on three of them is one instruction."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("x86_64-unknown-linux-gnu")
    machine = target.create_target_machine(cpu="skylake-avx512", opt=3, reloc="pic")
    assembly = machine.emit_assembly(optimized(search_text("othello"), machine))
    assert "%ymm" in assembly
    assert "vpternlogq" in assembly
    assert "%zmm" not in assembly


def test_rows_are_read_before_it_is_known_whether_they_are_needed() -> None:
    """Fewer jumps: ``cells[a] != 0 and cells[a] == cells[b]`` is one."""
    machine = target_machine("x86_64-unknown-linux-gnu")
    jumps = [str(optimized(search_text("mark"), machine, rows=rows)).count("br i1") for rows in (True, False)]
    assert jumps[0] < jumps[1]


@pytest.mark.parametrize(
    ("name", "target"),
    sample(product(["tictactoe", "othello", "kalah", "mark", "hundred cells"], TARGETS), every=7),
)
def test_code_for_every_target_calls_nothing_unknown(name: str, target: str) -> None:
    wide = name == "hundred cells"
    text = llvm_text(examined, (Hundred(), 1), Options(wide_bits=128))[0] if wide else search_text(name)
    module = optimized(text, target_machine(target))
    called = {function.name for function in module.functions if function.is_declaration}
    assert {each for each in called if not each.startswith("llvm.")} <= KNOWN
    assembly: Any = target_machine(target).emit_assembly(module)
    targets = set(re.findall(r'^\s+(?:callq?|bl)[ \t]+"?_?([A-Za-z_][\w.]*)', assembly, re.MULTILINE))
    own = {function.name for function in module.functions if not function.is_declaration}
    assert targets - own <= KNOWN
