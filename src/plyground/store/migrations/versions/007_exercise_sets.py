"""Add the class list, sets of exercises and the solutions that were seen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "007"
down_revision = "006"


def upgrade() -> None:
    """Create the tables, and a column of answers. Earlier answers count as given without a seen solution."""
    op.add_column("answers", sa.Column("solution_seen", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "seen_solutions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.UniqueConstraint("visitor", "address"),
    )
    op.create_table(
        "students",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(60), nullable=False, unique=True),
        sa.Column("code", sa.String(20), nullable=False, unique=True),
    )
    op.create_table(
        "sign_ins",
        sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
        sa.Column("student", sa.Integer, sa.ForeignKey("students.id", ondelete="CASCADE"), nullable=False),
    )  # fmt: skip
    op.create_index("sign_ins_by_student", "sign_ins", ["student"])
    op.create_table(
        "exercise_sets",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(22), nullable=False, unique=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("exercises", sa.JSON, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("due", sa.DateTime),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("solutions", sa.String(10), nullable=False),
    )
    op.create_table(
        "set_answers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("exercise_set", sa.Integer, sa.ForeignKey("exercise_sets.id", ondelete="CASCADE"), nullable=False),
        sa.Column("student", sa.Integer, sa.ForeignKey("students.id", ondelete="CASCADE"), nullable=False),
        sa.Column("item", sa.Integer, nullable=False),
        sa.Column("given", sa.Text, nullable=False),
        sa.Column("credit", sa.Float, nullable=False),
        sa.Column("misconceptions", sa.Text, nullable=False),
        sa.Column("solution_seen", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_index("set_answers_by_student", "set_answers", ["exercise_set", "student", "item"])
    op.create_table(
        "set_solutions",
        sa.Column("exercise_set", sa.Integer, sa.ForeignKey("exercise_sets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("student", sa.Integer, sa.ForeignKey("students.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("item", sa.Integer, primary_key=True),
    )
