"""The room of tournaments."""
