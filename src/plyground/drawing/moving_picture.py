"""Animated PNG: several pictures of one size as frames, which every browser can show."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence

SIGNATURE = b"\x89PNG\r\n\x1a\n"
FRAME_MS, LAST_FRAME_MS = 700, 2500
"""Milliseconds for which a frame is shown, and for the last frame."""


def moving_png(frames: Sequence[bytes]) -> bytes:
    """Return an animated PNG (PNG specification, third edition, chunks acTL, fcTL and fdAT) of frames of one size.

    The chunks of each frame are taken as they are, so no pixel is decoded. Other programs show the first frame.
    """
    first = list(_chunks(frames[0]))
    header = first[0][1]
    width, height = struct.unpack(">II", header[:8])
    made = [SIGNATURE, _chunk(b"IHDR", header), _chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    number = 0  # of fcTL and fdAT chunks so far
    for place, frame in enumerate(frames):
        shown_ms = FRAME_MS if place < len(frames) - 1 else LAST_FRAME_MS
        control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, shown_ms, 1000, 0, 0)
        made.append(_chunk(b"fcTL", control))
        number += 1
        for data in (data for kind, data in _chunks(frame) if kind == b"IDAT"):
            if place == 0:
                made.append(_chunk(b"IDAT", data))
            else:
                made.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    return b"".join([*made, _chunk(b"IEND", b"")])


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the type and the data of each chunk of a PNG."""
    place = len(SIGNATURE)
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += length + 12


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
