"""A lock between the programs of one machine. It is released when the program that took it ends."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from plyground.errors import FileError
from plyground.i18n import Sentence, _


class FileLock:
    """A lock on a file or folder, held as a lock of SQLite on ``NAME.lock`` beside it."""

    def __init__(self, path: Path, taken: Sentence) -> None:
        """Take the lock. Raise :class:`FileError` with the sentence ``taken`` if another program has it."""
        self._path = path.with_name(f"{path.name}.lock")
        try:
            self._connection = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            reason = taken if "locked" in str(error) else _("it cannot be written ({reason}).", reason=error)
            raise FileError(path, reason) from None

    def release(self) -> None:
        """Give the lock back. The file is removed if the system allows it."""
        with suppress(OSError):
            self._path.unlink()
        self._connection.close()
