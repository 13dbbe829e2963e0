"""The room in which a position is set up by hand."""
