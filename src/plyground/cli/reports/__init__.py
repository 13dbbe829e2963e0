"""What commands print about their results."""
