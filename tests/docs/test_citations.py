"""Citations of the textbook: its editions number chapters and figures differently."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [
    *(ROOT / "docs").glob("*.md"),
    *(path for kind in ("*.py", "*.md") for path in (ROOT / "src" / "plyground").rglob(kind)),
    *(ROOT / "src" / "plyground" / "locale").rglob("*.po"),
]
PLACE = re.compile(
    r"Norvig\b[^|]{0,100}?\b(?:figs?|ch|chapter|capitolul|capítulo|section|secțiunea|seção)\.? ?\d+(?:\.\d+)?"
)


def places(text: str) -> list[str]:
    """Return each citation from the name of the author to the number of the figure or chapter."""
    return [found[0] for found in PLACE.finditer(" ".join(text.split()))]


def test_a_figure_of_the_textbook_is_told_with_its_edition() -> None:
    cited = [(path.name, place) for path in TEXTS for place in places(path.read_text(encoding="utf-8"))]
    assert len(cited) > 10
    assert [each for each in cited if not re.search(r"\bed(?:\.|i[tțç])", each[1])] == []
    assert places("as Russell & Norvig, ch. 5, says") == ["Norvig, ch. 5"]  # what stood in a lesson once
