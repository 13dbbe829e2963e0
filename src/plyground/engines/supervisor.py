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

NOT_STARTED = 127
"""Exit status if the program cannot be started, as in a shell."""


def main() -> None:
    """Start the program and wait until it ends or the pipe closes. Exit with the program's exit status."""
    control, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(control, False)
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
    end()  # what the program has started and left behind
    os._exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main()
