"""The reports that commands print about their results."""
