"""Memory for large tables with random access."""

from __future__ import annotations

import mmap


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
