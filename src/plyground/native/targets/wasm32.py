"""WebAssembly as a target: one machine makes twins, and a browser runs them in the memory of Pyodide."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from plyground import __version__
from plyground.native.targets.target import ENTRY, Enter
from plyground.native.targets.wasm_linker import Linkable

IS_PORTABLE = True
"""A twin that one Python makes is used by the Python of Pyodide: code is known by its text."""
LOOKS = True
"""No thread stops a search: it looks at the clock itself."""
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
"""The features of processors that code uses. Pyodide needs a browser that has all of them."""
IMPORTED = {"log", "exp", "looked"}
"""Functions that a twin may import: see :mod:`~plyground.native.targets.wasm_loader`."""
FOREIGN_CONVENTION = re.compile(r"\bpreserve_nonecc ")


class UnknownFunction(Exception):
    """Code needs a function that browsers lack."""


def identity() -> list[str]:
    """Return what a twin depends on besides the texts: this version of plyground, which has the compiler."""
    return ["wasm32", __version__]


@cache
def target_machine() -> Any:
    """Return LLVM's code generator for WebAssembly."""
    import llvmlite.binding as llvm  # not in a browser

    from plyground.native.targets.passes import GENERATION

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=GENERATION, features=FEATURES)


def object_code(text: str, *, rows: bool = False) -> bytes:
    """Return a text of LLVM as a relocatable module, with the functions of 128 bits that it needs."""
    from plyground.native.targets.passes import optimized  # not in a browser
    from plyground.native.targets.wide_functions import WIDE_FUNCTIONS

    own = FOREIGN_CONVENTION.sub("", text)
    added: set[str] = set()
    while True:
        whole = own + "".join(WIDE_FUNCTIONS[name] for name in sorted(added))
        machine = target_machine()
        code = bytes(machine.emit_object(optimized(whole, machine, rows=rows)))
        wanted = set(Linkable(code, ENTRY).functions) - IMPORTED
        if not wanted:
            return code
        if wanted - set(WIDE_FUNCTIONS) or wanted <= added:
            raise UnknownFunction(", ".join(sorted(wanted)))
        added |= wanted


def load(code: bytes) -> Enter:
    """Return the function :data:`ENTRY` of object code, in the memory of Pyodide."""
    from plyground.native.targets.wasm_loader import loaded  # only in a browser

    return loaded(Linkable(code, ENTRY))
