"""The web page: rooms in Python, the board and the tree as small ES modules."""
