"""Go: sets of points, rules, notation, and the complete game."""
