"""Migrations (Alembic) that bring a data file of an earlier version to the present schema."""
