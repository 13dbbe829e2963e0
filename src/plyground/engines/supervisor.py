"""Run a program, and end it with all its child processes when the process that asked for it ends.

Run by its path: ``python supervisor.py CONTROL COMMAND...``. ``CONTROL`` is the number of an inherited pipe. It closes
when the asking process ends, also by a crash, so no program is left behind. The module imports nothing of plyground, so
that it starts in milliseconds.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

NOT_STARTED = 127
"""Exit status if the program cannot be started, as in a shell."""


PR_SET_CHILD_SUBREAPER = 36
"""Number of the option in ``linux/prctl.h``."""


def adopt_orphans() -> None:
    """Become the parent of every process below this one whose own parent ends (Linux; elsewhere do nothing)."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_children() -> None:
    """End all child processes, also those with sessions of their own, and the orphans that they leave."""
    while children := _children():
        for child in children:
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def _children() -> list[int]:
    """Return the numbers of the child processes of this process; none if the system does not tell them."""
    found = []
    with contextlib.suppress(OSError):
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(stat.read_bytes().rpartition(b")")[2].split()[1]) == os.getpid():
                    found.append(int(stat.parent.name))
    return found


def main() -> None:
    """Start the program and wait until it ends or the pipe closes. Exit with the program's exit status."""
    control, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(control, False)
    adopt_orphans()
    try:
        child = subprocess.Popen(command, start_new_session=True)
    except OSError as error:
        print(error.strerror, file=sys.stderr)
        sys.exit(NOT_STARTED)

    def end() -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)

    def watch() -> None:
        while os.read(control, 1):
            pass
        end()

    threading.Thread(target=watch, daemon=True).start()
    status = child.wait()
    end()  # end all processes that the program has left behind
    end_children()
    os._exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main()
