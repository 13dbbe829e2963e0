"""Native twins on disk: one file each, in the user's cache folder.

A file begins with a checksum of the rest: a line that describes the twin, and the twin itself, as
:mod:`plyground.native.compiler` packs it. A file that is damaged does not match its checksum and is ignored. It is
written under another name and then renamed, so that readers see all of it or nothing.

A changed text gets a twin of another name, and the old one is useless unless the change is undone. So twins unused for
:data:`UNUSED` seconds are removed whenever a twin is added.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from plyground.native.targets.target import twins_folder

SUFFIX = ".twin"
UNFINISHED = ".part"
"""The last suffix of a file that is still being written."""
OURS = re.compile(rf".+\{SUFFIX}(\.[0-9a-f]+\{UNFINISHED})?")
DIGEST = 32
"""Bytes of the checksum."""
MAX_HEAD_BYTES = 10_000
DAY = 24 * 60 * 60
UNUSED = 30 * DAY


class File(NamedTuple):
    """A file of this cache."""

    path: Path
    bytes: int
    used: float  # time of the last use, rounded to the day, in seconds since 1970


class Twin(NamedTuple):
    """A stored twin, as its file describes it."""

    search: str  # name of the function; "" if the file does not say
    classes: tuple[str, ...]  # names of the classes of its values, the position's first; empty if the file does not say
    file: File


def cache_folder() -> Path:
    """Return the folder that keeps compiled twins between runs."""
    return twins_folder()


def load(name: str) -> bytes | None:
    """Return the twin of this name, or None if there is none or its file is damaged."""
    path = _path(name)
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, rest = content[:DIGEST], content[DIGEST:]
    if _checksum(rest) != digest:
        return None
    _mark_as_used(path)
    return rest.partition(b"\n")[2]


def can_be_kept() -> bool:
    """Return True if a twin that is compiled now can be stored for the next run."""
    folder = cache_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        return os.access(folder, os.W_OK)
    return False


def save(name: str, search: str, classes: tuple[str, ...], twin: bytes) -> None:
    """Store a twin under this name and remove those long unused. Raise :class:`OSError`."""
    write(cache_folder(), name, search, classes, twin)
    with suppress(OSError):  # another process holds the file; a later call will remove it
        _remove(file for file in _files() if time.time() - file.used > UNUSED)


def write(folder: Path, name: str, search: str, classes: tuple[str, ...], twin: bytes) -> None:
    """Store a twin in any folder, from which another machine may load it. Raise :class:`OSError`."""
    path = folder / f"{name}{SUFFIX}"
    path.parent.mkdir(parents=True, exist_ok=True)
    rest = json.dumps({"search": search, "classes": classes}).encode() + b"\n" + twin
    temporary = path.with_name(f"{path.name}.{os.urandom(4).hex()}{UNFINISHED}")
    try:
        temporary.write_bytes(_checksum(rest) + rest)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def kept() -> list[Twin]:
    """Return all stored twins, the one used last first."""
    twins = [Twin(*_told(file.path), file) for file in _files() if file.path.suffix == SUFFIX]
    return sorted(twins, key=lambda twin: -twin.file.used)


def clear() -> tuple[int, int]:
    """Remove every twin. Return (count, bytes).

    Programs that run a twin, or are making one, are not disturbed. Nothing else in the folder is touched. Raise
    :class:`OSError` for the first twin that cannot be removed, after trying all.
    """
    return _remove(_files())


def _path(name: str) -> Path:
    return cache_folder() / f"{name}{SUFFIX}"


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST).digest()


def _mark_as_used(path: Path) -> None:
    """Update the time of last use, at most once a day."""
    with suppress(OSError):  # the folder may not be writable
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)


def _told(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the search and the classes named in the head of a twin's file."""
    try:
        with path.open("rb") as file:
            return described(file.read(DIGEST + MAX_HEAD_BYTES))
    except OSError:
        return "", ()


def described(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Return the search and the classes that the first :data:`MAX_HEAD_BYTES` of a stored twin name; empty if none."""
    try:
        head = json.loads(content[DIGEST:].partition(b"\n")[0])
        return str(head["search"]), tuple(map(str, head["classes"]))
    except (ValueError, KeyError, TypeError):
        return "", ()


def _files() -> list[File]:
    """Return the files of the cache, finished or not, without links."""
    files = []
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(cache_folder()) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):  # another process may have removed it
                if OURS.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    files.append(File(Path(entry.path), status.st_size, status.st_mtime))
    return files


def _remove(files: Iterable[File]) -> tuple[int, int]:
    """Delete the files. Return (count, bytes). Raise the first :class:`OSError` after trying all."""
    removed: list[int] = []
    refusals: list[OSError] = []
    for file in files:
        try:
            file.path.unlink()
            removed.append(file.bytes)
        except FileNotFoundError:
            pass  # another process was quicker
        except OSError as error:
            refusals.append(error)
    if refusals:
        raise refusals[0]
    return len(removed), sum(removed)
