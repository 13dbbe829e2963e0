"""Drawings in the colours of the page, for the light and the dark theme."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable

from markupsafe import Markup

THEMES = {"color": "by-day", "dark": "by-night"}
"""Themes of drawings, and the CSS class of each: the style sheet shows one of them."""
LEAST_PART = 0.68
"""The part of its width to which the drawing of a tree may shrink."""
GROUND = re.compile(r'<rect x="0.0" y="0.0" width="([\d.]+)" height="([\d.]+)" fill="#\w+"/>')
"""Pattern of the background of a drawing: its first rectangle."""


def picture(draw: Callable[[str], str], words: str, least_part: float = 0.0) -> Markup:
    """Return a drawing as HTML, on the background of the page. ``draw(theme)`` returns it as SVG; ``words`` is its text
    for screen readers.

    In a narrow window a drawing shrinks to ``least_part`` of its width and no further, so that it can be read.
    """
    shown = Markup('<img class="{}" alt="{}" src="data:image/svg+xml;base64,{}">')
    drawn = {name: GROUND.sub("", draw(theme), count=1) for theme, name in THEMES.items()}
    images = Markup().join(shown.format(name, words, b64encode(svg.encode()).decode()) for name, svg in drawn.items())
    if not least_part:
        return images
    least = least_part * max(map(_width, drawn.values()))  # width of an invisible line below which it does not shrink
    line = Markup('<svg width="{:g}" height="0" aria-hidden="true"></svg>').format(least)
    return Markup('<span class="drawing">{}{}</span>').format(line, images)


def _width(drawn: str) -> float:
    found = re.search(r'<svg[^>]* width="([\d.]+)"', drawn)
    return float(found[1]) if found else 0.0
