"""A slot for the latest progress report of a job, in memory shared by two processes.

Nothing is locked, so a killed process never makes another process wait. A report is verified when it is read; a
half-written report is read at the next check.
"""

from __future__ import annotations

import pickle
import struct
import zlib
from typing import Any

SLOT_BYTES = 4096

_HEAD = struct.Struct("<II")  # length and checksum of the report


class ProgressSlot:
    """A slot for one report. A new report replaces the old one."""

    def __init__(self, memory: memoryview) -> None:
        """Use :data:`SLOT_BYTES` bytes of memory, the same for the writer and the reader."""
        self._memory = memory
        self._taken = (0, 0)

    def clear(self) -> None:
        """Remove the report."""
        self._memory[: _HEAD.size] = bytes(_HEAD.size)

    def put(self, news: Any) -> None:
        """Write a report. A report that is too long for the slot is dropped."""
        letter = pickle.dumps(news)
        if _HEAD.size + len(letter) <= SLOT_BYTES:
            self._memory[_HEAD.size : _HEAD.size + len(letter)] = letter
            self._memory[: _HEAD.size] = _HEAD.pack(len(letter), zlib.crc32(letter))

    def take(self) -> Any:
        """Return the report; None if there is no new, complete report."""
        head = length, checksum = _HEAD.unpack(self._memory[: _HEAD.size])
        letter = bytes(self._memory[_HEAD.size : _HEAD.size + length])
        if head in (self._taken, (0, 0)) or zlib.crc32(letter) != checksum:
            return None
        self._taken = head
        return pickle.loads(letter)
