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
IMPORTS = {"open_spiel": "pyspiel", "easyAI": "easyAI", "bitbully": "bitbully"}
"""What is installed, and what is then imported."""


@cache
def has(package: str) -> bool:
    """Whether a peer is installed, after an attempt to."""
    if not PYTHON.exists():
        print("Setting up the peers in benchmarks/.peers, once ...")
        venv.create(FOLDER, with_pip=True)
    if _imports(package):
        return True
    install = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", package]  # fmt: skip
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
    """The version of an installed peer."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    return subprocess.run([PYTHON, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


@cache
def _worker() -> subprocess.Popen[str]:
    """One process of the peers' environment for all of them; it ends with this one, when its input does."""
    command = [str(PYTHON), str(HERE / "peer.py")]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def peer(package: str, name: str, task: str, *arguments: Any, needed: float | None = None) -> list[Contender]:
    """A function of ``peer.py`` as a contender; none where its package is not to be had."""
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
