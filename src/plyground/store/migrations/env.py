"""What Alembic runs: the migrations, on the connection that the store gives."""

from __future__ import annotations

from alembic import context

from plyground.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)  # SQLite cannot alter a table: a batch makes it anew
with context.begin_transaction():
    context.run_migrations()
