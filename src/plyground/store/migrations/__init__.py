"""How a store of any earlier version is brought to the present form (Alembic)."""
