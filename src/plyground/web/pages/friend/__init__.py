"""The room of games between two people."""
