"""The stage of long work is shown while it runs: on a line of a terminal, else in lines of their own."""

from __future__ import annotations

import io
import sys
import threading

import pytest

from plyground.cli import progress_line
from plyground.cli.progress_line import stages
from plyground.i18n import _

WAIT_S = 60.0
"""Seconds after which a line that does not come is missing."""


class Stream(io.StringIO):
    """A standard error that tells when a text is written to it."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal
        self._changed = threading.Condition()

    def isatty(self) -> bool:
        return self._is_terminal

    def write(self, text: str) -> int:
        with self._changed:
            written = super().write(text)
            self._changed.notify_all()
        return written

    def has(self, text: str) -> bool:
        """Return True as soon as the text is there."""
        with self._changed:
            return self._changed.wait_for(lambda: text in self.getvalue(), WAIT_S)


@pytest.mark.parametrize(("is_terminal", "end"), [(True, "\x1b[K"), (False, "\n")])
def test_the_stage_is_shown_with_its_seconds(is_terminal: bool, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(is_terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress_line, "NEXT_LINE", 0.01)
    with stages() as begin:
        begin(_("Loading"))
        assert stream.has(f"Loading: 0 s …{end}")
        begin(_("Playing random game {number} of {wanted}", number=3, wanted=50))
        assert stream.has("Playing random game 3 of 50: ")
    assert stream.getvalue().endswith("\r\x1b[K" if is_terminal else "\n")


def test_quick_work_says_nothing_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(is_terminal=False)
    monkeypatch.setattr(sys, "stderr", stream)
    with stages() as begin:
        begin(_("Loading"))
    assert stream.getvalue() == ""
