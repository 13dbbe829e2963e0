"""Moving pictures of games: each frame has the pixels of its position, for as long as it should be seen."""

from __future__ import annotations

from io import BytesIO

import pytest

from plyground.drawing.moving_picture import FRAME_MS, LAST_FRAME_MS, moving_picture
from plyground.drawing.png import png
from plyground.drawing.svg import board
from plyground.games import game

pytest.importorskip("resvg_py")
Image = pytest.importorskip("PIL.Image")
ImageChops = pytest.importorskip("PIL.ImageChops")


@pytest.mark.parametrize(
    ("kind", "most"),
    [("apng", 0), ("gif", 40)],  # tolerance of 255 a channel: a GIF has 256 colours, and edges have many
)
def test_a_moving_picture_has_the_pixels_of_its_frames_in_order(kind: str, most: int) -> None:
    connect_four = game("connect_four")
    positions = [connect_four.start]
    for move in (3, 3, 4):
        positions.append(positions[-1].play(move))
    frames = [png(board(connect_four, position, real=True)) for position in positions]
    made = Image.open(BytesIO(moving_picture(frames, kind)))
    assert (made.n_frames, made.info["loop"]) == (len(frames), 0)
    shown_ms = []
    for number, frame in enumerate(frames):
        made.seek(number)
        shown_ms.append(made.info["duration"])
        wanted = Image.open(BytesIO(frame)).convert("RGB")
        differences = ImageChops.difference(made.convert("RGB"), wanted).getextrema()
        assert max(high for _low, high in differences) <= most
    assert shown_ms == [FRAME_MS] * (len(frames) - 1) + [LAST_FRAME_MS]
    assert len(set(frames)) == len(frames)
