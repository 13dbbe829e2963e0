"""A process for other people's code, on systems with ``fork``: started clean, guarded, and put behind the wall.

It begins with nothing of the program that starts it: no environment, no command line, no open files, no working folder.
So code that looks into its own memory finds no password there. A guard, which runs no such code, waits for it.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.held_interrupts import interrupts_held
from plyground.i18n import use
from plyground.isolation.limits import MAX_THREADS, Limits, import_libraries, limit_resources, raise_fence
from plyground.isolation.wall import end_with_parent, raise_wall

PACKAGE = Path(__file__).resolve().parent.parent
START = """\
import sys
sys.path.insert(0, sys.argv[1])
from plyground.isolation.walled_process import main
del sys.path[0]
main(int(sys.argv[2]), int(sys.argv[3]))
"""
ENVIRONMENT = {
    "HOME": "/", "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
}  # fmt: skip
"""The whole environment: numerical libraries start no threads."""
ROOT = "/"
"""The working folder, which the process may not list."""
LOOK_S, FREQUENT_LOOK_S = 0.5, 0.05
"""Seconds between two looks of the guard, where the system tells it that the process has ended, and elsewhere."""
LIBRARY_FOLDERS = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/etc/ld.so.cache", "/usr/share/zoneinfo",
    "/etc/localtime", "/proc/cpuinfo", "/sys/devices/system/cpu",
)  # fmt: skip
"""Files of the system that libraries read."""
DEVICES = ("/dev/null", "/dev/urandom", "/dev/random")
INSTALLED = ("site-packages", "dist-packages")
"""Names of the folders that hold installed packages."""


class Start(NamedTuple):
    """All that a new process is told."""

    limits: Limits
    language: str
    prepare: Callable[[], object] | None  # trusted code to run before the wall
    target: Callable[..., None]
    arguments: tuple[Any, ...]


class WalledProcess:
    """A running process, with the interface of :class:`multiprocessing.Process` that is needed here."""

    def __init__(self, start: Start, here: Connection, connection: Connection) -> None:
        """Start the process; ``connection`` is its end of a pipe, and ``here`` is ours."""
        lifeline, self._lifeline = Pipe(duplex=False)
        command = [sys.executable, "-I", "-X", "utf8", "-c", START, str(PACKAGE.parent)]
        with interrupts_held():
            self._process = subprocess.Popen(
                [*command, str(connection.fileno()), str(lifeline.fileno())],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT, cwd=ROOT,
                pass_fds=(connection.fileno(), lifeline.fileno()), start_new_session=True,
            )  # fmt: skip
        lifeline.close()
        self.pid = self._process.pid
        with suppress(OSError):  # it has ended already, as the first question will show
            here.send(tuple(map(os.path.abspath, sys.path)))
            here.send(start)

    @property
    def exitcode(self) -> int | None:
        """The exit code, minus the number of a signal, or None while the process runs."""
        return self._process.poll()

    def kill(self) -> None:
        """End the process and its guard."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def join(self) -> None:
        """Wait until the process has ended."""
        self._process.wait()
        self._lifeline.close()


# In the process


def main(connection_number: int, lifeline: int) -> None:
    """Begin in a new process: run the target that the program tells it, behind the wall."""
    connection = Connection(connection_number)
    own_paths = list(sys.path)
    sys.path += [path for path in connection.recv() if path not in own_paths]  # until the code of others runs
    start: Start = connection.recv()
    use(start.language)
    guard = os.getpid()
    if child := os.fork():
        connection.close()
        _guard(child, lifeline)
    os.close(lifeline)
    end_with_parent()
    if os.getppid() != guard:  # it ended before the system was told
        os._exit(1)
    if start.prepare is not None:
        start.prepare()
    sys.path[:] = own_paths if str(PACKAGE.parent) in own_paths else [*own_paths, str(PACKAGE.parent)]
    places = (*readable_places(), *start.limits.readable)
    limit_resources(start.limits)  # before the wall, behind which no limit can be changed
    raise_wall(places, start.limits.listable)
    import_libraries(start.limits)
    if not start.limits.compiles:
        raise_fence(places)
    with suppress(BrokenPipeError, EOFError, ConnectionResetError):  # the other end is closed
        start.target(connection, *start.arguments)


def readable_places() -> tuple[str, ...]:
    """Return the files and folders that code behind the wall may read: Python, plyground, and installed packages."""
    standard = sysconfig.get_paths()
    folders = [path for path in sys.path if Path(path).name in INSTALLED]
    library = Path(sys.base_prefix, "lib")
    return (standard["stdlib"], standard["platstdlib"], *_zipped(), *folders, str(library), str(PACKAGE), *LIBRARY_FOLDERS, *DEVICES)  # fmt: skip


def _zipped() -> list[str]:
    return [path for path in sys.path if path.endswith(".zip")]


def _guard(child: int, lifeline: int) -> None:
    """Wait for the child, and end as it does. End it if it has too many threads, or with the program that started it.

    The parent of other people's code is this process, which nothing depends on.
    """
    signal.signal(signal.SIGUSR2, signal.SIG_IGN)  # it asks the child for its running line
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    pause = FREQUENT_LOOK_S
    if hasattr(os, "pidfd_open"):
        with suppress(OSError):
            poll.register(os.pidfd_open(child), select.POLLIN)
            pause = LOOK_S
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        told = [number for number, _event in poll.poll(1000 * pause)]
        if lifeline in told or _threads(child) > MAX_THREADS:
            os.kill(child, signal.SIGKILL)
            ended = os.waitpid(child, 0)
            break
    code = os.waitstatus_to_exitcode(ended[1])
    if code < 0:
        with suppress(OSError):  # SIGKILL and SIGSTOP have no handler
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _threads(process: int) -> int:
    """Return the number of threads of a process; 0 where the system does not tell it."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{process}/status").read_text().partition("\nThreads:")[2].split()[0])
    return 0
