"""Create the tables of visitors, their pages and their answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "visitors",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("since", sa.DateTime, nullable=False),
    )
    op.create_table(
        "pages",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
        sa.Column("room", sa.String(20), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("changed", sa.DateTime, nullable=False),
    )
    op.create_index("pages_by_visitor", "pages", ["visitor", "room", "changed"])
    op.create_table(
        "answers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
        sa.Column("student", sa.Text, nullable=False),
        sa.Column("exercise", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("given", sa.Text, nullable=False),
        sa.Column("credit", sa.Float, nullable=False),
        sa.Column("misconceptions", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_index("answers_by_visitor", "answers", ["visitor", "at"])
    op.create_index("answers_by_exercise", "answers", ["exercise", "at"])
