"""LLVM's passes: a text of LLVM becomes an optimized module, in the same way for each target."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any

import llvmlite
import llvmlite.binding as llvm

LLVMLITE = str(llvmlite.__version__)
PASSES, GENERATION = 2, 3
"""LLVM's levels of optimization: of its passes, and of the generation of machine code. Passes of level 3 take 3 % longer,
and nothing runs faster.
"""
TUNING = (
    "-simplifycfg-hoist-common=false",
    "-unroll-threshold=450",
    "-two-entry-phi-node-folding-threshold=1",
    "-enable-constraint-elimination=false",
    "-enable-nontrivial-unswitch=false",
    "-jump-threading-threshold=4",
)
"""Options of LLVM.

It otherwise moves the first instructions of two equal branches in front of both. It then packs the rest of neither into
vectors, which costs Othello a third of its speed. It unrolls a loop that runs a known number of times only if this makes
at most 300 instructions: the loop over the columns in Connect Four's alpha-beta makes more. It computes up to four
instructions of a branch in advance to choose between two values, where a jump is mostly foreseen: tests for lines become
slower. It has two passes that take 5 % of its time, and with which nothing runs faster: one proves comparisons by others,
one copies loops for tests that are the same in each round. And it copies up to six instructions in front of a test that is
known on one way to it; with four, perft of chess is a twentieth faster.
"""
ROWS, SETS = "-bonus-inst-threshold=6", "-bonus-inst-threshold=1"
"""Options of LLVM for programs with rows of cells, and for the others.

It makes one jump of two, as for ``a != 0 and a == b``, if this takes at most so many instructions more. Whether a cell is
free is hard to foresee, so that fewer jumps are faster: Mark gains a third. Tests of sets are mostly false, and easy to
foresee: with the option of rows, perft of Connect Four loses a fifth.
"""
WIDTH = '"prefer-vector-width"="256" "min-legal-vector-width"="256"'
"""Attributes of all functions: vectors have at most 256 bits.

With 512 bits, LLVM lays shifts up and down into one register and computes both for all lanes, which makes Othello twice
as slow.
"""
ALWAYS, LATER = "alwaysinline", "inlinehint"
"""Attributes of functions that are inlined at once, and of functions that are inlined after equal calls are merged."""


@cache
def _tune() -> None:
    for option in TUNING:
        llvm.set_option("plyground", option)


def optimized(text: str, machine: Any, *, rows: bool = False) -> Any:
    """Return the module of a text of LLVM, checked and optimized. ``rows`` says that the program has rows of cells, and no
    numbers of more than 64 bits.

    With rows, each function is simplified by itself, and those to inline :data:`LATER` stay calls. This takes LLVM 40 %
    less, and searches run as fast. Programs of sets need all passes: LLVM packs equal operations of Othello into
    vectors (SLP), and inlines more of chess. So do longer numbers: without the other passes, LLVM cannot make machine
    code of some of their shifts, and ends the process.
    """
    _tune()
    own = "\n".join(_with_width(line) for line in text.splitlines() if not line.startswith("target "))
    known = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    module = llvm.parse_assembly(known + own)
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=PASSES)
    tuning.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    with _options:
        llvm.set_option("plyground", ROWS if rows else SETS)
        if rows:
            inline_at_once(module, builder)
            passes = builder.getFunctionPassManager()
            for each in module.functions:
                if not each.is_declaration:
                    passes.run(each, builder)
        else:
            inline_later(module, builder)
            builder.getModulePassManager().run(module, builder)
    return module


_options = Lock()  # LLVM's options are shared by all threads


def _with_width(line: str) -> str:
    return f"{line} {WIDTH}" if line.startswith("define ") else line


def inline_at_once(module: Any, builder: Any) -> None:
    """Inline the functions marked :data:`ALWAYS`, and simplify what this makes."""
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_post_order_function_attributes_pass()
    passes.add_jump_threading_pass()
    passes.run(module, builder)


def inline_later(module: Any, builder: Any) -> None:
    """Inline the functions marked :data:`ALWAYS`, then mark those to inline :data:`LATER` in the same way.

    LLVM's usual passes make one call of several equal calls of a pure function before they inline it. For example
    ``is_over``, ``moves`` and ``utility`` of a position may all look for the same line. They see that calls are equal
    only in simplified code. (Its pass NewGVN would see more, but ends the process by an assertion in rare programs.)
    """
    late = [each for each in module.functions if LATER.encode() in b" ".join(each.attributes).split()]
    if late:
        inline_at_once(module, builder)
    for each in late:
        each.add_function_attribute(ALWAYS)
