"""Add the clocks of games between two people, and the live lesson of a class."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "006"
down_revision = "005"


def upgrade() -> None:
    """Add the column and the table. Existing games have no clock."""
    op.add_column("friend_games", sa.Column("clock", sa.String(100), nullable=False, server_default=""))
    op.create_table(
        "live_lesson", sa.Column("id", sa.Integer, primary_key=True), sa.Column("state", sa.Text, nullable=False)
    )
