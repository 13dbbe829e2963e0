"""The database of a store: one SQLite file, or a PostgreSQL database that several servers share."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Protocol

from sqlalchemy import Engine

from plyground.i18n import Sentence
from plyground.store.store_file import is_url


class Database(Protocol):
    """A place for the tables of a store."""

    def prepare(self) -> None:
        """Create or migrate the tables if needed. Raise :class:`PlygroundError` if that fails."""

    def engines(self) -> tuple[Engine, Engine]:
        """Return the engine that reads and the one that writes."""

    def time_ahead(self) -> timedelta:
        """Return the time by which the clock that all servers share is ahead of this machine's."""

    def failure(self, error: BaseException) -> Sentence:
        """Return the sentence for an error of the database."""


def database_at(place: Path | str) -> Database:
    """Return the database in a file or at a URL. Raise :class:`PlygroundError` for another kind of URL."""
    if is_url(place):
        from plyground.store.postgresql_database import PostgresqlDatabase

        return PostgresqlDatabase(str(place))
    from plyground.store.sqlite_database import SqliteDatabase

    return SqliteDatabase(Path(place))
