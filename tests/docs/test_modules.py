"""Every module can be imported, and read with ``python -m pydoc``."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN_BY_ALEMBIC = "plyground.store.migrations.env"
"""A script that only Alembic can run."""
READ_ALL = f"""
import importlib, pkgutil, pydoc
import plyground

for found in pkgutil.walk_packages(plyground.__path__, "plyground."):
    if found.name != {RUN_BY_ALEMBIC!r}:
        text = pydoc.render_doc(importlib.import_module(found.name), renderer=pydoc.plaintext)
        print(found.name, "NAME" in text.splitlines())
"""


@pytest.mark.proof
def test_every_module_can_be_imported_and_read() -> None:
    done = subprocess.run([sys.executable, "-c", READ_ALL], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    read = [line.split() for line in done.stdout.splitlines()]
    assert {name for name, *is_read in read if is_read != ["True"]} == set()
    assert {"plyground.searches.algorithms.alphabeta", "plyground.web.pages.game.commands", "plyground.__main__"} <= {
        name for name, _is_read in read
    }
