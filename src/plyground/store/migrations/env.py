"""Alembic's entry point: run the migrations on the connection and in the transaction of the store."""

from __future__ import annotations

from alembic import context

from plyground.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a table: a batch copies it
    transactional_ddl=True,
)
context.run_migrations()
