"""The first page: a board to play at once, and every game."""
