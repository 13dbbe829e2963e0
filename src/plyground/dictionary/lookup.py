"""Tables of keys and moves, small enough to play from without a search."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any, Protocol

from plyground.core.position import Move


class Table(Protocol):
    """A table that has one move for each key."""

    def __len__(self) -> int: ...

    def find(self, key: Any) -> Move | None:
        """Return the move of ``key``; None if there is no such entry."""


class SortedTable:
    """Sorted numbers, found by binary search in O(log n); 3 bytes an entry for a 3 × 3 board."""

    def __init__(self, entries: Mapping[int, Move]) -> None:
        self.keys = array("H", sorted(entries))
        self.moves = bytes(entries[key] for key in self.keys)

    def __len__(self) -> int:
        return len(self.keys)

    def find(self, key: int) -> Move | None:
        """Return the move of ``key``; None if there is no such entry."""
        place = bisect_left(self.keys, key)
        return self.moves[place] if place < len(self.keys) and self.keys[place] == key else None


class HashTable:
    """A hash table of texts with linear probing: slots of one width, half of them free. Look-up in O(1).

    It needs a third of the memory of a ``dict``, in which every key is an object.
    """

    def __init__(self, entries: Mapping[str, Move]) -> None:
        self.count = len(entries)
        self.width = max((len(key.encode()) for key in entries), default=1)
        self.slots = 2 * self.count + 1
        self.keys = bytearray(self.width * self.slots)
        self.moves = array("i", bytes(4 * self.slots))
        for key, move in entries.items():
            slot = self._slot(key)
            self.keys[self.width * slot : self.width * (slot + 1)] = self._padded(key)
            self.moves[slot] = move

    def __len__(self) -> int:
        return self.count

    def find(self, key: str) -> Move | None:
        """Return the move of ``key``; None if there is no such entry."""
        slot = self._slot(key)
        return self.moves[slot] if self._held(slot) == self._padded(key) else None

    def _slot(self, key: str) -> int:
        """Return the slot of ``key``, or the free slot for it."""
        wanted, free = self._padded(key), bytes(self.width)
        slot = hash(key) % self.slots
        while self._held(slot) not in (wanted, free):
            slot = (slot + 1) % self.slots
        return slot

    def _held(self, slot: int) -> bytearray:
        return self.keys[self.width * slot : self.width * (slot + 1)]

    def _padded(self, key: str) -> bytes:
        return key.encode().ljust(self.width, b"\0")
