"""Compiling LaTeX documents with pdflatex."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGES = ("geometry", "graphicx", "tikz")
"""Packages that our documents use. A small TeX installation lacks some."""


def missing() -> str:
    """Return why documents cannot be compiled here; an empty text if they can."""
    if shutil.which("pdflatex") is None:
        return "pdflatex is not installed"
    files = [f"{package}.sty" for package in PACKAGES]
    found = subprocess.run(["kpsewhich", *files], capture_output=True, text=True, check=False).stdout.split()
    absent = set(files) - {Path(path).name for path in found}
    return f"pdflatex lacks {', '.join(sorted(absent))} (in Debian's texlive-pictures)" if absent else ""


WHY_NOT = missing()
needs_latex = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)


def compile_latex(folder: Path, document: str) -> str:
    """Compile a document in this folder. Return what pdflatex printed; fail if it found an error."""
    (folder / "document.tex").write_text(document)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "document.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    return done.stdout
