"""Exact answers: count positions and games, and solve games by searches that remember results."""
