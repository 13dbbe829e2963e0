"""Add the secret of the store."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "002"
down_revision = "001"


def upgrade() -> None:
    """Create the table of the secret."""
    op.create_table("secrets", sa.Column("secret", sa.String(64), primary_key=True))
