"""The pytest plug-in: ``pytest -p plyground.testing.pytest_plugin --submission ana.py``."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--submission``, which may be a file or a folder of files."""
    parser.addoption("--submission", metavar="FILE", help="a student's file, or a folder of them (plyground)")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with an argument ``submission`` once for each student's file."""
    if "submission" not in metafunc.fixturenames:
        return
    named = metafunc.config.getoption("--submission")
    path = Path(named) if named else None
    files = [] if path is None else sorted(path.glob("*.py")) if path.is_dir() else [path]
    metafunc.parametrize("submission", files, ids=[file.stem for file in files])
