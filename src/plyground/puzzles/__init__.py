"""Puzzles: positions with a win to find. Exact values choose them and judge every answer."""
