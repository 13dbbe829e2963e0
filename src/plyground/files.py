"""Text files: read whole, written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from plyground.errors import FileError
from plyground.language import _, _n

LARGEST = 100_000_000
"""Bytes of a file that are read: no dictionary is larger, and a device may have no end."""


def read_text(path: str | Path) -> str:
    """The text of a UTF-8 file, line ends as they are; raises :class:`FileError`."""
    try:
        demand_end(path)
        with Path(path).open("rb") as file:
            read = file.read(LARGEST + 1)
        if len(read) > LARGEST:
            raise FileError(path, _n("it has more than {count} byte.", "it has more than {count} bytes.", LARGEST))
        return read.decode("utf-8-sig")
    except OSError as error:
        raise FileError(path, _("it cannot be read ({reason}).", reason=error.strerror)) from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FileError(path, _("this is not text in UTF-8."), line) from None


def demand_end(path: str | Path) -> None:
    """Raise :class:`FileError` for a pipe with a name: whoever opens it waits until somebody writes, perhaps for ever."""
    if followed(path).is_fifo():
        raise FileError(path, _("it is a pipe, not a file."))


def write_text(path: str | Path, text: str) -> None:
    """Write a UTF-8 file; whoever reads it meanwhile sees the old one. Raises :class:`FileError`."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file; whoever reads it meanwhile sees the old one. Raises :class:`FileError`."""
    try:
        target = Path(path)
        if target.exists() and not target.is_file():  # a device or a pipe, which nothing may replace
            target.write_bytes(content)
            return
        target = followed(target)
        temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        try:
            temporary.write_bytes(content)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(path, _("it cannot be written ({reason}).", reason=error.strerror)) from None


def followed(path: str | Path) -> Path:
    """The file that a link leads to, so that replacing the file leaves the link; any other path as it is."""
    return Path(os.path.realpath(path)) if Path(path).is_symlink() else Path(path)
