"""Drawings on pages: in the colours of the page, light or dark."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from html import escape

THEMES = {"color": "by-day", "dark": "by-night"}
"""The drawings' themes, and the classes by which the style of the page shows one of them."""


def picture(draw: Callable[[str], str], words: str) -> str:
    """A drawing as HTML: ``draw(theme)`` gives it as SVG, ``words`` say it to who cannot see it.

    The style of the page knows how ``--wide`` it is: a drawing is not made smaller than can be read.
    """
    return "".join(
        f'<img class="{shown}" alt="{escape(words)}" style="--wide: {_width(drawn)}px" '
        f'src="data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}">'
        for drawn, shown in ((draw(theme), shown) for theme, shown in THEMES.items())
    )


def _width(drawn: str) -> str:
    found = re.search(r'<svg[^>]* width="([\d.]+)"', drawn)
    return found[1] if found else "0"
