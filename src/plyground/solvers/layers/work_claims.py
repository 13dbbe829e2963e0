"""Claims of programs on files, so that programs which work in one folder seldom make the same file.

A file made twice gets the same bytes, so claims only save time. A claim is a file with the name of a program. Each
program holds a lock on a file of its own, and touches it: so others see that it works, on this machine by the lock, on
other machines by the time. The claims of a program that has ended are taken over.
"""

from __future__ import annotations

import os
import platform
import re
import secrets
import threading
import uuid
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from plyground.core.file_lock import FileLock
from plyground.core.files import write_text
from plyground.errors import FileError
from plyground.i18n import _

BEAT_S = 10.0
"""Seconds between two touches of a program's file."""
LEASE_S = 150.0
"""Seconds without a touch after which a program counts as ended; network file systems show old times for a minute."""
NAME = re.compile(r"(?P<machine>(?P<host>[\w.]*)-[0-9a-f]+)-(?P<pid>\d+)-[0-9a-f]{8}", re.ASCII)
"""Name of a program: its machine with the number of its network card, its process, and a random number."""


class Claims:
    """The claims of this program in a folder, while it works there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._machine = f"{re.sub(r'[^A-Za-z0-9.]', '_', platform.node())}-{uuid.getnode():x}"
        self._name = f"{self._machine}-{os.getpid()}-{secrets.token_hex(4)}"
        self._taken = _("another program works with it.")
        self._held: set[Path] = set()
        self._stop = threading.Event()

    def __enter__(self) -> Claims:
        """Begin to work. Raise :class:`FileError` if the folder cannot be written."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(self._folder, _("it cannot be written ({reason}).", reason=error.strerror)) from None
        self._lock = self._locked(self._name)
        self._beat = threading.Thread(target=self._touch, daemon=True)
        self._beat.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give back all claims."""
        self._stop.set()
        self._beat.join()
        for path in list(self._held):
            self.free(path)
        self._lock.release()

    def take(self, path: Path) -> bool:
        """Claim a file that will be made. Return False if a program that works has claimed it.

        If the program that claimed it has ended, what it left of the file is removed.
        """
        claim = self._claim(path)
        try:
            with claim.open("x", encoding="utf-8") as file:
                file.write(self._name)
        except FileExistsError:
            holder = self._holder(path)
            if self._works(holder) if holder else self._is_fresh(claim):
                return False
            write_text(claim, self._name)
            for rest in path.parent.glob(f".{path.name}.*"):
                rest.unlink(missing_ok=True)
        except FileNotFoundError:  # another program has finished all, and removed the folder
            return True
        self._held.add(path)
        return True

    def free(self, path: Path) -> None:
        """Give a claim back."""
        self._held.discard(path)
        self._claim(path).unlink(missing_ok=True)

    def holder(self, path: Path) -> tuple[str, str]:
        """Return (machine, process number) of the program that has claimed a file; empty texts if there is none."""
        found = NAME.fullmatch(self._holder(path))
        return (found["host"], found["pid"]) if found else ("", "")

    def _claim(self, path: Path) -> Path:
        return self._folder / f"{path.parent.name}-{path.name}.claim"

    def _holder(self, path: Path) -> str:
        try:
            return self._claim(path).read_text(encoding="utf-8")
        except OSError:
            return ""

    def _works(self, name: str) -> bool:
        """Return True if a program still works, as far as can be seen."""
        found, file = NAME.fullmatch(name), self._folder / f"{name}.lock"
        if found is None or not self._is_fresh(file):
            return False
        if found["machine"] == self._machine:
            try:
                self._locked(name).release()
            except FileError as error:
                return error.reason == self._taken
            return False
        return True

    def _locked(self, name: str) -> FileLock:
        return FileLock(self._folder / name, self._taken)

    def _is_fresh(self, file: Path) -> bool:
        """Return True if a file was touched lately, by the clock of the file system."""
        try:
            own = (self._folder / f"{self._name}.lock").stat().st_mtime
            with file.open("rb") as opened:  # network file systems bring the time up to date
                return own - os.fstat(opened.fileno()).st_mtime < LEASE_S
        except OSError:
            return False

    def _touch(self) -> None:
        while not self._stop.wait(BEAT_S):
            with suppress(OSError):
                os.utime(self._folder / f"{self._name}.lock")
