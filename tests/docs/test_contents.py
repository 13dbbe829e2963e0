"""Every long page of the documentation begins with a list of its sections; CONTRIBUTING names files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import json_page

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
MAX_LINES = 80
"""Lines of a page that needs no list."""
CODE = re.compile(r"^(`{3,}|~~~).*?^\1$", re.DOTALL | re.MULTILINE)
LONG_PAGES = sorted(page for page in DOCS.glob("*.md") if page.read_text(encoding="utf-8").count("\n") > MAX_LINES)


def anchor(heading: str) -> str:
    """Return the anchor of a heading on GitHub and on the site."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.lower()))


@pytest.mark.parametrize("page", LONG_PAGES, ids=lambda page: page.stem)
def test_long_pages_begin_with_a_list_of_their_sections(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", CODE.sub("", text), re.MULTILINE)
    top = text.split("\n\n")[1]
    assert top.splitlines() == [f"- [{heading}](#{anchor(heading)})" for heading in headings]


def test_contributing_names_files_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:src/plyground/)?[a-z_]+/[a-z_/]+(?:\.py|/))`", text))
    assert len(named) > 8
    assert not [path for path in named if not any((ROOT / top / path).exists() for top in ("", "src/plyground"))]


def test_the_page_of_json_is_that_of_the_types() -> None:
    assert json_page.PAGE.read_text(encoding="utf-8") == json_page.written(), "run python tools/json_page.py"
