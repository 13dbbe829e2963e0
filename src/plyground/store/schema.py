"""The tables of the store. A change here goes with a new file in ``migrations/versions``, which a test demands."""

from __future__ import annotations

from sqlalchemy import JSON, Column, DateTime, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()


def _owner() -> Column[int]:
    return Column("visitor", Integer, ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False)


visitors = Table(
    "visitors",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256: what the browser holds cannot be read here
    Column("since", DateTime, nullable=False),
)
"""Who has kept something; nothing else is known of them."""

pages = Table(
    "pages",
    metadata,
    Column("id", Integer, primary_key=True),
    _owner(),
    Column("room", String(20), nullable=False),
    Column("title", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("comments", JSON, nullable=False),  # on the moves of a game, in their order; empty texts for none
    Column("changed", DateTime, nullable=False),
    Index("pages_by_visitor", "visitor", "room", "changed"),
)
"""Games and trees: the address of each says everything about it, but for comments."""

keys = Table("secrets", metadata, Column("secret", String(64), primary_key=True))
"""One random text, from which follows what only this store's server can make."""

answers = Table(
    "answers",
    metadata,
    Column("id", Integer, primary_key=True),
    _owner(),
    Column("student", Text, nullable=False),  # the name that they gave, which chooses their exercise
    Column("exercise", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("address", Text, nullable=False),
    Column("given", Text, nullable=False),
    Column("credit", Float, nullable=False),
    Column("misconceptions", Text, nullable=False),
    Column("at", DateTime, nullable=False),
    Index("answers_by_visitor", "visitor", "at"),
    Index("answers_by_exercise", "exercise", "at"),
)
"""Answers to exercises, each as often as it was given, with their marks."""
