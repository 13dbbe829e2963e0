"""The pytest plug-in: ``pytest -p plyground.testing.pytest_plugin --submission ana.py``."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from plyground.teaching.grading.submission_names import submissions_in


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--submission``, which may be a file or a folder of files."""
    parser.addoption("--submission", metavar="FILE", help="a student's file, or a folder of them (plyground)")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with an argument ``submission`` once for each student's file."""
    if "submission" not in metafunc.fixturenames:
        return
    named = metafunc.config.getoption("--submission")
    path = Path(named) if named else None
    if path is None or not path.is_dir():
        files = {} if path is None else {path.stem: path}
    else:
        found = submissions_in(path)
        files = {student: path / file for student, file in found.files}
        for each in found.ungraded + found.left_out:
            warnings.warn(str(each.sentence), stacklevel=1)
    metafunc.parametrize("submission", files.values(), ids=list(files))
