"""Solving games that are larger than memory: layer by layer, in files."""
