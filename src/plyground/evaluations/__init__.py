"""Static evaluations of positions."""
