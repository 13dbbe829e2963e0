"""Complete move dictionaries: one best move for every position, as a text file."""
