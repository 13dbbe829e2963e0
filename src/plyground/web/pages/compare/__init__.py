"""The room that compares searches."""
