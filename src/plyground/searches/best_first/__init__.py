"""Searches that grow a tree in memory and go on at its most promising leaf: UCT, PUCT and proof-number search."""
