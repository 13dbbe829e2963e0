"""Animated PNGs: their chunks are whole and numbered, and each frame has the pixels of its picture."""

from __future__ import annotations

import struct
import zlib

import pytest

from plyground.drawing.moving_picture import SIGNATURE, moving_png
from plyground.drawing.png import png
from plyground.drawing.svg import board
from plyground.games import game

pytest.importorskip("resvg_py")


def chunks(picture: bytes) -> list[tuple[bytes, bytes]]:
    """Read the chunks of a PNG, and check their sums."""
    assert picture.startswith(SIGNATURE)
    found, place = [], len(SIGNATURE)
    while place < len(picture):
        (length,) = struct.unpack(">I", picture[place : place + 4])
        kind, data = picture[place + 4 : place + 8], picture[place + 8 : place + 8 + length]
        assert struct.unpack(">I", picture[place + 8 + length : place + 12 + length])[0] == zlib.crc32(kind + data)
        found.append((kind, data))
        place += 12 + length
    return found


def test_a_moving_picture_has_the_pixels_of_its_frames_in_order() -> None:
    connect_four = game("connect_four")
    positions = [connect_four.start]
    for move in (3, 3, 4):
        positions.append(positions[-1].play(move))
    frames = [png(board(connect_four, position, real=True)) for position in positions]
    told = chunks(moving_png(frames))
    assert [kind for kind, _data in told[:2]] == [b"IHDR", b"acTL"]
    assert told[-1] == (b"IEND", b"")
    assert struct.unpack(">II", told[1][1]) == (len(frames), 0)
    numbers = [struct.unpack(">I", data[:4])[0] for kind, data in told if kind in (b"fcTL", b"fdAT")]
    assert numbers == list(range(len(numbers)))
    shown: list[bytes] = []
    for kind, data in told:
        if kind == b"fcTL":
            shown.append(b"")
        elif kind in (b"IDAT", b"fdAT"):
            shown[-1] += data if kind == b"IDAT" else data[4:]
    pixels = [zlib.decompress(b"".join(data for kind, data in chunks(frame) if kind == b"IDAT")) for frame in frames]
    assert [zlib.decompress(data) for data in shown] == pixels
    assert len(set(pixels)) == len(frames)
