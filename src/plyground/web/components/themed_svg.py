"""Drawings in the colours of the page, for the light and the dark theme."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable

from markupsafe import Markup

THEMES = {"color": "by-day", "dark": "by-night"}
"""Themes of drawings, and the CSS class of each: the style sheet shows one of them."""
GROUND = re.compile(r'<rect x="0.0" y="0.0" width="([\d.]+)" height="([\d.]+)" fill="#\w+"/>')
"""Pattern of the background of a drawing: its first rectangle."""


def picture(draw: Callable[[str], str], words: str) -> Markup:
    """Return a drawing as HTML, on the background of the page. ``draw(theme)`` returns it as SVG; ``words`` is its text
    for screen readers.

    Its width is passed to the style sheet as ``--wide``, so that a drawing is never too small to read.
    """
    shown = Markup('<img class="{}" alt="{}" style="--wide: {}px" src="data:image/svg+xml;base64,{}">')
    drawings = ((GROUND.sub("", draw(theme), count=1), name) for theme, name in THEMES.items())
    return Markup().join(
        shown.format(name, words, _width(drawn), b64encode(drawn.encode()).decode()) for drawn, name in drawings
    )


def _width(drawn: str) -> str:
    found = re.search(r'<svg[^>]* width="([\d.]+)"', drawn)
    return found[1] if found else "0"
