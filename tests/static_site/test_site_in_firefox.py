"""The site in Firefox: its start, a move, a stopped thought, and the game again without a server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest
from paths import ROOT
from site_folder import site_server

SCRIPT = ROOT / "tests" / "support" / "site_in_firefox.mjs"
NAMES = ("firefox-esr", "firefox")
TIMEOUT_S = 3000


def firefox() -> str:
    """Return the path of Firefox. Without it or its driver skip the test, but fail it where tests must be complete."""
    found = os.environ.get("PLYGROUND_FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)
    has_driver = shutil.which("node") and (ROOT / "node_modules" / "puppeteer-core").is_dir()
    if found and has_driver:
        return found
    reason = "no puppeteer-core: run npm install" if found else f"no Firefox: install one of {', '.join(NAMES)}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.mark.nightly
def test_a_game_goes_on_in_firefox_also_offline() -> None:
    path = firefox()
    with site_server() as (address, server):
        command = ["node", str(SCRIPT), path, address, str(server.pid)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert told == [{"step": step, "seen": True} for step in ("isolated", "moved", "stopped", "found offline")]
