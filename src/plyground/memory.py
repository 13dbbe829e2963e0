"""Memory for tables in which every look goes to another place."""

from __future__ import annotations

import mmap


def zeros(size: int) -> mmap.mmap:
    """So many bytes (at least 1), all 0, taken from the system as they are filled.

    Where the system has large pages, they are asked for: of fewer pages, it knows more where they are.
    """
    memory = mmap.mmap(-1, size)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory
