"""The place of a store, and its file, read with SQLite alone: the program starts without waiting for SQLAlchemy."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from plyground.errors import FileError
from plyground.i18n import Sentence, _

MIGRATIONS = Path(__file__).parent / "migrations"
OPEN_TIMEOUT_S = 30.0
"""Seconds to wait while another program creates or migrates the file."""


def is_url(place: Path | str) -> bool:
    """Return True for the URL of a database, False for the path of a file."""
    return "://" in str(place)


def current_version() -> str:
    """Return the schema version that this program writes."""
    return max(file.stem.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def version_of(path: Path) -> str | None:
    """Return the schema version of a file; None if it is missing or empty.

    Raise :class:`FileError` if it is damaged.
    """
    if not _exists(path):
        return None
    with _opened(path) as file:
        found = str(file.execute("PRAGMA quick_check(1)").fetchone()[0])
        if found != "ok":
            raise FileError(path, foreign_file(found))
        versioned = file.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        version = file.execute("SELECT version_num FROM alembic_version").fetchone() if versioned else None
        return str(version[0]) if version else None


def secret_of(path: Path) -> str:
    """Return the random text of a store, which stays the same as long as the file is there."""
    with _opened(path) as file, file:  # one transaction
        new = secrets.token_hex(32)
        file.execute("INSERT INTO secrets SELECT ? WHERE NOT EXISTS (SELECT 1 FROM secrets)", (new,))
        return str(file.execute("SELECT secret FROM secrets").fetchone()[0])


def use_write_ahead_log(path: Path) -> None:
    """Let readers and a writer work at once.

    A file that another program is using keeps its mode until the next start.
    """
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(path, timeout=OPEN_TIMEOUT_S)) as file:
        file.execute("PRAGMA journal_mode = WAL")


def create_private(path: Path) -> None:
    """Create the file if it is missing, and let only its owner read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    with suppress(PermissionError):  # another user's file may be shared on purpose
        path.chmod(0o600)


def foreign_file(reason: object) -> Sentence:
    """Return the sentence for a file that SQLite cannot read as a store."""
    return _(
        "it is not a plyground data file ({reason}). Rename it, and a new one will be created.",
        reason=first_line(reason),
    )


def failure(error: BaseException, damaged: Callable[[object], Sentence] = foreign_file) -> Sentence:
    """Return the sentence for an error of SQLite or SQLAlchemy.

    ``damaged`` makes the sentence for a file that cannot be read, from the reason.
    """
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _("another program is using it; try again when it is done.")
    if code == sqlite3.SQLITE_FULL:
        return _("the disk is full.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(cause)
    if not isinstance(cause, sqlite3.Error) or code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH):
        return damaged(cause)  # tables or values that plyground has not written
    return _("the system refused it ({reason}).", reason=first_line(cause))


def first_line(reason: object) -> str:
    """Return the first line of a reason with some content: SQLite's checks begin with a line of stars."""
    lines = [line for line in str(reason).splitlines() if not line.startswith("***")]
    return (lines or [""])[0]


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise FileError(path, _("it cannot be read ({reason}).", reason=error.strerror)) from None


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file with SQLite. Turn its errors into :class:`FileError`."""
    try:
        with closing(sqlite3.connect(path, timeout=OPEN_TIMEOUT_S)) as file:
            yield file
    except (sqlite3.Error, UnicodeDecodeError) as error:  # texts of a damaged file may not be UTF-8
        raise FileError(path, failure(error)) from None
