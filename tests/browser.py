"""The real server and a real browser, for the tests of the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from types import TracebackType

import pytest
from program import PATIENCE

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def chromium() -> str:
    """A Chromium of this machine. Without one the test is skipped, but where tests must be complete it fails."""
    found = os.environ.get("PLYGROUND_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found:
        return found
    reason = f"no Chromium: set PLYGROUND_CHROMIUM or install one of {', '.join(CHROMIUM)}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


class Server:
    """``plyground web`` on a free port, with these further options, and with more in its environment."""

    def __init__(self, *options: str, **environment: str) -> None:
        self.options = options
        self.environment = environment

    def __enter__(self) -> Server:
        command = [sys.executable, "-m", "plyground", "web", "--port", "0", "--no-browser", *self.options]
        environment = {**os.environ, "LANGUAGE": "en", **self.environment}
        environment.pop("PYTEST_CURRENT_TEST", None)  # NiceGUI would start its own test mode
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://[^/ ]+/", line):
                self.url = found[0]
                return self
        pytest.fail(f"the server did not start: {self.process.communicate()[1]}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        try:
            self.said = self.process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
