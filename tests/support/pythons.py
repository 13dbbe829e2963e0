"""The Pythons of this machine that plyground runs on, and the oldest libraries that it allows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from paths import ROOT

OLDEST = (3, 11)


def interpreters() -> dict[str, str]:
    """Return the path of one Python for each version from 3.11 on, oldest first: on the PATH, or one of pyenv's."""
    folders = [Path(sys.executable).parent, *map(Path, os.get_exec_path())]
    folders += sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions").glob("*/bin"))
    found: dict[tuple[int, int], str] = {}
    for folder in folders:
        for program in sorted(folder.glob("python3*")):
            if re.fullmatch(r"python3(\.\d+)?", program.name):
                version = version_of(program)
                if version and version >= OLDEST:
                    found.setdefault(version, str(program))
    return {f"{major}.{minor}": found[major, minor] for major, minor in sorted(found)}


def version_of(program: Path) -> tuple[int, int] | None:
    """Return the version of a Python that can make environments; None for any other program."""
    command = [str(program), "-c", "import ensurepip, sys, venv; print(*sys.version_info[:2])"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    major, minor = map(int, done.stdout.split())
    return major, minor


def oldest_libraries() -> list[str]:
    """Return a constraint such as ``rich==13.7`` for each library that plyground needs."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return [re.sub(r"^([\w-]+)\D*>=([\d.]+).*$", r"\1==\2", each) for each in needed]


if __name__ == "__main__":  # .ci/run asks which Python is the newest
    print([*interpreters().values()][-1])
