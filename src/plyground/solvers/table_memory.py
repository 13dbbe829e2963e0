"""Memory for tables: in this machine, or in a file for a table that is too large for memory."""

from __future__ import annotations

import mmap
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import TypeAlias

from plyground.core.byte_size import byte_size
from plyground.core.hugepages import zeros
from plyground.errors import FileError
from plyground.i18n import _

Bytes: TypeAlias = "memoryview[int]"
"""A table: a signed byte for each number."""


def table(size: int) -> Bytes:
    """Return a table of zeros in memory."""
    return memoryview(zeros(size)).cast("b")


def table_beside(path: Path, size: int, most_bytes: int | None = None) -> Bytes:
    """Return a table of zeros: in memory, or in a file if it takes more than ``most_bytes`` (default: half of the free
    memory).

    The file lies in the folder of ``path``. It has no name, and the system removes it when the program ends. The system
    keeps as much of the file in memory as there is room for. Raise :class:`FileError` if it does not fit on the disk.
    """
    if size <= (free_memory() // 2 if most_bytes is None else most_bytes):
        return table(size)
    folder = path.absolute().parent
    free = shutil.disk_usage(folder).free
    if size > free:
        raise FileError(path, _("its table needs {needed} while it is made, and {free} are free there.", needed=byte_size(size), free=byte_size(free)))  # fmt: skip
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)  # reserve the space: a full disk would end the program
            else:
                file.truncate(size)
            return memoryview(mmap.mmap(file.fileno(), size)).cast("b")
    except OSError as error:
        raise FileError(path, _("it cannot be written ({reason}).", reason=error.strerror)) from None


def memory() -> int:
    """Return the bytes of memory of this machine; 4 GB if the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 4 << 30


def free_memory() -> int:
    """Return the bytes of memory that programs can still get without swapping; all memory if the system does not
    say.
    """
    try:
        found = re.search(r"^MemAvailable: *(\d+) kB$", Path("/proc/meminfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return int(found[1]) << 10 if found else memory()
