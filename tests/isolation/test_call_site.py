"""The notes of the running line: written only while one call into C runs, and harmless at the end of a process."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from plyground.isolation.call_site import STALL_SIGNAL, CallSiteFile

NOTED = """
from plyground.isolation.call_site import note_stalls
note_stalls({path!r}, 0.001)
{body}
"""
pytestmark = pytest.mark.skipif(STALL_SIGNAL is None, reason="Windows has no timer of processor time")


def started(notes: CallSiteFile, body: str) -> subprocess.Popen[str]:
    text = NOTED.format(path=notes.path, body=body)
    return subprocess.Popen([sys.executable, "-c", text], stderr=subprocess.PIPE, text=True)


@pytest.fixture
def notes() -> Iterator[CallSiteFile]:
    made = CallSiteFile()
    yield made
    made.remove()


def test_a_process_that_notes_its_line_ends_as_any_other(notes: CallSiteFile) -> None:
    """The timer goes on while Python ends: the modules that are freed then take several of its periods."""
    process = started(notes, "import ast, json, typing\nfor n in range(300_000): str(n)")
    assert process.communicate()[1] == ""
    assert process.returncode == 0


def test_a_call_that_does_not_return_is_noted_with_its_line(notes: CallSiteFile) -> None:
    process = started(notes, "sum(range(10**12))")
    try:
        while notes.looks() < 3:
            assert process.poll() is None
            time.sleep(0.01)
        site = notes.site()
        assert site is not None
        assert site.line == 4
    finally:
        process.kill()
        process.communicate()
