"""The room in which a game is played."""
