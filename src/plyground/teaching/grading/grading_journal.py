"""The results of an unfinished grading, kept so that the same command continues it."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from plyground.errors import FileError
from plyground.i18n import _
from plyground.teaching.grading.submission_report import Graded

SUFFIX = ".unfinished"
"""End of the journal's name, after the name of the file for the results."""


class GradingJournal:
    """A file with one line of JSON for each graded submission: its key, its result and their checksum."""

    def __init__(self, results: Path, terms: Any) -> None:
        """Read the journal beside the file for the results. Raise :class:`FileError` if it cannot be written.

        The ``terms`` are everything, besides the student's name and text, on which a result depends.
        """
        self.path = results.with_name(results.name + SUFFIX)
        self._terms = repr(terms)
        self._known: dict[str, Graded] = {}
        try:
            self._file = self.path.open("a+b")
            self._file.seek(0)
            for line in self._file.read().splitlines():
                with suppress(ValueError, TypeError, RecursionError):  # a line may be half written or damaged
                    key, result, checksum = json.loads(line)
                    if checksum == _checksum(key, result):
                        self._known[key] = Graded(**result)
        except OSError as error:
            raise FileError(self.path, _("it cannot be written ({reason}).", reason=error.strerror)) from None

    def known(self, student: str, text: str) -> Graded | None:
        """Return the kept result of this submission under these terms; None if there is none."""
        return self._known.get(self._key(student, text))

    def keep(self, student: str, text: str, result: Graded) -> None:
        """Keep a result, even if the machine stops now. Raise :class:`FileError`."""
        key = self._key(student, text)
        if key in self._known:
            return
        line = json.dumps([key, result._asdict(), _checksum(key, result._asdict())])
        try:
            self._file.write(f"\n{line}".encode())  # begin a new line, because the last line may be incomplete
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise FileError(self.path, _("it cannot be written ({reason}).", reason=error.strerror)) from None

    def close(self) -> None:
        """Close the file and leave it for a later command."""
        with suppress(OSError):
            self._file.close()

    def remove(self) -> None:
        """Remove the file: all results are written."""
        self.close()
        with suppress(OSError):
            self.path.unlink()

    def _key(self, student: str, text: str) -> str:
        return hashlib.sha256(json.dumps([self._terms, student, text]).encode()).hexdigest()


def _checksum(key: str, result: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps([key, result], sort_keys=True).encode()).hexdigest()
