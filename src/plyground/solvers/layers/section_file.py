"""Files of named sections, written whole or not at all, with a checksum for each piece.

A file is, in this order:

- the line ``plyground layer 2``;
- a line of JSON, the head, filled up with blanks so that the sections begin at a multiple of 64 bytes. ``sections`` has
  for each section its offset and its bytes; the other entries tell the contents;
- the sections;
- the CRC-32 of each :data:`PIECE` of the sections, little-endian words of 32 bits;
- the end: the bytes of all sections (64 bits), the CRC-32 of the head and of those words (32 bits), ``END.``

The same contents give the same bytes. A file gets its room on the disk first, then its contents, under another name. It
is flushed to the disk and renamed: a file with its final name is complete.
"""

from __future__ import annotations

import json
import mmap
import os
import secrets
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from plyground.errors import FileError
from plyground.i18n import _

MAGIC = b"plyground layer 2\n"
PIECE = 1 << 16
ALIGNMENT = 64
END = struct.Struct("<QI4s")
SIGN = b"END."
MAX_HEAD_BYTES = 1 << 20

Words: TypeAlias = "memoryview[int]"
"""Signed numbers of 64 bits, or signed bytes."""


def words(count: int) -> int:
    """Return the size in bytes of a section of ``count`` words.

    No section is empty: compiled code takes its address.
    """
    return max(8 * count, 8)


@contextmanager
def new_file(path: Path, head: Mapping[str, Any], sizes: Mapping[str, int]) -> Iterator[dict[str, memoryview]]:
    """Write a file: the body of the context fills its sections; ``sizes`` has the bytes of each. If the body raises,
    nothing is written.

    Raise :class:`FileError` if the file cannot be written, for example because the disk is full.
    """
    places: dict[str, tuple[int, int]] = {}
    length = 0
    for name, size in sizes.items():
        places[name] = length, size
        length += size + -size % ALIGNMENT
    lines = MAGIC + json.dumps({**head, "sections": places}).encode()
    lines += b" " * (-(len(lines) + 1) % ALIGNMENT) + b"\n"
    pieces = -(-length // PIECE)
    whole = len(lines) + length + 4 * pieces + END.size
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        try:
            with unfinished.open("x+b") as file:
                reserve(file.fileno(), whole)
                memory = mmap.mmap(file.fileno(), whole)
                contents = memoryview(memory)
                contents[: len(lines)] = lines
                body = contents[len(lines) : len(lines) + length]
                yield {name: body[offset : offset + size] for name, (offset, size) in places.items()}
                sums = b"".join(struct.pack("<I", zlib.crc32(body[at : at + PIECE])) for at in range(0, length, PIECE))
                contents[len(lines) + length :] = sums + END.pack(length, zlib.crc32(lines + sums), SIGN)
                memory.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(path, error) from None


def reserve(descriptor: int, size: int) -> None:
    """Give a file its room on the disk, so that writing into its memory cannot fail later."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(descriptor, 0, size)
        return
    left = size
    while left:
        left -= os.write(descriptor, bytes(min(left, PIECE)))


def unwritable(path: Path, error: OSError) -> FileError:
    """Return the error for a file that cannot be written."""
    return FileError(path, _("it cannot be written ({reason}). Finished layers are kept: mend this and give the same command again.", reason=error.strerror))  # fmt: skip


class SectionFile:
    """A file opened for reading: its ``head``, and its sections as memory mapped from the file."""

    def __init__(self, path: Path) -> None:
        """Open a file. Raise :class:`FileError` if it is missing, damaged or cut short; its pieces are checked
        later.
        """
        self.path = path
        try:
            memory = _mapped(path)
        except (OSError, ValueError) as error:  # ValueError: the file is empty
            reason = getattr(error, "strerror", None) or _("it is empty")
            raise FileError(path, _("it cannot be read ({reason}).", reason=reason)) from None
        contents = memoryview(memory)
        if contents[: len(MAGIC)] != MAGIC:
            raise FileError(path, _("this is not a layer of a solution, version 2."))
        start = memory.find(b"\n", len(MAGIC), MAX_HEAD_BYTES) + 1
        damaged = FileError(path, _("it is damaged or cut short."))
        if not start or len(contents) < start + END.size:
            raise damaged
        length, checksum, sign = END.unpack(contents[-END.size :])
        self._sums = contents[start + length : -END.size]
        if sign != SIGN or len(self._sums) != 4 * -(-length // PIECE):
            raise damaged
        if zlib.crc32(bytes(contents[:start]) + self._sums) != checksum:
            raise damaged
        self.head: dict[str, Any] = json.loads(bytes(contents[len(MAGIC) : start]))
        self._body = contents[start : start + length]
        self._places: dict[str, tuple[int, int]] = self.head["sections"]
        self._checked: set[int] = set()

    def bytes(self, name: str) -> Words:
        """Return a section as signed bytes."""
        offset, size = self._places[name]
        return self._body[offset : offset + size].cast("b")

    def words(self, name: str) -> Words:
        """Return a section as signed words of 64 bits."""
        return self.bytes(name).cast("B").cast("q")

    def check(self, name: str | None = None, first: int = 0, last: int | None = None) -> None:
        """Check the pieces with the bytes from ``first`` to ``last`` − 1 of a section; of the whole file by default.

        Raise :class:`FileError` for a damaged piece.
        """
        offset, size = (0, len(self._body)) if name is None else self._places[name]
        end = offset + (size if last is None else last)
        for number in range((offset + first) // PIECE, -(-end // PIECE)):
            if number not in self._checked:
                (expected,) = struct.unpack_from("<I", self._sums, 4 * number)
                if zlib.crc32(self._body[number * PIECE : (number + 1) * PIECE]) != expected:
                    raise FileError(self.path, _("its block {number} is damaged.", number=number))
                self._checked.add(number)


def _mapped(path: Path) -> mmap.mmap:
    """Return the memory of a file. It is mapped as if writable, because compiled code takes the address only of such
    memory.
    """
    try:
        with path.open("r+b") as file:
            return mmap.mmap(file.fileno(), 0)
    except PermissionError:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
