"""A site of ``plyground export-site`` in Chromium: seconds, bytes, memory, and speed beside this machine's native code.

Run it with ``python -m benchmarks.site_start SITE [ROUNDS]``. Starts are taken in turns with ``loadPyodide`` alone, so
the ratios hold on a busy machine, too.
"""

from __future__ import annotations

import base64
import json
import math
import os
import pickle
import re
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from plyground.searches.tally import new_tally
from plyground.web.pages.game import jobs
from plyground.web.workers.running_job import run_job

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from browser import FLAGS, chromium  # noqa: E402  the tests' own browser

TIMEOUT_MS = 300_000
MB = 1e6
PAGE = "/play/connect_four"
SCRIPT = ROOT / "tests" / "support" / "site_in_node.mjs"
ALONE = "loadPyodide alone"
PYODIDE = ROOT / "node_modules" / "pyodide"
"""Pyodide as it is published, with the sources of its standard library."""
PYODIDE_ALONE = """async address => {
    const text = `import { loadPyodide } from "${address}pyodide.mjs";
        await loadPyodide({ indexURL: "${address}" }); postMessage("done");`;
    const begun = performance.now();
    const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), { type: "module" });
    await new Promise((done, failed) => { worker.onmessage = done; worker.onerror = failed; });
    worker.terminate();
    return performance.now() - begun;
}"""
THOUGHTS = ("connect_four", "engine:depth=17"), ("chess", "engine:depth=8")
TIMES = 3
"""Times that each thought is repeated; the fastest counts."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder. Yield its address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.]+:\d+/", server.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            server.terminate()


def compressed(path: Path) -> int:
    """Return the bytes of a file as a host sends it, which compresses what is not an archive."""
    content = path.read_bytes()
    return min(len(content), len(zlib.compress(content, 9)))


def renderers_mb(browser: Any) -> float:
    """Return the memory of the browser's pages and workers in MB: their processes' own share (PSS)."""
    tools = browser.new_browser_cdp_session()
    found = tools.send("SystemInfo.getProcessInfo")["processInfo"]
    tools.detach()
    total = 0
    for each in found:
        if each["type"] == "renderer":
            text = Path(f"/proc/{each['id']}/smaps_rollup").read_text()
            total += int(re.findall(r"^Pss: +(\d+)", text, re.MULTILINE)[0]) * 1024
    return total / MB


def started(context: Any, address: str) -> tuple[Any, dict[str, float]]:
    """Open the page of a game. Return the tab and the times of the steps until its board is there, in ms."""
    tab = context.new_page()
    begun = time.monotonic()
    tab.goto(f"{address}#{PAGE}")
    tab.locator(".first-board [data-cell]").first.wait_for()
    board = time.monotonic() - begun
    tab.frame_locator("iframe.program").locator("[data-cell]").first.wait_for()
    steps = tab.evaluate("globalThis.steps")  # since the reload that isolates the page
    return tab, {"board of the shell": 1000 * board, **steps, "shown": 1000 * (time.monotonic() - begun)}


def measure_starts(browser: Any, address: str, plain: str, rounds: int) -> dict[str, list[dict[str, float]]]:
    """Return the times of all starts of the site at ``address``, and of Pyodide at ``plain``, by their kind."""
    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    for _round in range(rounds):
        context = browser.new_context()
        context.set_default_timeout(TIMEOUT_MS)
        blank = context.new_page()
        blank.goto(f"{plain}package.json")
        found[ALONE].append({"shown": blank.evaluate(PYODIDE_ALONE, plain)})
        context.close()
        context = browser.new_context()
        context.set_default_timeout(TIMEOUT_MS)
        tab, steps = started(context, address)
        found["first visit"].append(steps)
        tab.wait_for_function("navigator.serviceWorker.controller && caches.keys().then(names => names.length)")
        tab.wait_for_timeout(5000)  # the service worker keeps the rest of the files
        print(f"memory of a tab with a board: {renderers_mb(browser):.0f} MB", flush=True)
        tab.close()
        tab, steps = started(context, address)
        found["next visit"].append(steps)
        tab.close()
        context.set_offline(True)
        tab, steps = started(context, address)
        found["offline"].append(steps)
        context.close()
    return found


def measure_thoughts(site: Path) -> None:
    """Print the positions a second of a site's thinker, in Node, and here: by processor time."""
    for game, bot in THOUGHTS:
        job: tuple[Any, ...] = jobs.choose, (game, (), bot), {}
        with tempfile.TemporaryDirectory() as folder:
            letters, answers = Path(folder, "jobs.json"), Path(folder, "answers.json")
            letters.write_text(json.dumps(TIMES * [base64.b64encode(pickle.dumps(((), *job))).decode()]))
            command = ["node", "--stack-size=8000", SCRIPT, site, letters, answers]
            done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=True)
            there = min(map(float, done.stdout.split()))
            choice, error = pickle.loads(base64.b64decode(json.loads(answers.read_text())[0]))
        here = math.inf
        for _time in range(TIMES):
            begun = time.process_time()
            chosen = run_job(new_tally(), lambda _news: None, *job)
            here = min(here, time.process_time() - begun)
        assert error is None and choice.result and chosen.result, error
        assert choice.result.nodes == chosen.result.nodes
        million = choice.result.nodes / 1e6
        print(f"{game} {bot}: browser {million / there:.2f}, native {million / here:.2f} million a second", flush=True)


def main() -> None:
    """Print the figures."""
    folder = Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    files = [path for path in folder.rglob("*") if path.is_file() and path.parent.name != "licenses"]
    print(
        f"bytes: {sum(map(compressed, files)) / MB:.1f} MB compressed, {sum(path.stat().st_size for path in files) / MB:.1f} MB"
    )
    for path in sorted(files, key=compressed)[-5:]:
        print(f"  {path.relative_to(folder)}: {compressed(path) / MB:.2f} MB")
    print(f"load of the machine: {os.getloadavg()[0]:.0f} on {os.cpu_count()} processors; {time.strftime('%H:%M')}")
    with hosted(folder.parent) as root, hosted(PYODIDE) as plain, sync_playwright() as playwright:
        address = f"{root}{folder.name}/"
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        found = measure_starts(browser, address, plain, rounds)
        alone = statistics.median(each["shown"] for each in found[ALONE])
        for kind, times in found.items():
            shown = statistics.median(each["shown"] for each in times)
            print(f"{kind}: {shown / 1000:.1f} s, {shown / alone:.2f} times {ALONE}", flush=True)
            for step in times[0] if kind != ALONE else ():
                print(f"  {step}: {statistics.median(each[step] for each in times) / 1000:.2f}")
        browser.close()
    measure_thoughts(folder)
    print(f"load of the machine: {os.getloadavg()[0]:.0f}")


if __name__ == "__main__":
    main()
