"""A game as a moving picture, through Pillow (the optional package ``pillow``, MIT-CMU): GIF, which every program
shows, or animated PNG, with all colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from plyground.errors import SearchError
from plyground.i18n import _

FRAME_MS, LAST_FRAME_MS = 700, 2500
"""Milliseconds for which a frame is shown, and for the last frame."""
WRITERS = {"gif": "GIF", "apng": "PNG"}
"""Pillow's names of the formats."""


def moving_picture(frames: Sequence[bytes], kind: str) -> bytes:
    """Return PNGs of one size as the frames of a picture of a kind in :data:`WRITERS`, which repeats without end.

    Raise :class:`SearchError` without the package.
    """
    try:
        from PIL import Image
    except ImportError:
        raise SearchError(
            _("A moving picture needs the package Pillow, which is not installed: pip install 'plyground[png]', or ask for SVG.")
        ) from None  # fmt: skip
    first, *others = (Image.open(BytesIO(frame)).convert("RGB") for frame in frames)
    durations_ms = [*[FRAME_MS] * len(others), LAST_FRAME_MS]
    made = BytesIO()
    first.save(made, WRITERS[kind], save_all=True, append_images=others, duration=durations_ms, loop=0)
    return made.getvalue()
