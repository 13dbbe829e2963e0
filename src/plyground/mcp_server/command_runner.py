"""Run a ``plyground`` command with ``--json`` in a process of its own, within limits of time and memory."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from plyground.errors import SearchError
from plyground.i18n import Sentence, _, _n

TIMEOUT_S = 30.0
"""Seconds for one command, the start of its process included."""
MEGABYTES = 4096
"""Address space of one command."""
OPTION_NAME = re.compile(r"(?<![\w“-])--([a-z][a-z-]*)")
"""An option of the command line in a sentence, but not in a quoted text."""
MAX_OUTPUT_BYTES = 4_000_000
MAX_AT_ONCE = 2
"""Commands that run at the same time; others wait."""


class CommandRunner:
    """Runs commands of plyground, a few at a time."""

    def __init__(self, timeout_s: float = TIMEOUT_S, memory_mb: int = MEGABYTES) -> None:
        """Limit each command to ``timeout_s`` seconds and ``memory_mb`` megabytes of memory."""
        self.timeout_s = timeout_s
        self.memory_mb = memory_mb
        self._places = asyncio.Semaphore(MAX_AT_ONCE)

    async def json(self, *words: str) -> Any:
        """Return the JSON that a command prints."""
        return json.loads(await self.text(*words, "--json"))

    async def text(self, *words: str) -> str:
        """Return the text that a command prints.

        Raise :class:`SearchError` with the command's own sentence if it fails, or with another if it exceeds a limit.
        """
        async with self._places:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "plyground", *words,
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
                limit=MAX_OUTPUT_BYTES, start_new_session=True,
            )  # fmt: skip
            try:
                _limit_memory(process.pid, self.memory_mb)
                async with asyncio.timeout(self.timeout_s):
                    output, errors = await _outputs(process)
            except TimeoutError:
                raise SearchError(
                    _n("There is no answer within {count} second: ask for less.", "There is no answer within {count} seconds: ask for less.", round(self.timeout_s))
                ) from None  # fmt: skip
            finally:
                _kill(process.pid)
                await process.wait()
        if process.returncode not in (0, 1) or not output:  # 1: the command has checked something and found a fault
            raise SearchError(_reason(errors))
        return output.decode()


async def _outputs(process: asyncio.subprocess.Process) -> tuple[bytes, bytes]:
    """Return (standard output, error output) of the process, after it has ended."""
    assert process.stdout and process.stderr
    output, errors = await asyncio.gather(_whole(process.stdout), _whole(process.stderr))
    await process.wait()
    return output, errors


async def _whole(stream: asyncio.StreamReader) -> bytes:
    """Return a whole stream. Raise :class:`SearchError` if it is too large."""
    pieces, size = [], 0
    while piece := await stream.read(1 << 16):
        size += len(piece)
        if size > MAX_OUTPUT_BYTES:
            raise SearchError(_("The answer is too large: ask for less."))
        pieces.append(piece)
    return b"".join(pieces)


def _reason(errors: bytes) -> Sentence:
    """Return the sentence of a command that failed: the last line of its error output.

    It names an option as the tools name their arguments: ``depth`` for ``--depth``.
    """
    lines = [line for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
    if not lines or lines[-1].startswith("MemoryError"):
        return _("The question needs more memory than there is for an answer: ask for less.")
    said = OPTION_NAME.sub(lambda option: option[1].replace("-", "_"), lines[-1].strip())
    return Sentence(said.replace("{", "{{").replace("}", "}}"), {})


def _limit_memory(pid: int, memory_mb: int) -> None:
    """Limit the address space of a process, where the system can do it."""
    try:
        import resource

        resource.prlimit(pid, resource.RLIMIT_AS, (memory_mb << 20, memory_mb << 20))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
    except (ImportError, AttributeError, OSError, ValueError):  # macOS and Windows cannot limit it
        pass


def _kill(pid: int) -> None:
    """End a process and its child processes."""
    with suppress(OSError, AttributeError):
        os.killpg(pid, signal.SIGKILL)


def option(name: str, value: object) -> list[str]:
    """Return an option as one word ``--name=value``, so that the value is never read as an option; an empty list for
    None.
    """
    return [] if value is None else [f"--{name}={value}"]


def flatten(*parts: Sequence[str]) -> list[str]:
    """Return the words of all parts as one list."""
    return [word for part in parts for word in part]
