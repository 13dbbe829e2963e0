"""The parts of the game page: each draws the view of a game, and only if it looks different from before."""
