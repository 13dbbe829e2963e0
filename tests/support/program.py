"""Running the real program: as a script does, and as a person at a terminal does."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from forked_program import Program

ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "CI")},
    "LANGUAGE": "en",
    "PYTHONUTF8": "1",
    "COLUMNS": "80",
    "TERM": "xterm-256color",
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
}
CAN_FORK = hasattr(os, "fork")
PATIENCE = 300.0
"""Seconds until a silent program counts as stuck: a thousand proofs on a busy machine take over one minute."""


def run(*arguments: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``plyground`` with this standard input, to its end; started anew where its environment is another."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    if CAN_FORK and not environment:
        code, output, errors = warm().run(arguments, given, ENVIRONMENT)
    else:
        done = subprocess.run(
            [sys.executable, "-m", "plyground", *arguments],
            input=given,
            capture_output=True,
            timeout=PATIENCE,
            env=ENVIRONMENT | environment,
            check=False,
        )
        code, output, errors = done.returncode, done.stdout, done.stderr
    return subprocess.CompletedProcess(
        arguments, code, output.decode(errors="replace"), errors.decode(errors="replace")
    )


@cache
def warm() -> Program:
    return Program(ENVIRONMENT)


def answer(*arguments: str, **environment: str) -> Any:
    """Run a command and return its answer in JSON. It says nothing else."""
    done = run(*arguments, "--json", **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    return json.loads(done.stdout)


def check_examples(path: Path, **files: str) -> int:
    """Run every ``console`` example of a Markdown file, each in a shell in an empty folder; compare what it prints.

    ``files`` are put into the folder before: the texts of Python modules by name.

    ``...`` stands for any text. Returns how many commands were run.
    """
    commands = 0
    for block in re.findall(r"^```console\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _newline, expected = example.partition("\n")
            with tempfile.TemporaryDirectory() as folder:
                for name, text in files.items():
                    Path(folder, f"{name}.py").write_text(text, encoding="utf-8")
                done = subprocess.run(
                    ["sh", "-c", command],
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    timeout=PATIENCE,
                    env=ENVIRONMENT | {"PATH": path_of_the_program()},
                    cwd=folder,
                    check=False,
                )
            pattern = re.escape(expected.rstrip("\n")).replace(re.escape("..."), r"[\s\S]*?") + r"\n*"
            shown = done.stdout + done.stderr
            assert re.fullmatch(pattern, shown), f"{command}\n{shown}"
            commands += 1
    return commands


def path_of_the_program() -> str:
    """Return the PATH of a shell that finds ``plyground``, first the one without its start."""
    return f"{warm().folder.name}{os.pathsep}{ENVIRONMENT['PATH']}" if CAN_FORK else ENVIRONMENT["PATH"]


def agrees(value: Any, kind: Any) -> None:
    """Assert that a value of JSON has this type, and each record in it the keys of its TypedDict."""
    origin, arguments = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        fields = get_type_hints(kind)
        assert kind.__required_keys__ <= set(value) <= set(fields), kind.__name__
        for key in value:
            agrees(value[key], fields[key])
    elif origin in (Union, UnionType):
        fitting = [part for part in arguments if type(value) in _python_types(part)]
        assert fitting, (value, kind)
        agrees(value, fitting[0])
    elif origin is list:
        assert type(value) in _python_types(kind)
        for part in value:
            agrees(part, arguments[0])
    elif origin is dict:
        for key, part in value.items():
            agrees(key, arguments[0])
            agrees(part, arguments[1])
    else:
        assert type(value) in _python_types(kind), (value, kind)


def _python_types(kind: Any) -> tuple[Any, ...]:
    """Return the types that values of JSON have for a type, without their parts."""
    if kind is float:
        return int, float
    return (dict,) if is_typeddict(kind) else (get_origin(kind) or kind,)


class Terminal:
    """The program on a terminal of 80 × 24 characters, with somebody who types."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        import pty  # not on every system

        self.heard = ""
        self.process, self.master = pty.fork()
        if self.process == 0:
            command = [sys.executable, "-m", "plyground", *arguments]
            os.execvpe(command[0], command, ENVIRONMENT | environment)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        os.close(self.master)

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self.master, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C; again after a while, for one that comes just before Python listens is lost on it."""
        end = time.monotonic() + PATIENCE
        while "Goodbye." not in self.heard:
            if time.monotonic() > end:
                raise AssertionError(f"Ctrl-C was not heard: {self.heard!r}")
            self.type("\x03")
            until = time.monotonic() + 2.0
            while "Goodbye." not in self.heard and self._listen(until, stuck=False):
                pass

    def wait_for(self, text: str) -> str:
        """Return everything shown from now on until ``text`` appears, with it; later calls go on behind it."""
        until = time.monotonic() + PATIENCE
        while text not in self.heard:
            if not self._listen(until):
                raise AssertionError(f"{text!r} did not appear in {self.heard!r}")
        before, _text, self.heard = self.heard.partition(text)
        return before + text

    def leave(self) -> tuple[int, str]:
        """Wait for the program's end. Return its exit code and what it showed last."""
        until = time.monotonic() + PATIENCE
        while self._listen(until):
            pass
        _process, status = os.waitpid(self.process, 0)
        return os.waitstatus_to_exitcode(status), self.heard

    def _listen(self, until: float, *, stuck: bool = True) -> bool:
        """Hear more; false when there is no more. Silence until then means stuck, unless it does not."""
        ready, _write, _other = select.select([self.master], [], [], max(0.0, until - time.monotonic()))
        if not ready and not stuck:
            return False
        if not ready:
            raise AssertionError(f"the program is stuck after {self.heard!r}")
        try:
            piece = os.read(self.master, 65536)
        except OSError:  # the other end is closed
            return False
        self.heard += piece.decode(errors="replace")
        return bool(piece)


def watched(*command: str, **environment: str) -> tuple[str, str]:
    """Run a command whose standard error is a terminal. Return its output, and the text on the terminal."""
    terminal, end = os.openpty()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=end, env=ENVIRONMENT | environment)
        os.close(end)
        pieces: list[bytes] = []
        with suppress(OSError):  # Linux ends with an error, other systems with an empty piece
            while piece := os.read(terminal, 65536):
                pieces.append(piece)
        os.close(terminal)
        code = process.wait(PATIENCE)
        output.seek(0)
        written, shown = output.read().decode(), b"".join(pieces).decode().replace("\r\n", "\n")
    assert code == 0, shown
    return written, shown


def exact_value(board: str) -> int:
    """Return the value of a tic-tac-toe board for its side to move, without using the package."""
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    if any(board[a] == board[b] == board[c] != "." for a, b, c in rows):
        return -1  # the one who moved last has won
    mark = "x" if board.count("x") == board.count("o") else "o"
    free = [cell for cell, letter in enumerate(board) if letter == "."]
    return max((-exact_value(board[:cell] + mark + board[cell + 1 :]) for cell in free), default=0)
