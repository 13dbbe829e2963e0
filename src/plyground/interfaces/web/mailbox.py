"""A mailbox: the latest news of a job, in memory that two processes share.

Nothing is locked, so that no process that is ended can keep another waiting. A letter is verified as it is
read; one that is only half written is left for the next look.
"""

from __future__ import annotations

import pickle
import struct
import zlib
from typing import Any

SIZE = 4096
"""Bytes of a mailbox."""

_HEAD = struct.Struct("<II")  # the letter's length and checksum


class Mailbox:
    """One letter at a time: a new one takes the place of the one before."""

    def __init__(self, memory: memoryview) -> None:
        """``memory``: :data:`SIZE` bytes, the same for the one who puts and the one who takes."""
        self._memory = memory
        self._taken = (0, 0)

    def clear(self) -> None:
        """Nothing is in it any more."""
        self._memory[: _HEAD.size] = bytes(_HEAD.size)

    def put(self, news: Any) -> None:
        """Leave ``news``; what is too long for the box is dropped."""
        letter = pickle.dumps(news)
        if _HEAD.size + len(letter) <= SIZE:
            self._memory[_HEAD.size : _HEAD.size + len(letter)] = letter
            self._memory[: _HEAD.size] = _HEAD.pack(len(letter), zlib.crc32(letter))

    def take(self) -> Any:
        """What is new; ``None`` when nothing is, or nothing whole."""
        head = length, checksum = _HEAD.unpack(self._memory[: _HEAD.size])
        letter = bytes(self._memory[_HEAD.size : _HEAD.size + length])
        if head in (self._taken, (0, 0)) or zlib.crc32(letter) != checksum:
            return None
        self._taken = head
        return pickle.loads(letter)
