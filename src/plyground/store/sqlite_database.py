"""A store in one SQLite file.

Creating and migrating the file is one transaction under an exclusive lock: another program waits for it, and a program
that is killed leaves the file as it was. With SQLite's write-ahead log, committed data survive if the program is killed
(sqlite.org/wal.html). After a power failure the last seconds may be missing (``synchronous = NORMAL``), but the file
stays valid.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from plyground.errors import FileError
from plyground.i18n import Sentence, _
from plyground.store.migrations import upgrade
from plyground.store.schema import metadata
from plyground.store.store_file import (
    OPEN_TIMEOUT_S,
    create_private,
    current_version,
    failure,
    foreign_file,
    use_write_ahead_log,
    version_of,
)

WRITE_TIMEOUT_S = 0.5
"""Seconds to wait for another program's lock. The server does nothing else meanwhile, so it tries again later."""


class SqliteDatabase:
    """One file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def prepare(self) -> None:
        """Create or migrate the file if needed. Raise :class:`FileError` if that fails."""
        try:
            create_private(self.path)
        except OSError as error:
            raise FileError(self.path, _("it cannot be made ({reason}).", reason=error.strerror)) from None
        if version_of(self.path) is None:
            create(self.path)
        if version_of(self.path) != current_version():
            migrate(self.path)
        use_write_ahead_log(self.path)

    def engines(self) -> tuple[Engine, Engine]:
        """Return the engine that reads and the one that writes."""
        return _engine(self.path, WRITE_TIMEOUT_S, "BEGIN"), _engine(self.path, WRITE_TIMEOUT_S, "BEGIN IMMEDIATE")

    def time_ahead(self) -> timedelta:
        """Return zero, because only this machine uses the file."""
        return timedelta()

    def failure(self, error: BaseException) -> Sentence:
        """Return the sentence for an error of SQLite."""
        return failure(error)


def _engine(path: Path, timeout_s: float, begin: str) -> Engine:
    """Return an engine for the file, whose transactions start with the statement ``begin``.

    Python's driver would commit before statements that define tables, so it is told to leave transactions alone
    (docs.sqlalchemy.org/en/20/dialects/sqlite.html).
    """
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": timeout_s})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in ("foreign_keys = ON", "synchronous = NORMAL"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def create(path: Path) -> None:
    """Create the present tables if the file has none, without Alembic, which is slow to import in a browser."""
    with _changes(path) as connection:
        if not inspect(connection).get_table_names():
            metadata.create_all(connection)
            connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
            connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (current_version(),))


def migrate(path: Path, version: str = "head") -> None:
    """Bring the tables to a version, in one transaction. Refuse a file of a later version."""
    from alembic.util.exc import CommandError

    try:
        with _changes(path) as connection:
            upgrade(connection, version)
    except CommandError:
        raise FileError(path, _("it was written by a later version of plyground: use that version.")) from None


@contextmanager
def _changes(path: Path) -> Iterator[Connection]:
    """Begin a transaction under an exclusive lock. Raise :class:`FileError` if it fails."""
    engine = _engine(path, OPEN_TIMEOUT_S, "BEGIN EXCLUSIVE")
    try:
        with engine.begin() as connection:
            yield connection
    except OperationalError as error:
        raise FileError(path, failure(error)) from None
    except SQLAlchemyError as error:
        raise FileError(path, foreign_file(getattr(error, "orig", error))) from None
    finally:
        engine.dispose()
