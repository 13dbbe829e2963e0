"""Native twins on disk: each in one file of its own, in the user's cache folder.

A file begins with a checksum of what follows it: a line that tells people what the twin is, and the twin
itself, as :mod:`plyground.compile` packs it. One that is cut off, overwritten or otherwise damaged fits its
checksum no more and counts as none. It is written under another name and then renamed, so that whoever
reads it meanwhile, in whichever process, finds all of it or nothing.

A text that changes gets a twin of another name, and the old one has no use again unless the change is taken
back. So what nobody has used for :data:`UNUSED` seconds goes whenever a twin is added.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

SUFFIX = ".twin"
UNFINISHED = ".part"
"""The last suffix of a file that is still being written."""
OURS = re.compile(rf".+\{SUFFIX}(\.[0-9a-f]+\{UNFINISHED})?")
DIGEST = 32
"""Bytes of the checksum."""
DAY = 24 * 60 * 60
UNUSED = 30 * DAY


class File(NamedTuple):
    """A file of ours."""

    path: Path
    bytes: int
    used: float  # when it was last loaded, to the day, in seconds since 1970


class Twin(NamedTuple):
    """A twin that is kept, as its file tells."""

    search: str  # the name of the function; empty, as are the classes, when the file does not tell
    classes: tuple[str, ...]  # of its values, the position's first
    file: File


def cache_folder() -> Path:
    """Where twins are kept between runs."""
    from platformdirs import user_cache_path

    return user_cache_path("plyground", appauthor=False) / "twins"


def load(name: str) -> bytes | None:
    """The twin of this name; ``None`` when there is none that is whole."""
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
    """Whether a twin that is made now would be there next time."""
    folder = cache_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        return os.access(folder, os.W_OK)
    return False


def save(name: str, search: str, classes: tuple[str, ...], twin: bytes) -> None:
    """Keep a twin under this name and let go of those long unused; raises :class:`OSError`."""
    path = _path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    rest = json.dumps({"search": search, "classes": classes}).encode() + b"\n" + twin
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        temporary.write_bytes(_checksum(rest) + rest)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    with suppress(OSError):  # another process holds it; the next will see to it
        _remove(file for file in _files() if time.time() - file.used > UNUSED)


def kept() -> list[Twin]:
    """Every twin, the last used first."""
    twins = [Twin(*_told(file.path), file) for file in _files() if file.path.suffix == SUFFIX]
    return sorted(twins, key=lambda twin: -twin.file.used)


def clear() -> tuple[int, int]:
    """Remove every twin; how many there were and how many bytes they had.

    Programs that run one, or are making one, are not disturbed. Nothing else in the folder is touched. Raises
    :class:`OSError` for one that cannot be removed, once all that can be are.
    """
    return _remove(_files())


def _path(name: str) -> Path:
    return cache_folder() / f"{name}{SUFFIX}"


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST).digest()


def _mark_as_used(path: Path) -> None:
    """Once a day is enough."""
    with suppress(OSError):  # nothing can be written there
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)


def _told(path: Path) -> tuple[str, tuple[str, ...]]:
    """What the head of a file says: search and classes."""
    try:
        with path.open("rb") as file:
            file.seek(DIGEST)
            head = json.loads(file.readline(10_000))
        return str(head["search"]), tuple(map(str, head["classes"]))
    except (OSError, ValueError, KeyError, TypeError):
        return "", ()


def _files() -> list[File]:
    """The files that are ours, finished or not; links are not."""
    files = []
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(cache_folder()) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):  # another process has removed it
                if OURS.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    files.append(File(Path(entry.path), status.st_size, status.st_mtime))
    return files


def _remove(files: Iterable[File]) -> tuple[int, int]:
    """Remove them, then raise the first :class:`OSError` that there was; how many files and bytes that were."""
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
