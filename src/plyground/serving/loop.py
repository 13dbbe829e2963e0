"""Read commands from a stream, line by line, and pass them to a protocol's server."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import IO, Protocol

MAX_LINE_CHARS = 100_000
"""Most characters of a command. The rest of a longer line is dropped."""

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
    import threading

    lock = threading.Lock()

    def write(line: str) -> None:
        with lock:
            stream.write(line + "\n")
            stream.flush()

    return write


def serve(server: Server, lines: Iterable[str]) -> None:
    """Let ``server`` answer each line until one ends the conversation or no line is left."""
    try:
        for line in lines:
            if not server.handle(line[:MAX_LINE_CHARS].strip()):
                return
        server.wait()
    finally:
        server.finish()
