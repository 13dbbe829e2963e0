"""Memory for large tables with random access."""

from __future__ import annotations

import ctypes
import mmap
import sys
from typing import Any


def zeros(size: int) -> mmap.mmap:
    """Return this many bytes of zeroed memory, at least 1. The system provides each page when it is first written.

    It uses large pages if the system has them for such memory, which makes address translation faster. The memory can
    be shared: a worker's memory limit counts private memory when it is reserved, shared memory only when it is used. A
    tree or a table usually fills only a part of its memory.
    """
    memory = mmap.mmap(-1, size)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def unset(size: int) -> Any:
    """Return this many bytes of memory, at least 1, for a program that writes each place before it reads it.

    A browser has no pages, and clears zeroed memory at once: for a tree of 256 megabytes this takes longer than a thousand
    playouts. Elsewhere it is the memory of :func:`zeros`.
    """
    if sys.platform != "emscripten":
        return zeros(size)
    make = ctypes.pythonapi.PyByteArray_FromStringAndSize
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_ssize_t]
    return make(None, size)
