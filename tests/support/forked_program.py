"""The program without its start: one process imports it all, and forks for each command that it is asked for.

A command so runs in a process of its own, with the folder, the environment and the streams of whoever asks, and
ends as any process does; only the half second until ``plyground`` stands is spared. How it starts, the tests of
:mod:`program` show that start it themselves.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn

STREAMS = (0, 1, 2)
PATIENCE = 300
"""Seconds until a command counts as stuck, and is ended."""
SHIM = """#!{python} -IS
import sys
sys.path.append({folder!r})
from forked_program import order, outcome
sys.exit(outcome(order({door!r}, sys.argv[1:], modules=sys.argv[0].rpartition("/")[0])) % 256)
"""


class Program:
    """The process that has imported the program; it ends with the process that made it."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.door = str(Path(self.folder.name, "door"))
        self.process = subprocess.Popen(
            [sys.executable, __file__, self.door],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment | {"OPENBLAS_NUM_THREADS": "1"},  # threads are not forked
        )
        assert self.process.stdout is not None
        self.process.stdout.readline()
        shim = Path(self.folder.name, "plyground")
        shim.write_text(SHIM.format(python=sys.executable, folder=str(Path(__file__).parent), door=self.door))
        shim.chmod(0o755)

    def run(self, arguments: Sequence[str], stdin: bytes, environment: dict[str, str]) -> tuple[int, bytes, bytes]:
        """Run ``plyground`` with these arguments. Return its exit code, output and error output."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as complaints:
            given.write(stdin)
            given.seek(0)
            output, end = os.pipe()
            asker = order(self.door, arguments, (given.fileno(), end, complaints.fileno()), environment)
            os.close(end)
            with os.fdopen(output, "rb") as file:
                written = file.read()
            code = outcome(asker)
            complaints.seek(0)
            return code, written, complaints.read()


def order(
    door: str,
    arguments: Sequence[str],
    streams: Sequence[int] = STREAMS,
    environment: dict[str, str] | None = None,
    modules: str = "",
) -> socket.socket:
    """Have a command run at this address; ``modules`` is the folder of the script, where Python looks for modules first.

    Of ``python -m plyground`` it is the present one.
    """
    folder = str(Path.cwd())
    wanted = {
        "arguments": arguments, "folder": folder, "modules": modules or folder, "environment": environment or dict(os.environ),
    }  # fmt: skip
    asker = socket.socket(socket.AF_UNIX)
    asker.connect(door)
    socket.send_fds(asker, [b"!"], streams)
    asker.sendall(json.dumps(wanted).encode() + b"\n")
    return asker


def outcome(asker: socket.socket) -> int:
    """Return the exit code of the ordered command; the negative number of the signal that ended it."""
    with asker, asker.makefile() as file:
        return int(file.readline())


def serve(door: str) -> None:
    """Fork for whoever asks at this address, as long as standard input is open."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(door)
        listener.listen()
        print("ready", flush=True)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who answer
        while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
            asker, _address = listener.accept()
            if os.fork() == 0:
                listener.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                answer(asker)
            asker.close()


def answer(asker: socket.socket) -> None:
    """Run the command that is asked for in a process, and tell how that ended."""
    _mark, streams, _flags, _address = socket.recv_fds(asker, 1, len(STREAMS))
    wanted = json.loads(asker.makefile().readline())
    process = os.fork()
    if process == 0:
        asker.close()
        become(streams, **wanted)
        run()
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    asker.sendall(b"%d\n" % code)
    os._exit(0)


def run() -> NoReturn:
    """Run the command of this process, and end as the interpreter does: threads, then what is registered for the end.

    It does not take apart all that is imported. That would touch each page of memory that the forks share, which is
    twice the work of a usual command.
    """
    from plyground.__main__ import main

    try:
        main()
    except SystemExit as error:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(error.code or 0))
    raise AssertionError("the program leaves with a code")


def become(streams: list[int], arguments: list[str], folder: str, modules: str, environment: dict[str, str]) -> None:
    """Take over what a process has from whoever starts it."""
    for number, stream in zip(STREAMS, streams, strict=True):
        os.dup2(stream, number)
        os.close(stream)
    signal.alarm(PATIENCE)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
    sys.path[0] = modules
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  # kept open
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", closefd=False)  # noqa: SIM115


def load() -> None:
    """Import what any command needs, also what comes only when it is called."""
    from plyground.cli.app import SUMMARIES, app, module_of

    for name in SUMMARIES:
        import_module(module_of(name))
    with suppress(ImportError):  # without llvmlite
        import_module("plyground.native.compiler")
    with redirect_stdout(io.StringIO()):
        for command in ("games", "search tictactoe --depth 1"):
            app(command.split(), standalone_mode=False)
    gc.collect()
    gc.freeze()  # the forks share it


if __name__ == "__main__":
    load()
    serve(sys.argv[1])
