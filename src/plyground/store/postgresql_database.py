"""A store in a PostgreSQL database, which several servers share.

Its tables are made and migrated in one transaction; programs that start at once wait for each other by an advisory lock
(postgresql.org/docs/current/explicit-locking.html).
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from sqlalchemy import Engine, create_engine, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from plyground.errors import StoreError
from plyground.i18n import Sentence, _
from plyground.store.migrations import upgrade
from plyground.store.records import now
from plyground.store.store_file import current_version, first_line

KINDS = ("postgresql", "postgresql+psycopg", "postgres")
DRIVER = "postgresql+psycopg"
SERVER_SETTINGS = "-c lock_timeout=500 -c statement_timeout=10000"
"""Milliseconds to wait for another program's lock, and for a statement. The server tries again later."""
CONNECT_TIMEOUT_S = 3
SECRET = text("INSERT INTO secrets SELECT :secret WHERE NOT EXISTS (SELECT 1 FROM secrets)")
DATABASE_TIME = text("SELECT clock_timestamp() AT TIME ZONE 'utc'")
MIGRATION_LOCK = 0x706C7967726F756E
"""Number of the lock of programs that make or migrate the tables: “plygroun” in ASCII."""


class PostgresqlDatabase:
    """A database at a URL such as ``postgresql://user:password@host/name``."""

    def __init__(self, address: str) -> None:
        """Read the URL. Raise :class:`StoreError` for another kind of database, or if the driver is not installed."""
        try:
            url = make_url(address)
        except (ArgumentError, ValueError):
            raise StoreError(_("“{url}” is not the URL of a database: write postgresql://USER:PASSWORD@HOST/NAME.", url=address)) from None  # fmt: skip
        self._shown = url.render_as_string(hide_password=True)
        if url.drivername not in KINDS:
            raise StoreError(_("Visitors' work can be kept in a file or in PostgreSQL, not at {url}: write postgresql://USER:PASSWORD@HOST/NAME.", url=self._shown))  # fmt: skip
        try:
            self._engine = _engine(url.set(drivername=DRIVER))
        except ImportError:
            raise StoreError(_("PostgreSQL needs the package psycopg: run pip install 'plyground[postgresql]'.")) from None  # fmt: skip

    def prepare(self) -> None:
        """Create or migrate the tables if needed. Raise :class:`StoreError` if that fails."""
        from alembic.util.exc import CommandError

        try:
            if self._version() != current_version():
                with self._engine.begin() as connection:
                    connection.execute(text("SET LOCAL lock_timeout = 0"))
                    connection.execute(text("SET LOCAL statement_timeout = 0"))
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
                    upgrade(connection)
                    connection.execute(SECRET, {"secret": secrets.token_hex(32)})
        except CommandError:
            raise self._refused(_("it was written by a later version of plyground: use that version.")) from None
        except SQLAlchemyError as error:
            raise self._refused(self.failure(error)) from None

    def engines(self) -> tuple[Engine, Engine]:
        """Return the same engine for reading and writing: readers and writers do not wait for each other."""
        return self._engine, self._engine

    def time_ahead(self) -> timedelta:
        """Return the time by which the clock of the database is ahead of this machine's. Raise :class:`StoreError` if
        it does not answer.
        """
        try:
            with self._engine.connect() as connection:
                asked = now()
                told: datetime = connection.execute(DATABASE_TIME).scalar_one()
                answered = now()
        except SQLAlchemyError as error:
            raise self._refused(self.failure(error)) from None
        return told - (asked + (answered - asked) / 2)

    def failure(self, error: BaseException) -> Sentence:
        """Return the sentence for an error of PostgreSQL."""
        cause = getattr(error, "orig", None) or error
        code = getattr(cause, "sqlstate", None) or ""
        if code in ("55P03", "57014", "40P01"):  # a lock or a statement took too long, or a deadlock was ended
            return _("another program is using it; try again when it is done.")
        if code == "53100":
            return _("the disk is full.")
        return _("the system refused it ({reason}).", reason=first_line(cause))

    def _refused(self, reason: Sentence) -> StoreError:
        return StoreError(_("{url}: {reason}", url=self._shown, reason=reason))

    def _version(self) -> str | None:
        with self._engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            found = connection.scalar(text("SELECT version_num FROM alembic_version"))
            return None if found is None else str(found)


def _engine(url: URL) -> Engine:
    settings = {"connect_timeout": CONNECT_TIMEOUT_S, "options": SERVER_SETTINGS}
    return create_engine(url, connect_args=settings, pool_pre_ping=True)
