"""Reading and atomic writing of files, and the encoding of text that other programs wrote."""

from __future__ import annotations

import codecs
import os
import re
import secrets
from pathlib import Path

from plyground.errors import FileError
from plyground.i18n import _, _n

MAX_FILE_BYTES = 100_000_000
"""Most bytes that are read of a file. Every dictionary is smaller; the limit is needed because a device may be endless.
"""

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks with their encodings; a mark stands before those that begin like it."""
CHARSET = re.compile(rb"\(\s*;[^()]*?CA\s*\[\s*([\w.:-]+)\s*\]")
"""The property CA in the first node of an SGF file."""
PEEKED_BYTES = 4096
"""Bytes of the file in which marks are searched."""
UTF_8, WINDOWS_1252 = "utf-8", "cp1252"


def read_text(path: str | Path) -> str:
    """Return the text of a UTF-8 file with its line ends unchanged. Raise :class:`FileError`."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FileError(path, _("this is not text in UTF-8."), line) from None


def read_bytes(path: str | Path) -> bytes:
    """Return the content of a file. Raise :class:`FileError`."""
    try:
        demand_end(path)
        with Path(path).open("rb") as file:
            read = file.read(MAX_FILE_BYTES + 1)
        if len(read) > MAX_FILE_BYTES:
            raise FileError(
                path, _n("it has more than {count} byte.", "it has more than {count} bytes.", MAX_FILE_BYTES)
            )
        return read
    except OSError as error:
        raise FileError(path, _("it cannot be read ({reason}).", reason=error.strerror)) from None


def demand_end(path: str | Path) -> None:
    """Raise :class:`FileError` for a named pipe: opening it could wait for ever."""
    if followed(path).is_fifo():
        raise FileError(path, _("it is a pipe, not a file."))


def write_text(path: str | Path, text: str) -> None:
    """Write a UTF-8 file atomically: readers see the old or the new file. Raise :class:`FileError`."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file atomically: readers see the old or the new file. Raise :class:`FileError`."""
    try:
        target = Path(path)
        if target.exists() and not target.is_file():  # a device or a pipe must not be replaced
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
    """Return the target of a symbolic link, so that replacing the file keeps the link; any other path unchanged."""
    return Path(os.path.realpath(path)) if Path(path).is_symlink() else Path(path)


def decoded(content: bytes) -> tuple[str, str]:
    """Return (text, name of its encoding).

    The encoding is that of the byte order mark, else the one that an SGF file declares, else UTF-8. Else the lines that
    are not in UTF-8 are read as Windows-1252: some collections mix the two. Text in UTF-16 without a mark is recognised
    by its zeros. Bytes that the encoding does not have become U+FFFD.
    """
    head = content[:PEEKED_BYTES]
    for mark, encoding in MARKS:
        if head.startswith(mark):
            return content.decode(encoding, "replace"), encoding.removesuffix("-sig")
    if len(head) > 1 and 3 * head.count(0) > len(head):
        encoding = "utf-16-be" if head[0] == 0 else "utf-16-le"
        return content.decode(encoding, "replace"), encoding
    declared = CHARSET.search(head)
    for encoding in (declared[1].decode() if declared else UTF_8, UTF_8):
        try:
            return content.decode(encoding), codecs.lookup(encoding).name
        except (LookupError, UnicodeDecodeError):
            continue
    return "".join(map(_decoded_line, content.splitlines(keepends=True))), WINDOWS_1252


def _decoded_line(line: bytes) -> str:
    try:
        return line.decode(UTF_8)
    except UnicodeDecodeError:
        return line.decode(WINDOWS_1252, "replace")
