"""The library works where the libraries of the compiler and of the page cannot be imported."""

from __future__ import annotations

import subprocess
import sys

from plain_program import PROGRAM

BLOCKED = (
    "numba", "llvmlite", "numpy", "starlette", "uvicorn", "sqlalchemy", "alembic", "segno", "resvg_py",
    "anywidget", "typer", "rich",
)  # fmt: skip
BLOCKING = f"""
import sys

sys.modules.update(dict.fromkeys({BLOCKED}))  # as if they were not installed
"""


def test_searches_exercises_marking_and_drawing_need_no_compiler_and_no_page() -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKING + PROGRAM], capture_output=True, text=True)
    assert done.stdout == "done\n", done.stderr
