"""An exported site for tests: the folder in PLYGROUND_SITE, or one that is exported once; its host, and its program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from paths import ROOT
from program import run

from plyground.static_site.export import PYODIDE_FILES

PYODIDE = ROOT / "node_modules" / "pyodide"
POLL_S = 0.5
COMPILED = ("tictactoe", "connect_four", "chess")
"""The games with compiled searches."""


def pyodide() -> Path:
    """Return the folder of Pyodide. Without it the test is skipped, but fails where tests must be complete."""
    if all((PYODIDE / name).is_file() for name in PYODIDE_FILES):
        return PYODIDE
    if os.environ.get("CI"):
        pytest.fail("no Pyodide: npm install")
    pytest.skip("no Pyodide: run npm install")


@cache
def exported_site() -> Path:
    """Return the folder of a site. The processes of one run of tests share it: the first one exports it."""
    if given := os.environ.get("PLYGROUND_SITE"):
        return Path(given)
    run_name = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    place = Path(tempfile.gettempdir(), f"plyground-site-{run_name}")
    folder, end = place / "name", place / "end"
    try:
        place.mkdir()
    except FileExistsError:
        while not end.exists():
            time.sleep(POLL_S)
    else:
        try:
            done = run("export-site", str(folder), "--pyodide", str(pyodide()), "--compiled", ",".join(COMPILED))
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout.startswith(f"{folder} was written: ")
        finally:
            end.touch()
    assert (folder / "service_worker.js").is_file(), "another process could not export the site"
    return folder


@contextmanager
def site_server() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Serve the site in a folder of its host, as on a forge, by Python's own web server. Yield its address and its
    process.
    """
    folder = exported_site()
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder.parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.]+:\d+/", server.stdout.readline())
            assert found
            yield f"{found[0]}{folder.name}/", server
        finally:
            server.terminate()


@contextmanager
def served_site() -> Iterator[str]:
    """Serve the site. Yield its address."""
    with site_server() as (address, _server):
        yield address


def program_in(tab: Any, address: str, path: str) -> Any:
    """Open a page of the site in a tab. Return the frame with the program when it is shown."""
    tab.goto(f"{address}#{path}")
    tab.locator(".running iframe.program").wait_for()
    return tab.frames[-1]
