"""The documentation site: it is built without a warning, and asks nothing of other hosts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from paths import ROOT

from plyground.cli.app import SUMMARIES
from plyground.conformance import FAULTS

pytestmark = pytest.mark.proof
LOADED = re.compile(r"<(?:script|img|iframe|source)[^>]*?\bsrc=\"?(?P<source>[^\" >]+)|<link[^>]*?rel=\"?(?:stylesheet|preconnect|icon|preload)\b[^>]*?href=\"?(?P<link>[^\" >]+)")  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocstrings")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr  # strict: no page left out, no link without an end
    return folder


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    pages = list(site.glob("*.html"))
    found = [match[0] or match[1] for page in pages for match in LOADED.findall(page.read_text(encoding="utf-8"))]
    assert len(found) > 4 * len(pages)  # scripts, styles, images
    assert not [address for address in found if "//" in address]
    assert not [sheet for sheet in site.rglob("*.css") if re.search(r"url\([\"']?(?:https?:)?//", sheet.read_text())]


def test_the_pages_that_the_code_writes(site: Path) -> None:
    games = (site / "games.html").read_text(encoding="utf-8")
    assert "Sequences of 1, 2, ... moves: 7 · 49 · 343 · 2,401" in games  # Connect Four
    reference = (site / "reference.html").read_text(encoding="utf-8")
    assert 'id="proof_number"' in reference
    assert ":func:" not in reference
    assert "ForwardRef" not in reference
    assert "Play games against the searches" in (site / "index.html").read_text(encoding="utf-8")
    failures = (site / "check.html").read_text(encoding="utf-8")
    assert all(f"<code>{name}</code>" in failures for name in FAULTS)
    commands = (site / "commands.html").read_text(encoding="utf-8")
    assert all(f"<code>plyground {name}" in commands for name in SUMMARIES)
    assert "<code>--steps-table FORMAT</code>" in commands
    modules = (site / "api.html").read_text(encoding="utf-8")
    assert 'id="plyground.core.notation.Notation.parse_move"' in modules
    assert ":class:" not in modules
