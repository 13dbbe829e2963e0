"""Transactions of a store's database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from plyground.errors import StoreError
from plyground.i18n import _
from plyground.store.database import Database


class Transactions:
    """A database whose tables are there, with the engine that reads and the one that writes."""

    def __init__(self, database: Database, engines: tuple[Engine, Engine]) -> None:
        self._database = database
        self._engine, self._writer = engines

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()
        self._writer.dispose()

    @contextmanager
    def _writes(self) -> Iterator[Connection]:
        """Begin a transaction that may write."""
        try:
            with self._writer.begin() as connection:
                yield connection
        except (SQLAlchemyError, TypeError, ValueError) as error:  # the last two are a damaged time or damaged JSON
            raise StoreError(
                _("Your work cannot be kept now: {reason}", reason=self._database.failure(error))
            ) from error

    @contextmanager
    def _reads(self) -> Iterator[Connection]:
        """Begin a transaction that only reads."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, TypeError, ValueError) as error:  # the last two are a damaged time or damaged JSON
            raise StoreError(
                _("Your work cannot be read now: {reason}", reason=self._database.failure(error))
            ) from error
