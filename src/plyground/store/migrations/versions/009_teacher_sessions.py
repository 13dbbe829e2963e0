"""Add the sessions of the teacher's browsers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "009"
down_revision = "008"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "teacher_sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("begun", sa.DateTime, nullable=False),
    )
