"""Limits for the log, so that visitors cannot fill the disk."""

from __future__ import annotations

import logging

MAX_LINES_PER_MINUTE = 60
MAX_LINE_CHARS = 4000
MINUTE_S = 60.0


class LogLimit(logging.Filter):
    """A filter that lets :data:`MAX_LINES_PER_MINUTE` records pass. The first record after a pause tells how many were
    dropped.
    """

    def __init__(self) -> None:
        super().__init__()
        self._since = 0.0
        self._passed = self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the record may be written."""
        if record.created - self._since > MINUTE_S:
            if self._left_out:
                record.msg = f"({self._left_out} messages were left out.) {record.msg}"
            self._since, self._passed, self._left_out = record.created, 0, 0
        if self._passed >= MAX_LINES_PER_MINUTE:
            self._left_out += 1
            return False
        self._passed += 1
        return True


class ShortFormatter(logging.Formatter):
    """A formatter that shortens long records, such as a traceback with a visitor's input."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record."""
        text = super().format(record)
        return text if len(text) <= MAX_LINE_CHARS else f"{text[:MAX_LINE_CHARS]} …"


def limit_log() -> None:
    """Write warnings and errors to standard error, within the limits."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.addFilter(LogLimit())
    handler.setFormatter(ShortFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
