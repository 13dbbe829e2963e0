"""Limits of a process that runs user code.

Resource limits bound its memory and its files. The fence, an audit hook of Python (PEP 578), explains to other people's
code what it may not do. It stops errors and simple attacks; code written to break out of Python may pass it. What holds
then is the wall (:mod:`plyground.isolation.wall`).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import BuiltinFunctionType, ModuleType
from typing import Any, NamedTuple

MEGABYTE = 1 << 20
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
REFUSED_EVENTS = (
    "os.system", "os.fork", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "os.kill", "os.killpg", "os.putenv",
    "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown",
    "os.chflags", "os.setxattr", "os.utime", "os.mkfifo", "subprocess.Popen", "pty.spawn", "socket.", "ctypes.",
    "shutil.", "signal.pthread_kill", "resource.prlimit", "resource.setrlimit", "syslog.", "webbrowser.", "sqlite3.connect",
    "sys.addaudithook", "fcntl.", "cpython.PyInterpreterState_New",
)  # fmt: skip
"""Prefixes of the audit events that are forbidden in a restricted process (docs.python.org/library/audit_events)."""
UNAUDITED_CALLS = {
    "posix": ("pidfd_open", "sched_setaffinity", "sched_setparam", "sched_setscheduler", "setpriority", "setpgid"),
    "_signal": ("pidfd_send_signal",),
    "_posixsubprocess": ("fork_exec",),
}
"""Functions by module that act on other processes, or start one, without an audit event. A fenced process replaces each
by a function that refuses.
"""
MAX_OPEN_FILES = 64
"""Most files that a fenced process may have open at once."""
MAX_THREADS = 64
"""Most threads of a fenced process."""


class Limits(NamedTuple):
    """Memory and permissions of a process."""

    memory_mb: int = 4096  # megabytes of memory, enforced if the system can do it
    fenced: bool = False  # True for code of others: no writing, processes or connections; reads Python's files only
    readable: tuple[str, ...] = ()  # further folders and files that a fenced process may read
    listable: tuple[str, ...] = ()  # folders whose names a fenced process may list, without reading their files
    libraries: tuple[str, ...] = ()  # modules to import before the fence, which would stop their import
    compiles: bool = False  # True: the wall alone, without the fence, which no compiler gets past
    file_bytes: int = 0  # most bytes of a file that a fenced process has opened before its code runs


def restrict(limits: Limits) -> None:
    """Silence output, ignore Ctrl-C and apply the limits to this process, permanently."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.stdin, sys.stdout, sys.stderr = (Path(os.devnull).open(mode) for mode in ("r", "w", "w"))  # noqa: SIM115
    limit_resources(limits)
    if limits.fenced:
        import_libraries(limits)
        raise_fence((sys.prefix, sys.base_prefix, *filter(None, sys.path), *limits.readable))


def import_libraries(limits: Limits) -> None:
    """Import the libraries that the code of this process may need, as far as they are installed."""
    for name in limits.libraries:
        with suppress(ImportError):
            import_module(name)


def limit_resources(limits: Limits) -> None:
    """Ignore Ctrl-C, which the parent process handles, and limit memory and files of this process, permanently."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        import resource
    except ImportError:  # Windows
        return
    caps = {resource.RLIMIT_AS: limits.memory_mb * MEGABYTE, resource.RLIMIT_CORE: 0}
    if limits.fenced:
        caps |= {resource.RLIMIT_FSIZE: limits.file_bytes, resource.RLIMIT_NOFILE: MAX_OPEN_FILES}
    for kind, most in caps.items():
        _soft, hard = resource.getrlimit(kind)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError, OSError):  # some systems do not support every limit
            resource.setrlimit(kind, (bound, bound))


def raise_fence(readable: tuple[str, ...]) -> None:
    """Refuse forbidden actions with an explanation. These files and folders may be read."""
    _refuse_unaudited_calls()
    sys.addaudithook(_fence(readable))


def _refuse_unaudited_calls() -> None:
    """Replace the functions of :data:`UNAUDITED_CALLS` in every module that has them, also under another name."""
    refusals: dict[object, Callable[..., None]] = {}
    for module_name, names in UNAUDITED_CALLS.items():
        with suppress(ImportError):  # Windows
            functions = vars(import_module(module_name))
            refusals |= {functions[name]: _refusal(name) for name in names if name in functions}
    for module in list(sys.modules.values()):
        for name, thing in list(vars(module).items()) if isinstance(module, ModuleType) else ():
            if isinstance(thing, BuiltinFunctionType) and thing in refusals:
                setattr(module, name, refusals[thing])


def _refusal(name: str) -> Callable[..., None]:
    """Return a function that refuses to do what the function of this name does."""

    def refuse(*_arguments: object, **_named: object) -> None:
        raise PermissionError(f"the code may not do this: {name}")

    return refuse


def _fence(readable: tuple[str, ...]) -> Callable[[str, tuple[Any, ...]], None]:
    """Return the audit hook that raises :class:`PermissionError` for actions that are forbidden in a fenced process."""
    roots = tuple({os.path.realpath(place) for place in readable})
    within = tuple(root.rstrip(os.sep) + os.sep for root in roots)
    realpath, fsdecode = os.path.realpath, os.fsdecode

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _mode, flags = arguments
            if isinstance(path, int) or path is None:
                return
            place = realpath(fsdecode(path))
            if isinstance(flags, int) and flags & WRITING and place != os.devnull:
                raise PermissionError(f"the code may not write files: {fsdecode(path)}")
            if place not in roots and not place.startswith(within):
                raise PermissionError(f"the code may read only its own folder: {fsdecode(path)}")
        elif event.startswith(REFUSED_EVENTS) or (event == "import" and arguments[0] in UNAUDITED_CALLS):
            raise PermissionError(f"the code may not do this: {event}")

    return hook
