"""The machine: LLVM makes object code for this processor, and loads it."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable
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
USED_OF_AVX512 = ("avx512f", "avx512vl")
"""The parts of AVX-512 that compiled code uses: operations of three sets in one instruction, which make Othello a quarter
faster. With the others, chess loses a twentieth.
"""
ALWAYS, LATER = "alwaysinline", "inlinehint"
"""Attributes of functions that are inlined at once, and of functions that are inlined after equal calls are merged."""
ENTRY = "enter"
"""The name of the function that Python calls."""
Enter = Callable[[Any, Any], int]
"""Takes the addresses of the arguments and of the results; returns 0, or the number of the site that failed."""

_engines: list[Any] = []  # code lives as long as the process


@cache
def host_cpu() -> str:
    """Return LLVM's name of this processor."""
    return str(llvm.get_host_cpu_name())


@cache
def host_features() -> str:
    """Return the features of this processor, of AVX-512 only :data:`USED_OF_AVX512`."""
    features = llvm.get_host_cpu_features()
    for name in features:
        if name.startswith(("avx10", "avx512")) and name not in USED_OF_AVX512:
            features[name] = False
    return str(features.flatten())


@cache
def host_triple() -> str:
    """Return LLVM's name of this machine and system."""
    return str(llvm.get_process_triple())


@cache
def lies_together() -> bool:
    """Return True if functions and tables can lie near enough for instructions to hold the distances between them.

    Otherwise LLVM writes whole addresses of 64 bits into registers before each call. llvmlite's memory manager reserves
    one piece of memory for all parts of a program; this is tried on Linux only.
    """
    return host_triple().startswith("x86_64") and "linux" in host_triple()


def target_machine(triple: str | None = None) -> Any:
    """Return a code generator for this machine, or for any machine named by ``triple``."""
    if triple is None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target = llvm.Target.from_triple(host_triple())
        near = {"reloc": "pic", "codemodel": "small"} if lies_together() else {}
        return target.create_target_machine(cpu=host_cpu(), features=host_features(), opt=GENERATION, jit=True, **near)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(triple).create_target_machine(opt=GENERATION, reloc="pic")


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


def object_code(text: str, *, rows: bool = False, limit_s: float | None = None) -> bytes:
    """Return the object code of a text of LLVM for this machine.

    Nothing can interrupt LLVM in this process. So with ``limit_s``, another process makes the code. Raise
    :class:`TimeoutError` if it has not done so within so many seconds, or has ended without a result.
    """
    if limit_s is None:
        machine = target_machine()
        return bytes(machine.emit_object(optimized(text, machine, rows=rows)))
    command = [sys.executable, "-c", f"from {__name__} import serve; serve(rows={rows})"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=limit_s, env=environment, check=True
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        raise TimeoutError from None
    except OSError:  # no process can be started here
        return object_code(text, rows=rows)
    return done.stdout


def serve(*, rows: bool) -> None:
    """Write the object code of the text on standard input to standard output."""
    sys.stdout.buffer.write(object_code(sys.stdin.buffer.read().decode(), rows=rows))


def load(code: bytes) -> Enter:
    """Return the function :data:`ENTRY` of object code. It runs without Python's lock."""
    machine = target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine, use_lmm=lies_together() or None)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
    return prototype(engine.get_function_address(ENTRY))
