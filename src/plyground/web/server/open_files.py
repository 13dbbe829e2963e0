"""The number of files and connections that the server may have open at once."""

from __future__ import annotations

import os
from contextlib import suppress

from plyground.errors import PlygroundError
from plyground.i18n import Number, _

MAX_OPEN_FILES = 8192
"""Open files, including connections, that the process requests from the system."""
FALLBACK_OPEN_FILES = 512
"""Open files on a system that does not report its limit."""
FIXED_FILES, FILES_PER_WORKER = 110, 10
"""Open files that are not connections: the store and modules, and the pipes of each worker."""
MIN_CONNECTIONS = 32
"""Connections without which the page cannot be served: a browser opens six at once."""


def worker_counts() -> tuple[int, int, int]:
    """Return the numbers of workers that think for bots, that compute the content of rooms, and that compile."""
    processors = os.cpu_count() or 1
    return max(2, processors), max(3, processors // 2), 1


def reserved_files() -> int:
    """Return the number of open files that are not connections."""
    return FIXED_FILES + FILES_PER_WORKER * sum(worker_counts())


def request_open_files() -> int:
    """Request more open files from the system. Return the number of connections that they allow.

    Raise :class:`PlygroundError` if the system allows too few connections for one visitor.
    """
    most = _raised_limit()
    needed = reserved_files() + MIN_CONNECTIONS
    if most < needed:
        raise PlygroundError(
            _(
                "The page needs {needed} open files, but the system allows {most}. Raise the limit, for example with: ulimit -n {plain}",
                needed=Number(needed), most=Number(most), plain=needed,
            )
        )  # fmt: skip
    return most - reserved_files()


def _raised_limit() -> int:
    """Return the number of open files that the system allows, after requesting :data:`MAX_OPEN_FILES`."""
    try:
        import resource
    except ImportError:  # Windows
        return FALLBACK_OPEN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MAX_OPEN_FILES
    most = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    if soft < most:
        with suppress(ValueError, OSError):  # some systems allow fewer files than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
    return soft
