"""Isolation: user code runs in its own process, with limits."""
