"""The real server and a real browser, for the tests of the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import suppress
from functools import cached_property
from http.client import HTTPConnection
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import pytest
from program import PATIENCE
from slow_line import SlowLine

CODE = "Dama 7"
"""Code of the class."""
SLOW_LINE_S = float(os.environ.get("PLYGROUND_SLOW_LINE", "0"))
"""Seconds by which the server's answers come late: a test that presses too early fails then each time, and not now and then."""
NO_CHROMIUM = "no Chromium"
CHROMIUM = (
    "chromium-headless-shell", "chrome-headless-shell",  # the same engine without a window: two thirds of the work
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
)  # fmt: skip
"""Names of Chromium, the first that is here is taken."""
UNWANTED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",  # pages of the browser's own behind each window: more work than most of ours
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying",
    "OptimizationHints", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
)  # fmt: skip
"""Features that Chromium shall do without. Of two lists it heeds the last alone, so that playwright's own are named again."""
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--disable-features={','.join(UNWANTED)}",
]  # fmt: skip


def chromium() -> str:
    """Return the path of Chromium. Without it skip the test, but fail it when no test may be skipped."""
    found = os.environ.get("PLYGROUND_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found:
        return found
    reason = f"{NO_CHROMIUM}: set PLYGROUND_CHROMIUM or install one of {', '.join(CHROMIUM)}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def connected(page: Any) -> None:
    """Wait until the page's socket is open: what is pressed before is kept, but may be sent in another order.

    ``wait_for_function`` makes scripts of texts, which the page's policy forbids.
    """
    from playwright.sync_api import Error

    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(Error):  # the page is being left for the next one
            if page.evaluate("!document.querySelector('[data-page]') || Boolean(window.connection?.isOpen)"):
                return
        page.wait_for_timeout(50)
    pytest.fail("the page's socket was not opened")


class Tabs:
    """The tabs of one browser. Each is kept for the next visitor who wants one of its kind: a new one starts a process and reads all scripts anew, four times the work of everything else. By day or by night, each is any window's."""

    def __init__(self, browser: Any, patience: int) -> None:
        self._browser = browser
        self._patience = patience
        self._free: dict[str, list[Any]] = defaultdict(list)

    def take(self, width: int, options: dict[str, Any], color_scheme: str = "light") -> Any:
        """Return a tab without cookies or storage of earlier tests."""
        free = self._free[repr(sorted(options.items()))]
        if free:
            page = free.pop()
        else:
            context = self._browser.new_context(
                reduced_motion="reduce", **{"bypass_csp": True, **options}
            )  # playwright evaluates texts
            context.set_default_timeout(self._patience)
            page = context.new_page()
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=color_scheme)
        return page

    def give_back(self, page: Any, options: dict[str, Any], url: str) -> None:
        """Leave what is shown of the server at ``url``, which may have gone, and forget everything."""
        from playwright.sync_api import Error as PlaywrightError  # late: it may be missing

        context = page.context
        if page.is_closed() or not options.get("java_script_enabled", True):
            context.close()
            return
        for other in context.pages:
            if other is not page:
                other.close()
        try:
            page.goto("about:blank")
        except PlaywrightError:  # the page is on its way elsewhere
            context.close()
            return
        page.mouse.move(0, 0)
        page.emulate_media(media="null", color_scheme="light", reduced_motion="reduce")
        context.clear_cookies()
        tools = context.new_cdp_session(page)
        tools.send("Storage.clearDataForOrigin", {"origin": url.rstrip("/"), "storageTypes": "local_storage"})
        tools.detach()
        self._free[repr(sorted(options.items()))].append(page)


class Server:
    """``plyground web`` on a free port, with these further options, and with more in its environment."""

    def __init__(self, *options: str, **environment: str) -> None:
        self.options = options
        self.environment = environment
        self.python = sys.executable

    def __enter__(self) -> Server:
        command = [self.python, "-m", "plyground", "web", "--port", "0", "--no-browser", *self.options]
        environment = {**os.environ, "LANGUAGE": "en", **self.environment}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"(http://[^/ ]+/)\S*", line):
                self.link, self.url = found[0], found[1]
                if SLOW_LINE_S and not {"--host", "--port"} & {*self.options}:
                    relay = SlowLine(self.url, SLOW_LINE_S)
                    self.link, self.url = self.link.replace(self.url, relay.url), relay.url
                return self
        pytest.fail(f"the server did not start: {self.process.communicate()[1]}")

    @cached_property
    def teacher_cookie(self) -> dict[str, str]:
        """The cookie that the link gives to the browser that opens it first."""
        where = urlsplit(self.link)
        connection = HTTPConnection(where.netloc, timeout=PATIENCE)
        connection.request("GET", f"{where.path}?{where.query}")
        name, _equals, value = connection.getresponse().headers["Set-Cookie"].partition(";")[0].partition("=")
        connection.close()
        return {"name": name, "value": value, "url": self.url}

    def visitor_cookie(self, token: str) -> str:
        """Return the header Cookie of a browser that holds this token."""
        return f"{self.teacher_cookie['name'].replace('teacher', 'visitor')}={token}"

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        try:
            self.said = self.process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
