"""This machine as a target: LLVM makes object code for its processor, and loads it."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from plyground.native.targets.passes import GENERATION, LLVMLITE, optimized
from plyground.native.targets.target import ENTRY, Enter

IS_PORTABLE = False
"""Code is known by the bytecode of this Python: twins are made and used by one Python."""
LOOKS = False
"""Other threads stop a search."""
USED_OF_AVX512 = ("avx512f", "avx512vl")
"""The parts of AVX-512 that compiled code uses: operations of three sets in one instruction, which make Othello a quarter
faster. With the others, chess loses a twentieth.
"""

_engines: list[Any] = []  # code lives as long as the process


def identity() -> list[str]:
    """Return what a twin depends on besides its own texts: compiler, LLVM, Python and processor."""
    compiler = sorted(Path(__file__).parents[1].rglob("*.py"))
    return [*(path.read_text() for path in compiler), LLVMLITE, sys.version, host_cpu(), host_features()]


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


def object_code(text: str, *, rows: bool = False) -> bytes:
    """Return the object code of a text of LLVM for this machine."""
    machine = target_machine()
    return bytes(machine.emit_object(optimized(text, machine, rows=rows)))


def load(code: bytes) -> Enter:
    """Return the function :data:`ENTRY` of object code. It runs without Python's lock."""
    machine = target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine, use_lmm=lies_together() or None)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
    return prototype(engine.get_function_address(ENTRY))
