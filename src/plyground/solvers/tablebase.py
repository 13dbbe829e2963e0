"""Tables of solved games as files: a byte a position, in compressed blocks that are read one by one.

A file is, in this order:

- the line ``plyground table 1``;
- a line of JSON, the head: ``game`` (its spec text), ``rules`` (:func:`rules_digest`), ``entries`` (the
  period of the numbers of positions), ``block`` (entries of a block; the last may have fewer), ``level`` and
  ``finished`` (how far the game is solved), ``plyground`` (the version that wrote it);
- the blocks, each a zlib stream (RFC 1950) of the codes of :mod:`plyground.solvers.retrograde`, signed bytes,
  in the order of the numbers;
- the index: for each block its length and the CRC-32 of its stream, two little-endian words of 32 bits;
- the end: the place of the index (64 bits), the CRC-32 of the lines and the index (32 bits), ``END.``

The same table gives the same bytes. A file is written under another name, flushed to the disk and renamed: a file
with its final name is complete.
"""

from __future__ import annotations

import errno
import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.files import demand_end, followed
from plyground.core.game import Game
from plyground.errors import FileError, PlygroundError
from plyground.games import game as game_named
from plyground.i18n import _
from plyground.searches.threadless import worker_pool
from plyground.solvers.forward import Value
from plyground.solvers.retrograde import Retrograde, countable, unsolved, value_of
from plyground.solvers.sweep import Sweeper
from plyground.solvers.table_memory import Bytes, table_beside

MAGIC = b"plyground table 1\n"
BLOCK = 1 << 16
ENTRY, END = struct.Struct("<II"), struct.Struct("<QI4s")
SIGN = b"END."
MAX_HEAD_BYTES = 10_000
MAX_KEPT_BLOCKS = 1024
"""Unpacked blocks that a reader keeps: 64 MB."""
SAMPLED_POSITIONS = 500
"""Positions in the digest of a game's rules."""


class Head(NamedTuple):
    """The head of a table's file."""

    game: str
    rules: str
    entries: int
    block: int
    level: int
    finished: bool
    plyground: str


KINDS = str, str, int, int, int, bool, str
"""Types of the fields of a file's head."""


def rules_digest(start: Any) -> str:
    """Return 24 hexadecimal digits: a digest of the rules' answers for the start and for a sample of all positions.

    Rules that give the same answers have the same digest. A change that concerns few positions may go unnoticed here,
    but :mod:`plyground.solvers.verify` finds it.
    """
    size = start.size()
    digest = blake2b(f"{size} {start.period()} {start.rank()}".encode(), digest_size=12)
    step = int(size * 0.6180339887) | 1  # golden-section steps spread evenly (Knuth, 6.4)
    for count in range(SAMPLED_POSITIONS):
        here = start.unrank(count * step % size)
        if not here.valid():
            continue
        utility = here.utility() if here.is_over() else None
        children = [(move, here.play(move)) for move in here.moves()]
        replies = [(move, child.rank(), here.turn(child)) for move, child in children]
        digest.update(f"{here.rank()} {utility} {replies}".encode())
    return digest.hexdigest()


def write(path: str | Path, game: Game, solved: Retrograde, threads: int = 1) -> None:
    """Write a table, finished or not. An older file stays in place until the new one is complete.

    Raise :class:`FileError` if the file cannot be written, for example because the disk is full.
    """
    from plyground import __version__

    head = Head(game.name, rules_digest(game.start), len(solved.codes), BLOCK, solved.level, solved.finished, __version__)  # fmt: skip
    lines = MAGIC + json.dumps(head._asdict()).encode() + b"\n"
    target = followed(path)
    refuse_what_is_no_file(target)
    unfinished = target.with_name(f".{target.name}.new")
    try:
        try:
            with unfinished.open("wb") as file:
                file.write(lines)
                index = b""
                for block in _compressed(solved.codes, threads):
                    file.write(block)
                    index += ENTRY.pack(len(block), zlib.crc32(block))
                place = file.tell()
                file.write(index + END.pack(place, zlib.crc32(lines + index), SIGN))
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(path, _("it cannot be written ({reason}).", reason=error.strerror)) from None


def refuse_what_is_no_file(target: Path) -> None:
    """Raise :class:`FileError` for a folder or a device, which a table must not replace."""
    if target.exists() and not target.is_file():
        reason = os.strerror(errno.EISDIR if target.is_dir() else errno.EOPNOTSUPP)
        raise FileError(target, _("it cannot be written ({reason}).", reason=reason))


def _compressed(codes: Bytes, threads: int) -> Iterator[bytes]:
    with worker_pool(threads) as pool:
        yield from pool.map(lambda first: zlib.compress(codes[first : first + BLOCK]), range(0, len(codes), BLOCK))


