"""The room of puzzles."""
