"""The reading of authors' rules: parts of moves, drawings of boards."""
