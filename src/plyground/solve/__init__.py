"""Exact answers: counting positions and lines of play, solving with memory."""
