"""The loader for WebAssembly: a twin's data go into the memory of Pyodide, its code into an instance of its own.

Both modules have one memory and one stack, so compiled code takes the addresses of Python's objects, as on a machine.
"""

from __future__ import annotations

import ctypes
from functools import cache
from importlib import import_module
from typing import Any

from plyground.native.clocked_row import look_at
from plyground.native.targets.target import ENTRY, Enter
from plyground.native.targets.wasm_linker import Linkable

ALIGNMENT = 16
"""Bytes of the longest vector."""


def loaded(code: Linkable) -> Enter:
    """Return the function :data:`ENTRY` of an object."""
    js, to_js = import_module("js"), import_module("pyodide.ffi").to_js
    room = ctypes.create_string_buffer(code.size + ALIGNMENT)
    address = -(-ctypes.addressof(room) // ALIGNMENT) * ALIGNMENT
    module = js.WebAssembly.Module.new(to_js(code.module(address)))
    function = getattr(js.WebAssembly.Instance.new(module, _environment()).exports, ENTRY)

    def enter(block: bytes, results: Any) -> int:
        at = ctypes.cast(ctypes.c_char_p(block), ctypes.c_void_p).value
        return int(function(at, ctypes.addressof(results)))

    enter.room = room  # type: ignore[attr-defined] # the data live as long as the code
    return enter


@cache
def _environment() -> Any:
    """Return what twins import: memory and stack of Pyodide, functions, and the look at the clock."""
    js, ffi = import_module("js"), import_module("pyodide.ffi")
    pyodide = import_module("pyodide_js")._module
    own = {
        "__linear_memory": pyodide.memory,
        "__stack_pointer": pyodide.___stack_pointer,
        "log": js.Math.log,
        "exp": js.Math.exp,
        "looked": ffi.create_proxy(look_at),
    }
    return ffi.to_js({"env": own}, dict_converter=js.Object.fromEntries)
