"""Object code of a text of LLVM, made in this process, or in another one within a time limit."""

from __future__ import annotations

import os
import subprocess
import sys

from plyground.native.targets.target import MACHINE, target


def object_code(text: str, name: str = MACHINE, *, rows: bool = False, limit_s: float | None = None) -> bytes:
    """Return the object code of a text of LLVM for the target with this name.

    Nothing can interrupt LLVM in this process. So with ``limit_s``, another process makes the code. Raise
    :class:`TimeoutError` if it has not done so within so many seconds, or has ended without a result.
    """
    if limit_s is None:
        return target(name).object_code(text, rows=rows)
    command = [sys.executable, "-c", f"from {__name__} import serve; serve({name!r}, rows={rows})"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=limit_s, env=environment, check=True
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        raise TimeoutError from None
    except OSError:  # no process can be started here
        return object_code(text, name, rows=rows)
    return done.stdout


def serve(name: str, *, rows: bool) -> None:
    """Write the object code of the text on standard input to standard output."""
    sys.stdout.buffer.write(object_code(sys.stdin.buffer.read().decode(), name, rows=rows))
