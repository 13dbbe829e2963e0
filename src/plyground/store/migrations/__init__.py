"""Migrations (Alembic) that bring a data file of an earlier version to the present schema."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection


def upgrade(connection: Connection, version: str = "head") -> None:
    """Bring the tables to a version, in the transaction of a connection.

    Do nothing if another program has done it. Raise Alembic's ``CommandError`` for tables of a later version.
    """
    from alembic import command  # 0.2 s: only where there is something to do
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, version)
