"""Read commands from a stream, line by line, and pass them to a protocol's server."""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Protocol

MAX_LINE_CHARS = 100_000
"""Most characters of a command. The rest of a longer line is dropped."""

TOGETHER_S = 0.1
"""Seconds within which two lines count as sent together."""

Write = Callable[[str], object]
"""Function that writes one line at once."""


class Server(Protocol):
    """A protocol server: it gets command lines and writes answers."""

    def handle(self, line: str) -> bool:
        """Answer one command. Return False if it ends the conversation. No input raises an exception."""

    def finish(self) -> None:
        """Stop every search, because the client has left."""

    def wait(self) -> None:
        """Wait until the running search has given its move. No further command will come."""


def writer(stream: IO[str]) -> Write:
    """Return a thread-safe function that writes a line to ``stream`` and flushes it."""
    lock = threading.Lock()

    def write(line: str) -> None:
        with lock:
            stream.write(line + "\n")
            stream.flush()

    return write


def obeying_quit(lines: Iterable[str], stop: Callable[[], object]) -> Iterator[str]:
    """Yield each line, and call ``stop`` as soon as ``quit`` is read while an earlier command is at work.

    For protocols that answer their commands one after another. A ``quit`` that comes together with the command before
    it, as from a file, waits for its turn.
    """
    read: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read_ahead() -> None:
        before = -math.inf
        for line in lines:
            now = time.monotonic()
            read.put(line)
            if line.split()[-1:] == ["quit"] and now - before > TOGETHER_S:
                stop()
            before = now
        read.put(None)

    threading.Thread(target=read_ahead, daemon=True).start()
    while (line := read.get()) is not None:
        yield line


def serve(server: Server, lines: Iterable[str]) -> None:
    """Let ``server`` answer each line until one ends the conversation or no line is left."""
    try:
        for line in lines:
            if not server.handle(line[:MAX_LINE_CHARS].strip()):
                return
        server.wait()
    finally:
        server.finish()
