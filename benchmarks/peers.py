"""Other libraries, in an environment of their own: ``.peers``, made on the first run from the package index."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.race import Contender, Run

HERE = Path(__file__).parent
FOLDER = HERE / ".peers"
PYTHON = FOLDER / "bin" / "python"
IMPORTS = {"open_spiel": "pyspiel", "easyAI": "easyAI", "bitbully": "bitbully", "chess": "chess"}
"""Packages to install, with the modules to import."""


@cache
def has(package: str) -> bool:
    """Install a peer if it is missing. Return True if it is installed."""
    if not PYTHON.exists():
        print("Setting up the peers in benchmarks/.peers, once ...")
        venv.create(FOLDER, with_pip=True)
    if _imports(package):
        return True
    install: list[str] = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", package]  # fmt: skip
    subprocess.run(install, check=False)
    if _imports(package):
        return True
    print(f"{package} cannot be installed here: it is left out.")
    return False


def _imports(package: str) -> bool:
    tried = subprocess.run([PYTHON, "-c", f"import {IMPORTS[package]}"], check=False, capture_output=True)
    return tried.returncode == 0


@cache
def version(package: str) -> str:
    """Return the version of an installed peer."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    return subprocess.run([PYTHON, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


@cache
def _worker() -> subprocess.Popen[str]:
    """Return the process that runs all peers in their own environment. It ends when its standard input is closed."""
    command = [str(PYTHON), str(HERE / "peer.py")]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def peer(package: str, name: str, task: str, *arguments: Any, needed: float | None = None) -> list[Contender]:
    """Return a function of ``peer.py`` as a contender; an empty list if its package cannot be installed."""
    if not has(package):
        return []

    def run() -> Run:
        worker = _worker()
        assert worker.stdin is not None and worker.stdout is not None
        print(json.dumps([task, *arguments]), file=worker.stdin, flush=True)
        answer = worker.stdout.readline()
        if not answer:
            sys.exit(f"{name} failed at {task}: see above")
        count, seconds = json.loads(answer)
        return Run(count, seconds)

    return [Contender(f"{name} {version(package)}", run, needed)]
