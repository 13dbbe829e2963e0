"""The encoding of text files that other programs wrote."""

from __future__ import annotations

import codecs
import re

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


def decoded(content: bytes) -> tuple[str, str]:
    """Return (text, name of its encoding).

    The encoding is that of the byte order mark, else the one that an SGF file declares, else UTF-8, else Windows-1252.
    Text in UTF-16 without a mark is recognised by its zeros. Bytes that the encoding does not have become U+FFFD.
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
    return content.decode(WINDOWS_1252, "replace"), WINDOWS_1252
