"""Icons of buttons, as strokes on a grid of 24 by 24 in the text's colour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.web.components.elements import button, fill, fixed, said
from plyground.web.connected.element import Element

PATHS = {
    "undo": "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
    "redo": "m15 5 5 5-5 5M20 10H10a6 6 0 0 0 0 12h3",
    "hint": "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
    "why": "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18.5v.01",
    "explore": "M5 19V5m0 14h14M8 15l3-4 3 2 5-7",
    "tree": "M12 4v5m0 0-6 5m6-5 6 5M6 14v5M18 14v5M12 9v10",
    "flip": "M8 4v16m0 0-4-4m4 4 4-4M16 20V4m0 0-4 4m4-4 4 4",
    "draw": "M6 9h12M6 15h12",
    "switch": "M4 8h16m0 0-4-4m4 4-4 4M20 16H4m0 0 4-4m-4 4 4 4",
    "resign": "M6 21V4m0 0h12l-3 4 3 4H6",
    "new": "M12 5v14M5 12h14",
    "again": "M5.5 9a7.5 7.5 0 1 1-1 5M5.5 4v5h5",
    "more": "M5 12h.01M12 12h.01M19 12h.01",
    "edit": "m8 8-4 4 4 4M16 8l4 4-4 4M13.5 5l-3 14",
    "setup": "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
    "friend": "M9 11a3.5 3.5 0 1 0-.01 0zM3 20c0-4 2-6 6-6s6 2 6 6M16 11a3 3 0 1 0-1-5.8M17 14c3 .3 4 2.5 4 6",
    "save": "M12 4v11m0 0-4-4m4 4 4-4M5 19h14",
    "watch": "M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12zM12 14.5a2.5 2.5 0 1 0-.01 0z",
    "games": "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
    "about": "M12 21a9 9 0 1 0-.01 0zM12 11v5M12 7.5v.01",
}
"""The strokes of each icon."""


def icon_button(icon: str, words: object, on_press: Callable[[], Any], classes: str = "", **attributes: str) -> Element:
    """Return a button with an icon beside its words."""
    control = button("", on_press, f"iconed {classes}".strip(), **attributes)
    fill(control, _inside(icon, words))
    return control


def icon_link(icon: str, words: object, url: str) -> Element:
    """Return a link with an icon beside its words."""
    return fixed("a", _inside(icon, words), "button iconed", href=url)


def _inside(icon: str, words: object) -> str:
    drawing = f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{PATHS[icon]}"/></svg>'
    return f"{drawing}<span>{said(words)}</span>"
