"""Backgammon: rules, notation and picture."""
