"""The form that a store's file is in, found out by SQLite alone: a program that starts need not wait for SQLAlchemy."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from plyground.errors import FileError
from plyground.language import Sentence, _

MIGRATIONS = Path(__file__).parent / "migrations"
TIMEOUT = 10
"""Seconds to wait for whoever writes to the file."""


def present() -> str:
    """The form that this version of the program writes."""
    return max(file.stem.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def form(path: Path) -> str | None:
    """The form of a file; ``None`` where there is none, or nothing in it. Raises :class:`FileError` for one that is damaged or not to be read."""
    try:
        if not path.exists():
            return None
        with closing(sqlite3.connect(path, timeout=TIMEOUT)) as file:
            found = str(file.execute("PRAGMA quick_check(1)").fetchone()[0])
            if found != "ok":
                raise FileError(path, damaged(found))
            versioned = file.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
            version = file.execute("SELECT version_num FROM alembic_version").fetchone() if versioned else None
            return str(version[0]) if version else None
    except OSError as error:
        raise FileError(path, _("it cannot be read ({reason}).", reason=error.strerror)) from None
    except sqlite3.Error as error:
        raise FileError(path, damaged(error)) from None


def damaged(reason: object) -> Sentence:
    """What to say of a file that cannot be read as a store."""
    return _(
        "it cannot be read as a store ({reason}). Move it away: a new one is made then.",
        reason=str(getattr(reason, "orig", reason)).splitlines()[0],
    )
