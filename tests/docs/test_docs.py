"""The examples in the README and in docs/ do what they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from paths import ROOT
from samples import some

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SLOW = {"searches.md", "cluster.md"}
"""Pages whose examples search all of tic-tac-toe in plain Python, or start processes."""
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.proof] if page.name in SLOW else []) for page in PAGES],
    ids=lambda page: page.name,
)
def test_python_examples_give_the_results_shown(page: Path) -> None:
    if page.name == "adapters.md":
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")
    failed, _tried = doctest.testfile(str(page), module_relative=False, optionflags=OPTIONS, encoding="utf-8")
    assert not failed


def test_the_documentation_has_examples() -> None:
    assert sum(">>>" in page.read_text() for page in PAGES) >= 2


def test_links_lead_somewhere() -> None:
    links = [(page, target) for page in PAGES for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text())]
    for page, target in some(links):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page}: {target}"
