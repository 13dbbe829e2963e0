"""Give the agreed draw of a game between two people a column of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "008"
down_revision = "007"


def upgrade() -> None:
    """Add the column. Before, a draw was stored as -1 in place of the side that had resigned."""
    op.add_column("friend_games", sa.Column("is_drawn", sa.Boolean, nullable=False, server_default=sa.false()))
    games = sa.table("friend_games", sa.column("resigned", sa.Integer), sa.column("is_drawn", sa.Boolean))
    op.execute(games.update().where(games.c.resigned == -1).values(resigned=None, is_drawn=True))
