"""Positions, games and their parts."""
