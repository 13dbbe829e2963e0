"""Add games between two people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "004"
down_revision = "003"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "friend_games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(22), nullable=False, unique=True),
        sa.Column("watch_key", sa.String(22), nullable=False, unique=True),
        sa.Column("invitation", sa.String(22), nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("first", sa.Integer, sa.ForeignKey("visitors.id", ondelete="CASCADE")),
        sa.Column("second", sa.Integer, sa.ForeignKey("visitors.id", ondelete="CASCADE")),
        sa.Column("proposal", sa.String(40), nullable=False),
        sa.Column("resigned", sa.Integer),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("changed", sa.DateTime, nullable=False),
    )
    op.create_index("friend_games_by_first", "friend_games", ["first"])
    op.create_index("friend_games_by_second", "friend_games", ["second"])
    op.create_index("friend_games_by_change", "friend_games", ["changed"])
