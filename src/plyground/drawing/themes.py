"""The colours of drawings, after Okabe & Ito (2008), which people with any colour vision can distinguish.

No meaning depends on colour alone: shapes, dashes, thickness and words show it too.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """One set of colours, as SVG writes them."""

    ground: str
    ink: str
    faint: str  # colour of names, windows and cut parts
    line: str  # colour of edges
    max: str
    min: str
    chance: str
    max_fill: str
    min_fill: str
    chance_fill: str
    leaf_fill: str
    cut: str  # colour of the strokes through an edge
    last: str  # colour of the cells of the last move
    current: str  # colour of the ring around the current node


COLOUR = Theme(
    ground="#ffffff", ink="#1c2430", faint="#5b6673", line="#7a8591",
    max="#0072b2", min="#c04f00", chance="#007a5a",
    max_fill="#d6eaf6", min_fill="#fbe3d0", chance_fill="#d5f0e6", leaf_fill="#f4f4f1",
    cut="#c04f00", last="#ecebe4", current="#e69f00",
)  # fmt: skip
PRINT = Theme(
    ground="#ffffff", ink="#000000", faint="#555555", line="#444444",
    max="#000000", min="#000000", chance="#000000",
    max_fill="#ffffff", min_fill="#ffffff", chance_fill="#ffffff", leaf_fill="#ffffff",
    cut="#000000", last="#dddddd", current="#000000",
)  # fmt: skip
DARK = Theme(
    ground="#1d232a", ink="#e8eaed", faint="#9aa4b0", line="#7f8a97",
    max="#56b4e9", min="#f0965a", chance="#3fc79a",
    max_fill="#173447", min_fill="#47280f", chance_fill="#0f3a2d", leaf_fill="#2a323c",
    cut="#f0965a", last="#323a45", current="#f0e442",
)  # fmt: skip
THEMES = {"color": COLOUR, "print": PRINT, "dark": DARK}
"""Themes by name."""
