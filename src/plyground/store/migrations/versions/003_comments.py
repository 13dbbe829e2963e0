"""Add comments on the moves of a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "003"
down_revision = "002"


def upgrade() -> None:
    """Add the column. Existing pages have no comments."""
    op.add_column("pages", sa.Column("comments", sa.JSON, nullable=False, server_default="[]"))
