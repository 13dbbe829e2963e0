"""The search algorithms, one short function a file."""
