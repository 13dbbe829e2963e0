"""Drawings on pages: in the colours of the page, light or dark."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from html import escape

THEMES = {"color": "by-day", "dark": "by-night"}
"""The drawings' themes, and the classes by which the style of the page shows one of them."""


def picture(draw: Callable[[str], str], words: str) -> str:
    """A drawing as HTML: ``draw(theme)`` gives it as SVG, ``words`` say it to who cannot see it."""
    return "".join(
        f'<img class="{shown}" alt="{escape(words)}" '
        f'src="data:image/svg+xml;base64,{b64encode(draw(theme).encode()).decode()}">'
        for theme, shown in THEMES.items()
    )
