"""Numbers: conversions, operators, shifts and division."""
