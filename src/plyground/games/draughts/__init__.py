"""The draughts games: their common board, and the rules of each."""
