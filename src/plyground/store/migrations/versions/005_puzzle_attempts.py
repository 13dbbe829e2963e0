"""Add attempts at puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "005"
down_revision = "004"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "puzzle_attempts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
        sa.Column("puzzle", sa.String(40), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("first_try", sa.Boolean, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.UniqueConstraint("visitor", "puzzle", "day"),
    )
    op.create_index("puzzle_attempts_by_visitor", "puzzle_attempts", ["visitor", "at"])
