"""A drawing as PNG, through resvg (the optional package ``resvg-py``, MIT, of the library under Apache 2.0 or MIT)."""

from __future__ import annotations

from plyground.errors import SearchError
from plyground.i18n import _

ZOOM = 2
"""Pixels for each unit of the drawing."""
MAX_PIXELS = 16_000
"""Pixels of the longest side; a larger picture is scaled down."""


def png(svg: str, *, zoom: float = ZOOM) -> bytes:
    """Return the picture of an SVG that :mod:`plyground.drawing.svg` made. Raise :class:`SearchError` without the
    package.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise SearchError(
            _("A PNG needs the package resvg-py, which is not installed: pip install 'plyground[png]', or ask for SVG.")
        ) from None
    head = svg[: svg.index(">")]
    longest = max(float(head.split(f'{side}="')[1].split('"')[0]) for side in (" width", " height"))
    return bytes(svg_to_bytes(svg_string=svg, zoom=min(zoom, MAX_PIXELS / longest)))
