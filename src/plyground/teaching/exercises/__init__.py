"""Exercises: generate them, write their questions, and mark answers."""