class Tablebase:
    """A table in a file: ``tablebase[position]`` is the exact value. It reads only the blocks that it needs."""

    def __init__(self, path: str | Path, game: Game | None = None, *, finished: bool = True) -> None:
        """Open the file. ``game`` is the expected game; None accepts any game. ``finished`` refuses an unfinished
        table.

        Raise :class:`FileError` if the file is missing, damaged, cut short, or made for other rules.
        """
        self.path = Path(path)
        try:
            demand_end(path)
            with self.path.open("rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:  # ValueError: the file is empty
            reason = getattr(error, "strerror", None) or _("it is empty")
            raise FileError(path, _("it cannot be read ({reason}).", reason=reason)) from None
        self.head, self._index, self._places = self._opened()
        self.game = self._checked(game)
        if finished and not self.head.finished:
            raise FileError(path, _("it is solved for only {plies} plies so far: continue with --resume.", plies=self.head.level))  # fmt: skip
        self._unpacked = lru_cache(MAX_KEPT_BLOCKS)(self._block)

    def _opened(self) -> tuple[Head, list[tuple[int, int]], list[int]]:
        """Read the ends of the file. Return its head, its index (length and CRC-32 of each block), and the offset of
        each block.
        """
        read = self._bytes
        if read[: len(MAGIC)] != MAGIC:
            raise FileError(self.path, _("this is not a table of version 1."))
        body = read.find(b"\n", len(MAGIC), MAX_HEAD_BYTES) + 1
        damaged = FileError(self.path, _("it is damaged or cut short."))
        if len(read) < body + END.size:
            raise damaged
        place, checksum, sign = END.unpack(read[-END.size :])
        index = read[place : -END.size]
        if sign != SIGN or not body <= place <= len(read) or checksum != zlib.crc32(read[:body] + index):
            raise damaged
        try:
            head = Head(**json.loads(read[len(MAGIC) : body]))
            entries = list(ENTRY.iter_unpack(index))
        except (ValueError, TypeError, RecursionError, struct.error):
            raise damaged from None
        if not all(type(part) is kind for part, kind in zip(head, KINDS, strict=True)) or head.block <= 0:
            raise damaged
        places = [body]
        for length, _checksum in entries:
            places.append(places[-1] + length)
        if places.pop() != place or len(entries) != -(-head.entries // head.block):
            raise damaged
        return head, entries, places

    def _checked(self, wanted: Game | None) -> Game:
        """Return the game of the file.

        Raise :class:`FileError` if it is not the wanted game or its rules have changed.
        """
        if wanted is not None and self.head.game != wanted.name:
            raise FileError(self.path, _("this table is for {game}, not for {wanted}.", game=self.head.game, wanted=wanted.name))  # fmt: skip
        try:
            found = wanted or game_named(self.head.game)
        except PlygroundError as error:
            raise FileError(self.path, error.sentence) from None
        start: Any = found.start
        if not countable(start) or (rules_digest(start), start.period()) != (self.head.rules, self.head.entries):
            raise FileError(self.path, _("it was made for other rules of {game}: solve the game again.", game=found.name))  # fmt: skip
        return found

    def __len__(self) -> int:
        return self.head.entries

    def __getitem__(self, position: Any) -> Value:
        """Return the value of a position of the game. Raise :class:`FileError` if its block is damaged."""
        number, within = divmod(position.rank() % self.head.entries, self.head.block)
        code = self._unpacked(number)[within]
        return value_of(code - 256 if code > 127 else code)

    def _block(self, number: int) -> bytes:
        """Return the codes of a block, as unsigned bytes."""
        length, checksum = self._index[number]
        packed = self._bytes[self._places[number] : self._places[number] + length]
        size = min(self.head.block, self.head.entries - number * self.head.block)
        try:
            if zlib.crc32(packed) == checksum:
                unpacking = zlib.decompressobj()
                codes = unpacking.decompress(packed, size + 1)  # do not unpack a block of another size completely
                if unpacking.eof and len(codes) == size:
                    return codes
        except zlib.error:
            pass
        raise FileError(self.path, _("its block {number} is damaged.", number=number))

    def load(self, most_bytes: int | None = None) -> Retrograde:
        """Return the whole table, unpacked in memory, or in a file beside it if it takes more than ``most_bytes``.

        Raise :class:`FileError` for a damaged block.
        """
        codes = table_beside(self.path, len(self), most_bytes)
        solved = Retrograde(self.game.start, codes, self.head.level, self.head.finished)
        unsigned = codes.cast("B")
        for number in range(len(self._index)):
            block = self._block(number)
            unsigned[number * self.head.block : number * self.head.block + len(block)] = block
        return solved


def unfinished(path: str | Path) -> Path:
    """Return the path under which the unfinished table of ``path`` is kept."""
    target = Path(path)
    return target.with_name(f"{target.name}.part")


def solve_to_file(
    path: str | Path, game: Game, sweeper: Sweeper, *, resume: bool = False, most_bytes: int | None = None
) -> Retrograde:
    """Solve a game and write its table. After each step the results so far are in the :func:`unfinished` file.

    ``resume`` continues from that file and makes the same table. A table of more than ``most_bytes`` (default: half of
    the free memory) is not in memory while it is made, but in a file that has no name. Raise :class:`FileError` if a
    file cannot be read or written, and :class:`SearchError` if the game cannot be solved backwards.
    """
    target = followed(path)
    refuse_what_is_no_file(target)  # before the long work, not after it
    part = unfinished(target)
    known = next((each for each in (part, target) if resume and each.exists()), None)
    if known:
        solving = Tablebase(known, game, finished=False).load(most_bytes)
    else:
        solving = unsolved(game.start, lambda size: table_beside(target, size, most_bytes))
    while not solving.finished:
        solving.step(sweeper)
        write(part, game, solving, sweeper.threads)
    if known != target:
        try:
            part.replace(target)
        except OSError as error:
            raise FileError(path, _("it cannot be written ({reason}).", reason=error.strerror)) from None
    return solving
