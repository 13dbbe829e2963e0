"""The web page: NiceGUI in Python, the board and the tree as small ES modules."""
