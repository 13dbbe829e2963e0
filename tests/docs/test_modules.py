"""Every module can be imported, is found under its own name, and can be read with ``python -m pydoc``."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN_BY_ALEMBIC = "plyground.store.migrations.env"
"""A script that only Alembic can run."""
READ_ALL = f"""
import importlib, pkgutil, pydoc, sys
import plyground

for found in pkgutil.walk_packages(plyground.__path__, "plyground."):
    if found.name != {RUN_BY_ALEMBIC!r}:
        pydoc.render_doc(importlib.import_module(found.name), renderer=pydoc.plaintext)
        print("module", found.name)
for name, module in list(sys.modules.items()):
    package, _dot, base = name.rpartition(".")
    if package.partition(".")[0] == "plyground" and getattr(sys.modules[package], base) is not module:
        print("hidden", name)
"""


@pytest.mark.proof
def test_every_module_can_be_read_and_none_is_hidden_by_a_name_of_its_package() -> None:
    done = subprocess.run([sys.executable, "-c", READ_ALL], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [name for kind, name in lines if kind == "hidden"] == []
    assert {"plyground.searches.algorithms.alphabeta", "plyground.web.pages.game.commands", "plyground.__main__"} <= {
        name for _kind, name in lines
    }
